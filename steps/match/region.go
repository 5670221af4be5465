package match

import (
	"fmt"
	"strings"

	"scenario/emulator"
	"scenario/internal/doc"
)

// Region is where a condition looks: `screen`, `output`, `scrollback`, or rows
// and columns of the screen. The zero Region is the default one: the visible
// screen without the command lines already entered at a shell's prompt.
type Region struct {
	// Name is "screen" (all that is visible), "output" (what the last run
	// printed, scrolled off or not), "scrollback" (every line, the screen
	// last), or "" for rows and columns.
	Name string `yaml:"-"`
	// Row is one row, counted from 1; -1 is the last.
	Row int `yaml:"row" jsonschema:"ref=coordinate"`
	// Rows are the first and the last row.
	Rows Bounds `yaml:"rows" jsonschema:"without=row"`
	// Col is one column, counted from 1; -1 is the last.
	Col int `yaml:"col" jsonschema:"ref=coordinate"`
	// Cols are the first and the last column.
	Cols Bounds `yaml:"cols" jsonschema:"without=col"`
}

// Bounds are a first and a last row or column, from 1; -1 is the last one of
// the screen. The zero value is all.
type Bounds [2]int

// IsZero reports whether r is the default region.
func (r Region) IsZero() bool { return r == Region{} }

// DecodeNode takes screen, output, scrollback, or a mapping of row or rows and
// col or cols.
func (r *Region) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind == doc.Map {
		type keys Region
		d.Into(n, (*keys)(r), "region")
		r.check(d, n)
		return
	}
	s, ok := d.Text(n, "")
	if !ok {
		return
	}
	switch s {
	case "screen", "output", "scrollback":
		r.Name = s
		return
	}
	hint := "screen, output, scrollback, {row: N} or {rows: [A, B]}, perhaps with col or cols"
	if decimal(s) {
		hint = fmt.Sprintf("write {row: %s}", s)
	}
	d.Errorf(n, hint, "unknown region: %s", s)
}

func (r *Region) check(d *doc.Decoder, n *doc.Node) {
	if len(n.Pairs) == 0 {
		d.Errorf(n, "{row: N} or {rows: [A, B]}, perhaps with col or cols", "the region is empty")
	}
	for _, axis := range []struct {
		one, two string
		v        int
		bounds   Bounds
	}{{"row", "rows", r.Row, r.Rows}, {"col", "cols", r.Col, r.Cols}} {
		one, two := n.Get(axis.one), n.Get(axis.two)
		if one != nil && two != nil {
			d.Errorf(two, "", "%s and %s say the same", axis.one, axis.two)
		}
		if sound(d, one) {
			checkCoordinate(d, one, axis.one, axis.v)
		}
		if two != nil && two.Kind == doc.List && len(two.Items) == 2 {
			a, z := axis.bounds[0], axis.bounds[1]
			first, last := two.Items[0], two.Items[1]
			ok := sound(d, first) && sound(d, last) && checkCoordinate(d, first, axis.one, a) && checkCoordinate(d, last, axis.one, z)
			if ok && (a > 0) == (z > 0) && a > z {
				d.Errorf(two, "", "the first, %d, comes after the last, %d", a, z)
			}
		}
	}
}

// checkCoordinate reports a row or col that no screen has.
func checkCoordinate(d *doc.Decoder, n *doc.Node, axis string, v int) bool {
	name := map[string]string{"row": "rows", "col": "columns"}[axis]
	switch {
	case v == 0:
		d.Errorf(n, "-1 is the last one", "%s count from 1", name)
	case v > emulator.MaxSize || v < -emulator.MaxSize:
		d.Errorf(n, "", "a screen has at most %d %s", emulator.MaxSize, name)
	default:
		return true
	}
	return false
}

// DecodeNode takes a list of two numbers.
func (b *Bounds) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.List || len(n.Items) != 2 {
		d.Errorf(n, "the first and the last one, as [1, 6]", "two numbers are needed")
		return
	}
	d.Into(n.Items[0], &b[0], "region")
	d.Into(n.Items[1], &b[1], "region")
}

// bounds returns one number or two as two.
func bounds(one int, two Bounds) Bounds {
	if one != 0 {
		return Bounds{one, one}
	}
	return two
}

// resolve returns the range of a screen with n rows or columns, from 0, its end
// exclusive.
func (b Bounds) resolve(n int) (from, to int) {
	if b == (Bounds{}) {
		return 0, n
	}
	at := func(v int) int {
		if v < 0 {
			return n + v
		}
		return v - 1
	}
	return max(at(b[0]), 0), min(at(b[1])+1, n)
}

// Rect returns the region's part of a screen of that size: rows top to before
// bottom, columns left to before right, from 0. It is empty when the screen is
// too small. All regions without rows and columns are the whole screen.
func (r Region) Rect(cols, rows int) (top, bottom, left, right int) {
	top, bottom = bounds(r.Row, r.Rows).resolve(rows)
	left, right = bounds(r.Col, r.Cols).resolve(cols)
	if top >= bottom || left >= right {
		return 0, 0, 0, 0
	}
	return top, bottom, left, right
}

// String gives the region as it is written.
func (r Region) String() string {
	if r.Name != "" {
		return r.Name
	}
	var parts []string
	add := func(key string, one int, two Bounds) {
		switch {
		case one != 0:
			parts = append(parts, fmt.Sprintf("%s: %d", key, one))
		case two != Bounds{}:
			parts = append(parts, fmt.Sprintf("%ss: [%d, %d]", key, two[0], two[1]))
		}
	}
	add("row", r.Row, r.Rows)
	add("col", r.Col, r.Cols)
	return "{" + strings.Join(parts, ", ") + "}"
}

// where says in words where the region is: "on the screen", "in rows 1-6".
func (r Region) where() string {
	switch r.Name {
	case "screen":
		return "on the screen"
	case "output":
		return "in the output of the last run"
	case "scrollback":
		return "on the screen or in the scrollback"
	}
	if r.IsZero() {
		return "on the screen"
	}
	var parts []string
	add := func(key string, b Bounds) {
		switch {
		case b == Bounds{}:
		case b[0] == b[1]:
			parts = append(parts, fmt.Sprintf("%s %d", key, b[0]))
		case b[0] < 0 || b[1] < 0:
			parts = append(parts, fmt.Sprintf("%ss %d to %d", key, b[0], b[1]))
		default:
			parts = append(parts, fmt.Sprintf("%ss %d-%d", key, b[0], b[1]))
		}
	}
	add("row", bounds(r.Row, r.Rows))
	add("column", bounds(r.Col, r.Cols))
	return "in " + strings.Join(parts, ", ")
}

type keptPage struct {
	region Region
	page   *page
}

// page returns the text of a region; nil and the reason when there is none.
func (s *Subject) page(r Region) (p *page, why string) {
	for i := range s.pages {
		if s.pages[i].region == r {
			return s.pages[i].page, ""
		}
	}
	w, why := s.window(r)
	if why != "" {
		return nil, why
	}
	var absent []Span
	if r.IsZero() || r.Name == "output" { // a run of several lines has prompts between them
		absent = s.Entered
	}
	p = readPage(s, w, absent)
	s.pages = append(s.pages, keptPage{r, p})
	return p, ""
}

func (s *Subject) window(r Region) (w window, why string) {
	scr := s.Screen
	w = window{bottom: scr.Rows, right: emulator.MaxSize, last: emulator.MaxSize}
	switch r.Name {
	case "screen":
	case "scrollback":
		w.top = -len(s.Scrollback)
	case "output":
		if s.Output == nil {
			return w, "not to be seen: no run step came before"
		}
		o := s.Output
		w.top, w.first = o.Line-scr.Scrolled, o.Col
		w.bottom, w.last = o.EndLine-scr.Scrolled+1, o.EndCol
		if lost := -len(s.Scrollback); w.top < lost {
			w.top, w.first = lost, 0
		}
		if w.last == 0 { // it ended with a newline
			w.bottom, w.last = w.bottom-1, emulator.MaxSize
		}
		if w.bottom > scr.Rows {
			w.bottom, w.last = scr.Rows, emulator.MaxSize
		}
	default:
		w.top, w.bottom, w.left, w.right = r.Rect(scr.Cols, scr.Rows)
		if w.top == w.bottom {
			return w, fmt.Sprintf("not %s: the screen is %dx%d", r.where(), scr.Cols, scr.Rows)
		}
	}
	return w, ""
}
