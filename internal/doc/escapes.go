package doc

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"gopkg.in/yaml.v3"
)

// JSON has two escapes that the YAML library refuses: \/ and characters beyond
// the BMP as two surrogates. They are rewritten column for column, with a
// character that the file does not have (the marker) in the place of what is
// too much, and undone in the nodes.

// rewriteEscapes does so for the lines of c and reports whether there were any.
func (s *source) rewriteEscapes(c chunk) bool {
	found := false
	json := s.isFlow(c)
	for i := c.start; i < c.end; i++ {
		l := s.lines[i]
		if !strings.Contains(l, `\/`) && !(json && (strings.Contains(l, `\ud`) || strings.Contains(l, `\uD`))) {
			continue
		}
		s.lines[i] = rewriteLine(l, string(s.marker), json)
		found = found || s.lines[i] != l
	}
	return found
}

// isFlow reports a document that begins with { or [, as JSON does.
func (s *source) isFlow(c chunk) bool {
	for _, l := range s.lines[c.start:c.end] {
		if l = strings.TrimLeft(strings.TrimPrefix(l, "---"), " \t"); l != "" && l[0] != '#' {
			return l[0] == '{' || l[0] == '['
		}
	}
	return false
}

func rewriteLine(l, marker string, json bool) string {
	var b strings.Builder
	for i := 0; i < len(l); {
		if l[i] != '\\' || i+1 == len(l) {
			b.WriteByte(l[i])
			i++
			continue
		}
		if r, ok := surrogates(l[i:]); json && ok {
			b.WriteString(`\U` + leftPad(strconv.FormatInt(int64(r), 16), 8) + marker + marker)
			i += len(`\ud83d\ude00`)
			continue
		}
		if l[i+1] == '/' {
			b.WriteString(marker + "/")
		} else {
			b.WriteString(l[i : i+2])
		}
		i += 2
	}
	return b.String()
}

func leftPad(s string, n int) string { return strings.Repeat("0", max(0, n-len(s))) + s }

// surrogates reads \uD83D\uDE00 at the beginning of s.
func surrogates(s string) (rune, bool) {
	if len(s) < 12 || s[:2] != `\u` || s[6:8] != `\u` {
		return 0, false
	}
	hi, err1 := strconv.ParseUint(s[2:6], 16, 16)
	lo, err2 := strconv.ParseUint(s[8:12], 16, 16)
	if err1 != nil || err2 != nil {
		return 0, false
	}
	r := utf16.DecodeRune(rune(hi), rune(lo))
	return r, r != '\ufffd'
}

// restore undoes rewriteEscapes in a scalar.
func (s *source) restore(y *yaml.Node) string {
	m := string(s.marker)
	if !strings.Contains(y.Value, m) {
		return y.Value
	}
	if y.Style&yaml.DoubleQuotedStyle != 0 {
		return strings.ReplaceAll(y.Value, m, "")
	}
	return strings.ReplaceAll(y.Value, m, `\`)
}
