package xvt

import (
	"fmt"

	"scenario/emulator"
)

// The identity: a VT220 with colours, as xterm 379 in the second answer, by
// which programs choose what they may use.
const (
	primaryDA   = "\x1b[?62;22c"
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

// Replies implements emulator.Terminal.
func (t *terminal) Replies() []byte {
	r := t.replies
	t.replies = nil
	return r
}

func (t *terminal) deviceAttributes() { t.reply(primaryDA) }

// report answers the queries. Answers hold nothing that the program wrote.
func (t *terminal) report(s *sequence, k uint32) {
	switch k {
	case 'c':
		if s.num(0, 0) == 0 {
			t.deviceAttributes()
		}
	case markGreater | 'c':
		if s.num(0, 0) == 0 {
			t.reply(secondaryDA)
		}
	case markEqual | 'c':
		if s.num(0, 0) == 0 {
			t.reply(tertiaryDA)
		}
	case markGreater | 'q':
		if s.num(0, 0) == 0 {
			t.reply(xtVersion)
		}
	case 'n':
		t.status(s.num(0, 0))
	case markQuestion | 'n':
		t.decStatus(s.num(0, 0))
	case 'x': // DECREQTPARM
		if n := s.num(0, 0); n <= 1 {
			t.replyf("\x1b[%d;1;1;128;128;1;0x", n+2)
		}
	case interDollar | 'p':
		n := s.num(0, 0)
		t.replyf("\x1b[%d;%d$y", n, t.ansiModeState(n))
	case markQuestion | interDollar | 'p':
		n := s.num(0, 0)
		t.replyf("\x1b[?%d;%d$y", n, t.modeState(n))
	case markQuestion | 'u':
		t.replyf("\x1b[?%du", t.kittyNow().flags())
	case markQuestion | 'm':
		if s.num(0, 0) == 4 {
			t.replyf("\x1b[>4;%dm", t.modes.modifyOther)
		}
	case 't':
		t.window(s)
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

func (t *terminal) decStatus(n int) {
	switch n {
	case 6: // DECXCPR
		row, col := t.reported()
		t.replyf("\x1b[?%d;%d;1R", row, col)
	case 15: // no printer
		t.reply("\x1b[?13n")
	case 25: // user keys are locked
		t.reply("\x1b[?21n")
	case 26: // keyboard: North American
		t.reply("\x1b[?27;1;0;0n")
	case 53, 55: // no locator
		t.reply("\x1b[?50n")
	case 996: // colour scheme: 1 dark, 2 light
		scheme := 1
		if b := t.opt.Bg; 299*int(b.R)+587*int(b.G)+114*int(b.B) > 127_500 {
			scheme = 2
		}
		t.replyf("\x1b[?997;%dn", scheme)
	}
}

// window is XTWINOPS: sizes, and the stack of titles. Titles are reported
// empty, so that no text of the program can be typed by the terminal.
func (t *terminal) window(s *sequence) {
	w, h := t.opt.CellWidth, t.opt.CellHeight
	switch s.num(0, 0) {
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
		t.reply("\x1b]L\x1b\\")
	case 21:
		t.reply("\x1b]l\x1b\\")
	case 22:
		t.pushTitle()
	case 23:
		t.popTitle(s.num(1, 0))
	}
}

// reportSize is the in-band resize report of mode 2048.
func (t *terminal) reportSize() {
	t.replyf("\x1b[48;%d;%d;%d;%dt", t.rows, t.cols, t.rows*t.opt.CellHeight, t.cols*t.opt.CellWidth)
}
