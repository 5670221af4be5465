package doc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSpan bounds how far the end of a value is looked for in its line.
const maxSpan = 500

// source is how n is written on its first line, from its first character to
// its last: with quotes, or from bracket to bracket. A block mapping gives its
// first key, a block list its dash.
func (n *Node) source() string {
	line := n.file.Line(n.Line)
	if n.off >= len(line) {
		return ""
	}
	rest := line[n.off:]
	if len(rest) > maxSpan {
		rest = strings.ToValidUTF8(rest[:maxSpan], "")
	}
	switch {
	case n.Flow, n.Style == SingleQuoted || n.Style == DoubleQuoted:
		if end := closing(rest); end > 0 {
			return rest[:end]
		}
	case n.Kind == Map && len(n.Pairs) > 0 && !n.broken:
		return n.Pairs[0].Key.source()
	case n.Kind == Map, n.Kind == List, n.Style == Literal, n.Style == Folded:
		return rest[:1]
	case n.Kind == Null && n.Text == "":
		// an anchor, an alias, a tag, or the blank before a comment
		if end := strings.IndexAny(rest, " \t,]}"); end >= 0 {
			rest = rest[:end]
		}
		return rest
	case n.from == nil && n.Text != "" && strings.HasPrefix(rest, n.Text):
		return n.Text
	}
	return strings.TrimRight(cutComment(rest), " \t")
}

// Width is the number of columns that n takes on its first line, at least 1.
func (n *Node) Width() int { return max(1, utf8.RuneCountInString(n.source())) }

// closing returns the length of the quoted text or bracketed value that s
// begins with, 0 if it does not end in s.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"', '\'':
			end := endOfQuote(s[i:])
			if end == 0 {
				return 0
			}
			i += end - 1
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return 0
}

// endOfQuote returns the length of the quoted text that s begins with, 0 if it
// is not closed.
func endOfQuote(s string) int {
	q := s[0]
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && q == '"':
			i++
		case s[i] == q && q == '\'' && i+1 < len(s) && s[i+1] == q:
			i++
		case s[i] == q:
			return i + 1
		}
	}
	return 0
}

// cutComment cuts a comment off an unquoted text.
func cutComment(s string) string {
	for i := range len(s) {
		if s[i] == '#' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\t') {
			return s[:i]
		}
	}
	return s
}

// textOf is a scalar's TEXT: its characters, of a block without the last
// newline.
func textOf(n *Node) string {
	if n.Style == Literal || n.Style == Folded {
		return strings.TrimSuffix(n.Text, "\n")
	}
	return n.Text
}

// written is the node as it stands in the file.
func (n *Node) written() *Node {
	if n.from != nil {
		return n.from
	}
	return n
}

// loss is a mistake in how a text is written that YAML hides.
type loss struct{ message, hint string }

// eaten returns the comment that an unquoted text may have lost a part to: one
// that does not begin with "# ".
func (n *Node) eaten() (loss, bool) {
	if n.Style != Plain || n.Kind != Scalar {
		return loss{}, false
	}
	rest, one := n.after()
	if !one {
		return loss{}, false
	}
	rest = strings.TrimLeft(rest, " \t")
	if rest == "" || rest[0] != '#' || strings.HasPrefix(rest, "# ") || strings.HasPrefix(rest, "#\t") {
		return loss{}, false
	}
	return loss{
		fmt.Sprintf("the text ends before %s: # begins a YAML comment", shorten(rest, 20)),
		quoteHint(n.Text+" "+rest) + `, or write "# " if it is a comment`,
	}, true
}

// control returns the control character that a text may hold.
func (n *Node) control() (loss, bool) {
	if n.Style == Plain || n.Kind != Scalar {
		return loss{}, false // refused when the file was read
	}
	at := strings.IndexFunc(n.Text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\t' && r != '\n'
	})
	if at < 0 {
		return loss{}, false
	}
	r, _ := utf8.DecodeRuneInString(n.Text[at:])
	l := loss{"the text holds " + describe(r), "a key is pressed with key:, as key: ctrl+c"}
	if n.Style == DoubleQuoted && strings.ContainsRune("\b\v\f\r\a", r) {
		l.hint = "in double quotes " + strings.Trim(fmt.Sprintf("%q", r), "'") + " is this character: use single quotes"
	}
	return l, true
}

// joined reports an unquoted text over several lines.
func (n *Node) joined() (loss, bool) {
	if n.Style != Plain || n.Kind != Scalar {
		return loss{}, false
	}
	if _, one := n.after(); one {
		return loss{}, false
	}
	return loss{
		"the lines of an unquoted text are joined with blanks",
		"write a block: | and the lines below it, or quote the text on one line",
	}, true
}

// trimmed reports blanks at either end of an unquoted text.
func (n *Node) trimmed() (loss, bool) {
	if n.Style != Plain || n.Kind != Scalar {
		return loss{}, false
	}
	rest, one := n.after()
	if !one {
		return loss{}, false
	}
	before := n.file.Line(n.Line)[:n.off]
	lead := len(before) - len(strings.TrimRight(before, " \t")) - 1 // one parts it from the colon
	if strings.TrimSpace(before) == "" {
		lead = 0 // indentation
	}
	end := strings.TrimLeft(rest, " \t")
	trail := len(rest) - len(end)
	switch {
	case end != "" && end[0] == '#':
		trail = 0
	case end != "":
		trail-- // before , ] } one blank is a habit
	}
	lead, trail = max(lead, 0), max(trail, 0)
	if lead+trail == 0 {
		return loss{}, false
	}
	where := "at the end"
	if lead > 0 {
		where = "at the beginning"
	}
	return loss{
		"blanks " + where + " of an unquoted text are lost",
		quoteHint(before[n.off-lead:]+n.Text+rest[:trail]) + ", or leave the blanks out",
	}, true
}

// after returns what follows a plain scalar in its line; one is false when the
// scalar goes on in the next.
func (n *Node) after() (rest string, one bool) {
	line := n.file.Line(n.Line)
	if n.off > len(line) {
		return "", true
	}
	return strings.CutPrefix(line[n.off:], n.Text)
}

// quoteHint shows how a text is quoted.
func quoteHint(s string) string {
	if s == "" || len(s) > 60 {
		return "quote the text"
	}
	if !strings.Contains(s, "'") {
		return "write '" + s + "'"
	}
	if !strings.ContainsAny(s, `"\`) {
		return `write "` + s + `"`
	}
	return "write '" + strings.ReplaceAll(s, "'", "''") + "'"
}

func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "..."
	}
	return s
}
