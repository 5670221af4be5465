package raster

import (
	"image"

	"scenario/capture/font"
	"scenario/capture/theme"
	"scenario/emulator"
)

// Cell is one character of a screen as pictures show it, for those that are not
// made of pixels.
type Cell struct {
	Text             string // "": blank, or concealed
	Col, Cols        int    // from 0; 1 or 2
	Attr             emulator.Attr
	Paper, Ink, Line theme.RGB // Line is the underline's
	Link             string    // URL
	// Cursor is the cursor's shape, when it is a line; a block is in the colours.
	Cursor      emulator.CursorShape
	CursorColor theme.RGB
}

// Cells reads the characters of screens.
type Cells struct {
	r     *Renderer
	state paletteState
}

// Cells returns a reader of screens with the renderer's theme.
func (r *Renderer) Cells() *Cells { return &Cells{r: r} }

// Paper returns the background of a screen.
func (c *Cells) Paper(s *emulator.Screen) theme.RGB {
	c.state.update(&c.r.theme, s)
	return c.state.colors.Bg
}

// Ink returns the default foreground of a screen.
func (c *Cells) Ink(s *emulator.Screen) theme.RGB {
	c.state.update(&c.r.theme, s)
	return c.state.colors.Fg
}

// Row appends the characters of a row, cut to the picture, to dst.
func (c *Cells) Row(dst []Cell, s *emulator.Screen, row int) []Cell {
	g := c.r.grid(s)
	if row < 0 || row >= g.rows {
		return dst
	}
	c.state.update(&c.r.theme, s)
	cells := s.Row(row)[:g.cols]
	for col := 0; col < len(cells); col++ {
		k := g.key(cells, row, col)
		l := c.r.lookOf(k, s.Table, c.state.colors)
		out := Cell{
			Col: col, Cols: 1, Attr: k.Attr &^ (wide | cursorMask),
			Paper: l.paper, Ink: l.ink[inkText], Line: l.ink[inkLine],
			Link: s.Table.Ext(k.Ext).Link.URL, CursorColor: l.ink[inkCursor],
		}
		switch k.Attr & cursorMask {
		case cursorAttr(emulator.CursorUnderline):
			out.Cursor = emulator.CursorUnderline
		case cursorAttr(emulator.CursorBar):
			out.Cursor = emulator.CursorBar
		}
		switch {
		case k.Attr.Has(emulator.Conceal):
			out.Attr &= emulator.Conceal
		case k.Attr.Has(emulator.WideTail): // a half without the other one
		case k.Glyph != 0:
			out.Text = s.Table.Text(k.Glyph)
		}
		if k.Attr.Has(emulator.WideHead) && col+1 < len(cells) {
			out.Cols = 2
			col++
		}
		dst = append(dst, out)
	}
	return dst
}

// Metrics returns the lengths of a cell.
func (r *Renderer) Metrics() font.Metrics { return r.metrics }

// Outline returns the shape of a character, see font.Face.
func (r *Renderer) Outline(text string, style font.Style, cols int) *font.Outline {
	o := r.face.Outline(text, style, cols)
	if o.Missing && len(r.missing) < maxMissing {
		r.missing[text] = struct{}{}
	}
	return o
}

// Plain reports whether there is nothing around the cells but the terminal's
// background.
func (r *Renderer) Plain() bool { return r.decor.Plain() }

// Grid returns the rectangle of all cells in the picture, in pixels.
func (r *Renderer) Grid() image.Rectangle { return r.CellRect(image.Rect(0, 0, r.cols, r.rows)) }
