package rpc

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"scenario/emulator"
)

// Selector is a place on the screen, as tuispec writes it. Columns and rows
// count from 1 (or from 0, see Options.ZeroBased), nth from 0.
type Selector struct {
	Type     string    `json:"type"`
	Text     *string   `json:"text,omitempty"`
	Pattern  *string   `json:"pattern,omitempty"`
	Col      *int      `json:"col,omitempty"`
	Row      *int      `json:"row,omitempty"`
	Rect     *Rect     `json:"rect,omitempty"`
	Index    *int      `json:"index,omitempty"`
	Selector *Selector `json:"selector,omitempty"`

	re *regexp.Regexp
}

// Rect is a rectangle of cells.
type Rect struct {
	Col    int `json:"col"`
	Row    int `json:"row"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// match is a place that a selector has found; both count from 0.
type match struct{ row, col int }

// maxDepth bounds selectors in selectors.
const maxDepth = 16

// check reports what is wrong with a selector; field names it.
func (s *Selector) check(field string, base, depth int) *Error {
	if s == nil {
		return badParam(field, "is missing")
	}
	missing := func(name string) *Error { return badParam(field+"."+name, "is missing") }
	switch {
	case depth > maxDepth:
		return badParam(field, "is nested more than %d deep", maxDepth)
	case s.Type == "exact" && s.Text == nil:
		return missing("text")
	case s.Type == "exact" && *s.Text == "":
		return badParam(field+".text", "is empty")
	case (s.Type == "regex" || s.Type == "re2") && s.Pattern == nil:
		return missing("pattern")
	case s.Type == "at" && s.Col == nil:
		return missing("col")
	case s.Type == "at" && s.Row == nil:
		return missing("row")
	case s.Type == "at" && (*s.Col < base || *s.Row < base):
		return badParam(field, "columns and rows count from %d", base)
	case s.Type == "within" && s.Rect == nil:
		return missing("rect")
	case s.Type == "within" && (s.Rect.Width < 1 || s.Rect.Height < 1 || s.Rect.Col < base || s.Rect.Row < base):
		return badParam(field+".rect", "columns and rows count from %d, width and height are at least 1", base)
	case s.Type == "nth" && s.Index == nil:
		return missing("index")
	case s.Type == "nth" && *s.Index < 0:
		return badParam(field+".index", "counts from 0")
	}
	switch s.Type {
	case "exact", "at":
		return nil
	case "regex":
		s.re = pseudoRegex(*s.Pattern)
		return nil
	case "re2":
		re, err := regexp.Compile("(?m)" + *s.Pattern)
		if err != nil {
			return badParam(field+".pattern", "%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
		s.re = re
		return nil
	case "within", "nth":
		return s.Selector.check(field+".selector", base, depth+1)
	}
	return badParam(field+".type", "%q is not exact, regex, re2, at, within or nth", s.Type)
}

// pseudoRegex is what tuispec calls a regex: alternatives parted by |, brackets
// left out, .* between pieces that follow each other, also over lines, all else
// literal.
func pseudoRegex(pattern string) *regexp.Regexp {
	pattern = strings.NewReplacer("(", "", ")", "").Replace(pattern)
	var alternatives []string
	for _, a := range strings.Split(pattern, "|") {
		var pieces []string
		for _, p := range strings.Split(a, ".*") {
			pieces = append(pieces, regexp.QuoteMeta(p))
		}
		alternatives = append(alternatives, strings.Join(pieces, "(?s:.*?)"))
	}
	return regexp.MustCompile(strings.Join(alternatives, "|"))
}

// find returns the places where the selector matches, in the order of the
// screen. base is the number of the first column and row.
func (s *Selector) find(scr *emulator.Screen, base int) []match {
	return s.in(textOf(scr, 0, 0, scr.Cols, scr.Rows), scr, base)
}

func (s *Selector) in(t viewText, scr *emulator.Screen, base int) []match {
	switch s.Type {
	case "exact":
		return t.all(func(text string) []int {
			if i := strings.Index(text, *s.Text); i >= 0 {
				return []int{i, i + len(*s.Text)}
			}
			return nil
		})
	case "regex", "re2":
		return t.all(s.re.FindStringIndex)
	case "at":
		row, col := *s.Row-base, *s.Col-base
		if row < 0 || col < 0 || row >= scr.Rows || col >= scr.Cols || row < t.row || row >= t.row+t.height || col < t.col || col >= t.col+t.width {
			return nil
		}
		if text := scr.Table.Text(scr.Row(row)[col].Glyph); strings.TrimSpace(text) == "" && !scr.Row(row)[col].Attr.Has(emulator.WideTail) {
			return nil
		}
		return []match{{row, col}}
	case "within":
		return s.Selector.in(textOf(scr, s.Rect.Row-base, s.Rect.Col-base, s.Rect.Width, s.Rect.Height), scr, base)
	case "nth":
		if all := s.Selector.in(t, scr, base); *s.Index < len(all) {
			return all[*s.Index : *s.Index+1]
		}
	}
	return nil
}

// one reports whether a selector means one place whatever it finds.
func (s *Selector) one() bool { return s.Type == "at" || s.Type == "nth" }

// String is the selector as it came.
func (s *Selector) String() string {
	b, _ := json.Marshal(s)
	return string(b)
}

// viewText is the text of a rectangle of the screen, with the cell of each byte.
type viewText struct {
	row, col, width, height int
	text                    string
	cells                   []match // of the byte of the same index
}

// textOf reads a rectangle, rows parted by newlines, trailing blanks cut.
func textOf(scr *emulator.Screen, row, col, width, height int) viewText {
	t := viewText{row: row, col: col, width: width, height: height}
	var b strings.Builder
	for r := max(row, 0); r < min(row+height, scr.Rows); r++ {
		if b.Len() > 0 || r > max(row, 0) {
			b.WriteByte('\n')
			t.cells = append(t.cells, match{r - 1, scr.Cols})
		}
		end := b.Len()
		for c := max(col, 0); c < min(col+width, scr.Cols); c++ {
			cell := scr.Row(r)[c]
			if cell.Attr.Has(emulator.WideTail) {
				continue
			}
			text := scr.Table.Text(cell.Glyph)
			if text == "" {
				text = " "
			}
			b.WriteString(text)
			for range len(text) {
				t.cells = append(t.cells, match{r, c})
			}
			if text != " " {
				end = b.Len()
			}
		}
		s := b.String()[:end]
		b.Reset()
		b.WriteString(s)
		t.cells = t.cells[:end]
	}
	t.text = b.String()
	return t
}

// all returns the places of all matches of find, which do not overlap.
func (t viewText) all(find func(string) []int) []match {
	var out []match
	for at := 0; at < len(t.text); {
		m := find(t.text[at:])
		if m == nil {
			break
		}
		if at+m[0] < len(t.cells) {
			out = append(out, t.cells[at+m[0]])
		}
		at += max(m[1], m[0]+1)
	}
	return out
}

// places lists matches for a message.
func places(all []match, base int) string {
	var out []string
	for i, m := range all {
		if i == 10 {
			out = append(out, fmt.Sprintf("and %d more", len(all)-i))
			break
		}
		out = append(out, fmt.Sprintf("row %d column %d", m.row+base, m.col+base))
	}
	return strings.Join(out, ", ")
}
