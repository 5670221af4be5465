package core

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// CSI executes a control sequence.
func (t *terminal) CSI(q *vt.Sequence) {
	if q.Marker != 0 || q.NInter > 0 {
		t.last.valid = false
		t.csiPrivate(q, q.Key())
		return
	}
	switch q.Final { // these two end no cluster
	case 'm':
		t.last.repeats = false
		t.sgr(q)
		return
	case 'b':
		t.repeat(q.Count(0))
		return
	}
	t.last.valid = false
	switch q.Final {
	case '@':
		t.insertChars(q.Count(0))
	case 'A':
		t.up(q.Count(0))
	case 'B':
		t.down(q.Count(0))
	case 'C':
		t.forward(q.Count(0))
	case 'D':
		t.backward(q.Count(0))
	case 'E':
		t.down(q.Count(0))
		t.carriageReturn()
	case 'F':
		t.up(q.Count(0))
		t.carriageReturn()
	case 'G', '`':
		t.setCol(q.Count(0) - 1)
	case 'H', 'f':
		t.position(q.Count(0)-1, q.Count(1)-1)
	case 'I':
		t.tab(q.Count(0))
	case 'J':
		t.eraseDisplay(q.Num(0, 0), false)
	case 'K':
		t.eraseLine(q.Num(0, 0), false)
	case 'L':
		t.insertLines(q.Count(0))
	case 'M':
		t.deleteLines(q.Count(0))
	case 'P':
		t.deleteChars(q.Count(0))
	case 'S':
		t.scrollUp(q.Count(0))
	case 'T', '^':
		if q.N <= 1 { // five are xterm's highlight tracking
			t.scrollDown(q.Count(0))
		}
	case 'X':
		t.eraseChars(q.Count(0))
	case 'Z':
		t.backTab(q.Count(0))
	case 'a':
		t.relative(0, q.Count(0))
	case 'e':
		t.relative(q.Count(0), 0)
	case 'd':
		t.setRow(q.Count(0) - 1)
	case 'g':
		t.clearTabs(q.Num(0, 0))
	case 'h', 'l':
		t.setModes(q, ansiMode, q.Final == 'h')
	case 'r':
		t.setTopBottom(q.Num(0, 1), q.Num(1, t.rows))
	case 's':
		if t.modes.leftRight {
			t.setLeftRight(q.Num(0, 1), q.Num(1, t.cols))
		} else {
			t.saveCursor()
		}
	case 'u':
		t.restoreCursor()
	case 'c', 'n', 't', 'x':
		t.report(q, uint32(q.Final))
	}
}

func (t *terminal) csiPrivate(q *vt.Sequence, k uint32) {
	switch k {
	case vt.Question | 'h', vt.Question | 'l':
		t.setModes(q, decMode, q.Final == 'h')
	case vt.Question | 's':
		t.saveModes(q)
	case vt.Question | 'r':
		t.restoreModes(q)
	case vt.Question | 'J':
		t.eraseDisplay(q.Num(0, 0), true)
	case vt.Question | 'K':
		t.eraseLine(q.Num(0, 0), true)
	case vt.Question | 'W': // DECST8C
		if q.Num(0, 0) == 5 {
			t.tabs = t.tabs[:0]
			t.resizeTabs()
		}
	case vt.Quote | 'q': // DECSCA
		t.protect(protectDEC, q.Num(0, 0) == 1)
	case vt.Quote | 'p':
		t.conformance(q.Num(0, 0))
	case vt.Space | 'q':
		t.cursorStyle(q.Num(0, 0))
	case vt.Space | '@': // SL
		t.shiftColumns(t.left, -q.Count(0))
	case vt.Space | 'A': // SR
		t.shiftColumns(t.left, q.Count(0))
	case vt.Tick | '}': // DECIC
		t.shiftColumns(t.col, q.Count(0))
	case vt.Tick | '~': // DECDC
		t.shiftColumns(t.col, -q.Count(0))
	case vt.Bang | 'p':
		t.softReset()
	case vt.Hash | '{', vt.Hash | 'p':
		t.pushPen()
	case vt.Hash | '}', vt.Hash | 'q':
		t.popPen()
	case vt.Hash | 'P', vt.Hash | 'Q', vt.Hash | 'R':
		t.colorStack(q)
	case vt.Greater | 'm', vt.Greater | 'n':
		t.modes.modifyOther = vt.ModifyOther(q, t.modes.modifyOther)
	case vt.Greater | 't', vt.Greater | 'T':
		t.titleModes(q)
	case vt.Greater | 'u', vt.Less | 'u', vt.Equal | 'u':
		t.kittyNow().Apply(q)
	case vt.Dollar | 'v', vt.Dollar | 'x', vt.Dollar | 'z', vt.Dollar | '{',
		vt.Dollar | 'r', vt.Dollar | 't', vt.Star | 'x', vt.Star | 'y', vt.Hash | 'y':
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
