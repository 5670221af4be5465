package match

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

const (
	minPrefix   = 3         // matched characters that are worth showing
	maxPrefixes = 128       // beginnings of a regex that are tried
	maxSearched = 4_000_000 // bytes that are searched for them in all
)

// nearRegex finds what a regex matches without its ^ and $, or its longest
// beginning that matches.
func nearRegex(p *page, source string) *Near {
	if loose, ok := withoutAnchors(source); ok {
		if h, ok := p.firstRE(loose); ok && h.end > h.start {
			return p.near(h, "^ or $ does not hold there")
		}
	}
	tries := min(maxPrefixes, maxSearched/(len(p.text)+1))
	for n := min(len(source)-1, tries); n >= minPrefix; n-- {
		h, ok := p.firstRE("(?m)" + source[:n])
		if ok && len(strings.TrimSpace(p.text[h.start:h.end])) >= minPrefix {
			return p.near(h, fmt.Sprintf("only the beginning of the regex matches: %s", source[:n]))
		}
	}
	return nil
}

// firstRE returns the first match of an expression; none when it is no regex.
func (p *page) firstRE(re string) (h hit, ok bool) {
	compiled, err := regexp.Compile(re)
	if err != nil {
		return hit{}, false
	}
	return p.first(expr{compiled})
}

// withoutAnchors returns a regex without its ^ and $, when it has any.
func withoutAnchors(source string) (loose string, ok bool) {
	re, err := syntax.Parse("(?m)"+source, syntax.Perl)
	if err != nil {
		return "", false
	}
	var drop func(re *syntax.Regexp)
	drop = func(re *syntax.Regexp) {
		switch re.Op {
		case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText:
			re.Op, ok = syntax.OpEmptyMatch, true
		}
		for _, sub := range re.Sub {
			drop(sub)
		}
	}
	drop(re)
	return re.String(), ok
}
