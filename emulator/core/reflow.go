package core

import "scenario/emulator"

// flowRow is a row while the primary screen is reflowed.
type flowRow struct {
	cells []cell
	more  bool // its text goes on in the next row
	short bool
}

// reflow gives the primary page and the history another size. The first place
// is the cursor, which stays visible.
func (t *terminal) reflow(cols, rows int, places ...*place) {
	p, h := t.primary, &t.history
	in := t.flowRows()
	kept := len(in) - len(p.order)
	base := h.scrolled - kept // rows dropped for good
	last := len(in) - 1       // the last row with text, or with the cursor
	for last > kept+places[0].row && len(in[last].cells) == 0 && !in[last-1].more {
		last--
	}
	below := len(in) - 1 - last // blank rows under it
	in = in[:last+1]
	var first place // of the screen
	places = append(places, &first)

	var out []flowRow
	for i := 0; i < len(in); {
		n := 1
		for in[i+n-1].more && i+n < len(in) {
			n++
		}
		start := len(out)
		out = wrapRows(out, in[i:i+n], cols, cols == p.cols)
		for _, pl := range places {
			if r := kept + pl.row - i; !pl.done && r >= 0 && r < n {
				pl.follow(in[i:i+n], r, out, start, cols)
			}
		}
		i += n
	}
	below = min(below, max(0, rows-(len(out)-first.row))) // they make place first
	top := min(max(len(out)+below-rows, 0), places[0].row)

	*h = history{limit: h.limit, scrolled: base, mask: h.mask}
	for _, r := range out[:top] {
		h.push(r.cells, r.more)
	}
	page := newPage(cols, rows)
	page.saved = p.saved
	for r := range min(rows, len(out)-top) {
		src, l := out[top+r], page.line(r)
		l.cells = append(l.cells, src.cells...)
		l.wrapped, l.short = src.more && r+1 < rows, src.short
	}
	for _, pl := range places {
		pl.row = min(max(pl.row-top, 0), rows-1)
		pl.col = min(pl.col, cols-1) // also of one below the last row with text
	}
	*p = *page
}

// flowRows returns the rows of the history and of the primary page. A row that
// is wrapped has all its columns, others end with their text.
func (t *terminal) flowRows() []flowRow {
	p, lines := t.primary, t.Scrollback()
	rows := make([]flowRow, 0, len(lines)+len(p.order))
	for _, l := range lines {
		rows = append(rows, flowRow{l.Cells, l.Wrapped, l.Wrapped && len(l.Cells) < p.cols})
	}
	for r := range p.order {
		l := p.line(r)
		n, short := l.width(), false
		if l.wrapped {
			l.grow(p.cols)
			n = p.cols
			if short = l.isShort(n); short {
				n--
			}
		}
		rows = append(rows, flowRow{l.cells[:n], l.wrapped, short})
	}
	return rows
}

// wrapRows appends the rows of one line, wrapped to cols.
func wrapRows(out, line []flowRow, cols int, same bool) []flowRow {
	if same || len(line) == 1 && len(line[0].cells) <= cols {
		out = append(out, line...)
		out[len(out)-1].more = false
		return out
	}
	n := 0
	for _, r := range line {
		n += len(r.cells)
	}
	all := make([]cell, 0, n)
	for _, r := range line {
		all = append(all, r.cells...)
	}
	for {
		n := min(cols, len(all))
		if n < len(all) && all[n].Attr&emulator.WideTail != 0 {
			if n--; n == 0 { // it fits in no row
				all = all[2:]
				continue
			}
		}
		more := n < len(all)
		out = append(out, flowRow{all[:n], more, more && n < cols})
		if all = all[n:]; !more {
			return out
		}
	}
}

// follow finds the place in the rows out[start:], which were those of line; it
// was in row r of them.
func (pl *place) follow(line []flowRow, r int, out []flowRow, start, cols int) {
	off := pl.col
	if pl.pending {
		off++
	}
	for _, row := range line[:r] {
		off += len(row.cells)
	}
	row := start
	for row < len(out)-1 && off >= len(out[row].cells) {
		off -= len(out[row].cells)
		row++
	}
	n := len(out[row].cells)
	*pl = place{row: row, col: min(off, cols-1), pending: off == cols && n == cols, done: true}
}
