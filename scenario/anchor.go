package scenario

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"scenario/session"
)

// volatileRE is what changes from run to run: times and dates, numbers of three
// digits and more, hexadecimal ids, paths, process ids.
var volatileRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(dateRE + `|\d+[:.]\d+(?:[:.]\d+)*\S*|\S*\d{3,}\S*|\b[0-9a-f]{7,}\b|\S*/\S*|\S*\d+[smhd]\b\S*|\d+%`)
})

// dateRE is a date in words: a day of the week, a month with a number.
const dateRE = `\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b` +
	`|\b(?:\d{1,2}[-. ]?)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[-. ]+\d+\b` +
	`|\b\d{1,2}[-. ](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b`

// tipRE is a line that a program chooses by chance, as mc's hints.
var tipRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\W*(hint|tip|did you know)\b`)
})

const (
	// anchorMin and anchorMax bound the text that is waited for, in characters.
	anchorMin, anchorMax = 3, 40
)

// screenLines are the rows of a view's screen, trailing blanks cut.
func screenLines(v *session.View) []string {
	if v == nil || v.Screen == nil {
		return nil
	}
	lines := make([]string, v.Screen.Rows)
	for r := range lines {
		lines[r] = strings.TrimRight(v.Screen.RowText(r), " ")
	}
	return lines
}

// anchor returns a text that the screen after shows and the screen before does
// not, to be waited for: of the rows that are new the longest part that says
// something and stays the same from run to run. It is "" when there is none;
// what was typed does not count, the program may only have echoed it.
func anchor(before, after []string, typed string) string {
	seen := strings.Join(before, "\n")
	best, bestScore := "", 0
	for i, line := range after {
		if tipRE().MatchString(line) {
			continue
		}
		for _, part := range stableParts(line) {
			if strings.Contains(seen, part) || typed != "" && (strings.Contains(part, typed) || strings.Contains(typed, part)) {
				continue
			}
			if s := score(part, i, i == len(after)-1); s > bestScore {
				best, bestScore = part, s
			}
		}
	}
	return best
}

// stableParts are the pieces of a row between what changes, frames and gaps of
// blanks.
func stableParts(line string) []string {
	line = volatileRE().ReplaceAllString(line, "\n")
	parts := strings.FieldsFunc(strings.ReplaceAll(line, "  ", "\n"), func(r rune) bool { return r == '\n' || isFrame(r) })
	var out []string
	for _, p := range parts {
		if p = cut(strings.TrimSpace(p)); letters(p) >= anchorMin {
			out = append(out, p)
		}
	}
	return out
}

// cut shortens a part to whole words.
func cut(s string) string {
	r := []rune(s)
	if len(r) <= anchorMax {
		return s
	}
	s = string(r[:anchorMax])
	if i := strings.LastIndex(s, " "); i > 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// isFrame reports whether a character is drawing, not text.
func isFrame(r rune) bool {
	return 0x2500 <= r && r < 0x2800 || 0x2800 <= r && r < 0x2900 || 0xe000 <= r && r < 0xf900 || r == '|'
}

// letters counts them.
func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// score prefers several words to one, a long text to a short one up to some
// length, and of equals the one further up. The last row often has a status line,
// which says less of what an input has brought.
func score(part string, row int, last bool) int {
	words := min(len(strings.Fields(part)), 3)
	s := words*100 + min(letters(part), 20)*10 - min(row, 9)
	if last {
		s /= statusLine
	}
	return s
}

// statusLine is how many times better than another a text in the last row must be.
const statusLine = 4
