package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"scenario/internal/doc"
	"scenario/scenario"
	embedded "scenario/schema"
)

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	js, err := jsonschema.UnmarshalJSON(bytes.NewReader(embedded.Scenario))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scenario.schema.json", js); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// accepts is the comment of a document that the schema can't refuse, and why.
const accepts = "# schema: accepts, "

// The schema and the loader say the same of every document. What only the
// loader can know is marked in the document; what is no YAML is not asked
// about.
func TestSchemaAgreesWithLoader(t *testing.T) {
	s := compile(t)
	for _, pattern := range []string{"examples/*.yaml", "testdata/bad/*.yaml"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			agree(t, s, filepath.Base(path), src)
		}
	}
}

func agree(t *testing.T, s *jsonschema.Schema, name string, src []byte) {
	t.Helper()
	f, syntax := doc.Parse(name, src)
	_, all := scenario.Load(name, src, scenario.Options{
		Env:      func(string) (string, bool) { return "x", name != "values.yaml" },
		CI:       true,
		Exists:   func(string) bool { return name[0] != 's' },
		ReadFile: func(string) ([]byte, error) { return nil, fs.ErrNotExist },
	})
	lines := strings.Split(string(src), "\n")
	for i, d := range f.Docs {
		first, last := d.Line, len(lines)
		for first > 1 && lines[first-2] != "---" {
			first--
		}
		if i+1 < len(f.Docs) {
			last = f.Docs[i+1].Line - 1
		}
		if within(syntax, first, last) {
			continue
		}
		marked := strings.HasPrefix(lines[first-1], accepts)
		err := s.Validate(plain(d))
		refused := within(all, first, last)
		switch {
		case marked && !refused:
			t.Errorf("%s:%d: marked, but the loader accepts it", name, first)
		case marked && err != nil:
			t.Errorf("%s:%d: marked as accepted by the schema, but it refuses: take the mark away", name, first)
		case !marked && refused && err == nil:
			t.Errorf("%s:%d: the loader refuses it and the schema does not", name, first)
		case !marked && !refused && err != nil:
			t.Errorf("%s:%d: the schema refuses it and the loader does not: %v", name, first, err)
		}
	}
}

func within(ps doc.Problems, first, last int) bool {
	for _, p := range ps {
		if !p.Warning && first <= p.Line && p.Line <= last {
			return true
		}
	}
	return false
}

// plain is a node as an editor sees it, by the core schema of YAML 1.2.
func plain(n *doc.Node) any {
	switch n.Kind {
	case doc.Null:
		return nil
	case doc.List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = plain(item)
		}
		return list
	case doc.Map:
		m := map[string]any{}
		for _, p := range n.Pairs {
			m[p.Key.Text] = plain(p.Value)
		}
		return m
	}
	if n.Style != doc.Plain {
		return n.Text
	}
	switch n.Text {
	case "true", "True", "TRUE":
		return true
	case "false", "False", "FALSE":
		return false
	}
	if coreInt.MatchString(n.Text) {
		if v, err := strconv.ParseInt(strings.TrimLeft(n.Text, "0"), 0, 64); err == nil && n.Text[0] != '0' {
			return v
		}
	}
	if coreHex.MatchString(n.Text) {
		v, _ := strconv.ParseInt(n.Text, 0, 64)
		return v
	}
	if coreNumber.MatchString(n.Text) {
		if v, err := strconv.ParseFloat(n.Text, 64); err == nil {
			return v
		}
	}
	return n.Text
}

var (
	coreInt    = regexp.MustCompile(`^[-+]?[0-9]+$`)
	coreHex    = regexp.MustCompile(`^0[xo][0-9a-fA-F]+$`)
	coreNumber = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
)
