package core

import "scenario/emulator/internal/vt"

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
func (t *terminal) Esc(q *vt.Sequence) {
	t.last.valid = false
	if q.NInter > 0 {
		t.escInter(q)
		return
	}
	switch q.Final {
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
		t.Single = 2 + q.Final - 'N'
	case 'n', 'o':
		t.GL = 2 + q.Final - 'n'
	case 'V': // SPA
		t.protect(protectISO, true)
	case 'W': // EPA
		t.protect(protectISO, false)
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

// protect begins or ends protected characters.
func (t *terminal) protect(by protection, on bool) {
	if on || by == protectDEC {
		t.modes.protection = by
	}
	t.pen.Attr &^= protected
	if on {
		t.pen.Attr |= protected
		t.history.mask = true
	}
}

func (t *terminal) escInter(q *vt.Sequence) {
	if !t.Designate(q) && q.NInter == 1 && q.Inter[0] == '#' && q.Final == '8' {
		t.alignmentTest()
	}
}
