package core

import "scenario/emulator"

// history are the rows that have left the top of the primary screen, without
// their trailing blanks, packed in chunks. A chunk whose lines are all dropped
// is used again, unless lines of it have been given out, which stay valid for
// good.
//
// A wrapped line is kept with all its columns (one less when it is short), so
// that a resize can join it to the next.
type history struct {
	limit    int
	scrolled int // how many rows there were in all
	lines    []emulator.Line
	from     int // the first that is not dropped
	chunks   []chunk
	free     [][]cell
	given    int  // rows up to this number have been given out
	shared   bool // lines has been given out
	mask     bool // cells may be protected
}

// chunk is a piece of memory for cells: of the lines from number first to last,
// as scrolled counts them.
type chunk struct {
	cells       []cell
	first, last int
}

const (
	chunkCells = 4096 // at least emulator.MaxSize
	maxFree    = 4
)

// add copies a row.
func (h *history) add(l *line) {
	n := l.width()
	if l.wrapped {
		l.grow(cap(l.cells))
		n = len(l.cells)
		if l.isShort(n) {
			n--
		}
	}
	h.push(l.cells[:n], l.wrapped)
}

func (h *history) push(src []cell, wrapped bool) {
	if h.limit == 0 {
		h.scrolled++
		return
	}
	if len(h.lines)-h.from >= h.limit {
		h.drop()
	}
	if len(h.lines) == cap(h.lines) {
		h.makeRoom()
	}
	dst := h.alloc(len(src))
	copy(dst, src)
	if h.mask {
		unprotect(dst)
	}
	h.lines = append(h.lines, emulator.Line{Cells: dst, Wrapped: wrapped})
	h.scrolled++
	if n := len(h.chunks); n > 0 {
		h.chunks[n-1].last = h.scrolled
	}
}

func (h *history) drop() {
	h.from++
	gone := h.scrolled - (len(h.lines) - h.from)
	for len(h.chunks) > 1 && h.chunks[0].last <= gone {
		if c := h.chunks[0]; c.first > h.given && len(h.free) < maxFree {
			h.free = append(h.free, c.cells[:0])
		}
		copy(h.chunks, h.chunks[1:])
		h.chunks[len(h.chunks)-1] = chunk{}
		h.chunks = h.chunks[:len(h.chunks)-1]
	}
}

// makeRoom makes place for another line: what is dropped goes away.
func (h *history) makeRoom() {
	kept := h.lines[h.from:]
	if h.from >= h.limit && !h.shared {
		n := copy(h.lines, kept)
		clear(h.lines[n:])
		h.lines = h.lines[:n]
	} else {
		h.lines = append(make([]emulator.Line, 0, min(2*h.limit, 2*len(kept)+64)), kept...)
		h.shared = false
	}
	h.from = 0
}

func (h *history) alloc(n int) []cell {
	last := len(h.chunks) - 1
	if n == 0 {
		return nil
	}
	if last < 0 || len(h.chunks[last].cells)+n > cap(h.chunks[last].cells) {
		h.chunks = append(h.chunks, chunk{cells: h.newChunk(), first: h.scrolled + 1})
		last++
	}
	c := &h.chunks[last]
	from := len(c.cells)
	c.cells = c.cells[:from+n]
	return c.cells[from : from+n : from+n]
}

func (h *history) newChunk() []cell {
	if n := len(h.free); n > 0 {
		c := h.free[n-1]
		h.free = h.free[:n-1]
		return c
	}
	return make([]cell, 0, chunkCells)
}

// cutLast notes that another row follows now on the last line.
func (h *history) cutLast() {
	n := len(h.lines)
	if n == h.from || !h.lines[n-1].Wrapped {
		return
	}
	if h.shared {
		h.lines = append(make([]emulator.Line, 0, cap(h.lines)), h.lines[h.from:]...)
		h.from, h.shared = 0, false
		n = len(h.lines)
	}
	h.lines[n-1].Wrapped = false
}

// all returns the lines that are kept.
func (h *history) all() []emulator.Line {
	h.shared, h.given = true, h.scrolled
	return h.lines[h.from:len(h.lines):len(h.lines)]
}

// unprotect makes cells as they are in a Screen.
func unprotect(cells []cell) {
	for i := range cells {
		cells[i].Attr &^= protected
	}
}

func (h *history) clear() {
	h.lines, h.from, h.chunks, h.free, h.shared = nil, 0, nil, nil, false
}
