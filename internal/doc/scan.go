package doc

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// part is some lines of a document that belong together: a key or a list item
// with its value, as far as that begins on the same line.
type part struct{ line, end int }

var (
	blockRE  = regexp.MustCompile(`^[|>][-+0-9]*[ \t]*(#.*)?$`)
	anchorAt = regexp.MustCompile(`^&[0-9A-Za-z_-]+([ \t]+|$)`)
	wordKey  = regexp.MustCompile(`^[\w.-]+[ \t]*:([ \t]|$)`)
	easyText = regexp.MustCompile(`^[0-9A-Za-z_./$][^:#]*$`)
)

// scan walks over the lines of a block document, as an author would read it,
// and takes out each value that cannot be read alone. YAML itself is only
// asked about single values here, so one mistake does not hide another.
func (m *mender) scan() {
	for i := m.start; i < m.end && !m.full(); {
		if strings.TrimSpace(m.lines[i]) == "" {
			m.lines[i] = ""
			i++
			continue
		}
		m.untab(i)
		if text := strings.TrimLeft(m.lines[i], " "); text[0] == '#' {
			i++
			continue
		}
		end := m.value(i)
		m.parts = append(m.parts, part{i, end})
		i = end
	}
}

// place is where the value of a line begins: at the byte off, after a key or
// not. What belongs to it is indented deeper than under.
type place struct {
	off, under int
	key, item  bool
}

// head reads the dashes and the key that line l begins with.
func head(l string, explicit bool) place {
	p := place{off: len(l) - len(strings.TrimLeft(l, " "))}
	p.under = p.off - 1
	if explicit {
		p.off, p.under = 3, -1
	}
	skip := func() { p.off = len(l) - len(strings.TrimLeft(l[p.off:], " \t")) }
	skip()
	for strings.HasPrefix(l[p.off:], "- ") || strings.HasPrefix(l[p.off:], "? ") || l[p.off:] == "-" {
		p.under, p.item = p.off, true
		p.off++
		skip()
	}
	p.off += len(anchorAt.FindString(l[p.off:]))
	if n := keyLen(l[p.off:]); n > 0 {
		p.key = true
		p.under = p.off
		p.off += n
		skip()
		p.off += len(anchorAt.FindString(l[p.off:]))
	}
	return p
}

// keyLen returns the length of the key that s begins with, the colon included.
func keyLen(s string) int {
	if s == "" || strings.IndexByte("{[#|>*%@`", s[0]) >= 0 {
		return 0
	}
	at := 0
	if s[0] == '"' || s[0] == '\'' {
		if at = endOfQuote(s); at == 0 {
			return 0
		}
		at += len(s[at:]) - len(strings.TrimLeft(s[at:], " \t"))
		if at < len(s) && s[at] == ':' && isBlankAt(s, at+1) {
			return at + 1
		}
		return 0
	}
	for i := range len(s) {
		switch {
		case s[i] == '#' && i > 0 && isBlankAt(s, i-1):
			return 0
		case s[i] == ':' && isBlankAt(s, i+1):
			return i + 1
		}
	}
	return 0
}

// isBlankAt reports a blank, a tab or the end at s[i].
func isBlankAt(s string, i int) bool { return i >= len(s) || s[i] == ' ' || s[i] == '\t' }

// value looks at the value that begins on line i and returns the line after
// it.
func (m *mender) value(i int) int {
	l := m.lines[i]
	p := head(l, m.explicit && i == m.start)
	v := l[p.off:]
	switch {
	case v == "" || v[0] == '#':
		return i + 1
	case blockRE.MatchString(v):
		return m.block(i+1, p.under)
	case !p.key && !p.item && strings.IndexByte("{[\"'", v[0]) < 0:
		return i + 1 // a key without a colon, or the next line of a text
	}
	end := m.extent(i, v, p.under)
	if end == i+1 && easyText.MatchString(v) {
		return end
	}
	text := v
	for _, l := range m.lines[i+1 : end] {
		text += "\n " + l
	}
	if err := m.alone(text, p.key); err != nil {
		end = m.broken(i, end, p, text, err)
	}
	return end
}

// block skips the lines of a block scalar.
func (m *mender) block(i, under int) int {
	for ; i < m.end; i++ {
		if strings.TrimSpace(m.lines[i]) == "" {
			continue
		}
		if spaces(m.lines[i]) <= under && m.lines[i][spaces(m.lines[i])] == '\t' {
			m.untab(i)
		}
		if spaces(m.lines[i]) <= under {
			break
		}
	}
	return i
}

func spaces(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }

// extent returns the line after the value v that begins on line i: what is
// indented deeper belongs to it when v is not complete.
func (m *mender) extent(i int, v string, under int) int {
	flow := v[0] == '{' || v[0] == '['
	quoted := v[0] == '"' || v[0] == '\''
	if quoted && endOfQuote(v) > 0 {
		return i + 1
	}
	end := i + 1
	depth := brackets(v)
	if flow && depth == 0 {
		return end
	}
	for j := i + 1; j < m.end; j++ {
		text := strings.TrimLeft(m.lines[j], " \t")
		if text == "" {
			continue
		}
		deeper := len(m.lines[j])-len(text) > under
		switch {
		case flow && depth > 0 && (text[0] == '}' || text[0] == ']'):
		case !deeper:
			return end
		case !flow && !quoted && (wordKey.MatchString(text) || text[0] == '#'):
			return end
		}
		end = j + 1
		depth += brackets(m.lines[j])
		if flow && depth <= 0 || quoted && endOfQuote(v[:1]+m.lines[j]) > 0 {
			return end
		}
	}
	if quoted {
		return i + 1 // never closed: only this line is wrong
	}
	return end
}

// brackets counts how many more brackets l opens than it closes.
func brackets(l string) int {
	n := 0
	for i := 0; i < len(l); i++ {
		switch l[i] {
		case '{', '[':
			n++
		case '}', ']':
			n--
		case '#':
			if i > 0 && isBlankAt(l, i-1) {
				return n
			}
		case '"', '\'':
			if i == 0 || strings.IndexByte(" \t,:[{", l[i-1]) >= 0 {
				i += max(endOfQuote(l[i:])-1, 0)
			}
		}
	}
	return n
}

var aliasRE = regexp.MustCompile(`\*([0-9A-Za-z_-]+)`)

// alone parses one value, as an item or under a key.
func (m *mender) alone(text string, key bool) error {
	if m.budget < 0 {
		return nil
	}
	m.budget -= len(text) + 100
	var b strings.Builder
	b.WriteString("a:\n")
	for _, g := range aliasRE.FindAllStringSubmatch(text, -1) {
		b.WriteString("  - &" + g[1] + " x\n")
	}
	if key {
		b.WriteString("b: " + text)
	} else {
		b.WriteString("b:\n - " + text)
	}
	_, err := parseText(b.String())
	return err
}

// broken reports the cause why a value cannot be read and takes it out. It
// returns the line after what was taken out.
func (m *mender) broken(i, end int, p place, text string, err error) int {
	f := faultOf(text, p.key)
	if f.message == "" {
		f = fault{at: 0, width: 0, message: plainMessage(err), hint: "quote the text"}
	}
	line, off := i, p.off+f.at
	if n := strings.Count(text[:f.at], "\n"); n > 0 {
		line = i + n
		off = f.at - strings.LastIndexByte(text[:f.at], '\n') - 2
		off = min(max(off, 0), len(m.lines[line]))
	}
	rest := m.lines[line][min(off, len(m.lines[line])):]
	width := f.width
	if width == 0 {
		width = utf8.RuneCountInString(strings.TrimRight(rest, " \t"))
	}
	if strings.ContainsRune(f.hint, m.marker) || strings.ContainsRune(f.hint, '\ufffd') {
		f.hint = "quote the text"
	}
	m.report(line, m.column(line, min(off, len(m.lines[line]))), width, f.hint, "%s", f.message)
	m.blank(i, p.off, len(m.lines[i])-p.off, end)
	return end
}
