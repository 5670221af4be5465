package doc

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// structure finds the first line at which the document stops being readable,
// reports why, and leaves it out with all that is indented below it. It says
// whether that helped anything.
func (m *mender) structure(err error) bool {
	k := sort.Search(len(m.parts), func(k int) bool {
		if m.budget < 0 {
			return true
		}
		_, err := m.try(m.parts[k].end)
		return err != nil
	})
	if m.budget < 0 || k == len(m.parts) {
		return false
	}
	k = m.blame(k)
	bad := m.parts[k].line
	if m.lines[bad] == "" {
		return false
	}
	text := strings.TrimLeft(m.lines[bad], " ")
	at := len(m.lines[bad]) - len(text)
	width := utf8.RuneCountInString(strings.TrimRight(text, " \t"))
	message, hint := m.lineFault(k, at, text, err)
	m.report(bad, m.column(bad, at), width, hint, "%s", message)
	m.drop(bad, m.below(k, at))
	return true
}

// blame returns the part that is wrong when the document can be read up to the
// k-th: that one, or a line without a colon before it, which YAML took for a
// text.
func (m *mender) blame(k int) int {
	for j := k - 1; j >= 0; j-- {
		l := m.lines[m.parts[j].line]
		if l == "" {
			continue
		}
		p := head(l, m.explicit && m.parts[j].line == m.start)
		if !p.key && !p.item && p.off < len(l) && strings.IndexByte("{[\"'#", l[p.off]) < 0 {
			return j
		}
		break
	}
	return k
}

// below returns the line after the k-th part, which begins at the column at,
// and what is indented below it. Behind a line with a wrong indentation, one
// that fits again is not below it.
func (m *mender) below(k, at int) int {
	open := m.columnsBefore(k)
	_, fits := open[at]
	end := m.parts[k].end
	for ; end < m.end; end++ {
		if strings.TrimSpace(m.lines[end]) == "" {
			continue
		}
		col := spaces(m.lines[end])
		if _, ok := open[col]; col <= at || !fits && ok {
			break
		}
	}
	return end
}

var noBlank = regexp.MustCompile(`^(- +)*[\w.-]+:[^ \t/:]`)

// lineFault says what is wrong with the k-th part, a line that begins at the
// column at.
func (m *mender) lineFault(k, at int, text string, err error) (message, hint string) {
	open := m.columnsBefore(k)
	item := text[0] == '-' && isBlankAt(text, 1)
	_, fits := open[at]
	switch {
	case noBlank.MatchString(text):
		before, after, _ := strings.Cut(text, ":")
		return "a colon needs a blank behind it", "write " + before + ": " + shorten(after, 40)
	case !fits && len(open) > 0:
		hint := "align it with the lines above"
		if col, line, ok := nearest(open, at, item); ok {
			hint = "align it with line " + strconv.Itoa(line) + ", column " + strconv.Itoa(col)
		}
		return "the indentation fits none of the lines above", hint
	case fits && item && !open[at].item:
		return "a list item among the keys of a mapping", "put it below a key such as steps:"
	case fits && !item && open[at].item:
		return "a key among the items of a list", "begin it with - , or indent it as the keys above"
	case !item && keyLen(text) == 0:
		return "a key without a colon", "write KEY: VALUE"
	}
	return plainMessage(err), "look at the indentation, colons and quotes of this line and the one above"
}

// opened is a column at which lines above began, and the last of these lines.
type opened struct {
	line int
	item bool
}

// columnsBefore are the columns that a line behind the k-th part may begin at.
func (m *mender) columnsBefore(k int) map[int]opened {
	open := map[int]opened{}
	for _, p := range m.parts[:k] {
		l := m.lines[p.line]
		if l == "" || m.explicit && p.line == m.start {
			continue
		}
		at := spaces(l)
		for c := range open {
			if c > at {
				delete(open, c)
			}
		}
		for strings.HasPrefix(l[at:], "- ") {
			open[at] = opened{p.line, true}
			at += 1 + spaces(l[at+1:])
		}
		if at < len(l) {
			open[at] = opened{p.line, l[at:] == "-"}
		}
	}
	return open
}

// nearest is the column that a line was most likely meant to begin at.
func nearest(open map[int]opened, at int, item bool) (col, line int, ok bool) {
	best := -1
	for c, o := range open {
		if o.item != item {
			continue
		}
		d := max(c-at, at-c)
		if best < 0 || d < best || d == best && c+1 > col {
			best, col, line, ok = d, c+1, o.line+1, true
		}
	}
	return col, line, ok
}

// fallback reports what the library said, at its line or the first, unless that
// line has a problem already.
func (m *mender) fallback(err error) {
	line := m.start
	if g := lineRE().FindStringSubmatch(err.Error()); g != nil {
		if n, e := strconv.Atoi(g[1]); e == nil {
			line = min(m.start+n-1, m.end-1)
		}
	}
	for _, p := range *m.problems {
		if p.Line == line+1 {
			return
		}
	}
	text := strings.TrimLeft(m.file.lines[line], " \t")
	at := len(m.file.lines[line]) - len(text)
	m.report(line, at+1, utf8.RuneCountInString(text), "look at the indentation, colons and quotes here and above", "%s", plainMessage(err))
}

var lineRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^yaml: line (\d+): `)
})

// plainMessage is the library's message without its line, which is often that
// of another place.
func plainMessage(err error) string {
	msg := lineRE().ReplaceAllString(err.Error(), "")
	msg = strings.TrimPrefix(msg, "yaml: ")
	return fmt.Sprintf("this is no YAML (%s)", printable(msg))
}
