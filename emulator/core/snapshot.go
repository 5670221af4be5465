package core

import (
	"fmt"
	"maps"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// shot is the screen as Snapshot gives it: brought up to date by refresh, and
// left alone while a synchronized update is open.
type shot struct {
	screen emulator.Screen
	page   *page
	from   []int32 // the line that each row shows
	next   uint64  // generation
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

// refresh copies what has changed since the last time. After a fault it may
// stop half way; what it has then is shown.
func (t *terminal) refresh() {
	defer func() {
		if r := recover(); r != nil && t.fault == nil {
			t.fault = &emulator.Fault{Reason: fmt.Sprint(r), Tail: t.tail}
		}
	}()
	h, p := &t.shot, t.page
	s := &h.screen
	all := h.page != p
	if s.Cols != t.cols || s.Rows != t.rows {
		all = true
		s.Cols, s.Rows, s.Table = t.cols, t.rows, t.table
		s.Cells = make([]cell, t.cols*t.rows)
		s.Gen = make([]uint64, t.rows)
		s.Wrapped = make([]bool, t.rows)
		h.from = make([]int32, t.rows)
	}
	h.page = p
	for r, n := range p.order {
		l := &p.lines[n]
		s.Wrapped[r] = l.wrapped
		if !all && !l.dirty && h.from[r] == n {
			continue
		}
		h.from[r] = n
		cells := l.cells
		if t.history.mask {
			cells = append(t.rowBuf[:0], cells...)
			unprotect(cells)
			t.rowBuf = cells
		}
		if bring(s.Row(r), cells, cell{Bg: l.bg}) || s.Gen[r] == 0 {
			h.next++
			s.Gen[r] = h.next
		}
	}
	for i := range p.lines {
		p.lines[i].dirty = false
	}
	s.Cursor = emulator.Cursor{Row: t.row, Col: t.col, Visible: t.visible, Shape: t.shape, Blink: t.blink}
	s.Title, s.Icon, s.Clipboard = t.Title, t.Icon, t.clipboard
	s.Palette = t.shownPalette()
	s.Bells, s.Scrolled = t.bells, t.history.scrolled
}

// bring makes row show cells and behind them blanks, and reports whether that
// changed it.
func bring(row, cells []cell, blank cell) bool {
	rest := row[len(cells):]
	if same(row, cells) && all(rest, blank) {
		return false
	}
	copy(row, cells)
	fill(rest, blank)
	return true
}

func same(row, cells []cell) bool {
	row = row[:len(cells)]
	for i := range cells {
		if row[i] != cells[i] {
			return false
		}
	}
	return true
}

func all(cells []cell, c cell) bool {
	for i := range cells {
		if cells[i] != c {
			return false
		}
	}
	return true
}

// shownPalette is the palette, and what reverse video makes of it.
func (t *terminal) shownPalette() emulator.Palette {
	t.shared = true
	p := t.palette
	p.Reverse = t.modes.reverseVideo
	return p
}

// setPalette changes entry i; DefaultColor gives it back to the theme.
func (c *colors) setPalette(i uint8, v color) {
	if c.shared {
		c.palette.Indexed, c.shared = maps.Clone(c.palette.Indexed), false
	}
	if v == emulator.DefaultColor {
		delete(c.palette.Indexed, i)
		return
	}
	if c.palette.Indexed == nil {
		c.palette.Indexed = map[uint8]color{}
	}
	c.palette.Indexed[i] = v
}
