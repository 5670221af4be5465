package xvt

import (
	"fmt"
	"maps"

	"scenario/emulator"
)

// shot is the screen of the last Snapshot, by which the next finds the rows
// that changed.
type shot struct {
	page       *page
	cols, rows int
	from       []int // the row of x/vt that each row was packed from
	cells      []emulator.Cell
	gen        []uint64
	wrapped    []bool
	next       uint64
	row        []emulator.Cell // scratch
}

// Snapshot implements emulator.Terminal.
func (t *terminal) Snapshot(dst *emulator.Screen) {
	t.update()
	s := &t.shot
	same := dst.Table == t.table && dst.Cols == s.cols && dst.Rows == s.rows &&
		len(dst.Cells) == len(s.cells) && len(dst.Gen) == s.rows
	if !same {
		dst.Cells = append(dst.Cells[:0], s.cells...)
		dst.Gen = append(dst.Gen[:0], s.gen...)
	}
	dst.Cols, dst.Rows, dst.Table = s.cols, s.rows, t.table
	for r, gen := range s.gen {
		if dst.Gen[r] != gen {
			copy(dst.Row(r), s.cells[r*s.cols:(r+1)*s.cols])
			dst.Gen[r] = gen
		}
	}
	dst.Wrapped = append(dst.Wrapped[:0], s.wrapped...)
	dst.Cursor = emulator.Cursor{
		Row: min(t.row, s.rows-1), Col: min(t.col, s.cols-1),
		Visible: t.visible, Shape: t.shape, Blink: t.blink,
	}
	dst.Title, dst.Icon = t.title, t.icon
	dst.Modes = t.keyModes()
	dst.Palette = t.colors.snapshot()
	dst.Bells, dst.Scrolled = t.bells, t.history.scrolled
}

// update packs the rows that changed since the last Snapshot. After a fault it
// may stop half way; what it has then is shown.
func (t *terminal) update() {
	defer func() {
		if r := recover(); r != nil && t.fault == nil {
			t.fault = &emulator.Fault{Reason: fmt.Sprint(r), Tail: t.tail}
		}
	}()
	s, p := &t.shot, t.page
	resized := s.cols != t.cols || s.rows != t.rows
	if resized {
		s.cols, s.rows = t.cols, t.rows
		s.cells = make([]emulator.Cell, t.cols*t.rows)
		s.gen = make([]uint64, t.rows)
		s.from = make([]int, t.rows)
		s.wrapped = make([]bool, t.rows)
	}
	p.flush()
	all := resized || s.page != p
	s.page = p
	for r, y := range p.rows {
		s.wrapped[r] = p.wrapped[y]
		if !all && !p.dirty[y] && s.from[r] == y {
			continue
		}
		s.from[r] = y
		s.row = p.pack(r, s.row[:0])
		old := s.cells[r*s.cols : (r+1)*s.cols]
		if s.gen[r] == 0 || !equalCells(old, s.row) {
			copy(old, s.row)
			s.next++
			s.gen[r] = s.next
		}
	}
	clear(p.dirty)
}

func equalCells(a, b []emulator.Cell) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// palette is what the program changed of the colours.
type palette struct {
	p      emulator.Palette
	shared bool // p.Indexed is in a Screen and must not be changed
}

func (c *palette) snapshot() emulator.Palette {
	c.shared = true
	return c.p
}

// set changes entry i; DefaultColor gives it back to the theme.
func (c *palette) set(i uint8, v emulator.Color) {
	if c.shared {
		c.p.Indexed, c.shared = maps.Clone(c.p.Indexed), false
	}
	if v == emulator.DefaultColor {
		delete(c.p.Indexed, i)
		return
	}
	if c.p.Indexed == nil {
		c.p.Indexed = map[uint8]emulator.Color{}
	}
	c.p.Indexed[i] = v
}
