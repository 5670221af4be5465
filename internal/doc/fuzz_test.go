package doc

import (
	"io"
	"testing"
	"time"

	"scenario/internal/cpu"
)

var seeds = []string{
	small, "", "a: *", "- a\n -b", "a: {b: ^[x]{2}}", "a: \"\\d\"", "{\"a\":\"\\ud83d\\ude00\\/\"}", "a: &x [*x]", "a: ! b", "\ta: b",
	"a: |\n  x\n y", "---\n...\n---\n", "%YAML\n", "? [a]\n: b", "a: 'x\nb: y'", "<<: *a", "a:\n\t- b: \"c\n", "名: #x\r\n", "\xef\xbb\xbfa: b # c",
	"a: b: c\nd\n  e: f\n", "{a: [b, {c: d]}", "a: \ue000\\/", "a: \"\n  x\\/\"", "a: &b\n", "a: &b\n  # c\n  d", "- - - *", "a: [\n*b\n", "\x00", "a: \u2028",
}

// FuzzParse: no panic, no long time, every problem in the file.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		before := cpu.Used()
		file, ps := Parse("f.yaml", src)
		if d := cpu.Used() - before; d > 3*time.Second {
			t.Errorf("%d bytes took %v of CPU", len(src), d)
		}
		inside(t, file, ps)
		if len(file.Docs) == 0 && !ps.Fatal() {
			t.Error("no document and no problem")
		}
		if err := ps.Format(io.Discard, true); err != nil {
			t.Error(err)
		}
		for _, d := range file.Docs {
			walk(t, file, d, 0)
		}
	})
}

func walk(t *testing.T, f *File, n *Node, depth int) {
	if n.Line < 1 || n.Line > len(f.lines) || n.Col < 1 || n.Col > len([]rune(f.Line(n.Line)))+1 || n.Width() < 1 {
		t.Fatalf("a node outside the file: %v", n.Pos)
	}
	d := &Decoder{}
	if n.Kind == Scalar {
		d.Text(n, "")
		n.CheckTyped(d)
		d.ErrorIn(n, 0, len(n.Text), "", "x")
	}
	inside(t, f, d.Problems)
	if depth > 5 {
		return
	}
	for _, p := range n.Pairs[:min(len(n.Pairs), 20)] {
		walk(t, f, p.Key, depth+1)
		walk(t, f, p.Value, depth+1)
	}
	for _, item := range n.Items[:min(len(n.Items), 20)] {
		walk(t, f, item, depth+1)
	}
}

// FuzzDecode: no panic, every problem in the file.
func FuzzDecode(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Add([]byte("name: x\ntags: [a]\nvars: {a: b}\nenv: {A: null}\ntimeout: 1m\ncount: 01\nsmall: 300\nspeed: 1.5\nsoft: on\npair: axb\npairs: [{left: 1}]\nlook: {font_size: 3}\nfit: 1\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		file, ps := Parse("f.yaml", src)
		for _, root := range file.Docs {
			d := &Decoder{Problems: ps}
			var s sample
			d.Into(root, &s, "top")
			inside(t, file, d.Problems)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	src := []byte("name: x\ntags: [a, b]\nvars: {a: b}\nenv: {A: null}\ntimeout: 1m\ncount: 1\nspeed: 1.5\npair: axb\npairs: [{left: 1}]\nlook: {font_size: 3}\n")
	file, _ := Parse("f.yaml", src)
	b.ReportAllocs()
	for b.Loop() {
		d := &Decoder{}
		var s sample
		d.Into(file.Docs[0], &s, "top")
		if len(d.Problems) > 0 {
			b.Fatal(d.Problems)
		}
	}
}
