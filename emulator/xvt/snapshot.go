package xvt

import (
	"maps"
	"slices"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// shot is the screen as Snapshot gives it: brought up to date by refresh, and
// left alone while a synchronized update is open.
type shot struct {
	screen emulator.Screen
	page   *page
	from   []int  // the row of x/vt that each row was packed from
	next   uint64 // generation
	row    []emulator.Cell
}

// Snapshot implements emulator.Terminal.
func (t *terminal) Snapshot(dst *emulator.Screen) {
	if !t.modes.synchronized {
		t.refresh()
	}
	vt.Copy(dst, &t.shot.screen)
	dst.Modes = t.keyModes() // what keys send is never frozen
}

// synchronize opens or closes a synchronized update.
func (t *terminal) synchronize(on bool) {
	if on && !t.modes.synchronized {
		t.refresh()
	}
	t.modes.synchronized = on
}

// refresh packs the rows that changed since the last time. After a fault it may
// stop half way; what it has then is shown.
func (t *terminal) refresh() {
	defer func() {
		if r := recover(); r != nil && t.fault == nil {
			t.broken(r)
		}
	}()
	h, p := &t.shot, t.page
	s := &h.screen
	all := h.page != p
	if s.Cols != t.cols || s.Rows != t.rows {
		all = true
		s.Cols, s.Rows, s.Table = t.cols, t.rows, t.table
		s.Cells = make([]emulator.Cell, t.cols*t.rows)
		s.Gen = make([]uint64, t.rows)
		s.Wrapped = make([]bool, t.rows)
		h.from = make([]int, t.rows)
	}
	p.flush()
	h.page = p
	for r, y := range p.rows {
		s.Wrapped[r] = p.wrapped[y]
		if !all && !p.dirty[y] && h.from[r] == y {
			continue
		}
		h.from[r] = y
		h.row = p.pack(r, h.row[:0])
		if row := s.Row(r); s.Gen[r] == 0 || !slices.Equal(row, h.row) {
			copy(row, h.row)
			h.next++
			s.Gen[r] = h.next
		}
	}
	clear(p.dirty)
	s.Cursor = emulator.Cursor{
		Row: min(t.row, s.Rows-1), Col: min(t.col, s.Cols-1),
		Visible: t.visible, Shape: t.shape, Blink: t.blink,
	}
	s.Title, s.Icon = t.titles.Title, t.titles.Icon
	s.Palette = t.colors.snapshot()
	s.Palette.Reverse = t.modes.reverseVideo
	s.Bells, s.Scrolled = t.bells, t.history.scrolled
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
