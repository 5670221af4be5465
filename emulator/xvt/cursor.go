package xvt

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
	ulColor  emulator.Color
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
	ulColor  emulator.Color
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
	t.row, t.col = min(s.row, t.rows-1), min(s.col, t.cols-1)
	t.pending = s.pending && s.col == t.col
	t.pen, t.ulColor, t.link, t.origin, t.Charsets = s.pen, s.ulColor, s.link, s.origin, s.charsets
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

// up, down, right and left stop at a margin that they start within.
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
	if t.col < t.margins.right {
		limit = t.margins.right
	}
	t.moveTo(t.row, min(t.col+n, limit-1))
}

// backward is CUB and BS. With reverse wraparound (45) it goes on at the end of
// the row above.
func (t *terminal) backward(n int) {
	reverse := t.modes.reverseWrap && t.modes.autowrap
	if reverse && t.pending {
		n--
		t.pending = false
	}
	n = min(n, t.rows*t.cols)
	for {
		limit := 0
		if t.col >= t.left {
			limit = t.left
		}
		step := min(n, t.col-limit)
		t.moveTo(t.row, t.col-step)
		if n -= step; n <= 0 || !reverse {
			return
		}
		row := t.row - 1
		if row < t.top {
			row = t.bottom - 1
		}
		t.moveTo(row, t.margins.right-1)
		n--
	}
}

func (t *terminal) carriageReturn() {
	col := 0
	if t.origin || t.col >= t.left {
		col = t.left
	}
	t.moveTo(t.row, col)
}

func (t *terminal) inColumns() bool { return t.col >= t.left && t.col < t.margins.right }

// index moves down, scrolling at the bottom margin.
func (t *terminal) index() {
	t.pending = false
	switch {
	case t.row == t.bottom-1:
		if t.inColumns() {
			t.scrollUp(1)
		}
	case t.row < t.rows-1:
		t.row++
	}
}

func (t *terminal) reverseIndex() {
	t.pending = false
	switch {
	case t.row == t.top:
		if t.inColumns() {
			t.scrollDown(1)
		}
	case t.row > 0:
		t.row--
	}
}

// scrollUp scrolls the region up. Rows that leave the top of the primary
// screen go to the scrollback.
func (t *terminal) scrollUp(n int) {
	n = min(n, t.bottom-t.top)
	if t.page == t.primary && t.top == 0 && t.left == 0 && t.margins.right == t.cols {
		t.keep(n)
	}
	t.page.scrollUp(t.top, t.bottom, t.left, t.margins.right, n, t.pen.Bg)
}

func (t *terminal) scrollDown(n int) {
	t.page.scrollDown(t.top, t.bottom, t.left, t.margins.right, n, t.pen.Bg)
}

func (t *terminal) lineFeed() {
	t.index()
	if t.modes.newLine {
		t.carriageReturn()
	}
}

// tab moves n tab stops forward, at most to the last column or right margin.
func (t *terminal) tab(n int) {
	limit := t.cols - 1
	if t.col < t.margins.right {
		limit = t.margins.right - 1
	}
	for ; n > 0 && t.col < limit; n-- {
		for t.col++; t.col < limit && !t.tabs[t.col]; t.col++ {
		}
	}
}

func (t *terminal) backTab(n int) {
	limit := 0
	if t.origin {
		limit = t.left
	}
	for ; n > 0 && t.col > limit; n-- {
		for t.col--; t.col > limit && !t.tabs[t.col]; t.col-- {
		}
	}
}
