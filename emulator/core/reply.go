package core

import (
	"fmt"

	"scenario/emulator"
)

// The identity: a VT420 with selective erase, horizontal scrolling, colours
// and rectangles; in the second answer as xterm 379, by which programs choose
// what they may use.
const (
	primaryDA   = "\x1b[?64;6;21;22;28c"
	secondaryDA = "\x1b[>41;379;0c"
	tertiaryDA  = "\x1bP!|00000000\x1b\\"
	xtVersion   = "\x1bP>|scenario\x1b\\"
)

// reply keeps an answer for Replies; whole or not at all.
func (t *terminal) reply(s string) {
	if len(t.replies)+len(s) <= emulator.MaxReplies {
		t.replies = append(t.replies, s...)
	}
}

func (t *terminal) replyf(format string, args ...any) { t.reply(fmt.Sprintf(format, args...)) }

func (t *terminal) deviceAttributes() {
	switch t.modes.level {
	case 1:
		t.reply("\x1b[?1;2c")
	case 2, 3:
		t.replyf("\x1b[?6%d;6;22c", t.modes.level)
	default:
		t.reply(primaryDA)
	}
}

// report answers the queries. Answers hold nothing that the program wrote but
// numbers, unless the options allow it.
func (t *terminal) report(q *sequence, k uint32) {
	switch k {
	case 'c':
		if q.num(0, 0) == 0 {
			t.deviceAttributes()
		}
	case markGreater | 'c':
		if q.num(0, 0) == 0 {
			t.reply(secondaryDA)
		}
	case markEqual | 'c':
		if q.num(0, 0) == 0 {
			t.reply(tertiaryDA)
		}
	case markGreater | 'q':
		if q.num(0, 0) == 0 {
			t.reply(xtVersion)
		}
	case 'n':
		t.status(q.num(0, 0))
	case markQuestion | 'n':
		t.decStatus(q)
	case 'x': // DECREQTPARM
		if n := q.num(0, 0); n <= 1 {
			t.replyf("\x1b[%d;1;1;128;128;1;0x", n+2)
		}
	case interDollar | 'p', markQuestion | interDollar | 'p':
		if t.modes.level < 3 {
			return
		}
		t.reportMode(q)
	case markQuestion | 'u':
		t.replyf("\x1b[?%du", t.kittyNow().flags())
	case markQuestion | 'm':
		if q.num(0, 0) == 4 {
			t.replyf("\x1b[>4;%dm", t.modes.modifyOther)
		}
	case interDollar | 'w': // DECRQPSR
		switch q.num(0, 0) {
		case 1:
			t.cursorReport()
		case 2:
			t.tabReport()
		}
	case 't':
		t.window(q)
	}
}

// reportMode is DECRQM.
func (t *terminal) reportMode(q *sequence) {
	n := q.num(0, 0)
	if q.marker == 0 {
		t.replyf("\x1b[%d;%d$y", n, t.ansiModeState(n))
	} else {
		t.replyf("\x1b[?%d;%d$y", n, t.modeState(n))
	}
}

// status is DSR. The cursor is told as CUP would take it.
func (t *terminal) status(n int) {
	switch n {
	case 5:
		t.reply("\x1b[0n")
	case 6:
		row, col := t.reported()
		t.replyf("\x1b[%d;%dR", row, col)
	}
}

func (t *terminal) reported() (row, col int) {
	if t.origin {
		return t.row - t.top + 1, t.col - t.left + 1
	}
	return t.row + 1, t.col + 1
}

func (t *terminal) decStatus(q *sequence) {
	switch n := q.num(0, 0); n {
	case 6: // DECXCPR
		row, col := t.reported()
		t.replyf("\x1b[?%d;%d;1R", row, col)
	case 15: // no printer
		t.reply("\x1b[?13n")
	case 25: // user keys: unlocked, there are none
		t.reply("\x1b[?20n")
	case 26: // keyboard: North American, ready, LK201
		t.reply("\x1b[?27;1;0;0n")
	case 53, 55: // no locator
		t.reply("\x1b[?53n")
	case 56: // of no type
		t.reply("\x1b[?57;0n")
	case 62: // no space for macros
		t.reply("\x1b[0*{")
	case 63: // and so a checksum of nothing
		t.replyf("\x1bP%d!~0000\x1b\\", q.num(1, 0))
	case 75: // no errors
		t.reply("\x1b[?70n")
	case 85: // no multiple sessions
		t.reply("\x1b[?83n")
	case 996: // colour scheme: 1 dark, 2 light
		scheme := 1
		if b := t.dynamicColor(11); 299*int(b.R)+587*int(b.G)+114*int(b.B) > 127_500 {
			scheme = 2
		}
		t.replyf("\x1b[?997;%dn", scheme)
	}
}

// cursorReport is DECCIR.
func (t *terminal) cursorReport() {
	rendition, attrs, flags := byte('@'), byte('@'), byte('@')
	for _, a := range [...]struct {
		attr emulator.Attr
		bit  byte
	}{{emulator.Bold, 1}, {emulator.Blink, 4}, {emulator.Reverse, 8}} {
		if t.pen.attr.Has(a.attr) {
			rendition |= a.bit
		}
	}
	if t.pen.attr.Underline() != 0 {
		rendition |= 2
	}
	if t.pen.attr.Has(protected) {
		attrs |= 1
	}
	if t.origin {
		flags |= 1
	}
	if t.single != 0 {
		flags |= 2 << (t.single - 2)
	}
	if t.pending {
		flags |= 8
	}
	sets := make([]byte, 4)
	for i, g := range t.g {
		if sets[i] = g; g == 0 {
			sets[i] = 'B'
		}
	}
	t.replyf("\x1bP1$u%d;%d;1;%c;%c;%c;%d;2;@;%s\x1b\\", t.row+1, t.col+1, rendition, attrs, flags, t.gl, sets)
}

// tabReport is DECTABSR.
func (t *terminal) tabReport() {
	b := []byte("\x1bP2$u")
	sep := ""
	for i, set := range t.tabs {
		if set {
			b = fmt.Appendf(b, "%s%d", sep, i+1)
			sep = "/"
		}
	}
	t.reply(string(b) + "\x1b\\")
}

// window is XTWINOPS: sizes, and the stack of titles. Titles are reported
// empty, so that no text of the program can be typed by the terminal, unless
// the options allow it.
func (t *terminal) window(q *sequence) {
	w, h := t.opt.CellWidth, t.opt.CellHeight
	switch q.num(0, 0) {
	case 11:
		t.reply("\x1b[1t")
	case 13:
		t.reply("\x1b[3;0;0t")
	case 14:
		t.replyf("\x1b[4;%d;%dt", t.rows*h, t.cols*w)
	case 15:
		t.replyf("\x1b[5;%d;%dt", t.rows*h, t.cols*w)
	case 16:
		t.replyf("\x1b[6;%d;%dt", h, w)
	case 18:
		t.replyf("\x1b[8;%d;%dt", t.rows, t.cols)
	case 19:
		t.replyf("\x1b[9;%d;%dt", t.rows, t.cols)
	case 20:
		t.replyf("\x1b]L%s\x1b\\", t.toldTitle(t.icon))
	case 21:
		t.replyf("\x1b]l%s\x1b\\", t.toldTitle(t.title))
	case 22:
		t.pushTitle()
	case 23:
		t.popTitle(q.num(1, 0))
	}
}

func (t *terminal) toldTitle(s string) string {
	switch {
	case !t.opt.AllReports:
		return ""
	case t.queryHex:
		return fmt.Sprintf("%X", s)
	}
	return s
}

// reportSize is the in-band resize report of mode 2048.
func (t *terminal) reportSize() {
	t.replyf("\x1b[48;%d;%d;%d;%dt", t.rows, t.cols, t.rows*t.opt.CellHeight, t.cols*t.opt.CellWidth)
}
