package scenario

import (
	"maps"
	"slices"
	"strings"

	"scenario/internal/doc"
)

// Linked is what is known of a scenario to find those that it needs.
type Linked struct {
	ID, Name string   // Name is without what a matrix puts behind it
	Needs    []string // as in the file
	NeedIDs  []string // ids of the scenarios in Needs, sorted; set by Link
}

// Linked returns what Link looks at; it holds nothing of the scenario.
func (s *Scenario) Linked() *Linked {
	return &Linked{ID: s.ID, Name: s.base, Needs: s.Needs.texts()}
}

// Unlinked is a mistake in the needs of a scenario.
type Unlinked struct {
	Of            *Linked
	Need          int // index of the one of its Needs that is wrong; -1: all of them
	Hint, Message string
}

// Problem is the mistake at its place in the scenario.
func (u *Unlinked) Problem(s *Scenario) *doc.Problem {
	at := s.Node.Get("needs")
	if u.Need >= 0 {
		at = s.Needs[u.Need].Node
	}
	return s.Problem(at, u.Hint, "%s", u.Message)
}

// Link finds the scenarios that others need, among all those of one call, and
// sets their NeedIDs. A name stands for every scenario of that name, all runs of
// a matrix; an id for one. Unknown names, and scenarios that would wait for each
// other, are mistakes; equal ids are not told apart here.
func Link(all []*Linked) (wrong []Unlinked) {
	byName, byID := map[string][]*Linked{}, map[string]*Linked{}
	for _, s := range all {
		byName[s.Name] = append(byName[s.Name], s)
		byID[s.ID] = s
	}
	for _, s := range all {
		s.NeedIDs = nil
		for i, name := range s.Needs {
			found := byName[name]
			if one := byID[name]; one != nil {
				found = []*Linked{one}
			}
			if found == nil {
				hint := "it is the name of a scenario of the same call"
				if h := near(name, slices.Collect(maps.Keys(byName)), ""); strings.HasPrefix(h, "did") {
					hint = h
				}
				wrong = append(wrong, Unlinked{s, i, hint, "no scenario is called " + name})
			}
			for _, f := range found {
				s.NeedIDs = append(s.NeedIDs, f.ID)
			}
		}
		slices.Sort(s.NeedIDs)
		s.NeedIDs = slices.Compact(s.NeedIDs)
	}
	return append(wrong, circles(all, byID)...)
}

// circles reports each scenario that waits for itself, once for each circle.
func circles(all []*Linked, byID map[string]*Linked) (wrong []Unlinked) {
	const open, done = 1, 2
	state := map[string]int{}
	var way []string
	var visit func(s *Linked)
	visit = func(s *Linked) {
		state[s.ID] = open
		way = append(way, s.ID)
		for _, id := range s.NeedIDs {
			switch state[id] {
			case 0:
				visit(byID[id])
			case open:
				circle := append(slices.Clone(way[slices.Index(way, id):]), id)
				wrong = append(wrong, Unlinked{s, -1, "", "scenarios can't need each other: " + strings.Join(circle, " -> ")})
			}
		}
		way = way[:len(way)-1]
		state[s.ID] = done
	}
	for _, s := range all {
		if state[s.ID] == 0 {
			visit(s)
		}
	}
	return wrong
}
