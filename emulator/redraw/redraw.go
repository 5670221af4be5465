// Package redraw writes screens as the output of a program that draws them.
package redraw

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"scenario/emulator"
)

// Append appends the output that makes a terminal that shows old show next; nil
// for old is a terminal in any state. It is made of absolute positions and whole
// rows, with what ECMA-48 and xterm's ctlseqs define; nothing when the two look
// the same. The screens share a Table.
func Append(dst []byte, old, next *emulator.Screen) []byte {
	if old == nil || old.Cols != next.Cols || old.Rows != next.Rows {
		dst = append(dst, "\x1bc\x1b[?7l"...) // RIS; no wrap at the last column
		old = &emulator.Screen{Cols: next.Cols, Rows: next.Rows, Cursor: emulator.Cursor{Visible: true},
			Cells: make([]emulator.Cell, len(next.Cells)), Table: next.Table}
	}
	dst = appendPalette(dst, old.Palette, next.Palette)
	d := drawing{dst: dst, table: next.Table}
	for r := range next.Rows {
		if !slices.Equal(old.Row(r), next.Row(r)) {
			d.row(r, next.Row(r))
		}
	}
	d.end()
	dst = d.dst
	if old.Title != next.Title {
		dst = fmt.Appendf(dst, "\x1b]2;%s\x1b\\", next.Title)
	}
	if d.drew || old.Cursor != next.Cursor {
		dst = appendCursor(dst, old.Cursor, next.Cursor)
	}
	return dst
}

// AppendLines appends a screen as lines that can be printed anywhere: each row
// without its trailing blanks, and a newline.
func AppendLines(dst []byte, s *emulator.Screen) []byte {
	d := drawing{dst: dst, table: s.Table}
	for r := range s.Rows {
		cells := s.Row(r)
		end := len(cells)
		for end > 0 && cells[end-1] == (emulator.Cell{}) {
			end--
		}
		for _, c := range cells[:end] {
			if !c.Attr.Has(emulator.WideTail) {
				d.style(c)
				d.dst = append(d.dst, d.table.Text(c.Glyph)...)
			}
		}
		d.style(emulator.Cell{})
		d.dst = append(d.dst, '\n')
	}
	return d.dst
}

func appendCursor(dst []byte, old, next emulator.Cursor) []byte {
	dst = appendMove(dst, next.Row, next.Col)
	if old.Shape != next.Shape || old.Blink != next.Blink {
		n := 2*int(next.Shape) + 2 // DECSCUSR
		if next.Blink {
			n--
		}
		dst = fmt.Appendf(dst, "\x1b[%d q", n)
	}
	if old.Visible != next.Visible {
		final := byte('l')
		if next.Visible {
			final = 'h'
		}
		dst = append(append(dst, "\x1b[?25"...), final)
	}
	return dst
}

func appendMove(dst []byte, row, col int) []byte {
	dst = append(dst, "\x1b["...)
	dst = strconv.AppendInt(dst, int64(row+1), 10)
	dst = append(dst, ';')
	dst = strconv.AppendInt(dst, int64(col+1), 10)
	return append(dst, 'H')
}

func appendPalette(dst []byte, old, next emulator.Palette) []byte {
	switch {
	case next.Reverse && !old.Reverse:
		dst = append(dst, "\x1b[?5h"...)
	case old.Reverse && !next.Reverse:
		dst = append(dst, "\x1b[?5l"...)
	}
	for _, c := range []struct {
		code     int
		old, new emulator.Color
	}{{10, old.Fg, next.Fg}, {11, old.Bg, next.Bg}, {12, old.Cursor, next.Cursor}} {
		if c.old == c.new {
			continue
		}
		if r, g, b, ok := c.new.Components(); ok {
			dst = fmt.Appendf(dst, "\x1b]%d;rgb:%02x/%02x/%02x\x1b\\", c.code, r, g, b)
		} else {
			dst = fmt.Appendf(dst, "\x1b]%d\x1b\\", 100+c.code)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(next.Indexed)) {
		if c := next.Indexed[i]; old.Indexed[i] != c {
			if r, g, b, ok := c.Components(); ok {
				dst = fmt.Appendf(dst, "\x1b]4;%d;rgb:%02x/%02x/%02x\x1b\\", i, r, g, b)
			}
		}
	}
	for _, i := range slices.Sorted(maps.Keys(old.Indexed)) {
		if _, ok := next.Indexed[i]; !ok {
			dst = fmt.Appendf(dst, "\x1b]104;%d\x1b\\", i)
		}
	}
	return dst
}

// drawing is the output of rows of cells.
type drawing struct {
	dst   []byte
	table *emulator.Table
	pen   emulator.Cell // the look of what was drawn last
	link  emulator.Link
	drew  bool
}

func (d *drawing) row(r int, cells []emulator.Cell) {
	if !d.drew {
		d.drew = true
		d.dst = append(d.dst, "\x1b[m"...)
	}
	d.dst = appendMove(d.dst, r, 0)
	end := len(cells)
	for end > 0 && cells[end-1] == (emulator.Cell{}) {
		end--
	}
	for c := 0; c < end; c++ {
		cell := cells[c]
		if cell.Attr.Has(emulator.WideTail) {
			continue
		}
		d.style(cell)
		d.dst = append(d.dst, d.table.Text(cell.Glyph)...)
		if joins(cell.Glyph) && c+cell.Width() < end {
			d.dst = appendMove(d.dst, r, c+cell.Width())
		}
	}
	if end < len(cells) {
		d.style(emulator.Cell{})
		d.dst = append(d.dst, "\x1b[K"...)
	}
}

// joins reports whether what follows g could become one cluster with it.
func joins(g emulator.Glyph) bool {
	_, cluster := g.Cluster()
	return cluster || g >= 0x300 && (g < 0x2000 || g > 0x2bff)
}

func (d *drawing) end() {
	if d.drew {
		d.style(emulator.Cell{})
	}
}

// style sets the pen to the look of a cell.
func (d *drawing) style(c emulator.Cell) {
	c.Glyph, c.Attr = 0, c.Attr&^(emulator.WideHead|emulator.WideTail)
	if c == d.pen {
		return
	}
	d.pen = c
	ext := d.table.Ext(c.Ext)
	if ext.Link != d.link {
		d.link = ext.Link
		id := ""
		if ext.Link.ID != "" {
			id = "id=" + ext.Link.ID
		}
		d.dst = fmt.Appendf(d.dst, "\x1b]8;%s;%s\x1b\\", id, ext.Link.URL)
	}
	d.dst = append(d.dst, "\x1b[0"...)
	for _, a := range []struct {
		attr emulator.Attr
		code string
	}{
		{emulator.Bold, ";1"}, {emulator.Dim, ";2"}, {emulator.Italic, ";3"}, {emulator.Blink, ";5"},
		{emulator.Reverse, ";7"}, {emulator.Conceal, ";8"}, {emulator.Strike, ";9"}, {emulator.Overline, ";53"},
	} {
		if c.Attr.Has(a.attr) {
			d.dst = append(d.dst, a.code...)
		}
	}
	switch u := c.Attr.Underline(); u {
	case emulator.UnderlineNone:
	case emulator.UnderlineSingle:
		d.dst = append(d.dst, ";4"...)
	default:
		d.dst = fmt.Appendf(d.dst, ";4:%d", u)
	}
	d.color(c.Fg, 30, 38)
	d.color(c.Bg, 40, 48)
	// With colons, so that a terminal without it doesn't take its parts for
	// attributes.
	if r, g, b, ok := ext.UnderlineColor.Components(); ok {
		d.dst = fmt.Appendf(d.dst, ";58:2::%d:%d:%d", r, g, b)
	} else if i, ok := ext.UnderlineColor.Index(); ok {
		d.dst = fmt.Appendf(d.dst, ";58:5:%d", i)
	}
	d.dst = append(d.dst, 'm')
}

// color appends the parameters of a colour: base is the code of the first of
// the 8 colours that have codes of their own, as have their bright ones.
func (d *drawing) color(c emulator.Color, base, extended int) {
	if r, g, b, ok := c.Components(); ok {
		d.dst = fmt.Appendf(d.dst, ";%d;2;%d;%d;%d", extended, r, g, b)
		return
	}
	i, ok := c.Index()
	switch {
	case !ok:
	case i < 8:
		d.dst = fmt.Appendf(d.dst, ";%d", base+int(i))
	case i < 16:
		d.dst = fmt.Appendf(d.dst, ";%d", base+60+int(i)-8)
	default:
		d.dst = fmt.Appendf(d.dst, ";%d;5;%d", extended, i)
	}
}
