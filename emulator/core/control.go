package core

// control executes a C0 control.
func (t *terminal) control(c byte) {
	switch c {
	case 0x07:
		t.bells++
		return
	case 0x7f:
		t.last.repeats = false
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
func (t *terminal) esc(q *sequence) {
	t.last.valid = false
	if q.ninter > 0 {
		t.escInter(q)
		return
	}
	switch q.final {
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
		t.single = 2 + q.final - 'N'
	case 'n', 'o':
		t.gl = 2 + q.final - 'n'
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
	t.pen.attr &^= protected
	if on {
		t.pen.attr |= protected
		t.history.mask = true
	}
}

func (t *terminal) escInter(q *sequence) {
	switch c := q.inter[0]; {
	case q.ninter > 1:
		if c >= '(' && c <= '+' { // a national set of two characters
			t.designate(int(c-'('), 0)
		}
	case c >= '(' && c <= '+':
		t.designate(int(c-'('), q.final)
	case c == '#' && q.final == '8':
		t.alignmentTest()
	}
}
