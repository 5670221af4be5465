package xvt

import "scenario/emulator/internal/vt"

// eraseRows blanks whole rows with the background of the pen.
func (t *terminal) eraseRows(from, to int) {
	for r := from; r < to; r++ {
		t.page.erase(r, 0, t.cols, t.pen.Bg)
	}
}

// eraseDisplay is ED. It does not move rows to the scrollback, as xterm does
// not.
func (t *terminal) eraseDisplay(how int) {
	t.pending = false
	switch how {
	case 0:
		t.eraseLine(0)
		t.eraseRows(t.row+1, t.rows)
	case 1:
		t.eraseRows(0, t.row)
		t.eraseLine(1)
	case 2:
		t.eraseRows(0, t.rows)
	case 3:
		t.history.clear()
	}
}

// eraseLine is EL.
func (t *terminal) eraseLine(how int) {
	t.pending = false
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
	t.page.erase(t.row, from, to, t.pen.Bg)
}

// selectiveErase is DECSED and DECSEL.
func (t *terminal) selectiveErase(s *vt.Sequence) {
	how := s.Num(0, 0)
	if how > 2 {
		return
	}
	t.page.spare = true
	if s.Final == 'J' {
		t.eraseDisplay(how)
	} else {
		t.eraseLine(how)
	}
	t.page.spare = false
}

func (t *terminal) eraseChars(n int) {
	t.pending = false
	t.page.erase(t.row, t.col, min(t.col+n, t.cols), t.pen.Bg)
}

func (t *terminal) insertChars(n int) {
	t.pending = false
	if t.inColumns() {
		t.page.insert(t.row, t.col, t.margins.right, n, t.pen.Bg)
	}
}

func (t *terminal) deleteChars(n int) {
	t.pending = false
	if t.inColumns() {
		t.page.delete(t.row, t.col, t.margins.right, n, t.pen.Bg)
	}
}

func (t *terminal) inRegion() bool {
	return t.row >= t.top && t.row < t.bottom && t.inColumns()
}

func (t *terminal) insertLines(n int) {
	t.pending = false
	if t.inRegion() {
		t.page.scrollDown(t.row, t.bottom, t.left, t.margins.right, n, t.pen.Bg)
		t.col = t.left
	}
}

// deleteLines is DL; the lines are gone, also those at the top.
func (t *terminal) deleteLines(n int) {
	t.pending = false
	if t.inRegion() {
		t.page.scrollUp(t.row, t.bottom, t.left, t.margins.right, n, t.pen.Bg)
		t.col = t.left
	}
}

// alignmentTest is DECALN.
func (t *terminal) alignmentTest() {
	t.resetMargins()
	t.origin = false
	line := make([]byte, t.cols)
	for i := range line {
		line[i] = 'E'
	}
	for r := range t.rows {
		t.page.print(r, 0, line, t.cols, vt.Pen{})
	}
	t.moveTo(0, 0)
}
