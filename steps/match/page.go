package match

import (
	"sort"
	"strings"
	"unicode/utf8"

	"scenario/emulator"
)

// page is the text of a region, and the way back from its bytes to cells.
type page struct {
	text   string
	pieces []piece
	cuts   []int // offsets that no match may span: cells are left out there
	table  *emulator.Table
	before
}

// piece is a run of cells of one row.
type piece struct {
	start, end int // bytes in the text
	row, col   int // of the first cell; rows above the screen are negative
	cells      []emulator.Cell
	plain      bool // every cell is one byte
}

// hit is a place in the text, in bytes.
type hit struct{ start, end int }

// run is the part of a hit in one row.
type run struct {
	row, col int
	cells    []emulator.Cell
}

// size returns how many bytes of the text a cell is.
func (p *page) size(c emulator.Cell) int {
	switch {
	case c.Attr.Has(emulator.WideTail):
		return 0
	case c.Glyph < utf8.RuneSelf:
		return 1
	}
	if _, ok := c.Glyph.Cluster(); ok {
		return len(p.table.Text(c.Glyph))
	}
	if n := utf8.RuneLen(rune(c.Glyph)); n > 0 {
		return n
	}
	return len(string(utf8.RuneError))
}

// cellAt returns the cell of a piece that holds byte off of the text, the
// number of cells when it lies behind them; exact is false when off is in the
// middle of the cell.
func (p *page) cellAt(pc *piece, off int) (i int, exact bool) {
	off -= pc.start
	if pc.plain || off <= 0 {
		return min(max(off, 0), len(pc.cells)), true
	}
	at := 0
	for i, c := range pc.cells {
		n := p.size(c)
		if n > 0 && off < at+n {
			return i, off == at
		}
		at += n
	}
	return len(pc.cells), true
}

// pieceAt returns the number of the last piece that starts at or before off.
func (p *page) pieceAt(off int) int {
	return max(sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].start > off })-1, 0)
}

// whole reports whether a hit begins and ends at the borders of cells.
func (p *page) whole(h hit) bool {
	for _, off := range [2]int{h.start, h.end} {
		if len(p.pieces) == 0 {
			break
		}
		if _, exact := p.cellAt(&p.pieces[p.pieceAt(off)], off); !exact {
			return false
		}
	}
	return true
}

// runs returns the cells of a hit, row by row; a cell that it holds in part is
// taken whole. A hit of no cells has one empty run.
func (p *page) runs(h hit) []run {
	var rs []run
	for i := p.pieceAt(h.start); i < len(p.pieces); i++ {
		pc := &p.pieces[i]
		if len(rs) > 0 && pc.start >= h.end {
			break
		}
		from, _ := p.cellAt(pc, h.start)
		to, exact := p.cellAt(pc, h.end)
		if !exact {
			to++
		}
		for to < len(pc.cells) && to > from && pc.cells[to].Attr.Has(emulator.WideTail) {
			to++
		}
		r := run{row: pc.row, col: pc.col + from, cells: pc.cells[from:max(from, to)]}
		if len(rs) == 1 && len(rs[0].cells) == 0 {
			rs = rs[:0]
		}
		rs = append(rs, r)
	}
	return rs
}

// near makes a Near of a hit, without the blanks at its end.
func (p *page) near(h hit, how string) *Near {
	n := &Near{Text: strings.TrimRight(p.text[h.start:h.end], " \n"), How: how}
	h.end = h.start + len(n.Text)
	if rs := p.runs(h); len(rs) > 0 {
		n.Row, n.Col, n.Width = rs[0].row, rs[0].col, len(rs[0].cells)
	}
	return n
}

// segments calls yield with the parts of the text between the cuts, and where
// they start, until it returns false.
func (p *page) segments(yield func(start int, text string) bool) {
	start := 0
	for _, cut := range p.cuts {
		if !yield(start, p.text[start:cut]) {
			return
		}
		start = cut
	}
	yield(start, p.text[start:])
}

// find calls yield with the places of a pattern until it returns false; more
// than limit are not looked for.
func (p *page) find(pat pattern, limit int, yield func(hit) bool) {
	p.segments(func(start int, text string) bool {
		going := true
		pat.each(text, limit, func(h hit) bool {
			h.start += start
			h.end += start
			if pat.exact() && !p.whole(h) {
				return true
			}
			going = yield(h)
			return going
		})
		return going
	})
}

// first returns the first place of a pattern.
func (p *page) first(pat pattern) (h hit, ok bool) {
	p.find(pat, 1, func(found hit) bool {
		h, ok = found, true
		return false
	})
	return h, ok
}
