package core

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"scenario/emulator"
)

const (
	maxTitle      = 1024 // bytes
	maxTitles     = 10   // as xterm
	maxLink       = 2083
	maxLinkID     = 256
	maxMarkParams = 1024
)

// titles are the names of the window and of its icon, and the stack of
// XTWINOPS 22 and 23.
type titles struct {
	title, icon      string
	titleStack       []title
	recent           [4]string
	setHex, queryHex bool // XTSMTITLE 0 and 1
}

type title struct{ title, icon string }

// osc executes an operating system command. bel says that BEL, not ST, ended
// it; answers end in the same way.
func (t *terminal) osc(data []byte, bel bool) {
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
		t.title = t.newTitle(rest)
		t.icon = t.title
	case cmd == 1:
		t.icon = t.newTitle(rest)
	case cmd == 2:
		t.title = t.newTitle(rest)
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
	s := cutString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, string(repair(b))), maxTitle)
	copy(t.recent[1:], t.recent[:])
	t.recent[0] = s
	return s
}

func cutString(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// repair replaces what is not UTF-8 by U+FFFD, as the text on the screen.
func repair(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	out := make([]byte, 0, len(b)+8)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n <= 1 {
			n = brokenLen(b)
		}
		out = utf8.AppendRune(out, r)
		b = b[n:]
	}
	return out
}

func (t *terminal) pushTitle() {
	if len(t.titleStack) == maxTitles {
		copy(t.titleStack, t.titleStack[1:])
		t.titleStack = t.titleStack[:maxTitles-1]
	}
	t.titleStack = append(t.titleStack, title{t.title, t.icon})
}

// popTitle brings back the icon's name (1), the title (2) or both (0).
func (t *terminal) popTitle(which int) {
	n := len(t.titleStack) - 1
	if n < 0 {
		return
	}
	if which != 2 {
		t.icon = t.titleStack[n].icon
	}
	if which != 1 {
		t.title = t.titleStack[n].title
	}
	t.titleStack = t.titleStack[:n]
}

// titleModes is XTSMTITLE (t) and XTRMTITLE (T): titles set and told in
// hexadecimal (0, 1); they are always UTF-8 (2, 3).
func (t *terminal) titleModes(q *sequence) {
	on := q.final == 't'
	if q.n == 0 && !on {
		t.setHex, t.queryHex = false, false
	}
	for i := range q.n {
		switch q.num(i, 0) {
		case 0:
			t.setHex = on
		case 1:
			t.queryHex = on
		}
	}
}

// hyperlink is OSC 8 ; params ; url. The id parameter tells links apart that
// have the same URL. A URL that is too long is no link.
func (t *terminal) hyperlink(s string) {
	params, url, ok := strings.Cut(s, ";")
	if !ok {
		return
	}
	var l emulator.Link
	if url != "" && len(url) <= maxLink && utf8.ValidString(url) {
		l.URL = url
		for _, p := range strings.Split(params, ":") {
			if id, ok := strings.CutPrefix(p, "id="); ok && len(id) <= maxLinkID && utf8.ValidString(id) {
				l.ID = id
			}
		}
	}
	t.link = l
	t.updateExt()
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
			t.clipboard = string(repair(raw))
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

// shellMark is OSC 133 (FinalTerm): A, B, C, D and P with their parameters.
func (t *terminal) shellMark(s string) {
	kind, params, _ := strings.Cut(s, ";")
	if len(kind) != 1 || len(t.marks) >= maxMarks {
		return
	}
	t.marks = append(t.marks, emulator.Mark{
		Kind: kind[0], Params: cutString(string(repair([]byte(params))), maxMarkParams),
		Line: t.history.scrolled + t.row, Col: t.col, Alt: t.page != t.primary,
	})
}
