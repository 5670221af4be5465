package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plan says which packages of ours each package may import, all by their
// folders; "*" is everything. A package without a row is an error, so that the
// place of a new one is thought about.
type plan map[string][]string

var (
	planRow  = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|[^|]*\\|([^|]*)\\|$")
	planName = regexp.MustCompile("`([^`]+)`")
)

// readPlan reads the table of ARCHITECTURE.md.
func readPlan(t *testing.T) plan {
	t.Helper()
	root, _ := repository(t)
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	p := plan{}
	for _, row := range planRow.FindAllStringSubmatch(string(text), -1) {
		list := []string{}
		if strings.TrimSpace(row[2]) == "everything" {
			list = append(list, "*")
		}
		for _, name := range planName.FindAllStringSubmatch(row[2], -1) {
			list = append(list, name[1])
		}
		p[row[1]] = list
	}
	if len(p) < 10 {
		t.Fatalf("ARCHITECTURE.md has a table of %d packages", len(p))
	}
	return p
}

// programs are what examples drive: no part of the command, nothing of ours in
// them.
func programs() []string { return []string{"examples/*"} }

// testHelpers may be imported by the tests of every package: the CPU they
// took, golden files, an engine to make a screen with, and what every engine is
// held to.
func testHelpers() []string {
	return []string{"internal/chromium", "internal/cpu", "internal/golden", "emulator/core", "emulator/xvt", "emulator/emutest"}
}

// yamlReaders are the packages that may know the YAML library.
func yamlReaders() []string { return []string{"internal/doc"} }

// covers reports whether a folder is in a list.
func covers(list []string, folder string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		prefix, all := strings.CutSuffix(entry, "*")
		return folder == entry || all && strings.HasPrefix(folder, prefix)
	})
}

// allows reports whether a file may import the package in folder to, and
// whether the plan knows the file's own package.
func (p plan) allows(f *file, to string) (ok, known bool) {
	switch {
	case f.generator():
		return to != command, true
	case covers(programs(), f.folder):
		return false, true
	}
	list, known := p[f.folder]
	if f.test {
		list = slices.Concat(list, testHelpers())
	}
	return to != command && covers(list, to), known
}
