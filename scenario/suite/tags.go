package suite

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"scenario/steps"
)

// TagExpr is an expression of tags: it reports whether a scenario with these
// tags is meant.
type TagExpr func(tags []string) bool

// ParseTags reads an expression of tags: names with not, and, or (which bind in
// this order, tightest first) and parentheses, as in "fast and not (slow or db)".
func ParseTags(s string) (TagExpr, error) {
	p := tagParser{words: tagWords(s)}
	e, err := p.either()
	if err == nil && len(p.words) > 0 {
		err = fmt.Errorf("and or or is missing before %q", p.words[0])
		if p.words[0] == ")" {
			err = errors.New("a ) has no (")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", s, err)
	}
	return e, nil
}

// tagWords parts an expression into words and parentheses.
func tagWords(s string) []string {
	s = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(s)
	return strings.Fields(s)
}

type tagParser struct {
	words []string
	depth int
}

// maxTagDepth is how deep parentheses and nots may stand in each other.
const maxTagDepth = 100

func (p *tagParser) either() (TagExpr, error) {
	e, err := p.both()
	for err == nil && p.accept("or") {
		var f TagExpr
		l := e
		f, err = p.both()
		e = func(tags []string) bool { return l(tags) || f(tags) }
	}
	return e, err
}

func (p *tagParser) both() (TagExpr, error) {
	e, err := p.one()
	for err == nil && p.accept("and") {
		var f TagExpr
		l := e
		f, err = p.one()
		e = func(tags []string) bool { return l(tags) && f(tags) }
	}
	return e, err
}

func (p *tagParser) one() (TagExpr, error) {
	if p.depth++; p.depth > maxTagDepth {
		return nil, errors.New("too deep")
	}
	defer func() { p.depth-- }()
	switch {
	case len(p.words) == 0:
		return nil, errors.New("a tag is missing at the end")
	case p.accept("not"):
		e, err := p.one()
		return func(tags []string) bool { return !e(tags) }, err
	case p.accept("("):
		e, err := p.either()
		if err == nil && !p.accept(")") {
			err = errors.New("a ( has no )")
		}
		return e, err
	}
	name := p.words[0]
	switch {
	case name == "and" || name == "or" || name == ")":
		return nil, fmt.Errorf("a tag is missing before %q", name)
	case !steps.IsName(name):
		return nil, fmt.Errorf("%q is no name of a tag", name)
	}
	p.words = p.words[1:]
	return func(tags []string) bool { return slices.Contains(tags, name) }, nil
}

func (p *tagParser) accept(word string) bool {
	if len(p.words) == 0 || p.words[0] != word {
		return false
	}
	p.words = p.words[1:]
	return true
}
