package doc

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxSize is the largest file that is read.
const maxSize = 1 << 20

// source is a file on its way through the YAML library. The library sees
// lines, which may have been mended; messages show the file's own.
type source struct {
	file     *File
	lines    []string    // mended: same number of lines, same columns but for shift
	shift    map[int]int // line index -> columns that mending added before its text
	marker   rune        // stands for characters that must not be seen, see escapes.go
	problems *Problems
	budget   int // bytes that may still be parsed to find mistakes
}

// newSource splits src into lines and takes out the characters that YAML
// refuses or takes for line ends.
func newSource(f *File, problems *Problems) *source {
	s := &source{file: f, problems: problems, budget: mendBudget}
	text := string(f.Src)
	f.lines = splitLines(text)
	s.lines = append([]string(nil), f.lines...)
	for i, l := range s.lines {
		if at := strings.IndexFunc(l, refused); at >= 0 {
			s.takeOut(i, at)
		}
	}
	s.marker = unusedRune(text)
	return s
}

// splitLines takes off the byte order mark and the line ends.
func splitLines(text string) []string {
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

// refused reports a character that YAML does not allow in a file, or takes for
// the end of a line where an editor does not.
func refused(r rune) bool {
	switch {
	case r == '\t':
		return false
	case r < ' ', r >= 0x7f && r <= 0x9f, r == 0x2028, r == 0x2029, r == 0xfffe, r == 0xffff:
		return true
	}
	return false
}

// takeOut reports the first refused character of a line and puts a
// replacement character in the place of each.
func (s *source) takeOut(i, at int) {
	l := s.lines[i]
	r, _ := utf8.DecodeRuneInString(l[at:])
	s.report(i, utf8.RuneCountInString(l[:at])+1, 1,
		fmt.Sprintf(`write it as "%s" in double quotes`, escapeOf(r)),
		"%s in the file", describe(r))
	s.lines[i] = strings.Map(func(r rune) rune {
		if refused(r) {
			return '\ufffd'
		}
		return r
	}, l)
}

// report records a problem at a line index and a column of the file.
func (s *source) report(line, col, width int, hint, format string, args ...any) {
	s.problems.add(&Problem{
		Pos:     Pos{s.file.Name, line + 1, col},
		Width:   max(width, 1),
		Source:  s.file.Line(line + 1),
		Message: fmt.Sprintf(format, args...),
		Hint:    hint,
	})
}

// full reports that more problems would not be kept.
func (s *source) full() bool { return len(*s.problems) > maxProblems }

// unusedRune returns a character of the private use area that text has not.
func unusedRune(text string) rune {
	for r := rune(0xe000); r < 0xf8ff; r++ {
		if !strings.ContainsRune(text, r) {
			return r
		}
	}
	return 0xf8ff
}

// describe names a control character in words.
func describe(r rune) string {
	switch r {
	case '\b':
		return "a backspace (U+0008)"
	case '\r':
		return "a carriage return (U+000D)"
	case 0x1b:
		return "an escape character (U+001B)"
	case 0x2028, 0x2029, 0x85:
		return fmt.Sprintf("a line separator (U+%04X)", r)
	}
	return fmt.Sprintf("a control character (U+%04X)", r)
}

// escapeOf is how r is written in double quotes.
func escapeOf(r rune) string {
	switch r {
	case '\b':
		return `\b`
	case '\r':
		return `\r`
	case 0x1b:
		return `\e`
	}
	if r <= 0xff {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
