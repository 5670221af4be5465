package core

import "scenario/emulator"

// eraseDisplay is ED and, when selective, DECSED. ED moves no rows to the
// history.
func (t *terminal) eraseDisplay(how int, selective bool) {
	if how == 0 && t.row == 0 && t.col == 0 || how == 1 && t.row == t.rows-1 && t.col == t.cols-1 {
		how = 2
	}
	switch how {
	case 0:
		t.eraseLine(0, selective)
		t.eraseAll(t.row+1, t.rows, selective)
	case 1:
		t.eraseAll(0, t.row, selective)
		t.eraseLine(1, selective)
	case 2:
		if t.spares(selective) && !t.anyProtected() {
			t.modes.protection = protectNone // as in xterm
		}
		t.eraseAll(0, t.rows, selective)
	case 3:
		if !selective {
			t.history.clear()
		}
		return
	}
	t.pending = false
}

func (t *terminal) eraseAll(from, to int, selective bool) {
	for r := from; r < to; r++ {
		t.eraseCells(r, 0, t.cols, selective)
	}
}

func (t *terminal) eraseCells(row, from, to int, selective bool) {
	if from == 0 {
		t.page.unwrap(row - 1)
	}
	if t.spares(selective) {
		t.page.line(row).eraseOpen(from, to, t.pen.Bg)
	} else {
		t.page.line(row).erase(from, to, t.pen.Bg)
	}
}

// spares reports whether an erasure spares protected characters.
func (t *terminal) spares(selective bool) bool {
	p := t.modes.protection
	return p == protectISO || p == protectDEC && selective
}

// anyProtected reports whether a protected character stands on the screen.
func (t *terminal) anyProtected() bool {
	for r := range t.rows {
		for _, c := range t.page.line(r).cells {
			if c.Attr&protected != 0 {
				return true
			}
		}
	}
	return false
}

// eraseLine is EL and DECSEL.
func (t *terminal) eraseLine(how int, selective bool) {
	from, to := 0, t.cols
	switch how {
	case 0:
		from = t.col
	case 1:
		to = t.col + 1
	case 2:
	default:
		return
	}
	t.pending = false
	t.eraseCells(t.row, from, to, selective)
}

func (t *terminal) eraseChars(n int) {
	t.pending = false
	t.eraseCells(t.row, t.col, min(t.col+n, t.cols), false)
}

func (t *terminal) insertChars(n int) {
	t.pending = false
	if t.inColumns() {
		t.page.line(t.row).insert(t.col, t.right, n, t.pen.Bg)
	}
}

func (t *terminal) deleteChars(n int) {
	t.pending = false
	if t.inColumns() {
		t.page.line(t.row).delete(t.col, t.right, n, t.pen.Bg)
	}
}

// alignmentTest is DECALN; as in xterm it ends the attributes of the pen too.
func (t *terminal) alignmentTest() {
	t.resetMargins()
	t.origin = false
	t.pen.Attr &= protected
	for r := range t.rows {
		t.page.fillRow(r, emulator.Cell{Glyph: 'E'})
	}
	t.moveTo(0, 0)
}
