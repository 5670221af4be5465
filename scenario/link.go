package scenario

import (
	"slices"
	"strings"

	"scenario/internal/doc"
)

// Link finds the scenarios that others need, among all those of one call, and
// sets their NeedIDs. A name stands for every scenario of that name, all runs of
// a matrix; an id for one. Unknown names, scenarios that would wait for each
// other, and equal ids are not told apart here.
func Link(all []*Scenario) (problems doc.Problems) {
	byName, byID := map[string][]*Scenario{}, map[string]*Scenario{}
	var known []string
	for _, s := range all {
		byName[s.base] = append(byName[s.base], s)
		byID[s.ID] = s
		known = append(known, s.base)
	}
	for _, s := range all {
		s.NeedIDs = nil
		for _, w := range s.Needs {
			found := byName[w.Text]
			if one := byID[w.Text]; one != nil {
				found = []*Scenario{one}
			}
			if found == nil {
				hint := "it is the name of a scenario of the same call"
				if h := near(w.Text, slices.Clone(known), ""); strings.HasPrefix(h, "did") {
					hint = h
				}
				problems = append(problems, s.Problem(w.Node, hint, "no scenario is called %s", w.Text))
			}
			for _, f := range found {
				if !slices.Contains(s.NeedIDs, f.ID) {
					s.NeedIDs = append(s.NeedIDs, f.ID)
				}
			}
		}
		slices.Sort(s.NeedIDs)
	}
	return append(problems, circles(all, byID)...)
}

// circles reports each scenario that waits for itself, once for each circle.
func circles(all []*Scenario, byID map[string]*Scenario) (problems doc.Problems) {
	const open, done = 1, 2
	state := map[string]int{}
	var way []string
	var visit func(s *Scenario)
	visit = func(s *Scenario) {
		state[s.ID] = open
		way = append(way, s.ID)
		for _, id := range s.NeedIDs {
			switch state[id] {
			case 0:
				visit(byID[id])
			case open:
				circle := append(slices.Clone(way[slices.Index(way, id):]), id)
				problems = append(problems, s.Problem(s.Node.Get("needs"), "",
					"scenarios can't need each other: %s", strings.Join(circle, " -> ")))
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
	return problems
}
