package match

import (
	"fmt"

	"scenario/emulator"
)

// maxHits is how many matches are counted at most.
const maxHits = 100_000

// shown is a bound Shown.
type shown struct {
	of     *Condition
	text   string // what is looked for, or
	source string // the regex
	pat    pattern
	in     Region
	nth    int
	style  *Style
	look   *look
	count  *Count
	fresh  bool // only matches that are new count
}

// limit is how many matches must be known.
func (b *shown) limit() int {
	if b.look == nil && b.count == nil && !b.fresh {
		return max(b.nth, 1)
	}
	return maxHits
}

// tally is the number of matches: found are all, good those that look as
// wanted.
type tally struct {
	found, good int
	old         int // matches that don't count, because they are not new
	last        hit // of all
	nth         hit // the one that was asked for, if found >= nth
	nthGood     bool
}

func (b *shown) tally(p *page) (t tally) {
	limit := b.limit()
	p.find(b.pat, limit, func(h hit) bool {
		if b.fresh && !p.isNew(p.runs(h)) {
			t.old++
			return true
		}
		good := b.look == nil || b.look.covers(p.runs(h))
		t.found++
		t.last = h
		if good {
			t.good++
		}
		if t.found == b.nth {
			t.nth, t.nthGood = h, good
		}
		enough := b.count == nil && (b.nth == 0 && good || t.found == b.nth)
		return !enough && t.found < limit
	})
	return t
}

func (b *shown) Eval(s *Subject) Result {
	p, why := s.page(b.in)
	if p == nil {
		return Result{Why: why, Of: b.of}
	}
	if why = b.judge(b.tally(p)); why != "" {
		return Result{Why: why, Of: b.of}
	}
	return Result{OK: true}
}

// judge says why a tally is not enough, "" when it is.
func (b *shown) judge(t tally) string {
	switch {
	case t.found > 0 && t.found < b.nth:
		return fmt.Sprintf("there %s, wanted number %d", times(t.found), b.nth)
	case t.found >= b.nth && (b.nth == 0 || t.nthGood) && b.count.allows(t.good):
		return ""
	case t.found == 0 && t.old > 0:
		return b.in.where() + ", but it was there before the last input"
	case t.found == 0:
		return "not " + b.in.where()
	case t.good == 0, b.nth > 0 && !t.nthGood:
		return b.in.where() + ", but not so styled"
	}
	return fmt.Sprintf("there %s, wanted %s", times(t.good), b.count.words())
}

// times says how often.
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// gone is a bound Gone.
type gone struct {
	of  *Condition
	pat pattern
	in  Region
}

func (b *gone) Eval(s *Subject) Result {
	p, why := s.page(b.in)
	if p == nil {
		return Result{Why: why, Of: b.of}
	}
	if _, there := p.first(b.pat); there {
		return Result{Why: "still " + b.in.where(), Of: b.of}
	}
	return Result{OK: true}
}

func (b *gone) Nearest(s *Subject) *Near {
	p, _ := s.page(b.in)
	if p == nil {
		return nil
	}
	h, there := p.first(b.pat)
	if !there {
		return nil
	}
	return p.near(h, "it is still there")
}

// styled is a bound Styled.
type styled struct {
	noNear
	of    *Condition
	style *Style
	look  *look
	in    Region
	count *Count
}

func (b *styled) Eval(s *Subject) Result {
	p, why := s.page(b.in)
	if p == nil {
		return Result{Why: why, Of: b.of}
	}
	n := 0
	for i := range p.pieces {
		n += b.runsIn(p.pieces[i].cells)
		if b.count == nil && n > 0 {
			break
		}
	}
	switch {
	case b.count.allows(n):
		return Result{OK: true}
	case n == 0:
		return Result{Why: "no text looks so " + b.in.where(), Of: b.of}
	}
	return Result{Why: fmt.Sprintf("there %s, wanted %s", times(n), b.count.words()), Of: b.of}
}

// runsIn counts the runs of cells that look so and are not all blank.
func (b *styled) runsIn(cells []emulator.Cell) (n int) {
	inRun := false
	for _, c := range cells {
		switch {
		case c.Attr.Has(emulator.WideTail):
		case !b.look.has(c, true):
			inRun = false
		case !isBlank(c) && !inRun:
			inRun = true
			n++
		}
	}
	return n
}
