package arch

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const command = "cmd/scenario"

// file is one Go file: its folder and the packages it imports, whatever its
// build tags are.
type file struct {
	name    string // from the root of the repository
	folder  string
	test    bool
	pkg     string
	imports []string
}

// generator reports whether the file is of a program below internal/: those
// write files of the repository and are no part of the command.
func (f *file) generator() bool {
	return f.pkg == "main" && strings.HasPrefix(f.folder, "internal/")
}

// repository is the root of the checkout and its module path.
func repository(t *testing.T) (root, module string) {
	t.Helper()
	root = filepath.Join("..", "..")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^module (\S+)$`).FindSubmatch(mod)
	if m == nil {
		t.Fatal("go.mod has no module line")
	}
	return root, string(m[1])
}

// walk calls f with every file of the repository that is kept in it.
func walk(t *testing.T, root string, f func(name string, content []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if name := e.Name(); name == ".git" || name == "bin" || name == "scenario-results" || name == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		if !e.Type().IsRegular() {
			return nil
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(p)
		if err == nil {
			f(filepath.ToSlash(rel), b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func goFiles(t *testing.T, root string) []*file {
	t.Helper()
	var all []*file
	walk(t, root, func(name string, content []byte) {
		if path.Ext(name) != ".go" || strings.Contains("/"+name, "/testdata/") {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly)
		if err != nil {
			t.Error(err)
			return
		}
		f := &file{name: name, folder: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), pkg: parsed.Name.Name}
		for _, spec := range parsed.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Error(err)
			}
			f.imports = append(f.imports, p)
		}
		all = append(all, f)
	})
	if len(all) == 0 {
		t.Fatal("no Go files found")
	}
	return all
}

func TestImportsOnlyGoDown(t *testing.T) {
	root, module := repository(t)
	rows := readPlan(t)
	unknown, used := map[string]bool{}, map[[2]string]bool{}
	for _, f := range goFiles(t, root) {
		if _, known := rows.allows(f, ""); !known && !unknown[f.folder] {
			unknown[f.folder] = true
			t.Errorf("package %s has no row in the table of ARCHITECTURE.md", f.folder)
		}
		for _, p := range f.imports {
			to, ours := strings.CutPrefix(p, module+"/")
			if !ours || to == f.folder {
				continue
			}
			used[[2]string{f.folder, to}] = true
			if ok, known := rows.allows(f, to); known && !ok {
				t.Errorf("%s imports %s: %s may use %s", f.name, to, f.folder, strings.Join(rows[f.folder], ", "))
			}
		}
	}
	for from, list := range rows {
		for _, to := range list {
			if to != "*" && !used[[2]string{from, to}] {
				t.Errorf("the table of ARCHITECTURE.md lets %s use %s, which it does not", from, to)
			}
		}
		if _, err := os.Stat(filepath.Join(root, from)); err != nil {
			t.Errorf("the table of ARCHITECTURE.md has a row for %s: %v", from, err)
		}
	}
}

// The plan itself has no way back up.
func TestPlanHasNoCycle(t *testing.T) {
	rows := readPlan(t)
	var visit func(from string, way []string)
	visit = func(from string, way []string) {
		if slices.Contains(way, from) {
			t.Fatalf("a cycle: %s", strings.Join(append(way, from), " -> "))
		}
		way = append(slices.Clone(way), from)
		for to := range rows {
			if to != from && to != command && covers(rows[from], to) {
				visit(to, way)
			}
		}
	}
	for from := range rows {
		visit(from, nil)
	}
}

func TestYAMLHasOneDoor(t *testing.T) {
	root, _ := repository(t)
	for _, f := range goFiles(t, root) {
		for _, p := range f.imports {
			if strings.Contains(p, "yaml") && strings.Contains(p, ".") && !covers(yamlReaders(), f.folder) {
				t.Errorf("%s imports %s: only %s does", f.name, p, strings.Join(yamlReaders(), ", "))
			}
		}
	}
}

// A clone must work wherever it lies: nothing in it may reach outside. Only
// .ci/run looks for data beside the checkout, and goes on without it.
func TestNothingReachesOutside(t *testing.T) {
	root, _ := repository(t)
	outside := []byte("../" + "shared")
	walk(t, root, func(name string, content []byte) {
		if name != ".ci/run" && bytes.Contains(content, outside) {
			t.Errorf("%s names %s", name, outside)
		}
	})
}

// What runs scenarios knows nothing of how a run is shown on a terminal, nor of
// its avatar: neither can slow it or make it fail.
func TestRunnerKnowsNoViewer(t *testing.T) {
	root, module := repository(t)
	imports := map[string][]string{}
	for _, f := range goFiles(t, root) {
		if !f.test {
			imports[f.folder] = append(imports[f.folder], f.imports...)
		}
	}
	seen := map[string]bool{}
	var visit func(folder string)
	visit = func(folder string) {
		if seen[folder] {
			return
		}
		seen[folder] = true
		for _, p := range imports[folder] {
			if to, ours := strings.CutPrefix(p, module+"/"); ours {
				visit(to)
			}
		}
	}
	visit("scenario/suite")
	if !seen["event"] || !seen["session"] {
		t.Fatalf("the runner has only %d packages", len(seen))
	}
	for folder := range seen {
		if folder == "report/view" || strings.HasPrefix(folder, "report/view/") {
			t.Errorf("the runner imports %s", folder)
		}
	}
}
