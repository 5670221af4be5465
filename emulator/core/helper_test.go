package core

import (
	"fmt"
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/emulator/xvt"
)

// onBoth runs a case on both engines. What the engine on x/vt is known to do
// otherwise is listed in xvtDiffers: a case that it passes must leave the list.
func onBoth(t *testing.T, name string, check func(emulator.Factory) error) {
	t.Run(name, func(t *testing.T) {
		if err := check(New); err != nil {
			t.Error(err)
		}
		err := check(xvt.New)
		reason, known := xvtDiffers[t.Name()]
		switch {
		case err != nil && !known:
			t.Errorf("xvt: %v", err)
		case err == nil && known:
			t.Errorf("xvt passes now; take it off the list (%s)", reason)
		}
	})
}

// differs is an error when got is not want.
func differs(got, want string) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("got  %q\nwant %q", got, want)
}

// screenOf writes a program's bytes and returns the screen.
func screenOf(term emulator.Terminal, s string) (*emulator.Screen, error) {
	if err := term.Write([]byte(s)); err != nil {
		return nil, err
	}
	var scr emulator.Screen
	term.Snapshot(&scr)
	return &scr, nil
}

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
