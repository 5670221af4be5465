package xvt

import (
	"bytes"
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
	maxMarkParams = 1024
)

type titles struct{ title, icon string }

// osc executes an operating system command. bel says that BEL, not ST, ended
// it; answers end in the same way.
func (t *terminal) osc(data []byte, bel bool) {
	head, rest, more := bytes.Cut(data, []byte{';'})
	cmd, err := strconv.Atoi(string(head))
	if err != nil || len(head) > 5 {
		return
	}
	end := "\x1b\\"
	if bel {
		end = "\a"
	}
	switch cmd {
	case 0:
		t.title = cleanTitle(rest)
		t.icon = t.title
	case 1:
		t.icon = cleanTitle(rest)
	case 2:
		t.title = cleanTitle(rest)
	case 4:
		t.paletteColors(string(rest), end)
	case 8:
		t.hyperlink(string(rest))
	case 10, 11, 12:
		t.dynamicColors(cmd, string(rest), end)
	case 104:
		t.resetPalette(string(rest), more)
	case 110, 111, 112:
		*t.dynamic(cmd - 100) = emulator.DefaultColor
	case 133:
		t.shellMark(string(rest))
	}
}

// cleanTitle makes a title printable: valid UTF-8 without controls.
func cleanTitle(b []byte) string {
	s := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, string(repair(b)))
	if len(s) > maxTitle {
		n := maxTitle
		for !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	return s
}

func (t *terminal) pushTitle() {
	if len(t.titles) == maxTitles {
		t.titles = append(t.titles[:0], t.titles[1:]...)
	}
	t.titles = append(t.titles, titles{t.title, t.icon})
}

// popTitle brings back the icon's name (1), the title (2) or both (0).
func (t *terminal) popTitle(which int) {
	n := len(t.titles) - 1
	if n < 0 {
		return
	}
	if which != 2 {
		t.icon = t.titles[n].icon
	}
	if which != 1 {
		t.title = t.titles[n].title
	}
	t.titles = t.titles[:n]
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
			if id, ok := strings.CutPrefix(p, "id="); ok && len(id) <= 256 && utf8.ValidString(id) {
				l.ID = id
			}
		}
	}
	t.link = l
	t.updateExt()
}

// shellMark is OSC 133 (FinalTerm): A, B, C, D and P with their parameters.
func (t *terminal) shellMark(s string) {
	kind, params, _ := strings.Cut(s, ";")
	if len(kind) != 1 || len(t.marks) >= maxMarks {
		return
	}
	params = string(repair([]byte(params[:min(len(params), maxMarkParams)])))
	t.marks = append(t.marks, emulator.Mark{
		Kind: kind[0], Params: params,
		Line: t.history.scrolled + t.row, Col: t.col, Alt: t.page != t.primary,
	})
}
