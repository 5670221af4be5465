package scenario

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"scenario/emulator"
	"scenario/event"
	"scenario/steps"
)

// SnapshotsExt is what the folder beside a file that has its snapshots is called
// after the file.
const SnapshotsExt = ".snapshots"

// Baseline is a snapshot or image to be stored.
type Baseline struct {
	Path    string // absolute
	Content []byte
	Soft    bool // the run fails because it was not there
}

// BaselineFolder is the folder of the snapshots and images of this scenario,
// absolute.
func (s *Scenario) BaselineFolder() string {
	name := s.base
	if s.Combo != nil {
		name += s.Combo.id()
	}
	return filepath.Join(s.Dir, filepath.Base(s.File)+SnapshotsExt, folderName(name))
}

// Baselines returns the paths of the snapshots and images that the scenario
// compares with, absolute, sorted, each once.
func (s *Scenario) Baselines() (paths []string) {
	dir := s.BaselineFolder()
	s.eachStep(func(st *steps.Step, _ string) {
		if w, ok := st.Action.(*steps.Wait); ok {
			for _, file := range w.Baselines() {
				paths = append(paths, filepath.Join(dir, file))
			}
		}
	})
	slices.Sort(paths)
	return slices.Compact(paths)
}

// maxFolderName bounds the name of a folder.
const maxFolderName = 100

// folderName is a name as one path element on every system. A name of which
// characters have to go gets 8 digits of its hash, so that no two have the same.
func folderName(name string) string {
	const others = " _-.,=[]()+#@"
	s := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(others, r) {
			return r
		}
		return '-'
	}, name)
	s = strings.Trim(s, " .")
	if s == name && len(s) <= maxFolderName && s != "" {
		return s
	}
	for len(s) > maxFolderName-9 {
		r := []rune(s)
		s = string(r[:len(r)-1])
	}
	sum := sha256.Sum256([]byte(name))
	return strings.TrimRight(s, " .-") + "-" + hex.EncodeToString(sum[:4])
}

// Store is what a run stores snapshots and images with; its zero value compares
// snapshots, draws nothing and keeps nothing.
type Store struct {
	Update steps.Update
	// Shown is a path as people see it.
	Shown func(abs string) string
	// Keep writes a file into the results folder and returns its path there.
	Keep    func(file string, content []byte) (string, error)
	Draw    func(s *emulator.Screen, l event.Look, crop *event.Rect) ([]byte, func(image.Rectangle) string, error)
	LookKey func(l event.Look) string
}

// Update says what may be written.
func (r *runner) Update() steps.Update { return r.s.Store.Update }

// Baseline reads a stored file, or what this run is to store under its name.
func (r *runner) Baseline(file string) (content []byte, path string, err error) {
	abs := filepath.Join(r.p.BaselineFolder(), file)
	path = filepath.ToSlash(abs)
	if r.s.Store.Shown != nil {
		path = r.s.Store.Shown(abs)
	}
	for _, b := range r.res.Baselines {
		if b.Path == abs {
			return b.Content, path, nil
		}
	}
	content, err = r.p.ReadFile(abs)
	return content, path, err
}

// Passing is the part of the name of the run's own folder that no other run has.
func (r *runner) Passing() string {
	_, id, _ := strings.Cut(filepath.Base(r.s.Base), "-")
	return id
}

// Accept has a file stored once the run has passed.
func (r *runner) Accept(file string, content []byte, soft bool) {
	abs := filepath.Join(r.p.BaselineFolder(), file)
	b := Baseline{abs, content, soft}
	if i := slices.IndexFunc(r.res.Baselines, func(b Baseline) bool { return b.Path == abs }); i >= 0 {
		r.res.Baselines[i] = b
		return
	}
	r.res.Baselines = append(r.res.Baselines, b)
}

// Keep writes a file into the results folder.
func (r *runner) Keep(file string, content []byte) (string, error) {
	if r.s.Store.Keep == nil {
		return "", nil
	}
	return r.s.Store.Keep(file, content)
}

// Draw draws a screen.
func (r *runner) Draw(s *emulator.Screen, l event.Look, crop *event.Rect) (png []byte, where func(image.Rectangle) string, err error) {
	if r.s.Store.Draw == nil {
		return nil, nil, errors.New("no pictures are drawn here")
	}
	return r.s.Store.Draw(s, l, crop)
}

// LookKey names how cells are drawn.
func (r *runner) LookKey(l event.Look) string {
	if r.s.Store.LookKey == nil {
		return ""
	}
	return r.s.Store.LookKey(l)
}
