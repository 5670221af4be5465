package suite

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scenario/emulator"
	"scenario/event"
	"scenario/scenario"
)

// SnapshotsFolder is the folder in that of an attempt with what was compared with
// snapshots and images and did not match.
const SnapshotsFolder = "snapshots"

// store is what a run compares and stores snapshots with.
func (a *attempt) store() scenario.Store {
	keys := map[string]string{}
	return scenario.Store{
		Update: a.s.o.Update,
		Shown:  func(abs string) string { return relative(a.s.o.WorkDir, abs) },
		Keep:   a.keep,
		Draw: func(s *emulator.Screen, l event.Look, crop *event.Rect) ([]byte, func(image.Rectangle) string, error) {
			var b bytes.Buffer
			info, err := a.source().Still(&b, "image.png", s, l, event.TimelinePayload{Crop: crop})
			if err == nil && len(info.Missing) > 0 {
				err = fmt.Errorf("no font has %s", strings.Join(info.Missing, ", "))
			}
			return b.Bytes(), info.Cells, err
		},
		LookKey: func(l event.Look) string {
			// what is laid over recordings is not in a still
			l.Themes, l.Keys, l.Captions, l.Clicks, l.Progress = nil, "", false, false, false
			text, err := json.Marshal(l)
			if err != nil {
				panic(err) // plain data
			}
			key, known := keys[string(text)]
			if !known {
				key = string(text) + a.digests(l)
				keys[string(text)] = key
			}
			return key
		},
	}
}

// keep writes a file into the folder of what did not match.
func (a *attempt) keep(file string, content []byte) (string, error) {
	dir := filepath.Join(a.folder, SnapshotsFolder)
	if err := a.plan.Allowed(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	name := SnapshotsFolder + "/" + file
	return name, a.write(name, content)
}

// digests names the contents of the files that a look names.
func (a *attempt) digests(l event.Look) string {
	names := append([]string{l.Theme, l.Font, l.Background}, l.Fallback...)
	if l.Watermark != nil {
		names = append(names, l.Watermark.Image)
	}
	var all strings.Builder
	for _, name := range names {
		if name == "" || filepath.Ext(name) == "" {
			continue
		}
		if b, err := a.plan.ReadFile(a.plan.Abs(name)); err == nil {
			fmt.Fprintf(&all, " %x", sha256.Sum256(b))
		}
	}
	return all.String()
}

// baselines stores the snapshots and images of a run that may: when it has passed,
// or failed because they were not there.
func (a *attempt) baselines(res *scenario.Result) {
	passed := res.Status == event.Completed
	if !res.StoreThem && passed {
		return
	}
	var failed []string
	for _, b := range res.Baselines {
		p := event.ArtifactWrittenPayload{Path: relative(a.s.o.WorkDir, b.Path), Role: event.RoleSnapshot, Kept: true}
		if res.StoreThem && (passed || b.Soft) {
			p.Kept = false
			if err := a.storeOne(b, &p); err != nil {
				p.Error = cause(err).Error()
				failed = append(failed, p.Path+": "+p.Error)
			}
		}
		a.log.Emit(event.ArtifactWritten, p)
	}
	if len(failed) > 0 && passed {
		res.Status, res.Error = event.Failed, "can't write "+strings.Join(failed, ", ")
	}
}

func (a *attempt) storeOne(b scenario.Baseline, p *event.ArtifactWrittenPayload) error {
	if err := a.plan.Allowed(b.Path); err != nil {
		return err
	}
	was, err := a.plan.ReadFile(b.Path)
	p.Same = err == nil && bytes.Equal(was, b.Content)
	p.Bytes, err = WriteFile(b.Path, func(w io.Writer) error {
		_, err := w.Write(b.Content)
		return err
	})
	return err
}

// stored reports whether a run has stored what was not there: it fails, and to
// try it again would hide that.
func stored(st *event.State) bool {
	return slices.ContainsFunc(st.Artifacts, func(a event.ArtifactWrittenPayload) bool {
		return a.Role == event.RoleSnapshot && !a.Kept && a.Error == ""
	})
}

// keptFiles are the files that comparing left in the results folder.
func (a *attempt) keptFiles() (names []string) {
	entries, err := os.ReadDir(filepath.Join(a.folder, SnapshotsFolder))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		names = append(names, SnapshotsFolder+"/"+e.Name())
	}
	return names
}

// Obsolete returns the snapshots and images beside the files of entries that no
// scenario compares with any more, as people see them and sorted: those of a
// scenario or a file that is gone with them. entries are all scenarios of their
// files.
func Obsolete(workDir string, entries []*Entry) ([]string, error) {
	wanted, dirs, folders := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		for _, path := range e.Baselines {
			wanted[path] = true
		}
		dirs[e.Dir] = true
		folders[snapshotsFolder(e)] = true
	}
	for dir := range dirs {
		gone, err := orphans(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range gone {
			folders[f] = true
		}
	}
	var all []string
	for folder := range folders {
		files, err := storedIn(folder)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if !wanted[f] {
				all = append(all, relative(workDir, f))
			}
		}
	}
	slices.Sort(all)
	return all, nil
}

// orphans are the folders of snapshots whose file is no longer there.
func orphans(dir string) (folders []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		file, ok := strings.CutSuffix(e.Name(), scenario.SnapshotsExt)
		if !ok || !e.IsDir() || filepath.Ext(file) == "" {
			continue
		}
		if _, err := os.Lstat(filepath.Join(dir, file)); errors.Is(err, fs.ErrNotExist) {
			folders = append(folders, filepath.Join(dir, e.Name())+string(filepath.Separator))
		}
	}
	return folders, nil
}

// storedIn returns the snapshots and images below a folder. Other files are not
// ours.
func storedIn(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		}
		if ext := filepath.Ext(path); e.Type().IsRegular() && (ext == ".screen" || ext == ".png") {
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// RemoveBaseline removes a snapshot or image, and the folders that it leaves
// empty, up to that beside the scenario's file.
func RemoveBaseline(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	for dir := filepath.Dir(path); os.Remove(dir) == nil; dir = filepath.Dir(dir) {
		if strings.HasSuffix(dir, scenario.SnapshotsExt) {
			break
		}
	}
	return nil
}
