//go:build e2e && linux

package e2e

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// formats makes an example record every format.
func formats(t *testing.T, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, "examples", name+".yaml")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(b), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "record:") {
			lines[i] = "record: [out/" + name + ".gif, out/" + name + ".apng, out/" + name + ".cast, out/" + name + ".svg, out/" + name + ".sheet.png]"
		}
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
}

const recordings = 5

// The promise of the steady timeline: the same file, byte for byte, however busy
// the machine is.
func TestSteadyRecordingsAreTheSameUnderLoad(t *testing.T) {
	need(t, "vim", "fzf", "less")
	bin := command(t)
	examples := []string{"quickstart", "vim", "fzf", "less"}
	first := map[string]map[string]string{}
	record := func(t *testing.T, name string) {
		for i := range recordings {
			dir := workspace(t, nil)
			formats(t, dir, name)
			run(t, bin, dir, "run", filepath.Join("examples", name+".yaml"))
			got := hashes(t, filepath.Join(dir, "examples", "out"))
			if first[name] == nil {
				first[name] = got
			}
			if diff := differences(first[name], got); len(got) < 6 || diff != nil {
				t.Errorf("recording %d: %s", i+1, strings.Join(diff, ", "))
			}
		}
	}
	for _, state := range []string{"idle", "loaded"} {
		t.Run(state, func(t *testing.T) {
			if state == "loaded" {
				load(t, 2*runtime.NumCPU())
			}
			for _, name := range examples {
				t.Run(name, func(t *testing.T) { record(t, name) })
			}
		})
	}
}
