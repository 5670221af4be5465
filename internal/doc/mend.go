package doc

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

const (
	// mendBudget is how many bytes are parsed again to find the mistakes of
	// one file.
	mendBudget = 16 << 20
	// mendRounds is how many lines are left out of a document to read on.
	mendRounds = 50
)

// mender finds out what is wrong with a document that YAML cannot read, and
// makes it readable without that part.
type mender struct {
	*source
	chunk
	parts []part
}

// mend returns the root of the mended document, nil when nothing is left. It
// has reported at least one problem, unless only escapes of JSON were in the
// way.
func (s *source) mend(c chunk) *yaml.Node {
	if s.rewriteEscapes(c) {
		if y, err := s.parse(c); err == nil {
			return y
		}
	}
	m := &mender{source: s, chunk: c}
	m.scan()
	for range mendRounds {
		if m.full() {
			break
		}
		y, err := m.try(c.end)
		if err == nil {
			return y
		}
		if name, ok := unknownAnchor(err); ok && m.noAnchor(name) {
			continue
		}
		if !m.structure(err) {
			m.fallback(err)
			break
		}
	}
	return nil
}

// try parses the document up to before the line index end.
func (m *mender) try(end int) (*yaml.Node, error) {
	text := strings.Join(m.lines[m.start:end], "\n")
	m.budget -= len(text)
	return parseText(text)
}

// blank puts the marker in the place of n bytes at off in line i, column for
// column, and empties the lines after it up to end.
func (m *mender) blank(i, off, n, end int) {
	l := m.lines[i]
	m.lines[i] = l[:off] + strings.Repeat(string(m.marker), max(1, utf8.RuneCountInString(l[off:off+n]))) + l[off+n:]
	m.drop(i+1, end)
}

func (m *mender) drop(from, end int) {
	for i := from; i < end; i++ {
		m.lines[i] = ""
	}
}

// blanked reports a value that mending has put in the place of one that cannot
// be read.
func (s *source) blanked(v string) bool {
	return v != "" && strings.Trim(v, string(s.marker)) == ""
}

// column is the column in the file of a byte offset in a mended line.
func (m *mender) column(i, off int) int {
	return max(1, utf8.RuneCountInString(m.lines[i][:off])+1-m.shift[i])
}

// untab replaces tabs in the indentation of line i by two blanks each. The
// first of several such lines is reported.
func (m *mender) untab(i int) {
	l := m.lines[i]
	text := strings.TrimLeft(l, " \t")
	indent := l[:len(l)-len(text)]
	if !strings.Contains(indent, "\t") {
		return
	}
	if i == 0 || m.shift[i-1] == 0 {
		m.report(i, strings.IndexByte(indent, '\t')+1, 1, "indent with blanks", "a tab in the indentation")
	}
	wide := strings.ReplaceAll(indent, "\t", "  ")
	if m.shift == nil {
		m.shift = map[int]int{}
	}
	m.shift[i] = len(wide) - len(indent)
	m.lines[i] = wide + text
}

var anchorRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`unknown anchor '([^']*)' referenced`)
})

func unknownAnchor(err error) (string, bool) {
	if g := anchorRE().FindStringSubmatch(err.Error()); g != nil {
		return g[1], true
	}
	return "", false
}

// noAnchor reports and blanks the aliases of a name that no anchor before them
// has.
func (m *mender) noAnchor(name string) bool {
	re := regexp.MustCompile(`(^|[ \t,\[{])(\*` + regexp.QuoteMeta(name) + `)($|[ \t,\]}])`)
	found := false
	for i := m.start; i < m.end && !m.full(); i++ {
		if strings.Contains(m.lines[i], "&"+name) {
			break
		}
		for {
			g := re.FindStringSubmatchIndex(m.lines[i])
			if g == nil {
				break
			}
			found = true
			m.report(i, m.column(i, g[4]), len(name)+1,
				"quote the text, or define &"+name+" before it", "an unquoted * begins an alias, and there is no anchor &%s before it", name)
			m.blank(i, g[4], g[5]-g[4], i)
		}
	}
	return found
}
