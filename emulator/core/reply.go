package core

import (
	"fmt"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// The identity: a VT420 with selective erase, horizontal scrolling, colours
// and rectangles; in the second answer as xterm 379, by which programs choose
// what they may use.
const primaryDA = "\x1b[?64;6;21;22;28c"

func (t *terminal) reply(s string) { t.replies.Add(s) }

func (t *terminal) replyf(format string, args ...any) { t.replies.Addf(format, args...) }

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
func (t *terminal) report(q *vt.Sequence, k uint32) {
	switch k {
	case 'c':
		if q.Num(0, 0) == 0 {
			t.deviceAttributes()
		}
	case vt.Greater | 'c':
		if q.Num(0, 0) == 0 {
			t.reply(vt.SecondaryDA)
		}
	case vt.Equal | 'c':
		if q.Num(0, 0) == 0 {
			t.reply(vt.TertiaryDA)
		}
	case vt.Greater | 'q':
		if q.Num(0, 0) == 0 {
			t.reply(vt.Version)
		}
	case 'n':
		t.status(q.Num(0, 0))
	case vt.Question | 'n':
		t.decStatus(q)
	case 'x': // DECREQTPARM
		if n := q.Num(0, 0); n <= 1 {
			t.replyf("\x1b[%d;1;1;128;128;1;0x", n+2)
		}
	case vt.Dollar | 'p', vt.Question | vt.Dollar | 'p':
		if t.modes.level < 3 {
			return
		}
		t.reportMode(q)
	case vt.Question | 'u':
		t.replyf("\x1b[?%du", t.kittyNow().Flags())
	case vt.Question | 'm':
		if q.Num(0, 0) == 4 {
			t.replyf("\x1b[>4;%dm", t.modes.modifyOther)
		}
	case vt.Dollar | 'w': // DECRQPSR
		switch q.Num(0, 0) {
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
func (t *terminal) reportMode(q *vt.Sequence) {
	n := q.Num(0, 0)
	if q.Marker == 0 {
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

func (t *terminal) decStatus(q *vt.Sequence) {
	switch n := q.Num(0, 0); n {
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
		t.reply("\x1b[?50n")
	case 56: // of no type
		t.reply("\x1b[?57;0n")
	case 62: // no space for macros
		t.reply("\x1b[0*{")
	case 63: // and so a checksum of nothing
		t.replyf("\x1bP%d!~0000\x1b\\", q.Num(1, 0))
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
		if t.pen.Attr.Has(a.attr) {
			rendition |= a.bit
		}
	}
	if t.pen.Attr.Underline() != 0 {
		rendition |= 2
	}
	if t.pen.Attr.Has(protected) {
		attrs |= 1
	}
	if t.origin {
		flags |= 1
	}
	if t.Single != 0 {
		flags |= 2 << (t.Single - 2)
	}
	if t.pending {
		flags |= 8
	}
	sets := make([]byte, 4)
	for i, g := range t.G {
		if sets[i] = g; g == 0 {
			sets[i] = 'B'
		}
	}
	t.replyf("\x1bP1$u%d;%d;1;%c;%c;%c;%d;2;@;%s\x1b\\", t.row+1, t.col+1, rendition, attrs, flags, t.GL, sets)
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
func (t *terminal) window(q *vt.Sequence) {
	switch n := q.Num(0, 0); n {
	case 20:
		t.replyf("\x1b]L%s\x1b\\", t.toldTitle(t.Icon))
	case 21:
		t.replyf("\x1b]l%s\x1b\\", t.toldTitle(t.Title))
	case 22:
		t.titles.Push()
	case 23:
		t.titles.Pop(q.Num(1, 0))
	default:
		t.reply(t.size().Report(n))
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

func (t *terminal) size() vt.Size {
	return vt.Size{Cols: t.cols, Rows: t.rows, CellWidth: t.opt.CellWidth, CellHeight: t.opt.CellHeight}
}

func (t *terminal) reportSize() { t.reply(t.size().InBand()) }
