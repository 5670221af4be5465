package match

import (
	"regexp"
	"strings"
)

// pattern is what is looked for in a text.
type pattern interface {
	// each calls yield with the places of the pattern, which don't overlap,
	// until it returns false; more than limit are not looked for if that is
	// dearer.
	each(text string, limit int, yield func(hit) bool)
	// exact tells that a place must begin and end at the borders of cells.
	exact() bool
}

// literal is a text. Blanks at its end match blanks or the end of a row, as a
// row's own are cut.
type literal struct {
	text   string
	blanks int
}

// newLiteral returns the pattern of a text that is not empty.
func newLiteral(text string) literal {
	lines := strings.Split(text, "\n")
	for i, l := range lines[:len(lines)-1] {
		lines[i] = strings.TrimRight(l, " ")
	}
	last := lines[len(lines)-1]
	core := strings.TrimRight(last, " ")
	if core == "" && len(lines) == 1 {
		return literal{text: text}
	}
	lines[len(lines)-1] = core
	return literal{text: strings.Join(lines, "\n"), blanks: len(last) - len(core)}
}

func (l literal) exact() bool { return true }

func (l literal) each(text string, _ int, yield func(hit) bool) {
	for from := 0; l.text != "" && from <= len(text); {
		i := strings.Index(text[from:], l.text)
		if i < 0 {
			return
		}
		h := hit{from + i, from + i + len(l.text)}
		from = h.end
		n := 0
		for n < l.blanks && h.end < len(text) && text[h.end] == ' ' {
			h.end++
			n++
		}
		if n < l.blanks && h.end < len(text) && text[h.end] != '\n' {
			continue
		}
		from = h.end
		if !yield(h) {
			return
		}
	}
}

// expr is a regular expression.
type expr struct{ *regexp.Regexp }

func (e expr) exact() bool { return false }

func (e expr) each(text string, limit int, yield func(hit) bool) {
	if limit == 1 {
		if at := e.FindStringIndex(text); at != nil {
			yield(hit{at[0], at[1]})
		}
		return
	}
	for _, at := range e.FindAllStringIndex(text, limit) {
		if !yield(hit{at[0], at[1]}) {
			return
		}
	}
}

// wholeLine is the pattern of a row that is exactly text.
func wholeLine(text string) pattern {
	return expr{regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(strings.TrimRight(text, " ")) + `$`)}
}
