package core

import "scenario/emulator"

// page is one screen: primary or alternate. Its rows are lines in the order of
// an index, so that scrolling moves no cells.
type page struct {
	cols  int
	lines []line
	order []int32 // row of the screen -> line
	tmp   []int32
	saved saved
	// topCut: the first row does not go on with the text of the last one that
	// has left the page.
	topCut bool
}

func newPage(cols, rows int) *page {
	p := &page{cols: cols, lines: make([]line, rows), order: make([]int32, rows), tmp: make([]int32, rows)}
	cells := make([]cell, cols*rows)
	for i := range p.lines {
		p.lines[i] = line{cells: cells[i*cols : i*cols : (i+1)*cols], dirty: true}
		p.order[i] = int32(i)
	}
	return p
}

func (p *page) line(row int) *line { return &p.lines[p.order[row]] }

// rotate moves the first n rows of [top, bottom) to its end.
func (p *page) rotate(top, bottom, n int) {
	s := p.order[top:bottom]
	if n == 1 {
		first := s[0]
		copy(s, s[1:])
		s[len(s)-1] = first
		return
	}
	copy(p.tmp, s[:n])
	copy(s, s[n:])
	copy(s[len(s)-n:], p.tmp[:n])
}

// scrollUp moves the rows of [top, bottom) up by n, columns [left, right) only.
func (p *page) scrollUp(top, bottom, left, right, n int, bg color) {
	if n = min(n, bottom-top); n <= 0 {
		return
	}
	if left == 0 && right == p.cols {
		p.rotate(top, bottom, n)
	} else {
		for r := top; r < bottom-n; r++ {
			p.copyCells(r, r+n, left, right, bg)
		}
	}
	for r := bottom - n; r < bottom; r++ {
		p.line(r).erase(left, right, bg)
	}
	p.unwrap(top - 1)
}

// scrollDown moves the rows of [top, bottom) down by n.
func (p *page) scrollDown(top, bottom, left, right, n int, bg color) {
	if n = min(n, bottom-top); n <= 0 {
		return
	}
	if left == 0 && right == p.cols {
		p.rotate(top, bottom, bottom-top-n)
	} else {
		for r := bottom - 1; r >= top+n; r-- {
			p.copyCells(r, r-n, left, right, bg)
		}
	}
	for r := top; r < top+n; r++ {
		p.line(r).erase(left, right, bg)
	}
	p.unwrap(top - 1)
	p.unwrap(bottom - 1)
}

// unwrap notes that another row follows now on a row.
func (p *page) unwrap(row int) {
	if row < 0 {
		p.topCut = true
		return
	}
	l := p.line(row)
	l.wrapped, l.short = false, false
}

func (p *page) copyCells(to, from, left, right int, bg color) {
	dst, src := p.line(to), p.line(from)
	for _, l := range [...]*line{dst, src} {
		l.grow(right)
		l.split(left, bg)
		l.split(right, bg)
		l.wrapped, l.short = false, false
	}
	copy(dst.cells[left:right], src.cells[left:right])
	dst.dirty = true
}

// resize cuts or extends the page at the bottom and at the right.
func (p *page) resize(cols, rows int) {
	n := newPage(cols, rows)
	for r := range min(rows, len(p.order)) {
		src, dst := p.line(r), n.line(r)
		if src.bg != emulator.DefaultColor {
			src.grow(p.cols)
		}
		src.split(cols, emulator.DefaultColor)
		dst.cells = append(dst.cells, src.cells[:min(cols, len(src.cells))]...)
		if p.cols == cols && r+1 < rows {
			dst.wrapped, dst.short = src.wrapped, src.short
		}
	}
	n.saved = p.saved
	*p = *n
}

// eraseRows blanks whole rows with the background of the pen.
func (t *terminal) eraseRows(from, to int) {
	for r := from; r < to; r++ {
		t.page.line(r).erase(0, t.cols, t.pen.Bg)
	}
}

// fillRow writes c into all columns of a row.
func (p *page) fillRow(row int, c emulator.Cell) {
	l := p.line(row)
	l.cells = l.cells[:p.cols]
	l.bg = emulator.DefaultColor
	fill(l.cells, c)
	l.wrapped, l.short, l.dirty = false, false, true
}
