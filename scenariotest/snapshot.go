package scenariotest

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"scenario/scenario/suite"
	"scenario/steps/snapshot"
)

// UpdateVar is the variable of the environment that has [Session.Snapshot] write
// what it compares with: missing, or changed (which writes missing ones too).
const UpdateVar = "SCENARIO_UPDATE"

// Snapshot compares the settled screen, its text, styles, cursor and title, with
// testdata/snapshots/TEST/NAME.screen in the folder of the test. A missing one,
// and one that differs, end the test and say what differs; see [UpdateVar]. What
// changes from run to run is written by hand as «*».
func (s *Session) Snapshot(name string) {
	s.t.Helper()
	if err := s.sh.Rest(s.ctx); err != nil {
		s.t.Fatal(err)
	}
	path := filepath.Join(s.dir, "testdata", "snapshots", filepath.FromSlash(s.t.Name()), name+".screen")
	now := snapshot.Take(s.sh.View().Screen, snapshot.Options{})
	stored, err := readSnapshot(path)
	update := os.Getenv(UpdateVar)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (update == "missing" || update == "changed"):
		s.store(path, now)
		return
	case errors.Is(err, fs.ErrNotExist):
		s.t.Fatalf("snapshot %s: there is no %s\nhint: %s=missing go test writes it", name, path, UpdateVar)
	case err != nil:
		s.t.Fatalf("snapshot %s: %v", name, err)
	}
	v := snapshot.Compare(stored, now)
	switch {
	case v.Same:
	case update == "changed":
		s.store(path, v.Now)
	default:
		s.t.Fatalf("snapshot %s: %d cells differ from %s\n%s\nhint: %s=changed go test writes the present screen",
			name, v.Cells, path, strings.Join(snapshot.Diff(stored, v.Now), "\n"), UpdateVar)
	}
}

func readSnapshot(path string) (*snapshot.Screen, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return snapshot.Parse(src)
}

func (s *Session) store(path string, screen *snapshot.Screen) {
	s.t.Helper()
	_, err := suite.WriteFile(path, func(w io.Writer) error { _, err := w.Write(screen.Bytes()); return err })
	if err != nil {
		s.t.Fatalf("snapshot: %v", err)
	}
	s.t.Logf("%s was written", path)
}
