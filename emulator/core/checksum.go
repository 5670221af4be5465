package core

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// Bits of XTCHECKSUM.
const (
	sumPositive = 1 << iota
	sumNoAttrs
	sumNoTrim
)

// checksumRect is DECRQCRA, counted as a VT520 counts: of each cell the
// character and its attributes, but for blanks at the end of a row.
func (t *terminal) checksumRect(q *vt.Sequence) {
	r, ok := t.rect(q, 2)
	total := 0
	if ok {
		total = t.checksum(r)
	}
	t.replyf("\x1bP%d!~%04X\x1b\\", q.Num(0, 0), uint16(total))
}

func (t *terminal) checksum(r rect) int {
	mode := t.modes.checksum
	total, trimmed, embedded, first := 0, 0, 0, true
	for row := r.top; row < r.bottom; row++ {
		l := t.page.line(row)
		for col := r.left; col < r.right; col++ {
			var c cell // its background does not count
			if col < len(l.cells) {
				c = l.cells[col]
			}
			ch := t.sumChar(c)
			if ch == 0 {
				ch = ' '
			}
			if mode&sumNoAttrs == 0 {
				ch += sumAttrs(c.Attr)
			}
			if first || ch != ' ' || c.Attr&^wide != 0 {
				trimmed += ch + embedded
				embedded = 0
			} else if mode&sumNoTrim != 0 {
				embedded += ch
			}
			total += ch
			first = mode&sumNoTrim != 0
		}
		if mode&sumNoTrim == 0 {
			embedded, first = 0, false
		}
	}
	if mode&sumNoTrim == 0 {
		total = trimmed
	}
	if mode&sumPositive == 0 {
		total = -total
	}
	return total
}

// sumChar returns the code of the cell's first code point, 0 if there is none.
func (t *terminal) sumChar(c cell) int {
	if _, ok := c.Glyph.Cluster(); ok {
		for _, r := range t.table.Text(c.Glyph) {
			return int(r)
		}
	}
	return int(c.Glyph)
}

func sumAttrs(a attr) (n int) {
	for _, v := range [...]struct {
		attr emulator.Attr
		n    int
	}{{emulator.Conceal, 8}, {emulator.Reverse, 0x20}, {emulator.Blink, 0x40}, {emulator.Bold, 0x80}} {
		if a&v.attr != 0 {
			n += v.n
		}
	}
	if a.Underline() != 0 {
		n += 0x10
	}
	return n
}
