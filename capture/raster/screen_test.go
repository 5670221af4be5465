package raster

import (
	"image"
	"math/rand/v2"
	"testing"

	"scenario/capture/font"
	"scenario/capture/theme"
	"scenario/emulator"
)

// pen writes on a screen made by hand.
type pen struct {
	*emulator.Screen
	row, col int
}

func newPen(cols, rows int) *pen {
	return &pen{Screen: &emulator.Screen{
		Cols: cols, Rows: rows, Cells: make([]emulator.Cell, cols*rows), Table: emulator.NewTable(),
	}}
}

// put writes text with the attributes of c; CJK and emoji are wide.
func (p *pen) put(text string, c emulator.Cell) *pen {
	for _, r := range text {
		if r == '\n' {
			p.row, p.col = p.row+1, 0
			continue
		}
		cell := c
		cell.Glyph = p.Table.Intern(string(r))
		if r >= 0x2E80 && r < 0xA4CF || r >= 0x1F300 && r < 0x1FAFF {
			cell.Attr |= emulator.WideHead
			p.Row(p.row)[p.col] = cell
			cell.Glyph, cell.Attr = 0, c.Attr|emulator.WideTail
			p.col++
		}
		p.Row(p.row)[p.col] = cell
		p.col++
	}
	return p
}

func attr(a emulator.Attr) emulator.Cell { return emulator.Cell{Attr: a} }

func fg(c emulator.Color) emulator.Cell { return emulator.Cell{Fg: c} }

func oneDark(t testing.TB) theme.Theme {
	th, ok := theme.Lookup("one-dark")
	if !ok {
		t.Fatal("no theme one-dark")
	}
	return th
}

func newRenderer(t testing.TB, o Options, cols, rows int) *Renderer {
	t.Helper()
	if o.Theme.Name == "" {
		o.Theme = oneDark(t)
	}
	r, err := New(font.NewSet(), o, cols, rows)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomScreen is text, box drawing and colours, some of it wide.
func randomScreen(rng *rand.Rand, cols, rows int, table *emulator.Table) *emulator.Screen {
	s := &emulator.Screen{Cols: cols, Rows: rows, Cells: make([]emulator.Cell, cols*rows), Table: table}
	change(rng, s, cols*rows)
	return s
}

// change changes n random cells, and the cursor.
func change(rng *rand.Rand, s *emulator.Screen, n int) {
	glyphs := []rune("abcdefghijklmnopqrstuvwxyz0123456789 .,│─┌┐█▒░⠿")
	for range n {
		row, col := rng.IntN(s.Rows), rng.IntN(s.Cols)
		c := emulator.Cell{Glyph: s.Table.Intern(string(glyphs[rng.IntN(len(glyphs))]))}
		if rng.IntN(3) == 0 {
			c.Fg = emulator.Indexed(uint8(rng.IntN(16)))
		}
		if rng.IntN(6) == 0 {
			c.Bg = emulator.Indexed(uint8(rng.IntN(16)))
		}
		c.Attr = emulator.Attr(rng.IntN(256)&rng.IntN(256)) &^ (emulator.WideHead | emulator.WideTail)
		c.Attr = c.Attr.WithUnderline(emulator.Underline(rng.IntN(6) * (rng.IntN(8) / 7)))
		if rng.IntN(12) == 0 && col+1 < s.Cols {
			c.Glyph, c.Attr = '東', c.Attr|emulator.WideHead
			s.Row(row)[col] = c
			c.Glyph, c.Attr = 0, c.Attr&^emulator.WideHead|emulator.WideTail
			col++
		}
		s.Row(row)[col] = c
	}
	s.Cursor = emulator.Cursor{
		Row: rng.IntN(s.Rows), Col: rng.IntN(s.Cols), Visible: rng.IntN(4) > 0,
		Shape: emulator.CursorShape(rng.IntN(3)),
	}
}

// pixels returns the picture of a frame in RGBA.
func pixels(f Frame) *image.RGBA {
	out := image.NewRGBA(f.Bounds())
	for y := range out.Rect.Max.Y {
		for x := range out.Rect.Max.X {
			if f.Pal != nil {
				out.Set(x, y, f.Pal.At(x, y))
			} else {
				out.SetRGBA(x, y, f.RGB.RGBAAt(x, y))
			}
		}
	}
	return out
}
