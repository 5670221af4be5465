package raster

import (
	"image"
	"slices"

	"scenario/emulator"
)

// grid reads a screen as keys.
type grid struct {
	s                *emulator.Screen
	cols, rows       int // of the screen, cut to the picture
	cursorRow        int // -1: none
	cursorL, cursorR int
	cursorBits       emulator.Attr
}

func (r *Renderer) grid(s *emulator.Screen) grid {
	g := grid{s: s, cols: min(s.Cols, r.cols), rows: min(s.Rows, r.rows), cursorRow: -1}
	if l, to := r.cursorSpan(s); l < to {
		g.cursorRow, g.cursorL, g.cursorR = s.Cursor.Row, l, to
		g.cursorBits = cursorAttr(s.Cursor.Shape)
	}
	return g
}

// key returns the key of a cell of the row cells.
func (g *grid) key(cells []emulator.Cell, row, col int) key {
	k := cells[col]
	switch {
	case k.Attr&wide != 0:
		k = wideKey(cells, col)
	case icon(k.Glyph) && spills(cells, col):
		k.Attr |= emulator.WideHead
	case k.Glyph == 0 && col > 0 && icon(cells[col-1].Glyph) && spills(cells, col-1):
		k = cells[col-1]
		k.Attr |= emulator.WideTail
	}
	if row == g.cursorRow && col >= g.cursorL && col < g.cursorR {
		k.Attr |= g.cursorBits
	}
	return k
}

// icon reports whether a glyph is a private one of those that fonts use for
// icons: all but the plain shapes of Powerline, which are made for one cell.
func icon(g emulator.Glyph) bool {
	return g-0xE000 < 0x1900 && g-0xE0A0 >= 0x20 && g-0xE0D6 >= 2 || g-0xF0000 < 0xFFFE
}

// spills reports whether the icon at col is drawn over the next cell too, as in
// terminals: when that is blank and looks the same.
func spills(cells []emulator.Cell, col int) bool {
	if col+1 >= len(cells) || cells[col].Attr&wide != 0 {
		return false
	}
	a, b := &cells[col], &cells[col+1]
	return b.Glyph == 0 && a.Bg == b.Bg && a.Attr == b.Attr
}

// shown is the keys of the screen seen last, over the whole picture; what the
// screen does not reach is blank.
type shown struct {
	cols, rows int
	keys       []key
	cells      []key             // what they were made of
	cursorRow  int               // with which they were made
	changed    []image.Rectangle // in cells, each a part of one row
}

func newShown(cols, rows int) shown {
	return shown{cols: cols, rows: rows, keys: make([]key, cols*rows), cells: make([]key, cols*rows), cursorRow: -1}
}

// update takes the next screen and notes the runs of cells that changed; with
// whole, that is all of them.
func (s *shown) update(g *grid, whole bool) {
	s.changed = s.changed[:0]
	for row := range s.rows {
		keys, seen := s.row(row), s.cells[row*s.cols:(row+1)*s.cols]
		var cells []emulator.Cell
		if row < g.rows {
			cells = g.s.Row(row)[:g.cols]
		}
		// Most rows stay as they are; the cursor's is made of more than cells.
		if !whole && row != g.cursorRow && row != s.cursorRow && equal(cells, seen) {
			continue
		}
		clear(seen[copy(seen, cells):])
		start := -1
		after := false // an icon
		for col := range keys {
			var k key
			if col < len(cells) {
				k = cells[col]
				is := icon(k.Glyph)
				if k.Attr&wide != 0 || is || after || row == g.cursorRow {
					k = g.key(cells, row, col)
				}
				after = is
			}
			switch {
			case keys[col] != k || whole:
				keys[col] = k
				if start < 0 {
					start = col
				}
			case start >= 0:
				s.changed = append(s.changed, image.Rect(start, row, col, row+1))
				start = -1
			}
		}
		if start >= 0 {
			s.changed = append(s.changed, image.Rect(start, row, s.cols, row+1))
		}
	}
	s.cursorRow = g.cursorRow
}

// equal compares rows as memory.
func equal(a, b []key) bool {
	const part = 16
	if len(a) != len(b) {
		return false
	}
	for ; len(a) >= part; a, b = a[part:], b[part:] {
		if [part]key(a) != [part]key(b) {
			return false
		}
	}
	return slices.Equal(a, b)
}

// never is the key of no cell: there is no such cursor.
var never = key{Attr: cursorMask}

// forget makes the cells of a rectangle count as changed at the next update.
func (s *shown) forget(cells image.Rectangle) {
	cells = cells.Intersect(image.Rect(0, 0, s.cols, s.rows))
	for row := cells.Min.Y; row < cells.Max.Y; row++ {
		at := row * s.cols
		for i := at + cells.Min.X; i < at+cells.Max.X; i++ {
			s.keys[i], s.cells[i] = never, never
		}
	}
}

func (s *shown) row(row int) []key { return s.keys[row*s.cols : (row+1)*s.cols] }

// run returns the keys of a run.
func (s *shown) run(r image.Rectangle) []key { return s.row(r.Min.Y)[r.Min.X:r.Max.X] }
