package core

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

type (
	cell  = emulator.Cell
	color = emulator.Color
	attr  = emulator.Attr
	glyph = emulator.Glyph
)

// A written space and an erased cell are the same: glyph 0.
const (
	protected = vt.Protected
	wide      = emulator.WideHead | emulator.WideTail
)

// line is one row of a page. cells ends where nothing has been written since
// the row was erased: what lies behind is blank on the background bg.
type line struct {
	cells   []cell
	bg      color
	wrapped bool // its text goes on in the next row
	short   bool // and its last column is unused: a wide character had no room
	dirty   bool // changed since the last Snapshot
}

// grow makes cells reach to column n (exclusive).
func (l *line) grow(n int) {
	if old := len(l.cells); old < n {
		l.cells = l.cells[:n]
		fill(l.cells[old:], cell{Bg: l.bg})
	}
}

// open makes columns [from, to) ready to be overwritten: wide characters that
// lose one half lose the other too, to the background bg.
func (l *line) open(from, to int, bg color) {
	l.dirty = true
	if n := len(l.cells); n > from {
		if l.cells[from].Attr&emulator.WideTail != 0 {
			l.split(from, bg)
		}
		if n > to && l.cells[to].Attr&emulator.WideTail != 0 {
			l.split(to, bg)
		}
	}
	if len(l.cells) < to {
		l.grow(to)
	}
}

// split blanks the wide character whose right half is at col.
func (l *line) split(col int, bg color) {
	if col > 0 && col < len(l.cells) && l.cells[col].Attr&emulator.WideTail != 0 {
		l.dirty = true
		l.cells[col-1], l.cells[col] = cell{Bg: bg}, cell{Bg: bg}
	}
}

// erase fills columns [from, to) with blanks of the background bg.
func (l *line) erase(from, to int, bg color) {
	to = min(to, cap(l.cells))
	if from >= to {
		return
	}
	if to == cap(l.cells) {
		l.wrapped, l.short = false, false
	}
	if from >= len(l.cells) && bg == l.bg {
		return
	}
	l.dirty = true
	l.split(from, bg)
	if to == cap(l.cells) || to >= len(l.cells) && bg == l.bg {
		l.grow(from)
		l.cells = l.cells[:from]
		l.bg = bg
		return
	}
	l.split(to, bg)
	l.grow(to)
	fill(l.cells[from:to], cell{Bg: bg})
}

// eraseOpen is erase for what is not protected.
func (l *line) eraseOpen(from, to int, bg color) {
	to = min(to, cap(l.cells))
	if bg != l.bg {
		l.grow(to)
	}
	for i := from; i < to && i < len(l.cells); i++ {
		if l.cells[i].Attr&protected != 0 {
			continue
		}
		l.split(i, bg)
		l.split(i+1, bg)
		l.cells[i] = cell{Bg: bg}
	}
	if to == cap(l.cells) {
		l.wrapped, l.short = false, false
	}
	l.dirty = true
}

// insert shifts the cells in [col, right) by n to the right and blanks n of
// them.
func (l *line) insert(col, right, n int, bg color) {
	n = min(n, right-col)
	if n <= 0 {
		return
	}
	l.dirty = true
	if bg == l.bg && col >= len(l.cells) {
		return
	}
	l.grow(right)
	l.split(col, bg)
	l.split(right-n, bg)
	l.split(right, bg)
	copy(l.cells[col+n:right], l.cells[col:right-n])
	fill(l.cells[col:col+n], cell{Bg: bg})
}

// delete shifts the cells right of col to the left, over n cells.
func (l *line) delete(col, right, n int, bg color) {
	n = min(n, right-col)
	if n <= 0 {
		return
	}
	l.dirty = true
	if right == cap(l.cells) {
		l.wrapped, l.short = false, false
	}
	if bg == l.bg && col >= len(l.cells) {
		return
	}
	l.grow(right)
	l.split(col, bg)
	l.split(col+n, bg)
	l.split(right, bg)
	copy(l.cells[col:right-n], l.cells[col+n:right])
	fill(l.cells[right-n:right], cell{Bg: bg})
}

func fill(cells []cell, c cell) {
	if c == (cell{}) {
		clear(cells)
		return
	}
	for i := range cells {
		cells[i] = c
	}
}

// width returns the number of columns up to the last cell that is not blank on
// the default background.
func (l *line) width() int {
	if l.bg != emulator.DefaultColor {
		l.grow(cap(l.cells))
	}
	n := len(l.cells)
	for n > 0 && l.cells[n-1] == (cell{}) {
		n--
	}
	return n
}

// isShort reports whether the last of cols columns is unused: what has come there
// since the row was wrapped, as a character that grew, is part of its text.
func (l *line) isShort(cols int) bool { return l.short && l.blank(cols-1) }

// blank reports whether nothing is written in a column.
func (l *line) blank(col int) bool {
	if col >= len(l.cells) {
		return true
	}
	c := l.cells[col]
	return c.Glyph == 0 && c.Attr&emulator.WideTail == 0
}

// wipe blanks the columns [from, to), whose cells keep their look; with spare,
// but for protected characters.
func (l *line) wipe(from, to int, spare bool) {
	if to = min(to, cap(l.cells)); to == cap(l.cells) {
		l.wrapped, l.short = false, false
	}
	to = min(to, len(l.cells))
	l.dirty = true
	for i := from; i < to; i++ {
		c := &l.cells[i]
		if spare && c.Attr&protected != 0 {
			continue
		}
		bg := c.Bg
		l.split(i, bg)
		l.split(i+1, bg)
		*c = cell{Fg: c.Fg, Bg: c.Bg, Attr: c.Attr &^ protected}
	}
}
