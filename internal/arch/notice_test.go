package arch

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// NOTICE names every module that is in the command.
func TestNoticeNamesEveryModule(t *testing.T) {
	root, module := repository(t)
	b, err := os.ReadFile(filepath.Join(root, "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./"+command)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, err.(*exec.ExitError).Stderr)
	}
	major := regexp.MustCompile(`/v[0-9]+$`)
	for _, m := range strings.Fields(string(out)) {
		if m = major.ReplaceAllString(m, ""); m != module && !noticed(string(b), m) {
			t.Errorf("NOTICE lacks %s", m)
		}
	}
}

// noticed reports whether a line of the notice is of the module: it has its
// path, the path of its repository and "(", or its folder and a list of names.
func noticed(notice, module string) bool {
	dir, name := path.Split(module)
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	for line := range strings.Lines(notice) {
		line = strings.TrimSpace(line)
		repo, _, whole := strings.Cut(line, " (")
		if whole && strings.HasPrefix(module, repo+"/") || strings.HasPrefix(line, dir) && word.MatchString(line[len(dir):]) {
			return true
		}
	}
	return false
}
