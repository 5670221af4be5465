package core

import "scenario/emulator"

// Sequences with a marker or intermediates, as sequence.key packs them.
const (
	markQuestion = '?' << 24
	markGreater  = '>' << 24
	markLess     = '<' << 24
	markEqual    = '=' << 24
	interSpace   = ' ' << 8
	interBang    = '!' << 8
	interHash    = '#' << 8
	interQuote   = '"' << 8
	interDollar  = '$' << 8
	interTick    = '\'' << 8
	interStar    = '*' << 8
)

// csi executes a control sequence.
func (t *terminal) csi(q *sequence) {
	if q.marker != 0 || q.ninter > 0 {
		t.last.valid = false
		t.csiPrivate(q, q.key())
		return
	}
	switch q.final { // these two end no cluster
	case 'm':
		t.last.repeats = false
		t.sgr(q)
		return
	case 'b':
		t.repeat(q.count(0))
		return
	}
	t.last.valid = false
	switch q.final {
	case '@':
		t.insertChars(q.count(0))
	case 'A', 'k':
		t.up(q.count(0))
	case 'B':
		t.down(q.count(0))
	case 'C':
		t.forward(q.count(0))
	case 'D', 'j':
		t.backward(q.count(0))
	case 'E':
		t.down(q.count(0))
		t.carriageReturn()
	case 'F':
		t.up(q.count(0))
		t.carriageReturn()
	case 'G', '`':
		t.setCol(q.count(0) - 1)
	case 'H', 'f':
		t.position(q.count(0)-1, q.count(1)-1)
	case 'I':
		t.tab(q.count(0))
	case 'J':
		t.eraseDisplay(q.num(0, 0), false)
	case 'K':
		t.eraseLine(q.num(0, 0), false)
	case 'L':
		t.insertLines(q.count(0))
	case 'M':
		t.deleteLines(q.count(0))
	case 'P':
		t.deleteChars(q.count(0))
	case 'S':
		t.scrollUp(q.count(0))
	case 'T', '^':
		if q.n <= 1 { // five are xterm's highlight tracking
			t.scrollDown(q.count(0))
		}
	case 'X':
		t.eraseChars(q.count(0))
	case 'Z':
		t.backTab(q.count(0))
	case 'a':
		t.relative(0, q.count(0))
	case 'e':
		t.relative(q.count(0), 0)
	case 'd':
		t.setRow(q.count(0) - 1)
	case 'g':
		t.clearTabs(q.num(0, 0))
	case 'h', 'l':
		t.setModes(q, ansiMode, q.final == 'h')
	case 'r':
		t.setTopBottom(q.num(0, 1), q.num(1, t.rows))
	case 's':
		if t.modes.leftRight {
			t.setLeftRight(q.num(0, 1), q.num(1, t.cols))
		} else {
			t.saveCursor()
		}
	case 'u':
		t.restoreCursor()
	case 'c', 'n', 't', 'x':
		t.report(q, uint32(q.final))
	}
}

func (t *terminal) csiPrivate(q *sequence, k uint32) {
	switch k {
	case markQuestion | 'h', markQuestion | 'l':
		t.setModes(q, decMode, q.final == 'h')
	case markQuestion | 's':
		t.saveModes(q)
	case markQuestion | 'r':
		t.restoreModes(q)
	case markQuestion | 'J':
		t.eraseDisplay(q.num(0, 0), true)
	case markQuestion | 'K':
		t.eraseLine(q.num(0, 0), true)
	case markQuestion | 'W': // DECST8C
		if q.num(0, 0) == 5 {
			t.tabs = t.tabs[:0]
			t.resizeTabs()
		}
	case interQuote | 'q': // DECSCA
		t.protect(protectDEC, q.num(0, 0) == 1)
	case interQuote | 'p':
		t.conformance(q.num(0, 0))
	case interSpace | 'q':
		t.cursorStyle(q.num(0, 0))
	case interSpace | '@': // SL
		t.shiftColumns(t.left, -q.count(0))
	case interSpace | 'A': // SR
		t.shiftColumns(t.left, q.count(0))
	case interTick | '}': // DECIC
		t.shiftColumns(t.col, q.count(0))
	case interTick | '~': // DECDC
		t.shiftColumns(t.col, -q.count(0))
	case interBang | 'p':
		t.softReset()
	case interHash | '{', interHash | 'p':
		t.pushPen()
	case interHash | '}', interHash | 'q':
		t.popPen()
	case interHash | 'P', interHash | 'Q', interHash | 'R':
		t.colorStack(q)
	case markGreater | 'm', markGreater | 'n':
		t.keyResources(q)
	case markGreater | 't', markGreater | 'T':
		t.titleModes(q)
	case markGreater | 'u', markLess | 'u', markEqual | 'u':
		t.kittyKeyboard(q)
	case interDollar | 'v', interDollar | 'x', interDollar | 'z', interDollar | '{',
		interDollar | 'r', interDollar | 't', interStar | 'x', interStar | 'y', interHash | 'y':
		t.rectangle(q, k)
	default:
		t.report(q, k)
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
	t.left, t.right = left-1, right
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

// conformance is DECSCL: levels 1 to 4, with a soft reset. Controls of 8 bits are
// not sent, whatever is asked for.
func (t *terminal) conformance(level int) {
	if level < 61 || level > 65 {
		return
	}
	t.softReset()
	t.modes.level = min(level-60, maxLevel)
}

const maxLevel = 4
