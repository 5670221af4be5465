package xvt

import "scenario/emulator/internal/vt"

// The identity: a VT220 with colours, as xterm 379 in the second answer, by
// which programs choose what they may use.
const primaryDA = "\x1b[?62;22c"

func (t *terminal) reply(s string) { t.replies.Add(s) }

func (t *terminal) replyf(format string, args ...any) { t.replies.Addf(format, args...) }

// Replies implements emulator.Terminal.
func (t *terminal) Replies() []byte { return t.replies.Take() }

func (t *terminal) deviceAttributes() { t.reply(primaryDA) }

// report answers the queries. Answers hold nothing that the program wrote.
func (t *terminal) report(s *vt.Sequence, k uint32) {
	switch k {
	case 'c':
		if s.Num(0, 0) == 0 {
			t.deviceAttributes()
		}
	case vt.Greater | 'c':
		if s.Num(0, 0) == 0 {
			t.reply(vt.SecondaryDA)
		}
	case vt.Equal | 'c':
		if s.Num(0, 0) == 0 {
			t.reply(vt.TertiaryDA)
		}
	case vt.Greater | 'q':
		if s.Num(0, 0) == 0 {
			t.reply(vt.Version)
		}
	case 'n':
		t.status(s.Num(0, 0))
	case vt.Question | 'n':
		t.decStatus(s.Num(0, 0))
	case 'x': // DECREQTPARM
		if n := s.Num(0, 0); n <= 1 {
			t.replyf("\x1b[%d;1;1;128;128;1;0x", n+2)
		}
	case vt.Dollar | 'p':
		n := s.Num(0, 0)
		t.replyf("\x1b[%d;%d$y", n, t.ansiModeState(n))
	case vt.Question | vt.Dollar | 'p':
		n := s.Num(0, 0)
		t.replyf("\x1b[?%d;%d$y", n, t.modeState(n))
	case vt.Question | 'u':
		t.replyf("\x1b[?%du", t.kittyNow().Flags())
	case vt.Question | 'm':
		if s.Num(0, 0) == 4 {
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
	case 25: // user keys: unlocked, there are none
		t.reply("\x1b[?20n")
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
func (t *terminal) window(s *vt.Sequence) {
	switch n := s.Num(0, 0); n {
	case 20:
		t.reply("\x1b]L\x1b\\")
	case 21:
		t.reply("\x1b]l\x1b\\")
	case 22:
		t.titles.Push()
	case 23:
		t.titles.Pop(s.Num(1, 0))
	default:
		t.reply(t.size().Report(n))
	}
}

func (t *terminal) size() vt.Size {
	return vt.Size{Cols: t.cols, Rows: t.rows, CellWidth: t.opt.CellWidth, CellHeight: t.opt.CellHeight}
}

func (t *terminal) reportSize() { t.reply(t.size().InBand()) }
