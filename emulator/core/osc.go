package core

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// titles are the names of the window, and how they are set and told.
type titles struct {
	vt.Titles
	recent           [4]string
	setHex, queryHex bool // XTSMTITLE 0 and 1
}

// OSC executes an operating system command. bel says that BEL, not ST, ended
// it; answers end in the same way.
func (t *terminal) OSC(data []byte, bel bool) {
	t.last.repeats = false
	head, rest, _ := bytes.Cut(data, []byte{';'})
	cmd, err := strconv.Atoi(string(head))
	if err != nil || len(head) > 5 {
		return
	}
	end := "\x1b\\"
	if bel {
		end = "\a"
	}
	switch {
	case cmd == 0:
		t.Title = t.newTitle(rest)
		t.Icon = t.Title
	case cmd == 1:
		t.Icon = t.newTitle(rest)
	case cmd == 2:
		t.Title = t.newTitle(rest)
	case cmd == 4 || cmd == 5:
		t.paletteColors(cmd, string(rest), end)
	case cmd == 8:
		t.hyperlink(string(rest))
	case cmd >= firstColor && cmd <= lastColor:
		t.dynamicColors(cmd, string(rest), end)
	case cmd == 52:
		t.setClipboard(string(rest), end)
	case cmd == 104 || cmd == 105:
		t.resetColors(cmd, string(rest))
	case cmd >= 100+firstColor && cmd <= 100+lastColor:
		*t.dynamicAt(cmd - 100) = emulator.DefaultColor
	case cmd == 133:
		t.shellMark(string(rest))
	}
}

// newTitle makes a title printable: valid UTF-8 without controls. The last few
// cost no memory when they come again, as most do.
func (t *terminal) newTitle(b []byte) string {
	if t.setHex {
		raw, err := hex.DecodeString(string(b))
		if err != nil {
			return ""
		}
		b = raw
	}
	for _, s := range t.recent {
		if s == string(b) {
			return s
		}
	}
	s := vt.Title(b)
	copy(t.recent[1:], t.recent[:])
	t.recent[0] = s
	return s
}

// titleModes is XTSMTITLE (t) and XTRMTITLE (T): titles set and told in
// hexadecimal (0, 1); they are always UTF-8 (2, 3).
func (t *terminal) titleModes(q *vt.Sequence) {
	on := q.Final == 't'
	if q.N == 0 && !on {
		t.setHex, t.queryHex = false, false
	}
	for i := range q.N {
		switch q.Num(i, 0) {
		case 0:
			t.setHex = on
		case 1:
			t.queryHex = on
		}
	}
}

// hyperlink is OSC 8.
func (t *terminal) hyperlink(s string) {
	if l, ok := vt.Link(s); ok {
		t.link = l
		t.updateExt()
	}
}

// setClipboard is OSC 52 ; selections ; base64. What is no base64 empties the
// clipboard, as in xterm. It is told only when the options allow it.
func (t *terminal) setClipboard(s, end string) {
	sel, data, ok := strings.Cut(s, ";")
	switch {
	case !ok:
	case data == "?":
		if t.opt.AllReports {
			if sel = strings.Map(selection, sel); sel == "" {
				sel = "s0"
			}
			t.reply("\x1b]52;" + sel + ";" + base64.StdEncoding.EncodeToString([]byte(t.clipboard)) + end)
		}
	default:
		raw, err := base64.RawStdEncoding.DecodeString(strings.Map(base64Digit, data))
		t.clipboard = ""
		if err == nil {
			t.clipboard = string(vt.Repair(raw))
		}
	}
}

// base64Digit drops what is no digit, as xterm does.
func base64Digit(r rune) rune {
	if r == '+' || r == '/' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
		return r
	}
	return -1
}

// selection keeps the letters that name selections.
func selection(r rune) rune {
	if strings.ContainsRune("cpqs01234567", r) {
		return r
	}
	return -1
}

// shellMark is OSC 133.
func (t *terminal) shellMark(s string) {
	m, ok := vt.Mark(s)
	if !ok || len(t.marks) >= maxMarks {
		return
	}
	m.Line, m.Col, m.Alt = t.history.scrolled+t.row, t.col, t.page != t.primary
	t.marks = append(t.marks, m)
}
