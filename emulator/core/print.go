package core

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// lastChar is the character printed last, as long as nothing but SGR and strings
// came after it: what follows may still be a part of it, and REP repeats it, if it
// follows at once.
type lastChar struct {
	vt.Cluster
	valid    bool
	repeats  bool // nothing at all came after it
	row, col int
	width    int
	glyph    glyph
	// For a character in the last column: what it overwrote, in case that it
	// becomes wide and must go to the next row.
	under   [2]cell // the cells left of it and at its place
	wrapped bool
}

// ASCII prints characters of one byte and one column.
func (t *terminal) ASCII(b []byte) {
	if t.last.Prepends() && t.last.valid && !t.wcwidth {
		t.Char(rune(b[0]))
		b = b[1:]
	}
	if t.Mapped() {
		t.mapASCII(b)
		return
	}
	for len(b) > 0 {
		right := t.wrapFor(1)
		n := min(len(b), right-t.col)
		if t.modes.insert {
			n = 1
		}
		l := t.page.line(t.row)
		col := t.col
		end := col + n
		t.col = end
		if end == right { // the last column is a case of its own
			t.keepUnder(l, end-1, n)
			t.col, t.pending = end-1, true
		}
		t.makeRoom(l, col, n)
		l.open(col, end, t.pen.Bg)
		if end == t.cols {
			l.wrapped, l.short = false, false
		}
		fg, bg, at, ext := t.pen.Fg, t.pen.Bg, t.pen.Attr, t.pen.Ext
		cells := l.cells[col:end]
		for i, c := range b[:len(cells)] {
			d, g := &cells[i], glyph(c)
			if c == ' ' {
				g = 0
			}
			d.Glyph, d.Fg, d.Bg, d.Attr, d.Ext = g, fg, bg, at, ext
		}
		t.note(cells[n-1].Glyph, end-1, 1)
		t.last.Start(rune(b[n-1]), 0)
		b = b[n:]
	}
}

// note remembers the place of the character that was just printed.
func (t *terminal) note(g glyph, col, width int) {
	p := &t.last
	p.valid, p.repeats, p.row, p.col, p.width, p.glyph = true, true, t.row, col, width, g
}

// put prints one character of the given width at the cursor. It reports
// whether there was room for it.
func (t *terminal) put(g glyph, width int) bool {
	if t.wrapLimit()-t.left < width {
		return false // it fits in no row
	}
	right := t.wrapFor(width)
	if right-t.col < width {
		return false // no autowrap
	}
	if g == ' ' {
		g = 0
	}
	l := t.page.line(t.row)
	col := t.col
	end := col + width
	t.col = end
	if end == right {
		if width == 1 {
			t.keepUnder(l, col, 1)
		}
		t.col, t.pending = end-1, true
	}
	t.makeRoom(l, col, width)
	l.open(col, end, t.pen.Bg)
	if end == t.cols {
		l.wrapped, l.short = false, false
	}
	c := cell{Glyph: g, Fg: t.pen.Fg, Bg: t.pen.Bg, Attr: t.pen.Attr, Ext: t.pen.Ext}
	if width == 2 {
		c.Attr |= emulator.WideHead
		l.cells[col] = c
		c.Glyph, c.Attr = 0, c.Attr&^emulator.WideHead|emulator.WideTail
		l.cells[col+1] = c
	} else {
		l.cells[col] = c
	}
	t.note(g, col, width)
	return true
}

// makeRoom is insert mode, which holds between the margins.
func (t *terminal) makeRoom(l *line, col, n int) {
	if t.modes.insert && col >= t.left && col < t.right {
		l.insert(col, t.right, n, t.pen.Bg)
	}
}

// keepUnder remembers what the last one of n characters, in the last column,
// overwrites.
func (t *terminal) keepUnder(l *line, col, n int) {
	p := &t.last
	p.wrapped, p.under = l.wrapped, [2]cell{1: {Bg: l.bg}}
	if col < len(l.cells) {
		p.under[1] = l.cells[col]
	}
	if col > 0 && col <= len(l.cells) {
		p.under[0] = l.cells[col-1]
	}
	if n > 1 && p.under[1].Attr&emulator.WideTail != 0 { // the one before has split it
		p.under[1] = cell{Bg: t.pen.Bg}
	}
}

// takeBack undoes the last character, a narrow one in the last column before a
// margin or the end of the row.
func (t *terminal) takeBack() {
	p := &t.last
	l := t.page.line(p.row)
	l.open(p.col, p.col+1, t.pen.Bg)
	l.cells[p.col] = p.under[1]
	if p.under[1].Attr&emulator.WideTail != 0 {
		l.cells[p.col-1] = p.under[0]
	}
	if p.under[1].Attr&emulator.WideHead != 0 { // it reaches over the right margin
		tail := p.under[1]
		tail.Glyph, tail.Attr = 0, tail.Attr&^emulator.WideHead|emulator.WideTail
		l.open(p.col+1, p.col+2, t.pen.Bg)
		l.cells[p.col], l.cells[p.col+1] = p.under[1], tail
	}
	l.wrapped = p.wrapped
	t.row, t.col, t.pending = p.row, p.col, false
}

// wrapFor wraps when a character of that width has no room in the row. It
// returns the right limit (exclusive) of the row.
func (t *terminal) wrapFor(width int) int {
	right := t.cols
	if t.col < t.right {
		right = t.right
	}
	if !t.pending && right-t.col >= width {
		return right
	}
	if !t.modes.autowrap {
		t.pending = false
		return right
	}
	l := t.page.line(t.row)
	if right == t.cols {
		// the last column can be in use: a cursor that was moved back to it
		// wraps a wide character all the same
		l.wrapped, l.short = true, !t.pending && l.blank(t.cols-1)
	}
	t.index()
	t.carriageReturn()
	return t.wrapLimit()
}

func (t *terminal) wrapLimit() int {
	if t.col < t.right {
		return t.right
	}
	return t.cols
}

// repeat is REP: the last character again.
func (t *terminal) repeat(n int) {
	p := &t.last
	if !p.valid || !p.repeats {
		return
	}
	g, width := p.glyph, p.width
	for range min(n, t.cols*t.rows) {
		if !t.put(g, width) {
			break
		}
	}
	p.repeats = false
}
