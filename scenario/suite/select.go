package suite

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"scenario/internal/spell"
	"scenario/scenario"
)

// TestList is a list of scenarios by their ids, or by the files that they are
// in.
type TestList struct{ lines []string }

// ReadTestList reads a list: an id or a file a line. Blank lines and those that
// begin with # are passed over; so is what a line of --list has after the id.
func ReadTestList(r io.Reader) (*TestList, error) {
	l := &TestList{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		id, _, _ := strings.Cut(strings.TrimSpace(lines.Text()), "\t")
		if id != "" && id[0] != '#' {
			l.lines = append(l.lines, strings.TrimPrefix(id, "./"))
		}
	}
	return l, lines.Err()
}

// Choose returns the plans that the list names. One that it names and that there
// is none of is an error: a list that has lost its scenarios tests nothing.
func (l *TestList) Choose(plans []*scenario.Plan) ([]*scenario.Plan, error) {
	listed := map[string]bool{}
	for _, line := range l.lines {
		listed[line] = false
	}
	var chosen []*scenario.Plan
	var names []string
	for _, p := range plans {
		names = append(names, p.ID)
		_, byID := listed[p.ID]
		_, byFile := listed[p.File]
		if byID {
			listed[p.ID] = true
		}
		if byFile {
			listed[p.File] = true
		}
		if byID || byFile {
			chosen = append(chosen, p)
		}
	}
	for _, line := range l.lines {
		if listed[line] {
			continue
		}
		err := fmt.Errorf("no scenario is called %s", line)
		if near, ok := spell.Nearest(line, names); ok {
			err = fmt.Errorf("%w; did you mean %s?", err, near)
		}
		return nil, err
	}
	return chosen, nil
}

// Filter returns the plans for which keep holds.
func Filter(plans []*scenario.Plan, keep func(*scenario.Plan) bool) []*scenario.Plan {
	var kept []*scenario.Plan
	for _, p := range plans {
		if keep(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// WithNeeds returns the chosen plans and those that they need, in the order of
// all.
func WithNeeds(all, chosen []*scenario.Plan) []*scenario.Plan {
	byID := map[string]*scenario.Plan{}
	for _, p := range all {
		byID[p.ID] = p
	}
	wanted := map[string]bool{}
	var want func(p *scenario.Plan)
	want = func(p *scenario.Plan) {
		if p == nil || wanted[p.ID] {
			return
		}
		wanted[p.ID] = true
		for _, id := range p.NeedIDs {
			want(byID[id])
		}
	}
	for _, p := range chosen {
		want(p)
	}
	return Filter(all, func(p *scenario.Plan) bool { return wanted[p.ID] })
}
