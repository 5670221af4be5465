package suite

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"scenario/event"
	"scenario/session"
)

// tmpFolders are the folders of runs that have ended and left nothing in them. A
// later run gets one under a new name: it is as empty as a new one, and to make
// and remove the dozen folders of a run is a good part of what a small one costs.
type tmpFolders struct {
	mu   sync.Mutex
	free []string
}

// take returns a folder with a new name. Its name has always the same length, so
// that a program that shows it takes the same room.
func (t *tmpFolders) take() (string, error) {
	base := filepath.Join(os.TempDir(), "scenario-"+runID())
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.free); n > 0 {
		was := t.free[n-1]
		t.free = t.free[:n-1]
		if os.Rename(was, base) == nil {
			return base, nil
		}
		os.RemoveAll(was)
	}
	return base, os.Mkdir(base, 0o700)
}

func (t *tmpFolders) put(base string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free = append(t.free, base)
}

// remove removes the folders that nobody has taken.
func (t *tmpFolders) remove() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, base := range t.free {
		os.RemoveAll(base)
	}
	t.free = nil
}

// makeTmp makes the folder of the run's own.
func (a *attempt) makeTmp() (err error) {
	if a.tmp, err = a.s.tmp.take(); err != nil {
		a.tmp = ""
		return err
	}
	return os.MkdirAll(a.scenarioTmp(), 0o700)
}

// scenarioTmp is scenario.tmp.
func (a *attempt) scenarioTmp() string { return filepath.Join(a.tmp, "scenario") }

// removeTmp gives the folder back, or removes it with all that lies in it, also
// what a program left there without the right to write in it.
func (a *attempt) removeTmp() {
	switch {
	case a.tmp == "":
		return
	case a.state.Final == event.Completed && session.EnvSpec{Base: a.tmp}.Untouched(a.scenarioTmp()):
		a.s.tmp.put(a.tmp)
		return
	case os.RemoveAll(a.tmp) == nil:
		return
	}
	filepath.WalkDir(a.tmp, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	if err := os.RemoveAll(a.tmp); err != nil {
		a.s.warnf("%s: %v", a.plan.ID, err)
	}
}
