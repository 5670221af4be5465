package core

import "scenario/emulator/internal/vt"

// Resize implements emulator.Terminal. Lines of the primary screen and of the
// history that were wrapped are joined and wrapped again; the cursor stays at
// its character. The text keeps its distance from the bottom: rows come back
// from the history or go there. The alternate screen is cut or extended at the
// bottom and at the right.
func (t *terminal) Resize(cols, rows int) {
	cols, rows = vt.ClampSize(cols), vt.ClampSize(rows)
	t.modes.synchronized = false
	if t.fault != nil || cols == t.cols && rows == t.rows {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			_ = t.broken(r)
		}
	}()
	t.resizePrimary(cols, rows)
	if t.page == t.alternate {
		t.keepCursor(cols, rows)
	}
	if t.alternate != nil {
		t.alternate.resize(cols, rows)
		s := &t.alternate.saved
		s.row, s.col = min(s.row, rows-1), min(s.col, cols-1)
		s.pending = s.pending && s.col == cols-1
	}
	t.cols, t.rows = cols, rows
	t.resetMargins()
	t.resizeTabs()
	t.last.valid = false
	if t.modes.inBandResize {
		t.reportSize()
	}
}

// place is a place on the screen that follows its character over a resize.
type place struct {
	row, col int
	pending  bool
	done     bool
}

func (t *terminal) resizePrimary(cols, rows int) {
	s := &t.primary.saved
	cursor := place{row: t.row, col: t.col, pending: t.pending}
	kept := place{row: s.row, col: s.col, pending: s.pending}
	switch {
	case t.page == t.primary && s.valid:
		t.reflow(cols, rows, &cursor, &kept)
	case t.page == t.primary:
		t.reflow(cols, rows, &cursor)
	case s.valid:
		t.reflow(cols, rows, &kept)
	default:
		where := cursor
		t.reflow(cols, rows, &where)
	}
	if t.page == t.primary {
		t.row, t.col, t.pending = cursor.row, cursor.col, cursor.pending
	}
	s = &t.primary.saved
	s.row, s.col, s.pending = kept.row, kept.col, kept.pending
}

// keepCursor scrolls the alternate screen up when the cursor would fall off its
// bottom.
func (t *terminal) keepCursor(cols, rows int) {
	if over := t.row - (rows - 1); over > 0 {
		t.page.scrollUp(0, t.rows, 0, t.cols, over, 0)
		t.row -= over
	}
	if t.pending && t.col < cols-1 {
		t.col, t.pending = t.col+1, false
	}
	t.col = min(t.col, cols-1)
}
