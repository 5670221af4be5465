package scenario_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"scenario/internal/doc"
	"scenario/internal/golden"
	"scenario/scenario"
	"scenario/steps"
	"scenario/steps/match"
)

const badFolder = "../testdata/bad"

// options are those of a machine on which there is nothing.
func options() scenario.Options {
	return scenario.Options{
		Dir:      "/dir",
		CI:       true,
		Env:      func(string) (string, bool) { return "", false },
		Exists:   func(string) bool { return false },
		ReadFile: func(string) ([]byte, error) { return nil, fs.ErrNotExist },
	}
}

// badFiles are the files of testdata/bad by name. Each holds documents with one
// mistake each; NAME.err beside NAME.yaml is all that is said about them.
func badFiles(t *testing.T) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(badFolder, "*.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no bad files", err)
	}
	files := map[string][]byte{}
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(p)] = b
	}
	return files
}

func TestBadFiles(t *testing.T) {
	for name, src := range badFiles(t) {
		_, problems := scenario.Load(name, src, options())
		var got bytes.Buffer
		if err := problems.Format(&got, false); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(badFolder, strings.TrimSuffix(name, ".yaml")+".err")
		golden.Check(t, path, got.Bytes())
	}
}

// Every document of a bad file is refused.
func TestBadDocumentsAreAllBad(t *testing.T) {
	for name, src := range badFiles(t) {
		_, problems := scenario.Load(name, src, options())
		from := 1
		for i, line := range append(strings.Split(string(src), "\n"), "---") {
			if line != "---" || from == i+1 {
				continue
			}
			if !slices.ContainsFunc(problems, func(p *doc.Problem) bool {
				return !p.Warning && from <= p.Line && p.Line <= i
			}) {
				t.Errorf("%s: nothing is said of the document in lines %d to %d", name, from, i)
			}
			from = i + 1
		}
	}
}

// Every key of the format has a bad example: a problem at the key, or at what
// is below it.
func TestEveryKeyHasABadExample(t *testing.T) {
	seen := map[string]bool{}
	for name, src := range badFiles(t) {
		_, problems := scenario.Load(name, src, options())
		f, _ := doc.Parse(name, src)
		for _, p := range problems {
			for _, d := range f.Docs {
				note(seen, d, p.Pos)
			}
		}
	}
	need := func(parent string, t2 reflect.Type) {
		for _, f := range doc.Fields(t2) {
			if !strings.HasSuffix(f.Name, "*") && !seen[parent+"."+f.Name] {
				t.Errorf("no bad example of %s.%s", parent, f.Name)
			}
		}
	}
	need("", reflect.TypeFor[scenario.Scenario]())
	need("api", reflect.TypeFor[scenario.Service]())
	need("ready", reflect.TypeFor[scenario.Ready]())
	need("record", reflect.TypeFor[scenario.Recording]())
	need("look", reflect.TypeFor[steps.Look]())
	need("pace", reflect.TypeFor[steps.Pace]())
	need("terminal", reflect.TypeFor[scenario.Terminal]())
	need("timeouts", reflect.TypeFor[scenario.Timeouts]())
	need("steps", reflect.TypeFor[steps.Step]())
	need("cursor", reflect.TypeFor[match.CursorIs]())
	need("style", reflect.TypeFor[match.Style]())
	need("in", reflect.TypeFor[match.Region]())
	need("count", reflect.TypeFor[match.Count]())
	need("mask", reflect.TypeFor[match.Mask]())
	need("gone", reflect.TypeFor[match.Match]())
	for _, k := range steps.Kinds() {
		if !seen["steps."+k.Name] {
			t.Errorf("no bad example of the step %s", k.Name)
		}
		if k.New != nil {
			need(k.Name, reflect.TypeOf(k.New()).Elem())
		}
	}
	for _, subject := range match.Subjects() {
		if !seen["expect."+subject] {
			t.Errorf("no bad example of the condition %s", subject)
		}
	}
	for _, k := range match.Kinds() {
		fields := doc.Fields(reflect.TypeOf(k).Elem())
		for _, f := range fields[1:] {
			if !slices.ContainsFunc(fields, func(s doc.Field) bool { return seen[s.Name+"+"+f.Name] }) {
				t.Errorf("no bad example of %s beside %s", f.Name, fields[0].Name)
			}
		}
	}
}

// note marks the keys on the way to a place: PARENT.KEY, and KEY+OTHER for the
// keys beside it.
func note(seen map[string]bool, root *doc.Node, at doc.Pos) {
	best := -1
	var marks []string
	var walk func(n *doc.Node, parent string, way []string)
	visit := func(n *doc.Node, way []string) {
		if n.Line == at.Line && n.Col <= at.Col && n.Col >= best {
			best, marks = n.Col, slices.Clone(way)
		}
	}
	walk = func(n *doc.Node, parent string, way []string) {
		visit(n, way)
		for _, item := range n.Items {
			walk(item, parent, way)
		}
		for _, p := range n.Pairs {
			here := append(slices.Clone(way), parent+"."+p.Key.Text)
			for _, other := range n.Pairs {
				here = append(here, other.Key.Text+"+"+p.Key.Text)
			}
			visit(p.Key, here)
			walk(p.Value, p.Key.Text, here)
		}
	}
	walk(root, "", nil)
	for _, m := range marks {
		seen[m] = true
	}
}
