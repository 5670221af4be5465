package core

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"scenario/emulator"
	"scenario/emulator/emutest"
	"scenario/emulator/internal/vt"
	"scenario/emulator/xvt"
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

// onlyOurs are pieces on which the engine on x/vt is known to differ.
func onlyOurs(s string) bool {
	for _, p := range []string{"$", "*x", "\x1bV", "\x1b[?45h", "\x1b[?2026h", "\x1b[4h", "1\ufe0f", "\x1b[!p", "\u0d4e", "\u0600", "\x1b6", "\x1b9", "\x1b[48", "\x7f", "\x1b#8", "\x1b[?69", "_", "@", "\t", "I", "Z"} {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// unknownErasure reports whether s is ED or EL with a number that means nothing:
// on x/vt it ends a pending wrap.
func unknownErasure(s string) bool {
	var n, m int
	var final rune
	_, err := fmt.Sscanf(s, "\x1b[%d;%d%c", &n, &m, &final)
	return err == nil && n > 2 && (final == 'J' || final == 'K')
}

// Both engines show the same, where both are right.
func FuzzAgainstXvt(f *testing.F) {
	emutest.AddSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		var program []emutest.Op
		for _, o := range emutest.Program(data) {
			switch {
			case strings.HasPrefix(o.Text, "\x1b[") && strings.HasSuffix(o.Text, "b"): // REP, there also after SGR
			case o.Text == "" || onlyOurs(o.Text) || unknownErasure(o.Text):
			case strings.ContainsFunc(o.Text, func(r rune) bool { return r >= 0x80 && r < 0xa0 }): // an encoded C1 parts a cluster there
			case strings.Contains(o.Text, "?1049h"), strings.Contains(o.Text, "?1047l"):
				o.Text = "\r" + o.Text // a pending wrap ends with the erasure, not so there
				program = append(program, o)
			default:
				program = append(program, o)
			}
		}
		ours, _ := engine().Play(t, program, 0)
		theirs, _ := emutest.Engine{New: xvt.New}.Play(t, program, 0)
		for r := range ours.Rows {
			if a, b := ours.RowText(r), theirs.RowText(r); a != b {
				t.Fatalf("row %d: %q, on x/vt %q\n%+q", r, a, b, fmt.Sprint(program))
			}
			for c, cell := range ours.Row(r) { // half a wide character that is left is blank here, styled there
				if a, b := emutest.Look(ours, cell), emutest.Look(theirs, theirs.Row(r)[c]); cell.Glyph != 0 && a != b {
					t.Fatalf("row %d column %d: %s, on x/vt %s\n%+q", r, c, a, b, fmt.Sprint(program))
				}
			}
		}
		if ours.Cursor != theirs.Cursor || ours.Modes != theirs.Modes {
			t.Fatalf("%+v %+v, on x/vt %+v %+v\n%+q", ours.Cursor, ours.Modes, theirs.Cursor, theirs.Modes, fmt.Sprint(program))
		}
	})
}
