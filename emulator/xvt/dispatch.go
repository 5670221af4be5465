package xvt

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// Control executes a C0 control.
func (t *terminal) Control(c byte) {
	switch c {
	case 0x07:
		t.bells++
		return
	case 0x7f:
		t.last.repeats = false
		if t.PrintsDEL() {
			t.mapped(c)
		}
		return
	}
	t.last.valid = false
	switch c {
	case '\b':
		t.backward(1)
	case '\t':
		t.tab(1)
	case '\n', '\v', '\f':
		t.lineFeed()
	case '\r':
		t.carriageReturn()
	case 0x0e: // SO
		t.GL = 1
	case 0x0f: // SI
		t.GL = 0
	}
}

// Esc executes ESC intermediate final.
func (t *terminal) Esc(s *vt.Sequence) {
	t.last.valid = false
	if s.NInter > 0 {
		t.escInter(s)
		return
	}
	switch s.Final {
	case '7':
		t.saveCursor()
	case '8':
		t.restoreCursor()
	case '=':
		t.modes.appKeypad = true
	case '>':
		t.modes.appKeypad = false
	case 'D':
		t.index()
	case 'E':
		t.index()
		t.carriageReturn()
	case 'H':
		t.tabs[t.col] = true
	case 'M':
		t.reverseIndex()
	case 'N', 'O':
		t.Single = 2 + s.Final - 'N'
	case 'n', 'o':
		t.GL = 2 + s.Final - 'n'
	case 'Z':
		t.deviceAttributes()
	case 'c':
		t.fullReset()
	case '6':
		t.backIndex()
	case '9':
		t.forwardIndex()
	}
}

func (t *terminal) escInter(s *vt.Sequence) {
	if !t.Designate(s) && s.NInter == 1 && s.Inter[0] == '#' && s.Final == '8' {
		t.alignmentTest()
	}
}

// backIndex (DECBI) and forwardIndex (DECFI) move a column, scrolling sideways
// at the margin.
func (t *terminal) backIndex() {
	t.pending = false
	if t.col != t.left {
		t.col = max(t.col-1, 0)
	} else if t.row >= t.top && t.row < t.bottom {
		t.shiftColumns(t.left, 1)
	}
}

func (t *terminal) forwardIndex() {
	t.pending = false
	if t.col != t.margins.right-1 {
		t.col = min(t.col+1, t.cols-1)
	} else if t.row >= t.top && t.row < t.bottom {
		t.shiftColumns(t.left, -1)
	}
}

// shiftColumns inserts (n > 0) or deletes columns at col in all rows of the
// region.
func (t *terminal) shiftColumns(col, n int) {
	for r := t.top; r < t.bottom; r++ {
		if n > 0 {
			t.page.insert(r, col, t.margins.right, n, t.pen.Bg)
		} else {
			t.page.delete(r, col, t.margins.right, -n, t.pen.Bg)
		}
	}
}

// CSI executes a control sequence.
func (t *terminal) CSI(s *vt.Sequence) {
	k := s.Key()
	if k == 'm' {
		t.last.repeats = false
		t.sgr(s)
		return
	}
	if k == 'b' {
		t.repeat(s.Count(0))
		return
	}
	t.last.valid = false
	if s.Marker != 0 || s.NInter > 0 {
		t.csiPrivate(s, k)
		return
	}
	switch s.Final {
	case '@':
		t.insertChars(s.Count(0))
	case 'A':
		t.up(s.Count(0))
	case 'B', 'e':
		t.down(s.Count(0))
	case 'C', 'a':
		t.forward(s.Count(0))
	case 'D':
		t.backward(s.Count(0))
	case 'E':
		t.down(s.Count(0))
		t.carriageReturn()
	case 'F':
		t.up(s.Count(0))
		t.carriageReturn()
	case 'G', '`':
		t.setCol(s.Count(0) - 1)
	case 'H', 'f':
		t.position(s.Count(0)-1, s.Count(1)-1)
	case 'I':
		t.tab(s.Count(0))
	case 'J':
		t.eraseDisplay(s.Num(0, 0))
	case 'K':
		t.eraseLine(s.Num(0, 0))
	case 'L':
		t.insertLines(s.Count(0))
	case 'M':
		t.deleteLines(s.Count(0))
	case 'P':
		t.deleteChars(s.Count(0))
	case 'S':
		t.scrollUp(s.Count(0))
	case 'T', '^':
		if s.N <= 1 { // five are xterm's highlight tracking
			t.scrollDown(s.Count(0))
		}
	case 'X':
		t.eraseChars(s.Count(0))
	case 'Z':
		t.backTab(s.Count(0))
	case 'd':
		t.setRow(s.Count(0) - 1)
	case 'g':
		t.clearTabs(s.Num(0, 0))
	case 'h', 'l':
		t.ansiModes(s, s.Final == 'h')
	case 'r':
		t.setTopBottom(s.Num(0, 1), s.Num(1, t.rows))
	case 's':
		if t.modes.leftRight {
			t.setLeftRight(s.Num(0, 1), s.Num(1, t.cols))
		} else {
			t.saveCursor()
		}
	case 'u':
		t.restoreCursor()
	case 'c', 'n', 't', 'x':
		t.report(s, k)
	}
}

func (t *terminal) csiPrivate(s *vt.Sequence, k uint32) {
	switch k {
	case vt.Question | 'h', vt.Question | 'l':
		t.decModes(s, s.Final == 'h')
	case vt.Question | 's':
		t.saveModes(s)
	case vt.Question | 'r':
		t.restoreModes(s)
	case vt.Question | 'J', vt.Question | 'K':
		t.selectiveErase(s)
	case vt.Quote | 'q': // DECSCA
		switch s.Num(0, 0) {
		case 0, 2:
			t.pen.Attr &^= protected
		case 1:
			t.pen.Attr |= protected
		}
	case vt.Question | 'W':
		if s.Num(0, 0) == 5 {
			t.tabs = nil
			t.resizeTabs()
		}
	case vt.Space | 'q':
		t.cursorStyle(s.Num(0, 0))
	case vt.Space | '@': // SL
		if t.row >= t.top && t.row < t.bottom {
			t.shiftColumns(t.left, -s.Count(0))
		}
	case vt.Space | 'A': // SR
		if t.row >= t.top && t.row < t.bottom {
			t.shiftColumns(t.left, s.Count(0))
		}
	case vt.Tick | '}': // DECIC
		if t.inRegion() {
			t.shiftColumns(t.col, s.Count(0))
		}
	case vt.Tick | '~': // DECDC
		if t.inRegion() {
			t.shiftColumns(t.col, -s.Count(0))
		}
	case vt.Bang | 'p':
		t.softReset()
	case vt.Greater | 'm', vt.Greater | 'n':
		t.modes.modifyOther = vt.ModifyOther(s, t.modes.modifyOther)
	case vt.Greater | 'u', vt.Less | 'u', vt.Equal | 'u':
		t.kittyNow().Apply(s)
	default:
		t.report(s, k)
	}
}

func (t *terminal) clearTabs(how int) {
	switch how {
	case 0:
		t.tabs[t.col] = false
	case 3:
		clear(t.tabs)
	}
}

func (t *terminal) setTopBottom(top, bottom int) {
	if bottom == 0 || bottom > t.rows {
		bottom = t.rows
	}
	if top = max(top, 1); top >= bottom {
		return
	}
	t.top, t.bottom = top-1, bottom
	t.position(0, 0)
}

func (t *terminal) setLeftRight(left, right int) {
	if right == 0 || right > t.cols {
		right = t.cols
	}
	if left = max(left, 1); left >= right {
		return
	}
	t.left, t.margins.right = left-1, right
	t.position(0, 0)
}

// cursorStyle is DECSCUSR. 0 is the first state, a steady block as in xterm.
func (t *terminal) cursorStyle(n int) {
	if n > 6 {
		return
	}
	t.blink = n%2 == 1
	t.shape = emulator.CursorShape(max(n-1, 0) / 2)
}

// softReset is DECSTR.
func (t *terminal) softReset() {
	t.resetMargins()
	t.visible, t.origin, t.pending = true, false, false
	t.pen, t.ulColor, t.link = vt.Pen{}, 0, emulator.Link{}
	t.Charsets = vt.Charsets{}
	m := &t.modes
	m.insert, m.autowrap, m.appCursor, m.appKeypad, m.leftRight = false, true, false, false, false
	m.modifyOther = 0
	t.page.saved = saved{}
}
