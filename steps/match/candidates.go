package match

import "fmt"

// maxCandidates is how many candidates are listed.
const maxCandidates = 8

// candidates is a list of places that were rejected, each at most once.
type candidates struct {
	list []Near
	more int
	seen map[[2]int]bool // places, by row and column
}

func (c *candidates) add(n *Near) {
	if n == nil {
		return
	}
	if at := [2]int{n.Row, n.Col}; n.Width > 0 {
		if c.seen[at] {
			return
		}
		if c.seen == nil {
			c.seen = map[[2]int]bool{}
		}
		c.seen[at] = true
	}
	if len(c.list) == maxCandidates {
		c.more++
		return
	}
	c.list = append(c.list, *n)
}

// all is the list; its last entry tells of those that are left out.
func (c *candidates) all() []Near {
	if c.more > 0 {
		return append(c.list, Near{How: fmt.Sprintf("and %d more", c.more)})
	}
	return c.list
}

// Candidates are the matches with the reason why each does not count: those in
// the region, those on the rest of the screen, those that have scrolled off.
func (b *shown) Candidates(s *Subject) []Near {
	var c candidates
	if p, _ := s.page(b.in); p != nil {
		number := 0
		p.find(b.pat, maxHits, func(h hit) bool {
			if b.fresh && !p.isNew(p.runs(h)) {
				c.add(p.near(h, beforeInput))
				return true
			}
			number++
			if b.look != nil {
				if how, _ := b.wrongStyle(p, h); how != "" {
					c.add(p.near(h, how))
					return true
				}
			}
			c.add(p.near(h, fmt.Sprintf("number %d", number)))
			return true
		})
	}
	why := "found in the command line you typed, which does not count"
	if !b.in.IsZero() {
		why = "not " + b.in.where()
	}
	for _, r := range []Region{{Name: "screen"}, {Name: "scrollback"}} {
		p, _ := s.page(r)
		if p == nil || b.in == r {
			continue
		}
		p.find(b.pat, maxHits, func(h hit) bool {
			n := p.near(h, why)
			if n.Row < 0 {
				n.How = "scrolled off the screen"
			}
			c.add(n)
			return true
		})
	}
	return c.all()
}

const beforeInput = "it was there before the last input"

// Candidates are the places where it still is.
func (b *gone) Candidates(s *Subject) []Near {
	var c candidates
	if p, _ := s.page(b.in); p != nil {
		p.find(b.pat, maxHits, func(h hit) bool {
			c.add(p.near(h, "it is still there"))
			return true
		})
	}
	return c.all()
}

// Candidates are the places of the text that the cursor is not behind.
func (b *prompt) Candidates(s *Subject) []Near {
	var c candidates
	p, _ := s.page(Region{Name: "screen"})
	p.find(newLiteral(b.text), maxHits, func(h hit) bool {
		c.add(p.near(h, "the cursor is not right behind it"))
		return true
	})
	return c.all()
}

// Candidates are those of the first part that does not hold.
func (b all) Candidates(s *Subject) []Near {
	for _, part := range b {
		if !part.Eval(s).OK {
			return part.Candidates(s)
		}
	}
	return nil
}

// Candidates are the parts, with the reason why each does not hold and what came
// nearest.
func (b *anyOf) Candidates(s *Subject) []Near {
	var c candidates
	for _, part := range b.parts {
		r := part.Eval(s)
		if r.OK {
			return nil
		}
		if r.Of != nil {
			c.add(&Near{How: r.Of.String() + ": " + r.Why})
		}
		c.add(part.Nearest(s))
	}
	return c.all()
}

// Candidates are the places of what should not be there.
func (b *not) Candidates(s *Subject) []Near {
	if part, ok := b.part.(*shown); ok {
		return (&gone{pat: part.pat, in: part.in}).Candidates(s)
	}
	return nil
}
