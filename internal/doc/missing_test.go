package doc

import "testing"

type lacking struct {
	Anchors *Node  `yaml:"x-*"`
	Command string `yaml:"command"`
	Count   int    `yaml:"count"`
}

func (l *lacking) DecodeNode(d *Decoder, n *Node) {
	type long lacking
	d.Into(n, (*long)(l), "run")
	if n.Get("command") == nil {
		d.Missing(n, "", "run needs a command")
	}
	if l.Count == 0 && n.Get("count") != nil {
		d.Errorf(n.Get("count"), "", "count is 1 or more")
	}
}

// One mistake gives one problem.
func TestOneProblemForOneMistake(t *testing.T) {
	for src, want := range map[string]string{
		"count: 1":                   "x.yaml:1:1: run needs a command",
		"cmd: ls":                    "x.yaml:1:1: unknown key: cmd",
		"command: ls\ncount: 0x":     `x.yaml:2:8: count must be a whole number, not "0x"`,
		"command: ls\ncount: 0":      "x.yaml:2:8: count is 1 or more",
		"x-a: [1, 2]\ncommand: ls":   "",
		"x-a: 1\nx: 2\ncommand: ls":  "x.yaml:2:1: unknown key: x",
		"command: ls\ncommand: grep": `x.yaml:2:1: "command" is there twice, first in line 1`,
	} {
		f, ps := Parse("x.yaml", []byte(src))
		d := &Decoder{}
		var l lacking
		d.Into(f.Docs[0], &l, "")
		if got := append(ps, d.Problems...).Sorted().Error(); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}
