package xvt

import (
	"strconv"

	uv "github.com/charmbracelet/ultraviolet"
	xvt "github.com/charmbracelet/x/vt"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// page is one screen (primary or alternate) whose cells x/vt keeps. It uses of
// x/vt what x/vt does right: printing styled text within a row. Everything
// vertical is done by exchanging rows: rows maps a row of the screen to one of
// x/vt, which therefore never scrolls.
type page struct {
	emu        *xvt.Emulator
	table      *emulator.Table
	cols       int
	rows       []int            // row of the screen -> row of x/vt
	wrapped    []bool           // by row of x/vt: its text goes on in the next row
	dirty      []bool           // by row of x/vt: changed since the last Snapshot
	filled     []emulator.Color // by row of x/vt: all blank on this background; or written
	out        []byte           // bytes that x/vt has not yet got
	atRow      int              // where x/vt's cursor is after out; -1: unknown
	atCol      int
	pen        vt.Pen // x/vt's pen after out
	spare      bool   // erase spares what is protected (DECSED, DECSEL)
	saved      saved
	blank      uv.Cell // the last blank cell made, and its colour
	blankColor emulator.Color
}

const (
	flushAt = 16 << 10
	written = ^emulator.Color(0) // no colour
)

func newPage(cols, rows int, t *emulator.Table) *page {
	p := &page{
		emu: xvt.NewEmulator(cols, rows), table: t, cols: cols,
		rows: make([]int, rows), wrapped: make([]bool, rows), dirty: make([]bool, rows),
		filled: make([]emulator.Color, rows),
		atRow:  -1, blank: uv.EmptyCell,
	}
	p.emu.SetScrollbackSize(1) // never used; 0 is not taken
	for i := range p.rows {
		p.rows[i] = i
		p.dirty[i] = true
	}
	p.out = append(p.out, "\x1b[?7l"...) // the wrap is ours
	return p
}

// print writes text that covers width columns at row, col: a run of ASCII or one
// other character. It must fit. x/vt joins nothing to what stands before: a control
// or ASCII always comes between.
func (p *page) print(row, col int, text []byte, width int, n vt.Pen) {
	y := p.rows[row]
	if p.atRow != y || p.atCol != col {
		p.out = append(p.out, "\x1b["...)
		p.out = append(strconv.AppendInt(p.out, int64(y)+1, 10), ';')
		p.out = append(strconv.AppendInt(p.out, int64(col)+1, 10), 'H')
	}
	if p.pen != n {
		p.setPen(n)
	}
	if text[0] >= 0x80 {
		p.out = append(p.out, 0)
	}
	p.out = append(p.out, text...)
	p.touch(y)
	p.atRow, p.atCol = y, col+width
	if p.atCol >= p.cols {
		p.atRow = -1 // x/vt stays in the last column
		p.wrapped[y] = false
	}
	if len(p.out) >= flushAt {
		p.flush()
	}
}

// touch notes that cells of a row of x/vt are changed.
func (p *page) touch(y int) { p.dirty[y], p.filled[y] = true, written }

func (p *page) setPen(n vt.Pen) {
	m, o := n, p.pen
	m.Ext, o.Ext = 0, 0
	if m != o {
		p.out = appendSGR(p.out, n)
	}
	if n.Ext != p.pen.Ext {
		p.out = appendLink(p.out, n.Ext)
	}
	p.pen = n
}

// flush gives x/vt what waits. It must come before any direct access to cells.
func (p *page) flush() {
	if len(p.out) > 0 {
		out := p.out
		p.out = p.out[:0]
		_, _ = p.emu.Write(out)
	}
}

func (p *page) cell(row, col int) *uv.Cell { return p.emu.CellAt(col, p.rows[row]) }

func (p *page) blankCell(bg emulator.Color) uv.Cell {
	if bg != p.blankColor {
		p.blank, p.blankColor = blank(bg), bg
	}
	return p.blank
}

// erase fills columns from to (exclusive) with blanks of the background bg. A
// wide character that loses one half loses the other too.
func (p *page) erase(row, from, to int, bg emulator.Color) {
	to = min(to, p.cols)
	y := p.rows[row]
	if from >= to {
		return
	}
	if to == p.cols {
		p.wrapped[y] = false
	}
	if p.filled[y] == bg {
		return
	}
	p.flush()
	p.splitWide(row, from)
	p.splitWide(row, to)
	b := p.blankCell(bg)
	for x := from; x < to; x++ {
		if c := p.emu.CellAt(x, y); !p.spare || c.Style.UnderlineColor == nil {
			*c = b
		}
	}
	p.touch(y)
	if from == 0 && to == p.cols && !p.spare {
		p.filled[y] = bg
	}
}

// splitWide blanks the wide character whose right half is in column col, so
// that the columns left and right of the edge can be changed alone.
func (p *page) splitWide(row, col int) {
	if col <= 0 || col >= p.cols {
		return
	}
	if head := p.cell(row, col-1); head.Width > 1 {
		tail := p.cell(row, col)
		head.Empty()
		*tail = *head
		p.touch(p.rows[row])
	}
}

// insert shifts the cells from col to the right margin by n to the right.
func (p *page) insert(row, col, right, n int, bg emulator.Color) {
	p.flush()
	n = min(n, right-col)
	p.splitWide(row, col)
	p.splitWide(row, right-n)
	p.splitWide(row, right)
	y := p.rows[row]
	for x := right - 1; x >= col+n; x-- {
		*p.emu.CellAt(x, y) = *p.emu.CellAt(x-n, y)
	}
	p.touch(y)
	b := p.blankCell(bg)
	for x := col; x < col+n; x++ { // not erase, which would take a moved half for one of these
		*p.emu.CellAt(x, y) = b
	}
}

// delete shifts the cells right of col to the left, over n cells.
func (p *page) delete(row, col, right, n int, bg emulator.Color) {
	p.flush()
	n = min(n, right-col)
	p.splitWide(row, col)
	p.splitWide(row, col+n)
	p.splitWide(row, right)
	y := p.rows[row]
	for x := col; x < right-n; x++ {
		*p.emu.CellAt(x, y) = *p.emu.CellAt(x+n, y)
	}
	p.touch(y)
	p.erase(row, right-n, right, bg)
}

// scrollUp moves the rows of [top, bottom) up by n; columns [left, right) only.
func (p *page) scrollUp(top, bottom, left, right, n int, bg emulator.Color) {
	n = min(n, bottom-top)
	if left == 0 && right == p.cols {
		rotate(p.rows[top:bottom], n)
	} else {
		p.flush()
		for r := top; r < bottom-n; r++ {
			p.copyCells(r, r+n, left, right)
		}
	}
	for r := bottom - n; r < bottom; r++ {
		p.erase(r, left, right, bg)
	}
	p.unwrap(top - 1)
}

// unwrap notes that another row follows now on a row.
func (p *page) unwrap(row int) {
	if row >= 0 {
		p.wrapped[p.rows[row]] = false
	}
}

// scrollDown moves the rows of [top, bottom) down by n.
func (p *page) scrollDown(top, bottom, left, right, n int, bg emulator.Color) {
	n = min(n, bottom-top)
	if left == 0 && right == p.cols {
		rotate(p.rows[top:bottom], bottom-top-n)
	} else {
		p.flush()
		for r := bottom - 1; r >= top+n; r-- {
			p.copyCells(r, r-n, left, right)
		}
	}
	for r := top; r < top+n; r++ {
		p.erase(r, left, right, bg)
	}
	p.unwrap(top - 1)
	p.unwrap(bottom - 1)
}

func (p *page) copyCells(to, from, left, right int) {
	for _, r := range [...]int{to, from} {
		p.splitWide(r, left)
		p.splitWide(r, right)
	}
	for x := left; x < right; x++ {
		*p.cell(to, x) = *p.cell(from, x)
	}
	p.touch(p.rows[to])
	p.wrapped[p.rows[to]] = false
}

// rotate moves the first n elements to the end.
func rotate(s []int, n int) {
	if n == 1 { // the common case, without the temporary
		first := s[0]
		copy(s, s[1:])
		s[len(s)-1] = first
		return
	}
	tmp := append([]int(nil), s[:n]...)
	copy(s, s[n:])
	copy(s[len(s)-n:], tmp)
}

// resize cuts or extends the page at the bottom and at the right.
func (p *page) resize(cols, rows int) {
	p.flush()
	p.reorder()
	for y := range p.rows {
		p.splitWide(y, cols)
	}
	p.emu.Resize(cols, rows)
	old := len(p.rows)
	p.cols, p.atRow = cols, -1
	wrapped := p.wrapped
	p.rows, p.wrapped, p.dirty = make([]int, rows), make([]bool, rows), make([]bool, rows)
	copy(p.wrapped, wrapped[:min(old, rows)])
	p.filled = make([]emulator.Color, rows)
	for i := range p.rows {
		p.rows[i] = i
		p.touch(i)
	}
}

// reorder brings the rows of x/vt into the order of the screen.
func (p *page) reorder() {
	cells := make([]uv.Cell, 0, len(p.rows)*p.cols)
	wrapped := make([]bool, len(p.rows))
	for r, y := range p.rows {
		for x := range p.cols {
			cells = append(cells, *p.emu.CellAt(x, y))
		}
		wrapped[r] = p.wrapped[y]
	}
	for r := range p.rows {
		for x := range p.cols {
			*p.emu.CellAt(x, r) = cells[r*p.cols+x]
		}
		p.rows[r] = r
	}
	p.wrapped = wrapped
}

// pack appends the packed cells of a row to dst.
func (p *page) pack(row int, dst []emulator.Cell) []emulator.Cell {
	y := p.rows[row]
	for x := 0; x < p.cols; x++ {
		c := p.emu.CellAt(x, y)
		cell := pack(c, p.table)
		if c.Width > 1 && x+1 < p.cols {
			tail := cell
			tail.Glyph = 0
			cell.Attr |= emulator.WideHead
			tail.Attr |= emulator.WideTail
			dst = append(dst, cell, tail)
			x++
			continue
		}
		dst = append(dst, cell)
	}
	return dst
}
