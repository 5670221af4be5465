package suite

import (
	"os"
	"path/filepath"
	"testing"

	"scenario/event"
	"scenario/scenario"
	"scenario/session"
)

// A folder is used again when nothing was left in it, and only then.
func TestTemporaryFoldersAreUsedAgain(t *testing.T) {
	for _, tt := range []struct {
		name  string
		final string
		do    func(t *testing.T, base string) error
		again bool
	}{
		{"nothing happened", event.Completed, nil, true},
		{"a folder is gone", event.Completed, func(t *testing.T, base string) error { return os.Remove(filepath.Join(base, "run")) }, true},
		{"it failed", event.Failed, nil, false},
		{"a file", event.Completed, func(t *testing.T, base string) error {
			return os.WriteFile(filepath.Join(base, "home", ".cache", "x"), nil, 0o600)
		}, false},
		{"a file for the steps", event.Completed, func(t *testing.T, base string) error {
			return os.WriteFile(filepath.Join(base, "scenario", "x"), nil, 0o600)
		}, false},
		{"a folder", event.Completed, func(t *testing.T, base string) error { return os.Mkdir(filepath.Join(base, "tmp", "home"), 0o700) }, false},
		{"a link in place of one", event.Completed, func(t *testing.T, base string) error {
			if err := os.Remove(filepath.Join(base, "tmp")); err != nil {
				return err
			}
			return os.Symlink("home", filepath.Join(base, "tmp"))
		}, false},
		{"other rights", event.Completed, func(t *testing.T, base string) error { return os.Chmod(filepath.Join(base, "home"), 0o500) }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			s := New(Options{})
			a := &attempt{s: s, plan: &scenario.Plan{Scenario: &scenario.Scenario{}}, state: &event.State{Final: tt.final}}
			if err := a.makeTmp(); err != nil {
				t.Fatal(err)
			}
			first := a.tmp
			if err := (session.EnvSpec{Base: first}).MakeDirs(); err != nil {
				t.Fatal(err)
			}
			if tt.do != nil {
				if err := tt.do(t, first); err != nil {
					t.Fatal(err)
				}
			}
			a.removeTmp()
			if again := len(s.tmp.free) > 0; again != tt.again {
				t.Errorf("kept to be used again: %v", again)
			}
			if err := a.makeTmp(); err != nil {
				t.Fatal(err)
			}
			if got := (session.EnvSpec{Base: a.tmp}).Untouched(a.scenarioTmp()); !got {
				t.Error("the next run's is not empty")
			}
			if a.tmp == first {
				t.Error("two runs have had one name")
			}
			a.removeTmp()
			s.tmp.remove()
			if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
}
