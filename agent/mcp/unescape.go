package mcp

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// unescape interprets \r \n \t \xHH and \uHHHH in a text, as shellwright does;
// any other backslash stands for itself. \xHH is a byte below 0x80, and the
// character of that number from there on.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		if s[0] != '\\' || len(s) < 2 {
			_, n := utf8.DecodeRuneInString(s)
			b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		digits := 0
		switch s[1] {
		case 'r':
			b.WriteByte('\r')
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'x':
			digits = 2
		case 'u':
			digits = 4
		default:
			b.WriteByte('\\')
			s = s[1:]
			continue
		}
		if digits > 0 {
			n, err := strconv.ParseUint(s[2:min(len(s), 2+digits)], 16, 32)
			if err != nil || len(s) < 2+digits {
				b.WriteByte('\\')
				s = s[1:]
				continue
			}
			b.WriteRune(rune(n))
		}
		s = s[2+digits:]
	}
	return b.String()
}
