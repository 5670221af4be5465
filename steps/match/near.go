package match

import (
	"fmt"
	"regexp"
	"strings"
)

// maxLoose is how long a text is looked for with other blanks.
const maxLoose = 512

// Nearest looks, in this order, for matches that are not so styled or not so
// often; the same in other case or with other blanks; what is there but does
// not count, because it was typed, lies outside the region or has scrolled off;
// the text with a few characters changed; a regex without ^ and $, or its
// beginning.
func (b *shown) Nearest(s *Subject) *Near {
	p, _ := s.page(b.in)
	if p == nil {
		return nil
	}
	t := b.tally(p)
	if b.judge(t) == "" {
		return nil
	}
	if t.found > 0 {
		return b.nearMatch(p, t)
	}
	if t.old > 0 {
		var n *Near
		p.find(b.pat, maxHits, func(h hit) bool {
			n = p.near(h, beforeInput)
			return true
		})
		return n
	}
	if n := b.nearVariant(p); n != nil {
		return n
	}
	if n := b.elsewhere(s); n != nil {
		return n
	}
	if b.source != "" {
		return nearRegex(p, b.source)
	}
	return nearText(p, b.text)
}

// nearMatch explains why the matches that are there are not enough.
func (b *shown) nearMatch(p *page, t tally) *Near {
	if b.nth > t.found || b.style == nil {
		return p.near(t.last, fmt.Sprintf("there %s", times(t.found)))
	}
	if b.nth > 0 && t.found >= b.nth && !t.nthGood {
		how, _ := b.wrongStyle(p, t.nth)
		return p.near(t.nth, how)
	}
	var best *Near
	fewest := 0
	p.find(b.pat, maxHits, func(h hit) bool {
		how, n := b.wrongStyle(p, h)
		if n > 0 && (best == nil || n < fewest) {
			best, fewest = p.near(h, how), n
		}
		return true
	})
	if best == nil && t.good > 0 {
		return p.near(t.last, fmt.Sprintf("there %s", times(t.good)))
	}
	return best
}

// wrongStyle names how the first cell of h that looks wrong differs, and in how
// many points.
func (b *shown) wrongStyle(p *page, h hit) (how string, points int) {
	rs := p.runs(h)
	for i, r := range rs {
		for j, c := range r.cells {
			if c.Width() == 0 || b.look.has(c, false) {
				continue
			}
			parts := b.style.diff(c)
			how = strings.Join(parts, "; ")
			if i > 0 || j > 0 {
				how = fmt.Sprintf("from row %d, column %d on: %s", r.row+1, r.col+j+1, how)
			}
			return how, len(parts)
		}
	}
	return "", 0
}

// nearVariant finds the text or regex in other case or with other blanks.
func (b *shown) nearVariant(p *page) *Near {
	fold := "(?mi)" + b.source
	if b.source == "" {
		fold = "(?i)" + regexp.QuoteMeta(strings.TrimRight(b.text, " "))
	}
	if h, ok := p.firstRE(fold); ok && h.end > h.start {
		return p.near(h, "other upper and lower case")
	}
	if b.source != "" || len(b.text) > maxLoose {
		return nil
	}
	var loose strings.Builder
	for _, r := range b.text {
		switch {
		case r == ' ' || r == '\n':
			continue
		case loose.Len() > 0:
			loose.WriteString(`\s*`)
		}
		loose.WriteString(regexp.QuoteMeta(string(r)))
	}
	if h, ok := p.firstRE(loose.String()); ok && h.end > h.start {
		return p.near(h, "other blanks or line ends")
	}
	return nil
}

// elsewhere finds what is wanted where it does not count.
func (b *shown) elsewhere(s *Subject) *Near {
	last := func(r Region) (p *page, last hit, ok bool) {
		if p, _ = s.page(r); p == nil {
			return nil, last, false
		}
		p.find(b.pat, maxHits, func(h hit) bool {
			last, ok = h, true
			return true
		})
		return p, last, ok
	}
	if p, h, ok := last(Region{Name: "screen"}); ok {
		if b.in.IsZero() {
			return p.near(h, "found in the command line you typed, which does not count")
		}
		return p.near(h, "found elsewhere on the screen, not "+b.in.where())
	}
	if b.in.Name == "scrollback" {
		return nil
	}
	if p, h, ok := last(Region{Name: "scrollback"}); ok {
		return p.near(h, "scrolled off the screen")
	}
	return nil
}

// nearText finds the text with a few characters changed; of a text of several
// lines the first line that is not there.
func nearText(p *page, text string) *Near {
	lines := strings.Split(text, "\n")
	var whole *Near
	for _, line := range lines {
		line = strings.Trim(line, " ")
		if line == "" {
			continue
		}
		if h, ok := p.first(newLiteral(line)); ok {
			if whole == nil {
				whole = p.near(h, "the other lines are not below it so")
			}
			continue
		}
		if h, how, ok := closest(p, line); ok {
			if len(lines) > 1 {
				how = "of line " + fmt.Sprintf("%q: ", line) + how
			}
			return p.near(h, how)
		}
	}
	return whole
}

// closest finds the place in a row that differs least from text. Of a long page
// only the end is read.
func closest(p *page, text string) (best hit, how string, ok bool) {
	want := []rune(text)
	limit := len(want) / 3
	if limit == 0 || len(want) > maxFuzzy {
		return best, "", false
	}
	f, skip := newFuzzy(want), len(p.text)-maxFuzzyText
	var nearest candidate
	p.segments(func(start int, segment string) bool {
		for line := range strings.Lines(segment) {
			at := start
			if start += len(line); start < skip {
				continue
			}
			row := []rune(strings.TrimSuffix(line, "\n"))
			c := f.find(row, limit)
			if !c.ok || ok && !c.better(nearest) {
				continue
			}
			at += len(string(row[:c.from]))
			nearest, limit, ok = c, c.dist, true
			best = hit{at, at + len(string(row[c.from:c.to]))}
			how = describe(want, row[c.from:c.to], c.dist)
		}
		return true
	})
	return best, how, ok
}
