package raster

import (
	"image/color"

	"scenario/capture/font"
	"scenario/capture/theme"
	"scenario/emulator"
)

// A key is a cell as it is drawn: an emulator cell in which the cursor is part
// of the attributes, and in which the right half of a wide character repeats
// its left half's glyph and colours. Cells of one screen table with equal keys
// have equal pixels.
type key = emulator.Cell

const (
	wide = emulator.WideHead | emulator.WideTail

	// The cursor is kept in bits that emulator.Attr does not use.
	cursorShift = 13
	cursorMask  = emulator.Attr(7) << cursorShift
)

// cursorAttr returns the attribute bits of a cursor shape.
func cursorAttr(s emulator.CursorShape) emulator.Attr {
	return emulator.Attr(s+1) << cursorShift & cursorMask
}

// wideKey returns the key of a cell that is half of a wide character. A half
// without the other one, which only a broken screen has, is drawn alone: the
// left one cut off, the right one blank.
func wideKey(row []emulator.Cell, col int) key {
	k := row[col]
	if k.Attr.Has(emulator.WideHead) {
		return k
	}
	if col > 0 && row[col-1].Attr.Has(emulator.WideHead) {
		k = row[col-1]
		k.Attr = k.Attr&^emulator.WideHead | emulator.WideTail
		return k
	}
	k.Glyph = 0
	k.Attr &^= wide
	return k
}

// cursorSpan returns the columns that the cursor covers, empty when it is not
// drawn: both columns of a wide character, whichever it is on.
func (r *Renderer) cursorSpan(s *emulator.Screen) (from, to int) {
	c := s.Cursor
	if !r.cursor || !c.Visible || c.Row < 0 || c.Row >= s.Rows || c.Col < 0 || c.Col >= s.Cols {
		return 0, 0
	}
	row := s.Row(c.Row)
	from = c.Col
	if row[from].Attr.Has(emulator.WideTail) && from > 0 && row[from-1].Attr.Has(emulator.WideHead) {
		from--
	}
	to = from + 1
	if row[from].Attr.Has(emulator.WideHead) && to < s.Cols && row[to].Attr.Has(emulator.WideTail) {
		to++
	}
	return from, to
}

// The inks of a cell: the text, the underline, the cursor when it is a line.
const (
	inkText = iota
	inkLine
	inkCursor
	inkCount
)

// look is the colours of a cell.
type look struct {
	paper theme.RGB
	ink   [inkCount]theme.RGB
	// flat is set when all pixels have one coverage by the text's ink: a shade,
	// which is drawn as it is, whatever the number of levels.
	flat bool
	dim  bool // pictures are half way to the paper, as the text's ink already is
}

// over returns the colour of a pixel of a picture.
func (l *look) over(p color.RGBA) theme.RGB {
	at := func(c, paper uint8) uint8 { return c + uint8((int(paper)*(255-int(p.A))+127)/255) }
	c := theme.RGB{R: at(p.R, l.paper.R), G: at(p.G, l.paper.G), B: at(p.B, l.paper.B)}
	if l.dim {
		return mix(l.paper, c, 1, 2)
	}
	return c
}

// color returns the colour of a pixel.
func (l *look) color(cover, ink uint8, levels int) theme.RGB {
	if l.flat {
		return mix(l.paper, l.ink[ink], int(cover), 255)
	}
	return mix(l.paper, l.ink[ink], level(cover, levels), levels-1)
}

// compose works out a cell: its colours, and which ink covers each pixel how
// much. The shape is valid until the next call.
func (r *Renderer) compose(k key, table *emulator.Table, c *theme.Colors) (look, *shape) {
	l := r.lookOf(k, table, c)
	s := r.shape(k, table)
	l.flat = s.flat
	return l, s
}

// lookOf works out the colours of a cell.
func (r *Renderer) lookOf(k key, table *emulator.Table, c *theme.Colors) look {
	if i, ok := k.Fg.Index(); ok && i < 8 && r.boldBright && k.Attr.Has(emulator.Bold) {
		k.Fg = emulator.Indexed(i + 8)
	}
	fg, bg := c.Resolve(k.Fg, c.Fg), c.Resolve(k.Bg, c.Bg)
	if k.Attr.Has(emulator.Reverse) {
		fg, bg = bg, fg
	}
	if k.Attr&cursorMask == cursorAttr(emulator.CursorBlock) {
		fg, bg = c.CursorText, c.Cursor
	}
	if k.Attr.Has(emulator.Dim) {
		fg = mix(bg, fg, 1, 2)
	}
	l := look{paper: bg, dim: k.Attr.Has(emulator.Dim), ink: [...]theme.RGB{inkText: fg, inkLine: fg, inkCursor: c.Cursor}}
	if k.Ext != 0 {
		l.ink[inkLine] = c.Resolve(table.Ext(k.Ext).UnderlineColor, fg)
	}
	return l
}

// glyph puts the cell's part of its character's mask into the coverage.
func (r *Renderer) glyph(k key, table *emulator.Table) {
	if k.Glyph == 0 {
		return
	}
	cols, left := 1, 0
	if k.Attr&wide != 0 {
		cols = 2
	}
	if k.Attr.Has(emulator.WideTail) {
		left = r.metrics.CellW
	}
	style := font.Regular
	if k.Attr.Has(emulator.Bold) {
		style |= font.Bold
	}
	if k.Attr.Has(emulator.Italic) {
		style |= font.Italic
	}
	var m *font.Mask
	if _, cluster := k.Glyph.Cluster(); cluster {
		m = r.face.Text(table.Text(k.Glyph), style, cols)
	} else {
		m = r.face.Rune(rune(k.Glyph), style, cols)
	}
	if m.Missing && len(r.missing) < maxMissing {
		r.missing[table.Text(k.Glyph)] = struct{}{}
	}
	w := r.metrics.CellW
	for y := range r.metrics.CellH {
		copy(r.cover[y*w:(y+1)*w], m.Pix[y*m.W+left:])
	}
	if m.Color != nil {
		r.picture = r.picture[:len(r.cover)]
		for y := range r.metrics.CellH {
			copy(r.picture[y*w:(y+1)*w], m.Color[y*m.W+left:])
		}
	}
}

// decorate draws the lines that attributes ask for.
func (r *Renderer) decorate(a emulator.Attr) {
	m := &r.metrics
	if u := a.Underline(); u != emulator.UnderlineNone {
		r.underline(u)
	}
	if a.Has(emulator.Strike) {
		r.line(0, m.StrikeY, m.CellW, m.StrikeY+m.Stroke, inkText)
	}
	if a.Has(emulator.Overline) {
		r.line(0, 0, m.CellW, m.Stroke, inkText)
	}
}

// underline draws an underline. All styles repeat with the width of a cell, so
// that they join with those of the next cells.
func (r *Renderer) underline(u emulator.Underline) {
	m := &r.metrics
	y, t, w := m.UnderlineY, m.Stroke, m.CellW
	switch u {
	case emulator.UnderlineDouble:
		y = max(min(y, m.CellH-3*t), 0)
		r.line(0, y, w, y+t, inkLine)
		r.line(0, y+2*t, w, y+3*t, inkLine)
	case emulator.UnderlineCurly:
		r.curl()
	case emulator.UnderlineDotted:
		n := max(1, w/(2*t))
		for i := range n {
			x := w * i / n
			r.line(x, y, x+t, y+t, inkLine)
		}
	case emulator.UnderlineDashed:
		// Dashes of half a cell, in the middle of each half.
		for i := range 2 {
			x := w*i/2 + w/8
			r.line(x, y, max(x+1, w*(i+1)/2-w/8), y+t, inkLine)
		}
	default:
		r.line(0, y, w, y+t, inkLine)
	}
}

// curl draws a wave of one period a cell, made of two parabolas; as integers,
// with four steps of coverage a pixel.
func (r *Renderer) curl() {
	m := &r.metrics
	t := m.Stroke
	height := max(m.CellH-m.UnderlineY+t, 3*t)
	height = min(height, 4*t+1, m.CellH)
	top := m.CellH - height
	amp := 4 * (height - t) // of the wave from peak to peak, in quarter pixels
	for x := range m.CellW {
		// p runs from 0 to 2 half periods, in 1/(2 CellW).
		p, up := 2*(2*x+1), true
		if p >= 2*m.CellW {
			p, up = p-2*m.CellW, false
		}
		n := 2 * m.CellW
		bow := amp * 2 * p * (n - p) / (n * n) // 0 to amp/2
		y := amp/2 + bow
		if up {
			y = amp/2 - bow
		}
		for q := y; q < y+4*t; q++ {
			row := top + q/4
			if row >= m.CellH {
				break
			}
			r.blot(row*m.CellW+x, 64, inkLine)
		}
	}
}

// blot adds coverage of an ink to a pixel; where another ink covers it more,
// that one stays.
func (r *Renderer) blot(i int, cover uint8, ink uint8) {
	switch {
	case r.inks[i] == ink && ink != inkText:
		r.cover[i] = uint8(min(int(r.cover[i])+int(cover), 255))
	case r.cover[i] <= cover:
		r.cover[i], r.inks[i] = cover, ink
	}
}

// line covers a rectangle, cut to the cell.
func (r *Renderer) line(x0, y0, x1, y1 int, ink uint8) {
	m := &r.metrics
	for y := max(y0, 0); y < min(y1, m.CellH); y++ {
		for x := max(x0, 0); x < min(x1, m.CellW); x++ {
			r.cover[y*m.CellW+x], r.inks[y*m.CellW+x] = 255, ink
		}
	}
}

// level returns the step, 0 to levels-1, that a coverage is drawn as.
func level(cover uint8, levels int) int { return (int(cover)*(levels-1) + 127) / 255 }

// mix returns the colour at step i of n from paper to ink.
func mix(paper, ink theme.RGB, i, n int) theme.RGB { return theme.Mix(paper, ink, i, n) }
