package scenariotest

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSnapshot(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	show := func(text string) *Session { return Launch(t, "sh", "-c", "printf '"+text+"'; read x") }

	t.Setenv(UpdateVar, "missing")
	show(`\033[1mtitle\033[m one`).Snapshot("it")
	path := filepath.Join(dir, "testdata", "snapshots", "TestSnapshot", "it.screen")
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	t.Setenv(UpdateVar, "")
	show(`\033[1mtitle\033[m one`).Snapshot("it")

	t.Setenv(UpdateVar, "changed")
	show(`title two`).Snapshot("it")
	t.Setenv(UpdateVar, "")
	show(`title two`).Snapshot("it")
}
