package xvt

import "scenario/emulator"

// history are the rows that have left the top of the primary screen.
type history struct {
	lines    []emulator.Line
	scrolled int // how many there were in all
}

// add appends a line. Slices that last has given out keep their lines: what
// lies behind them is written only once, and moved to new memory to drop the
// old.
func (h *history) add(l emulator.Line, limit int) {
	if h.scrolled++; limit == 0 {
		return
	}
	if len(h.lines) >= 2*limit {
		h.lines = append(make([]emulator.Line, 0, 2*limit), h.last(limit-1)...)
	}
	h.lines = append(h.lines, l)
}

func (h *history) last(n int) []emulator.Line {
	from := max(0, len(h.lines)-n)
	return h.lines[from:len(h.lines):len(h.lines)]
}

func (h *history) clear() { h.lines = nil }

// keep saves the first n rows of the primary screen.
func (t *terminal) keep(n int) {
	p := t.primary
	p.flush()
	for r := range min(n, len(p.rows)) {
		t.shot.row = p.pack(r, t.shot.row[:0])
		row := t.shot.row
		line := emulator.Line{Wrapped: p.wrapped[p.rows[r]]}
		// the blanks before a soft wrap are part of the text
		for !line.Wrapped && len(row) > 0 && row[len(row)-1] == (emulator.Cell{}) {
			row = row[:len(row)-1]
		}
		line.Cells = append(line.Cells, row...)
		t.history.add(line, t.opt.Scrollback)
	}
}
