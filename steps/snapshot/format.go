package snapshot

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The lines of a file that are always the same.
const (
	magic     = "scenario snapshot 1"
	screenTop = "--- screen"
	stylesTop = "--- styles"
	endLine   = "--- end"
)

// maxRows bounds the rows of a file, as emulator.MaxSize does those of a screen.
const maxRows = 1000

// Bytes is the file: a header, the text of the rows, and the styles of those
// rows that have any.
func (f *Screen) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nsize: %s\n", magic, f.Size)
	if f.In != "" {
		fmt.Fprintf(&b, "in: %s\n", f.In)
	}
	fmt.Fprintf(&b, "cursor: %s\n", f.Cursor)
	if f.Title != "" {
		fmt.Fprintf(&b, "title: %s\n", f.Title)
	}
	fmt.Fprintln(&b, screenTop)
	for _, r := range f.Rows {
		fmt.Fprintln(&b, r)
	}
	fmt.Fprintln(&b, stylesTop)
	for i, s := range f.Styles {
		if s != "" {
			fmt.Fprintf(&b, "%d: %s\n", i+1, s)
		}
	}
	fmt.Fprintln(&b, endLine)
	return b.Bytes()
}

// Parse reads a file. Line ends may have become CRLF; blanks at the ends of lines
// don't count. The error names the line.
func Parse(src []byte) (*Screen, error) {
	if !utf8.Valid(src) {
		return nil, errors.New("not UTF-8")
	}
	p := &parser{lines: strings.Split(string(src), "\n")}
	f := &Screen{}
	if p.next() != magic {
		return nil, p.errorf("the first line is not %q", magic)
	}
	if err := p.header(f); err != nil {
		return nil, err
	}
	if err := p.rows(f); err != nil {
		return nil, err
	}
	return f, p.styles(f)
}

// parser goes through the lines of a file.
type parser struct {
	lines []string
	at    int // lines that were read
}

// next returns the next line, "" behind the last.
func (p *parser) next() string {
	p.at++
	if p.at > len(p.lines) {
		return ""
	}
	return strings.TrimRight(p.lines[p.at-1], " \r")
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", p.at, fmt.Sprintf(format, args...))
}

// header reads up to the rows.
func (p *parser) header(f *Screen) error {
	for {
		line := p.next()
		if line == screenTop {
			break
		}
		key, value, ok := strings.Cut(line, ": ")
		into := map[string]*string{"size": &f.Size, "in": &f.In, "cursor": &f.Cursor, "title": &f.Title}[key]
		switch {
		case p.at > len(p.lines):
			return p.errorf("%q is missing", screenTop)
		case !ok || into == nil:
			return p.errorf("neither size, in, cursor, title nor %q", screenTop)
		case *into != "":
			return p.errorf("%s is there twice", key)
		}
		if *into = printable(value); *into == "" {
			return p.errorf("%s is empty", key)
		}
	}
	if f.Size == "" || f.Cursor == "" {
		return p.errorf("size and cursor are needed above it")
	}
	return nil
}

// rows reads the text. A row that looks like the line behind them ends them only
// if no such line follows.
func (p *parser) rows(f *Screen) error {
	last := -1
	for i := p.at; i < len(p.lines); i++ {
		if strings.TrimRight(p.lines[i], " \r") == stylesTop {
			last = i
		}
	}
	if last < 0 {
		return p.errorf("%q is missing below it", stylesTop)
	}
	for p.at < last {
		row := p.next()
		if strings.ContainsFunc(row, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return p.errorf("there is a control character in the row")
		}
		if len(f.Rows) == maxRows {
			return p.errorf("there are more than %d rows", maxRows)
		}
		f.Rows = append(f.Rows, row)
	}
	p.next()
	f.Styles = make([]string, len(f.Rows))
	return nil
}

// styles reads the styles and the end.
func (p *parser) styles(f *Screen) error {
	for {
		line := p.next()
		if line == endLine {
			break
		}
		if p.at >= len(p.lines) && line == "" {
			return p.errorf("%q is missing", endLine)
		}
		number, style, ok := strings.Cut(line, ": ")
		n, err := strconv.Atoi(number)
		switch {
		case !ok || err != nil || printable(style) != style || style == "":
			return p.errorf("not a row and its styles, as 3: 1-5 bold")
		case n < 1 || n > len(f.Rows):
			return p.errorf("there is no row %d", n)
		case f.Styles[n-1] != "":
			return p.errorf("the styles of row %d are there twice", n)
		}
		if _, err := columns(style); err != nil {
			return p.errorf("%v", err)
		}
		f.Styles[n-1] = style
	}
	for p.at < len(p.lines) {
		if p.next() != "" {
			return p.errorf("nothing comes behind %q", endLine)
		}
	}
	return nil
}

// span is a run of columns, from 0 to before end, and its style.
type span struct {
	from, end int
	style     string
}

// columns reads the styles of a row.
func columns(styles string) (spans []span, err error) {
	if styles == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(styles, ", ") {
		where, style, ok := strings.Cut(part, " ")
		first, last, several := strings.Cut(where, "-")
		if !several {
			last = first
		}
		a, errA := strconv.Atoi(first)
		z, errZ := strconv.Atoi(last)
		if !ok || style == "" || errA != nil || errZ != nil || a < 1 || z < a || z > 10*maxRows || len(spans) > 0 && a <= spans[len(spans)-1].end {
			return nil, fmt.Errorf("%q is not columns and their style, as 1-5 bold", part)
		}
		spans = append(spans, span{a - 1, z, style})
	}
	return spans, nil
}
