package doc

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// maxSnippet is how many columns of a line are shown.
const maxSnippet = 100

// Snippet is the line of the file with the mistake underlined, as two lines:
//
//	6 |   - wiat: Pods
//	  |     ^^^^
//
// Tabs are shown as blanks, control characters as replacement characters, and
// of a long line the part around the mistake. It is "" when there is no line.
func (p *Problem) Snippet() string {
	if p.Source == "" {
		return ""
	}
	line, caret, width := p.window()
	return fmt.Sprintf("%5d | %s\n      | %s%s\n", p.Line, line, strings.Repeat(" ", caret), strings.Repeat("^", width))
}

// window lays the line out in terminal columns: what is shown, where the caret
// goes, and how long it is.
func (p *Problem) window() (line string, caret, width int) {
	runes := []rune(strings.TrimRight(p.Source, " \t\r"))
	from := max(0, p.Col-1)
	to := from + max(1, p.Width)
	start := 0
	if from > maxSnippet*2/3 && len(runes) > maxSnippet {
		start = from - maxSnippet/2
	}
	var b strings.Builder
	at := 0
	put := func(s string, cols int) { b.WriteString(s); at += cols }
	if start > 0 {
		put("...", 3)
	}
	width = -1
	i := start
	for ; i < len(runes) && at < maxSnippet; i++ {
		if i == from {
			caret = at
		}
		if i == to {
			width = at - caret
		}
		switch r := runes[i]; {
		case r == '\t':
			n := 4 - at%4
			put(strings.Repeat(" ", n), n)
		case unicode.IsControl(r) || r == 0x2028 || r == 0x2029 || isBidi(r):
			put("\ufffd", 1)
		default:
			put(string(r), columns(r))
		}
	}
	if i <= from { // the caret stands behind the line
		caret = at + from - i
		width = 1
	}
	if width < 0 {
		width = at - caret
	}
	if i < len(runes) {
		put("...", 3)
	}
	return b.String(), caret, max(1, width)
}

// isBidi reports the characters that reorder what a terminal shows.
func isBidi(r rune) bool {
	return r == 0x200e || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// columns is the number of terminal columns of a character.
func columns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r < 0x1100:
		return 1
	case r <= 0x115f, // Hangul initials
		r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0xa4cf, // CJK, kana, Yi
		r >= 0xa960 && r <= 0xa97f, r >= 0xac00 && r <= 0xd7a3, // Hangul
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, // compatibility forms
		r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, // full width
		r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f680 && r <= 0x1f6ff, r >= 0x1f900 && r <= 0x1faff, // emoji
		r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}

// Format prints the problems as the command shows them, sorted, with an empty
// line between two. With color, the place is bold, carets and warnings are
// coloured (SGR 1, 31, 33).
func (ps Problems) Format(w io.Writer, color bool) error {
	for i, p := range ps.Sorted() {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, p.format(color)); err != nil {
			return err
		}
	}
	return nil
}

func (p *Problem) format(color bool) string {
	paint := func(sgr, s string) string {
		if !color || s == "" {
			return s
		}
		return "\x1b[" + sgr + "m" + s + "\x1b[m"
	}
	sgr, word := "31", ""
	if p.Warning {
		sgr, word = "33", "warning: "
	}
	place := p.Pos.String()
	if p.Line == 0 {
		place = p.File
	}
	var b strings.Builder
	if place != "" {
		b.WriteString(paint("1", place+":") + " ")
	}
	b.WriteString(paint(sgr, word) + p.Message + "\n")
	if text, carets, ok := strings.Cut(p.Snippet(), "^"); ok {
		b.WriteString(text + paint(sgr, strings.TrimSuffix("^"+carets, "\n")) + "\n")
	}
	if p.Hint != "" {
		b.WriteString("  hint: " + p.Hint + "\n")
	}
	return b.String()
}
