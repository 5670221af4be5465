package emutest

import (
	"fmt"
	"strings"
	"testing"

	"scenario/emulator"
)

// Feed writes bytes and returns the screen after them.
func Feed(t testing.TB, term emulator.Terminal, s string) *emulator.Screen {
	t.Helper()
	if err := term.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	var scr emulator.Screen
	term.Snapshot(&scr)
	return &scr
}

// Show is a screen as text: its rows, and the cursor.
func Show(s *emulator.Screen) string {
	return fmt.Sprintf("%s|%d,%d", strings.ReplaceAll(s.Text(), "\n", "⏎"), s.Cursor.Col, s.Cursor.Row)
}

// Styles describes the runs of equal look in row r: look*length.
func Styles(s *emulator.Screen, r int) string {
	var b strings.Builder
	row := s.Row(r)
	for i := 0; i < len(row); {
		n := 1
		for i+n < len(row) && Look(s, row[i]) == Look(s, row[i+n]) {
			n++
		}
		fmt.Fprintf(&b, "%s*%d ", Look(s, row[i]), n)
		i += n
	}
	return strings.TrimSpace(b.String())
}

// Look describes the look of a cell: colours, attributes, underline and link.
func Look(s *emulator.Screen, c emulator.Cell) string {
	var b strings.Builder
	b.WriteString(colorName(c.Fg) + "/" + colorName(c.Bg))
	for _, a := range []struct {
		attr emulator.Attr
		name string
	}{
		{emulator.Bold, "bold"}, {emulator.Dim, "dim"}, {emulator.Italic, "italic"}, {emulator.Blink, "blink"},
		{emulator.Reverse, "reverse"}, {emulator.Conceal, "conceal"}, {emulator.Strike, "strike"}, {emulator.Overline, "over"},
	} {
		if c.Attr.Has(a.attr) {
			b.WriteString("/" + a.name)
		}
	}
	if u := c.Attr.Underline(); u != 0 {
		fmt.Fprintf(&b, "/ul%d", u)
	}
	ext := s.Table.Ext(c.Ext)
	if ext.UnderlineColor != emulator.DefaultColor {
		b.WriteString("/ulc:" + colorName(ext.UnderlineColor))
	}
	if ext.Link.URL != "" {
		b.WriteString("/" + ext.Link.URL)
	}
	return b.String()
}

func colorName(c emulator.Color) string {
	if i, ok := c.Index(); ok {
		return fmt.Sprint(i)
	}
	if r, g, b, ok := c.Components(); ok {
		return fmt.Sprintf("#%02x%02x%02x", r, g, b)
	}
	return "def"
}

// Lines are rows of the scrollback as text; + marks a wrapped one.
func Lines(t *emulator.Table, ls []emulator.Line) []string {
	var out []string
	for _, l := range ls {
		s := t.CellText(l.Cells)
		if l.Wrapped {
			s += "+"
		}
		out = append(out, s)
	}
	return out
}

// Diff compares screens of two terminals, whose tables number clusters
// differently.
func Diff(a, b *emulator.Screen) string {
	if x, y := Show(a), Show(b); x != y {
		return fmt.Sprintf("screen %q, split %q", x, y)
	}
	for r := range a.Rows {
		if x, y := Styles(a, r), Styles(b, r); x != y {
			return fmt.Sprintf("row %d: %s, split %s", r, x, y)
		}
		if a.Wrapped[r] != b.Wrapped[r] {
			return fmt.Sprintf("row %d: wrapped %v, split %v", r, a.Wrapped[r], b.Wrapped[r])
		}
	}
	if a.Modes != b.Modes || a.Cursor != b.Cursor || a.Title != b.Title || a.Bells != b.Bells || a.Scrolled != b.Scrolled {
		return fmt.Sprintf("%+v %+v, split %+v %+v", a.Modes, a.Cursor, b.Modes, b.Cursor)
	}
	return ""
}
