package match

import (
	"unicode/utf8"

	"scenario/emulator"
)

// window is the cells that a page reads: rows top to before bottom, columns
// left to before right, in the first row not before col first and in the last
// one not from col last on.
type window struct{ top, bottom, left, right, first, last int }

// pager writes a page row by row.
type pager struct {
	page
	buf     []byte
	lines   int  // finished
	begun   bool // the line has text
	leftOut bool // cells were left out since the line's last text, or its begin
	holes   bool // cells were left out in the line
}

// readPage reads a window of the scrollback (negative rows) and the screen,
// leaving out the cells of absent.
func readPage(s *Subject, w window, absent []Span) *page {
	b := pager{page: page{table: s.Screen.Table, before: before{s.InputScreen, s.Screen}}}
	rows := max(w.bottom-w.top, 0)
	b.buf = make([]byte, 0, rows*(s.Screen.Cols+1))
	b.pieces = make([]piece, 0, rows)
	for row := w.top; row < w.bottom; row++ {
		cells, wrapped := s.line(row)
		from, to := w.left, min(w.right, len(cells))
		if row == w.top {
			from = max(from, w.first)
		}
		last := row == w.bottom-1
		if last {
			to = min(to, w.last)
		}
		joins := wrapped && !last && w.left == 0 && w.right >= s.Screen.Cols
		if joins && padded(cells, s, row+1) {
			to--
		}
		b.row(row, from, max(from, to), cells, joins, absent)
	}
	b.text = string(b.buf)
	return &b.page
}

// line returns the cells of a row of the screen, or of the scrollback when row
// is negative.
func (s *Subject) line(row int) (cells []emulator.Cell, wrapped bool) {
	if row < 0 {
		l := s.Scrollback[len(s.Scrollback)+row]
		return l.Cells, l.Wrapped
	}
	return s.Screen.Row(row), row < len(s.Screen.Wrapped) && s.Screen.Wrapped[row]
}

// padded reports whether the last cell of a wrapped row is blank only because
// a wide character did not fit.
func padded(cells []emulator.Cell, s *Subject, next int) bool {
	n := len(cells)
	if n != s.Screen.Cols || n < 2 || !isBlank(cells[n-1]) {
		return false
	}
	after, _ := s.line(next)
	return len(after) > 0 && after[0].Attr.Has(emulator.WideHead)
}

func isBlank(c emulator.Cell) bool { return c.Glyph == 0 && !c.Attr.Has(emulator.WideTail) }

// row adds the cells from to before to; joins says that the line goes on in
// the next row.
func (b *pager) row(row, from, to int, cells []emulator.Cell, joins bool, absent []Span) {
	for pos := from; ; {
		hole, after := nextHole(absent, row, pos, to)
		end := hole
		for !(joins && hole == to) && end > pos && isBlank(cells[end-1]) {
			end--
		}
		if end > pos {
			b.add(row, pos, cells[pos:end])
		}
		if hole == to {
			break
		}
		b.leftOut, b.holes = true, true
		pos = after
	}
	if !joins {
		b.endLine(row, from)
	}
}

// nextHole returns the first run of absent cells of a row at or after pos, cut
// to the row's end; that end when there is none.
func nextHole(absent []Span, row, pos, end int) (from, to int) {
	from, to = end, end
	for _, sp := range absent {
		if row < sp.Row || row > sp.EndRow {
			continue
		}
		a, z := 0, end
		if row == sp.Row {
			a = sp.Col
		}
		if row == sp.EndRow {
			z = min(z, sp.EndCol)
		}
		if a = max(a, pos); a < z && a < from {
			from, to = a, z
		}
	}
	return from, to
}

func (b *pager) add(row, col int, cells []emulator.Cell) {
	switch {
	case !b.begun && b.lines > 0:
		b.buf = append(b.buf, '\n')
	case b.begun && b.leftOut:
		b.cuts = append(b.cuts, len(b.buf))
	}
	b.begun, b.leftOut = true, false
	p := piece{start: len(b.buf), row: row, col: col, cells: cells, plain: true}
	buf := b.buf
	for i := range cells {
		c := &cells[i]
		switch g := c.Glyph; {
		case g == 0:
			if c.Attr.Has(emulator.WideTail) {
				p.plain = false
				continue
			}
			buf = append(buf, ' ')
		case g < utf8.RuneSelf:
			buf = append(buf, byte(g))
		default:
			p.plain = false
			if _, ok := g.Cluster(); ok {
				buf = append(buf, b.table.Text(g)...)
			} else {
				buf = utf8.AppendRune(buf, rune(g))
			}
		}
	}
	b.buf, p.end = buf, len(buf)
	b.pieces = append(b.pieces, p)
}

// endLine ends a line. One that is empty only because its cells were left out
// is no line at all.
func (b *pager) endLine(row, col int) {
	if !b.begun && !b.holes {
		if b.lines > 0 {
			b.buf = append(b.buf, '\n')
		}
		b.pieces = append(b.pieces, piece{start: len(b.buf), end: len(b.buf), row: row, col: col, plain: true})
		b.begun = true
	}
	if b.begun {
		b.lines++
	}
	b.begun, b.leftOut, b.holes = false, false, false
}
