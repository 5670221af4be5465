//go:build e2e

package e2e

import (
	"bytes"
	"image/gif"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Recordings of other tools, of every version, are drawn without complaint: in
// each format, whole, and again as casts.
func TestCastsOfOthersAreDrawn(t *testing.T) {
	data := os.Getenv("SCENARIO_DATA")
	if data == "" {
		t.Fatal("SCENARIO_DATA is not set: it names the folder of the test data")
	}
	bin := command(t)
	casts, err := filepath.Glob(filepath.Join(data, "casts", "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, path := range casts {
		ext := filepath.Ext(path)
		if ext != ".cast" && ext != ".json" {
			continue
		}
		seen++
		t.Run(filepath.Base(path), func(t *testing.T) {
			dir := t.TempDir()
			cast := filepath.Join(dir, "in.cast") // version 1 is called .json
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(cast, b, 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(bin, "render", cast, "-o", "a.gif", "-o", "a.apng", "-o", "a.cast", "-o", "a.png", "-o", "a.txt")
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil || strings.Contains(string(out), "error") {
				t.Fatalf("%v\n%s", err, out)
			}
			g, err := os.ReadFile(filepath.Join(dir, "a.gif"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := gif.DecodeAll(bytes.NewReader(g)); err != nil {
				t.Fatal(err)
			}
			cmd = exec.Command(bin, "render", "a.cast", "-o", "b.txt")
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			x, _ := os.ReadFile(filepath.Join(dir, "a.txt"))
			y, _ := os.ReadFile(filepath.Join(dir, "b.txt"))
			if !bytes.Equal(x, y) {
				t.Errorf("the cast that was written leaves another screen:\n%s\nwanted\n%s", y, x)
			}
		})
	}
	if seen < 22 {
		t.Errorf("only %d casts in %s", seen, data)
	}
}
