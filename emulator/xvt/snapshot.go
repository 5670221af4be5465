package xvt

import (
	"maps"

	"scenario/emulator"
)

// shot is the screen of the last Snapshot, by which the next finds the rows
// that changed.
type shot struct {
	page  *page
	cols  int
	from  []int // the row of x/vt that each row was packed from
	cells []emulator.Cell
	gen   []uint64
	next  uint64
	row   []emulator.Cell // scratch
}

// Snapshot implements emulator.Terminal.
func (t *terminal) Snapshot(dst *emulator.Screen) {
	t.update()
	s := &t.shot
	n := t.cols * t.rows
	same := dst.Table == t.table && dst.Cols == t.cols && dst.Rows == t.rows && len(dst.Cells) == n && len(dst.Gen) == t.rows
	if !same {
		dst.Cells = append(dst.Cells[:0], s.cells...)
		dst.Gen = append(dst.Gen[:0], s.gen...)
	}
	dst.Cols, dst.Rows, dst.Table = t.cols, t.rows, t.table
	dst.Wrapped = dst.Wrapped[:0]
	for r, y := range t.page.rows {
		if same && dst.Gen[r] != s.gen[r] {
			copy(dst.Row(r), s.cells[r*t.cols:(r+1)*t.cols])
			dst.Gen[r] = s.gen[r]
		}
		dst.Wrapped = append(dst.Wrapped, t.page.wrapped[y])
	}
	dst.Cursor = emulator.Cursor{Row: t.row, Col: t.col, Visible: t.visible, Shape: t.shape, Blink: t.blink}
	dst.Title, dst.Icon = t.title, t.icon
	dst.Modes = t.keyModes()
	dst.Palette = t.colors.snapshot()
	dst.Bells, dst.Scrolled = t.bells, t.history.scrolled
}

// update packs the rows that changed since the last Snapshot.
func (t *terminal) update() {
	defer func() {
		if r := recover(); r != nil && t.fault == nil {
			t.fault = &emulator.Fault{Reason: "snapshot", Tail: t.tail}
		}
	}()
	t.page.flush()
	s := &t.shot
	all := s.page != t.page || s.cols != t.cols || len(s.gen) != t.rows
	if s.cols != t.cols || len(s.gen) != t.rows {
		s.cells = make([]emulator.Cell, t.cols*t.rows)
		s.gen = make([]uint64, t.rows)
		s.from = make([]int, t.rows)
		s.cols = t.cols
	}
	s.page = t.page
	for r, y := range t.page.rows {
		if !all && !t.page.dirty[y] && s.from[r] == y {
			continue
		}
		s.from[r] = y
		s.row = t.page.pack(r, s.row[:0])
		old := s.cells[r*t.cols : (r+1)*t.cols]
		if s.gen[r] == 0 || !equalCells(old, s.row) {
			copy(old, s.row)
			s.next++
			s.gen[r] = s.next
		}
	}
	clear(t.page.dirty)
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
