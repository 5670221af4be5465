package match

import (
	"slices"
	"strings"

	"scenario/emulator"
	"scenario/internal/doc"
)

// checker is a Kind with something to report that decoding by type could not
// see; n is its mapping.
type checker interface {
	check(d *doc.Decoder, n *doc.Node)
}

// sound reports whether n is there and nothing has been said against it yet.
func sound(d *doc.Decoder, n *doc.Node) bool {
	return n != nil && !n.Broken() && n.Kind != doc.Null &&
		!slices.ContainsFunc(d.Problems, func(p *doc.Problem) bool { return p.Pos == n.Pos })
}

func (k *Shown) check(d *doc.Decoder, n *doc.Node) {
	checkTextAt(d, n, "text", k.Text)
	if v := n.Get("nth"); sound(d, v) && k.Nth < 1 {
		d.Errorf(v, "", "nth counts from 1")
	}
}

func (k *Prompt) check(d *doc.Decoder, n *doc.Node) {
	checkTextAt(d, n, "prompt", k.Prompt)
	switch s, static := k.Prompt.Static(); {
	case !static || s == "":
	case strings.TrimRight(s, " ") == "":
		d.Errorf(n.Get("prompt"), "", "a prompt of blanks only is everywhere")
	case strings.Contains(s, "\n"):
		d.Errorf(n.Get("prompt"), "write its last row", "a prompt is looked for in the cursor's row only")
	}
}

func (k *Stable) check(d *doc.Decoder, n *doc.Node) {
	if v := n.Get("stable"); sound(d, v) && k.Stable <= 0 {
		d.Errorf(v, "", "the duration must be longer than 0")
	}
	if k.In.Name == "output" || k.In.Name == "scrollback" {
		d.Errorf(n.Get("in"), "screen, or rows and columns of it", "stable looks at the screen, not at %s", k.In.Name)
	}
}

func (k *CursorAt) check(d *doc.Decoder, n *doc.Node) {
	v, c := n.Get("cursor"), &k.Cursor
	if v.Kind != doc.Map {
		return
	}
	if len(v.Pairs) == 0 {
		d.Errorf(v, "row, col, visible or shape", "the cursor's place or look is missing")
	}
	if p := v.Get("row"); sound(d, p) {
		checkCoordinate(d, p, "row", *c.Row)
	}
	if p := v.Get("col"); sound(d, p) {
		checkCoordinate(d, p, "col", *c.Col)
	}
	if p := v.Get("shape"); sound(d, p) {
		if _, ok := shapeOf(c.Shape); !ok {
			d.Errorf(p, "block, underline or bar", "unknown shape: %s", c.Shape)
		}
	}
}

func shapeOf(name string) (emulator.CursorShape, bool) {
	for s := emulator.CursorBlock; s <= emulator.CursorBar; s++ {
		if shapeName(s) == name {
			return s, true
		}
	}
	return 0, false
}

func shapeName(s emulator.CursorShape) string {
	switch s {
	case emulator.CursorUnderline:
		return "underline"
	case emulator.CursorBar:
		return "bar"
	}
	return "block"
}

func (k *File) check(d *doc.Decoder, n *doc.Node) {
	if v := n.Get("file"); sound(d, v) && isEmpty(k.File) {
		d.Errorf(v, "", "the path is empty")
	}
	if v := n.Get("text"); sound(d, v) && isEmpty(k.Text) {
		d.Errorf(v, `write {equals: ""} for an empty file`, "the empty text is in every file")
	}
	if k.Exists == nil || *k.Exists {
		return
	}
	for _, key := range []string{"text", "regex", "equals"} {
		if v := n.Get(key); v != nil {
			d.Errorf(v, "", "a file that is not there has no %s", key)
		}
	}
}

func (k *Any) check(d *doc.Decoder, n *doc.Node) {
	if v := n.Get("any"); v.Kind == doc.List && len(v.Items) == 0 {
		d.Errorf(v, "", "the list of conditions is empty")
	}
}

// checkTextAt checks the text under a key, if it is there.
func checkTextAt(d *doc.Decoder, n *doc.Node, key string, t doc.Text) {
	if v := n.Get(key); sound(d, v) && v.CheckTyped(d) {
		checkAwaited(d, v, t)
	}
}

func isEmpty(t doc.Text) bool {
	s, static := t.Static()
	return static && s == ""
}
