package core

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"scenario/emulator"
	"scenario/emulator/emutest"
	"scenario/emulator/internal/vt"
)

// Raw bytes, not made of known pieces.
func FuzzBytes(f *testing.F) {
	for _, p := range emutest.Pieces() {
		f.Add([]byte(p), uint8(9))
	}
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		o := emulator.Options{Cols: int(size%16) + 1, Rows: int(size/16) + 1, Scrollback: 8}
		whole, split := newTerminal(o), newTerminal(o)
		if err := whole.Write(data); err != nil {
			t.Fatal(err)
		}
		mustHold(t, whole)
		for i := range data {
			if err := split.Write(data[i : i+1]); err != nil {
				t.Fatal(err)
			}
		}
		if d := emutest.Diff(emutest.Feed(t, whole, ""), emutest.Feed(t, split, "")); d != "" {
			t.Fatal(d)
		}
	})
}

// A screen drawn again is the same screen.
func FuzzRedraw(f *testing.F) {
	emutest.AddSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		program := emutest.Program(data)
		first, _ := engine().Play(t, program, 0)
		if !drawable(first) {
			return
		}
		again := New(emulator.Options{Cols: first.Cols, Rows: first.Rows})
		second := emutest.Feed(t, again, redraw(first))
		for r := range first.Rows {
			if a, b := first.RowText(r), second.RowText(r); a != b {
				t.Fatalf("row %d: %q, drawn again %q\n%+q", r, a, b, fmt.Sprint(program))
			}
			if a, b := emutest.Styles(first, r), emutest.Styles(second, r); a != b {
				t.Fatalf("row %d: %s, drawn again %s\n%+q", r, a, b, fmt.Sprint(program))
			}
		}
		if first.Cursor != second.Cursor {
			t.Fatalf("%+v, drawn again %+v", first.Cursor, second.Cursor)
		}
	})
}

// redraw returns bytes that draw a screen.
func redraw(s *emulator.Screen) string {
	var b strings.Builder
	b.WriteString("\x1b[?7l")
	for r := range s.Rows {
		for c, cell := range s.Row(r) {
			if cell.Attr.Has(emulator.WideTail) {
				continue
			}
			text := s.Table.Text(cell.Glyph)
			fmt.Fprintf(&b, "\x1b[%d;%dH\x1b[0", r+1, c+1)
			for _, a := range vt.Attributes() {
				if cell.Attr.Has(a.Attr) {
					fmt.Fprintf(&b, ";%d", a.SGR)
				}
			}
			if u := cell.Attr.Underline(); u != 0 {
				fmt.Fprintf(&b, ";4:%d", u)
			}
			ext := s.Table.Ext(cell.Ext)
			for _, v := range []struct {
				color color
				n     int
			}{{cell.Fg, 38}, {cell.Bg, 48}, {ext.UnderlineColor, 58}} {
				if i, ok := v.color.Index(); ok {
					fmt.Fprintf(&b, ";%d;5;%d", v.n, i)
				} else if x, y, z, ok := v.color.Components(); ok {
					fmt.Fprintf(&b, ";%d;2;%d;%d;%d", v.n, x, y, z)
				}
			}
			fmt.Fprintf(&b, "m\x1b]8;id=%s;%s\a%s", ext.Link.ID, ext.Link.URL, text)
		}
	}
	b.WriteString("\x1b[?7h")
	if !s.Cursor.Visible {
		b.WriteString("\x1b[?25l")
	}
	n := int(s.Cursor.Shape)*2 + 2
	if s.Cursor.Blink {
		n--
	}
	fmt.Fprintf(&b, "\x1b[%d q\x1b[%d;%dH", n, s.Cursor.Row+1, s.Cursor.Col+1)
	return b.String()
}

// drawable reports whether all characters of s have their own width: one that
// has been cut, or that grew where there was no room, has not.
func drawable(s *emulator.Screen) bool {
	for _, c := range s.Cells {
		if !c.Attr.Has(emulator.WideTail) && displaywidth.String(s.Table.Text(c.Glyph)) != c.Width() {
			return false
		}
	}
	return true
}
