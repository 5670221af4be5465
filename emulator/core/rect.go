package core

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// rect is a part of the screen: rows [top, bottom), columns [left, right).
type rect struct{ top, left, bottom, right int }

// rect reads four parameters from i on, which count from the margins in origin
// mode. An impossible rectangle is not ok.
func (t *terminal) rect(q *vt.Sequence, i int) (r rect, ok bool) {
	area := rect{0, 0, t.rows, t.cols}
	if t.origin {
		area = rect{t.top, t.left, t.bottom, t.right}
	}
	rows, cols := area.bottom-area.top, area.right-area.left
	last := func(i, size int) int { // 0 and "left out" mean the end
		n := q.Num(i, 0)
		if n == 0 || n > size {
			return size
		}
		return n
	}
	r = rect{
		top: area.top + q.Count(i) - 1, left: area.left + q.Count(i+1) - 1,
		bottom: area.top + last(i+2, rows), right: area.left + last(i+3, cols),
	}
	return r, r.top < r.bottom && r.left < r.right
}

// rectangle executes the functions on rectangles.
func (t *terminal) rectangle(q *vt.Sequence, k uint32) {
	switch k {
	case vt.Dollar | 'v':
		t.copyRect(q)
	case vt.Dollar | 'x': // DECFRA
		c := q.Num(0, 0)
		if r, ok := t.rect(q, 1); ok && (c >= 0x20 && c < 0x7f || c >= 0xA0 && c < 0x100) {
			t.fillRect(r, c)
		}
	case vt.Dollar | 'z': // DECERA: as in xterm the blanks look as the pen does
		if r, ok := t.rect(q, 0); ok {
			t.fillRect(r, ' ')
		}
	case vt.Dollar | '{': // DECSERA
		if r, ok := t.rect(q, 0); ok {
			t.eachRow(r, func(l *line) { l.wipe(r.left, r.right, t.modes.protection == protectDEC) })
		}
	case vt.Dollar | 'r', vt.Dollar | 't':
		t.markRect(q, q.Final == 't')
	case vt.Star | 'x': // DECSACE
		t.modes.rectExtent = min(q.Num(0, 0), 2)
	case vt.Star | 'y':
		t.checksumRect(q)
	case vt.Hash | 'y': // XTCHECKSUM
		t.modes.checksum = q.Num(0, 0)
	}
}

func (t *terminal) eachRow(r rect, f func(*line)) {
	for row := r.top; row < r.bottom; row++ {
		f(t.page.line(row))
	}
}

func (t *terminal) fillRect(r rect, ch int) {
	g := glyph(ch)
	if ch < 0x80 {
		g = glyph(t.Shown(byte(ch)))
	}
	if g == ' ' {
		g = 0
	}
	c := cell{Glyph: g, Fg: t.pen.Fg, Bg: t.pen.Bg, Attr: t.pen.Attr, Ext: t.pen.Ext}
	t.eachRow(r, func(l *line) {
		l.open(r.left, r.right, t.pen.Bg)
		if r.right == t.cols {
			l.wrapped, l.short = false, false
		}
		fill(l.cells[r.left:r.right], c)
	})
}

// copyRect is DECCRA; there is one page, whatever the parameters say. What has
// no room at its place is cut off.
func (t *terminal) copyRect(q *vt.Sequence) {
	src, ok := t.rect(q, 0)
	if !ok {
		return
	}
	limit := rect{0, 0, t.rows, t.cols}
	to := rect{top: q.Count(5) - 1, left: q.Count(6) - 1}
	if t.origin {
		limit = rect{t.top, t.left, t.bottom, t.right}
		to.top, to.left = to.top+t.top, to.left+t.left
	}
	rows := min(src.bottom-src.top, limit.bottom-to.top)
	cols := min(src.right-src.left, limit.right-to.left)
	if rows <= 0 || cols <= 0 {
		return
	}
	for i := range rows {
		if to.top > src.top {
			i = rows - 1 - i // rows that lie over each other: from the bottom up
		}
		from, dst := t.page.line(src.top+i), t.page.line(to.top+i)
		from.grow(src.left + cols)
		cells := append(t.rowBuf[:0], from.cells[src.left:src.left+cols]...)
		t.rowBuf = cells
		halve(cells)
		dst.open(to.left, to.left+cols, t.pen.Bg)
		copy(dst.cells[to.left:], cells)
		if to.left+cols == t.cols {
			dst.wrapped, dst.short = false, false
		}
	}
}

// halve blanks halves of wide characters at the ends of cells.
func halve(cells []cell) {
	for _, e := range [...]struct {
		i    int
		half emulator.Attr
	}{{0, emulator.WideTail}, {len(cells) - 1, emulator.WideHead}} {
		if c := &cells[e.i]; c.Attr&e.half != 0 {
			c.Glyph, c.Attr = 0, c.Attr&^wide
		}
	}
}

// markRect is DECCARA and, reversing, DECRARA. Unless DECSACE says otherwise,
// the rectangle is a stream: from its first to its last place. As in xterm, and
// unlike in a VT420, places where nothing was written are marked too.
func (t *terminal) markRect(q *vt.Sequence, reverse bool) {
	r, ok := t.rect(q, 0)
	if !ok {
		return
	}
	for row := r.top; row < r.bottom; row++ {
		left, right := r.left, r.right
		if !t.exactRect() {
			if row > r.top {
				left = 0
			}
			if row < r.bottom-1 {
				right = t.cols
			}
		}
		l := t.page.line(row)
		l.grow(right)
		if left < right && l.cells[left].Attr&emulator.WideTail != 0 {
			left++ // both halves of a character look as the left one
		}
		if left < right && l.cells[right-1].Attr&emulator.WideHead != 0 {
			right++
		}
		for col := left; col < right; col++ {
			c := &l.cells[col]
			for i := 4; i < q.N; i++ {
				c.Attr = marked(c.Attr, q.Num(i, 0), reverse)
			}
		}
		l.dirty = true
	}
}

// exactRect reports whether DECSACE chose rectangles.
func (t *terminal) exactRect() bool { return t.modes.rectExtent == 2 }

// marked applies one attribute of DECCARA or DECRARA.
func marked(a attr, sgr int, reverse bool) attr {
	const all = emulator.Bold | emulator.Blink | emulator.Reverse | emulator.Conceal
	var bit attr
	switch sgr % 20 {
	case 1, 2:
		bit = emulator.Bold
	case 5:
		bit = emulator.Blink
	case 7:
		bit = emulator.Reverse
	case 8:
		bit = emulator.Conceal
	}
	underlined := a.Underline() != 0
	switch {
	case sgr == 0 && reverse:
		a ^= all
		underlined = !underlined
	case sgr == 0:
		a &^= all
		underlined = false
	case sgr == 4 && reverse:
		underlined = !underlined
	case sgr == 4:
		underlined = true
	case sgr == 24 && !reverse:
		underlined = false
	case sgr == 2 || sgr == 21:
	case sgr < 10 && reverse:
		a ^= bit
	case sgr < 10:
		a |= bit
	case sgr > 20 && !reverse:
		a &^= bit
	}
	switch {
	case underlined == (a.Underline() != 0):
	case underlined:
		a = a.WithUnderline(emulator.UnderlineSingle)
	default:
		a = a.WithUnderline(emulator.UnderlineNone)
	}
	return a
}
