package doc

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarshal(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"key":"enter"}`, "key: enter\n"},
		{`{"type":"issue #12"}`, "type: 'issue #12'\n"},
		{`{"type":" two "}`, "type: ' two '\n"},
		{`{"type":"007"}`, "type: \"007\"\n"},
		{`{"type":"y"}`, "type: y\n"},
		{`{"type":""}`, "type: \"\"\n"},
		{`{"key":":"}`, "key: ':'\n"},
		{`{"paste":"a\nb\n"}`, "paste: |\n  a\n  b\n"},
		{`{"expect":{"exit":0}}`, "expect: {exit: 0}\n"},
		{`{"click":{"row":1,"col":2,"with":["ctrl"]}}`, "click:\n  row: 1\n  col: 2\n  with: [ctrl]\n"},
		{`{"env":{"A":null}}`, "env:\n  A: null\n"},
	} {
		f, problems := Parse("t", []byte(tt.in))
		if problems != nil {
			t.Fatal(problems)
		}
		got, err := Marshal(f.Docs[0])
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, string(got)); d != "" {
			t.Errorf("%s: %s", tt.in, d)
		}
	}
}

// What is written is read back as it was.
func FuzzMarshal(f *testing.F) {
	for _, s := range []string{"a: b\n", "a: |\n  x\n  y\n", `{"a": ["x", {"b": "\u0085"}, null, 1.5, ""]}`, "a: >\n  folded\n  text\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, problems := Parse("t", src)
		if problems.Fatal() {
			return
		}
		for _, n := range file.Docs {
			out, err := Marshal(n)
			if err != nil {
				return
			}
			again, problems := Parse("t", out)
			if problems.Fatal() || len(again.Docs) != 1 {
				t.Fatalf("%q -> %q: %v", src, out, problems)
			}
			if d := cmp.Diff(plain(n), plain(again.Docs[0])); d != "" {
				t.Fatalf("%q -> %q: %s", src, out, d)
			}
		}
	})
}

// plain is a node without places and spelling.
func plain(n *Node) any {
	switch n.Kind {
	case Map:
		var all []any
		for _, p := range n.Pairs {
			all = append(all, plain(p.Key), plain(p.Value))
		}
		return []any{"map", all}
	case List:
		var all []any
		for _, item := range n.Items {
			all = append(all, plain(item))
		}
		return []any{"list", all}
	case Null:
		return nil
	}
	return n.Text
}
