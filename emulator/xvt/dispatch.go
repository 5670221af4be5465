package xvt

import "scenario/emulator"

// control executes a C0 control.
func (t *terminal) control(c byte) {
	if c == 0x07 {
		t.bells++
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
		t.gl = 1
	case 0x0f: // SI
		t.gl = 0
	}
}

// esc executes ESC intermediate final.
func (t *terminal) esc(s *sequence) {
	t.last.valid = false
	if s.ninter > 0 {
		t.escInter(s)
		return
	}
	switch s.final {
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
		t.single = 2 + s.final - 'N'
	case 'n', 'o':
		t.gl = 2 + s.final - 'n'
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

func (t *terminal) escInter(s *sequence) {
	switch c := s.inter[0]; {
	case s.ninter > 1:
	case c >= '(' && c <= '+':
		t.designate(int(c-'('), s.final)
	case c == '#' && s.final == '8':
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
			t.page.insert(r, col, t.margins.right, n, t.pen.bg)
		} else {
			t.page.delete(r, col, t.margins.right, -n, t.pen.bg)
		}
	}
}

// Sequences with a marker or intermediates, as sequence.key packs them.
const (
	markQuestion = '?' << 24
	markGreater  = '>' << 24
	markLess     = '<' << 24
	markEqual    = '=' << 24
	interSpace   = ' ' << 8
	interBang    = '!' << 8
	interQuote   = '"' << 8
	interDollar  = '$' << 8
	interTick    = '\'' << 8
)

// csi executes a control sequence.
func (t *terminal) csi(s *sequence) {
	k := s.key()
	if k == 'm' {
		t.sgr(s.params)
		return
	}
	if k == 'b' {
		t.repeat(s.count(0))
		return
	}
	t.last.valid = false
	if s.marker != 0 || s.ninter > 0 {
		t.csiPrivate(s, k)
		return
	}
	switch s.final {
	case '@':
		t.insertChars(s.count(0))
	case 'A':
		t.up(s.count(0))
	case 'B', 'e':
		t.down(s.count(0))
	case 'C', 'a':
		t.forward(s.count(0))
	case 'D':
		t.backward(s.count(0))
	case 'E':
		t.down(s.count(0))
		t.carriageReturn()
	case 'F':
		t.up(s.count(0))
		t.carriageReturn()
	case 'G', '`':
		t.setCol(s.count(0) - 1)
	case 'H', 'f':
		t.position(s.count(0)-1, s.count(1)-1)
	case 'I':
		t.tab(s.count(0))
	case 'J':
		t.eraseDisplay(s.num(0, 0))
	case 'K':
		t.eraseLine(s.num(0, 0))
	case 'L':
		t.insertLines(s.count(0))
	case 'M':
		t.deleteLines(s.count(0))
	case 'P':
		t.deleteChars(s.count(0))
	case 'S':
		t.scrollUp(s.count(0))
	case 'T', '^':
		if len(s.params) <= 1 { // five are xterm's highlight tracking
			t.scrollDown(s.count(0))
		}
	case 'X':
		t.eraseChars(s.count(0))
	case 'Z':
		t.backTab(s.count(0))
	case 'd':
		t.setRow(s.count(0) - 1)
	case 'g':
		t.clearTabs(s.num(0, 0))
	case 'h', 'l':
		t.ansiModes(s.params, s.final == 'h')
	case 'r':
		t.setTopBottom(s.num(0, 1), s.num(1, t.rows))
	case 's':
		if t.modes.leftRight {
			t.setLeftRight(s.num(0, 1), s.num(1, t.cols))
		} else {
			t.saveCursor()
		}
	case 'u':
		t.restoreCursor()
	case 'c', 'n', 't', 'x':
		t.report(s, k)
	}
}

func (t *terminal) csiPrivate(s *sequence, k uint32) {
	switch k {
	case markQuestion | 'h', markQuestion | 'l':
		t.decModes(s.params, s.final == 'h')
	case markQuestion | 's':
		t.saveModes(s.params)
	case markQuestion | 'r':
		t.restoreModes(s.params)
	case markQuestion | 'J', markQuestion | 'K':
		t.selectiveErase(s)
	case interQuote | 'q': // DECSCA
		switch s.num(0, 0) {
		case 0, 2:
			t.pen.attr &^= protected
		case 1:
			t.pen.attr |= protected
		}
	case markQuestion | 'W':
		if s.num(0, 0) == 5 {
			t.tabs = nil
			t.resizeTabs()
		}
	case interSpace | 'q':
		t.cursorStyle(s.num(0, 0))
	case interSpace | '@': // SL
		if t.row >= t.top && t.row < t.bottom {
			t.shiftColumns(t.left, -s.count(0))
		}
	case interSpace | 'A': // SR
		if t.row >= t.top && t.row < t.bottom {
			t.shiftColumns(t.left, s.count(0))
		}
	case interTick | '}': // DECIC
		if t.inRegion() {
			t.shiftColumns(t.col, s.count(0))
		}
	case interTick | '~': // DECDC
		if t.inRegion() {
			t.shiftColumns(t.col, -s.count(0))
		}
	case interBang | 'p':
		t.softReset()
	case markGreater | 'm', markGreater | 'n':
		t.keyResources(s)
	case markGreater | 'u', markLess | 'u', markEqual | 'u':
		t.kittyKeyboard(s)
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
	t.pen, t.ulColor, t.link = pen{}, 0, emulator.Link{}
	t.charsets = charsets{}
	m := &t.modes
	m.insert, m.autowrap, m.appCursor, m.appKeypad, m.leftRight = false, true, false, false, false
	m.modifyOther = 0
	t.page.saved = saved{}
}
