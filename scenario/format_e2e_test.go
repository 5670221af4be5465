//go:build e2e

package scenario_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"scenario/scenario"
)

// The files that the format was worked out with: the good ones hold no mistake
// but the few words that are not supported yet, the bad ones are refused.
func TestFormatFiles(t *testing.T) {
	data := os.Getenv("SCENARIO_DATA")
	if data == "" {
		t.Fatal("SCENARIO_DATA is not set: it names the folder of the test data")
	}
	o := options()
	o.Exists, o.ReadFile = nil, nil // the files that they name are not there
	load := func(path string) (name string, problems []string) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.Base(path)
		_, ps := scenario.Load(name, src, o)
		for _, p := range ps {
			if p.Line < 1 || p.Col < 1 || p.Width < 1 {
				t.Errorf("%v: no place", p)
			}
			problems = append(problems, p.Error())
		}
		return name, problems
	}
	for _, path := range glob(t, data, "format/good/*.yaml") {
		name, problems := load(path)
		for _, p := range problems {
			if !slices.ContainsFunc([]string{`"snapshot" is not supported yet`, `"image" is not supported yet`, "the shell zsh is not supported yet", "the shell fish is not supported yet"},
				func(later string) bool { return strings.HasSuffix(p, later) }) {
				t.Errorf("%s: refused: %s", name, p)
			}
		}
	}
	valid := map[string]bool{"crlf.yaml": true, "multi.yaml": true, "j.yaml": true} // the last is JSON
	for _, path := range glob(t, data, "format/bad/*.yaml") {
		name, problems := load(path)
		switch {
		case valid[name] && len(problems) > 0:
			t.Errorf("%s: refused: %s", name, strings.Join(problems, "\n"))
		case !valid[name] && len(problems) == 0:
			t.Errorf("%s: accepted", name)
		}
	}
}

func glob(t *testing.T, folder, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(pattern)))
	if err != nil || len(paths) == 0 {
		t.Fatalf("nothing is called %s in %s (%v)", pattern, folder, err)
	}
	return paths
}
