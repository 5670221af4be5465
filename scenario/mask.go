package scenario

import (
	"slices"
	"strings"
	"unicode/utf8"

	"scenario/emulator"
	"scenario/event"
)

// screenMask takes the secrets out of screens.
type screenMask struct {
	whole *event.Masker
	words []string // the values, and their single lines
}

func newScreenMask(m *event.Masker, secrets []string) screenMask {
	s := screenMask{whole: m}
	for _, v := range secrets {
		for line := range strings.Lines(v) {
			if line = strings.TrimSpace(line); !event.TooShort(line) {
				s.words = append(s.words, line)
			}
		}
	}
	return s
}

// rows returns the text of a screen with an asterisk for each character of a
// secret: also of one that has been typed or drawn only in part, up to the
// cursor, if that is as much as a secret has at least.
func (m screenMask) rows(s *emulator.Screen) []string {
	rows := make([]string, s.Rows)
	for r := range rows {
		rows[r] = s.RowText(r)
	}
	masked := slices.Clone(m.whole.Rows(rows))
	m.begun(s, rows, masked, s.Cursor.Col)
	if s.Cursor.Col == s.Cols-1 { // where the cursor stays on a row that is full
		m.begun(s, rows, masked, s.Cols)
	}
	return masked
}

// begun masks the beginning of a secret that the text ends with left of a column
// in the cursor's row.
func (m screenMask) begun(s *emulator.Screen, rows, masked []string, col int) {
	row := s.Cursor.Row
	before := append(slices.Clone(rows[:row]), s.Table.CellText(s.Row(row)[:col]))
	text := strings.Join(before, "")
	n := 0
	for _, w := range m.words {
		n = max(n, beginning(text, w))
	}
	for ; row >= 0 && n > 0; row-- {
		length := utf8.RuneCountInString(before[row])
		chars := []rune(masked[row])
		for i := max(0, length-n); i < min(length, len(chars)); i++ {
			chars[i] = '*'
		}
		masked[row], n = string(chars), n-length
	}
}

// beginning returns how many characters of word text ends with, 0 when they are
// too few to tell.
func beginning(text, word string) int {
	for end := len(word); end >= event.MinSecret; end-- {
		if utf8.ValidString(word[:end]) && strings.HasSuffix(text, word[:end]) {
			return utf8.RuneCountInString(word[:end])
		}
	}
	return 0
}
