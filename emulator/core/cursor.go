package core

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// cursor is where the next character goes and how it looks; its place is
// shared by both pages.
type cursor struct {
	row, col int
	pending  bool // a character stands in the last column; the next one wraps
	pen      vt.Pen
	ulColor  color
	link     emulator.Link
	visible  bool
	shape    emulator.CursorShape
	blink    bool
	origin   bool // DECOM
}

// margins bound scrolling (DECSTBM, DECSLRM); bottom and right are exclusive.
type margins struct{ top, bottom, left, right int }

// saved is what DECSC saves.
type saved struct {
	valid    bool
	row, col int
	pending  bool
	pen      vt.Pen
	ulColor  color
	link     emulator.Link
	origin   bool
	charsets vt.Charsets
}

func (t *terminal) saveCursor() {
	t.page.saved = saved{true, t.row, t.col, t.pending, t.pen, t.ulColor, t.link, t.origin, t.Charsets}
}

// restoreCursor is DECRC; without DECSC before it, everything is as at first.
func (t *terminal) restoreCursor() {
	s := t.page.saved
	t.pen, t.ulColor, t.link, t.origin, t.Charsets = s.pen, s.ulColor, s.link, s.origin, s.charsets
	row, col := s.row, s.col
	if t.origin { // within the margins of now
		row = min(max(row, t.top), t.bottom-1)
		col = min(max(col, t.left), t.right-1)
	}
	t.moveTo(row, col)
	t.pending = s.pending && s.col == t.col
}

func (t *terminal) resetMargins() { t.margins = margins{0, t.rows, 0, t.cols} }

// moveTo puts the cursor at an absolute place, clamped to the screen.
func (t *terminal) moveTo(row, col int) {
	t.row = min(max(row, 0), t.rows-1)
	t.col = min(max(col, 0), t.cols-1)
	t.pending = false
}

// position is CUP: from the margins on in origin mode. Both count from 0.
func (t *terminal) position(row, col int) {
	if t.origin {
		row = min(row+t.top, t.bottom-1)
		col = min(col+t.left, t.right-1)
	}
	t.moveTo(row, col)
}

func (t *terminal) setRow(row int) {
	col := t.col
	t.position(row, 0)
	t.col = col
}

func (t *terminal) setCol(col int) {
	row := t.row
	t.position(0, col)
	t.row = row
}

// up, down, forward and backward stop at a margin that they start within.
func (t *terminal) up(n int) {
	limit := 0
	if t.row >= t.top {
		limit = t.top
	}
	t.moveTo(max(t.row-n, limit), t.col)
}

func (t *terminal) down(n int) {
	limit := t.rows
	if t.row < t.bottom {
		limit = t.bottom
	}
	t.moveTo(min(t.row+n, limit-1), t.col)
}

func (t *terminal) forward(n int) {
	limit := t.cols
	if t.col < t.right {
		limit = t.right
	}
	t.moveTo(t.row, min(t.col+n, limit-1))
}

// backward is CUB and BS. With reverse wraparound (45, 1045) it goes on at the
// end of the row above, and from the top margin at the bottom one.
func (t *terminal) backward(n int) {
	left, row, col := t.left, t.row, t.col
	if col < left {
		left = 0
	}
	if !t.modes.autowrap || !t.modes.reverseWrap && !t.modes.reverseWrap2 {
		t.moveTo(row, max(col-n, left))
		return
	}
	n = min(n, t.rows*t.cols)
	if row == t.top && col == t.left {
		n = 1 // as in xterm 379
	}
	if t.pending {
		if n--; n == 0 {
			t.moveTo(row, col)
			return
		}
	}
	col--
	for {
		if col < left {
			if row == t.top || row == 0 {
				row = t.bottom
			}
			row, col = row-1, t.right-1
		}
		step := min(n-1, col-left)
		if step > 0 {
			col, n = col-step, n-step
		}
		if n--; n <= 0 {
			break
		}
		col--
	}
	t.moveTo(row, col)
}

// relative is VPR and HPR, which know no margins but in origin mode.
func (t *terminal) relative(rows, cols int) {
	row, col := t.row+rows, t.col+cols
	if t.origin {
		row, col = min(row, t.bottom-1), min(col, t.right-1)
	}
	t.moveTo(row, col)
}

func (t *terminal) carriageReturn() {
	col := 0
	if t.origin || t.col >= t.left {
		col = t.left
	}
	t.col, t.pending = col, false
}

func (t *terminal) inColumns() bool { return t.col >= t.left && t.col < t.right }

func (t *terminal) inRegion() bool {
	return t.row >= t.top && t.row < t.bottom && t.inColumns()
}
