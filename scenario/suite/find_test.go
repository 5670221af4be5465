package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	scenario := "name: x\nsteps:\n  - run: ls\n"
	for name, content := range map[string]string{
		"b.yaml": scenario, "a.yml": scenario, "json.yaml": ` {"steps": []}`, "bom.yaml": "\ufeffsteps: []\n",
		"other.yaml": "jobs:\n  steps:\n", "readme.md": scenario, "sub/c.yaml": scenario, ".git/d.yaml": scenario,
		"scenario-results/e.yaml": scenario, "x.snapshots/f.yaml": scenario,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("b.yaml", filepath.Join(dir, "link.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "broken.yaml")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ paths, want string }{
		{"", "a.yml b.yaml bom.yaml json.yaml link.yaml sub/c.yaml"},
		{"sub", "sub/c.yaml"},
		{"other.yaml readme.md", "other.yaml readme.md"},
		{"b.yaml ./b.yaml sub sub/c.yaml", "b.yaml sub/c.yaml"},
		{"-", "stdin"},
		{"no/such.yaml", "no/such.yaml: no such file or directory"},
	} {
		files, err := Find(dir, strings.Fields(tt.paths), strings.NewReader(scenario))
		var got []string
		for _, f := range files {
			got = append(got, f.Name)
			if !filepath.IsAbs(f.Dir) || len(f.Src) == 0 {
				t.Errorf("%s: %s, %d bytes", f.Name, f.Dir, len(f.Src))
			}
		}
		if err != nil {
			got = append(got, err.Error())
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %q, want %q", tt.paths, got, tt.want)
		}
	}
}
