package core

import (
	"fmt"
	"strings"
	"testing"

	"scenario/emulator"
)

func newTerm(cols, rows int) emulator.Terminal {
	return New(emulator.Options{Cols: cols, Rows: rows})
}

func feed(t *testing.T, term emulator.Terminal, s string) *emulator.Screen {
	t.Helper()
	if err := term.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	var scr emulator.Screen
	term.Snapshot(&scr)
	return &scr
}

// show is a screen as text: its rows, and the cursor.
func show(s *emulator.Screen) string {
	return fmt.Sprintf("%s|%d,%d", strings.ReplaceAll(s.Text(), "\n", "⏎"), s.Cursor.Col, s.Cursor.Row)
}

// styles describes the runs of equal look in row r: look*length.
func styles(s *emulator.Screen, r int) string {
	var b strings.Builder
	row := s.Row(r)
	for i := 0; i < len(row); {
		n := 1
		for i+n < len(row) && look(s, row[i]) == look(s, row[i+n]) {
			n++
		}
		fmt.Fprintf(&b, "%s*%d ", look(s, row[i]), n)
		i += n
	}
	return strings.TrimSpace(b.String())
}

func look(s *emulator.Screen, c emulator.Cell) string {
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
