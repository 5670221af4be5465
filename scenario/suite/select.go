package suite

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"scenario/internal/spell"
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
func (l *TestList) Choose(entries []*Entry) ([]*Entry, error) {
	listed := map[string]bool{}
	for _, line := range l.lines {
		listed[line] = false
	}
	var chosen []*Entry
	var names []string
	for _, e := range entries {
		names = append(names, e.ID)
		_, byID := listed[e.ID]
		_, byFile := listed[e.File]
		if byID {
			listed[e.ID] = true
		}
		if byFile {
			listed[e.File] = true
		}
		if byID || byFile {
			chosen = append(chosen, e)
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
func Filter(entries []*Entry, keep func(*Entry) bool) []*Entry {
	var kept []*Entry
	for _, e := range entries {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

// WithNeeds returns the chosen plans and those that they need, in the order of
// all.
func WithNeeds(all, chosen []*Entry) []*Entry {
	byID := map[string]*Entry{}
	for _, e := range all {
		byID[e.ID] = e
	}
	wanted := map[string]bool{}
	var want func(e *Entry)
	want = func(e *Entry) {
		if e == nil || wanted[e.ID] {
			return
		}
		wanted[e.ID] = true
		for _, id := range e.NeedIDs {
			want(byID[id])
		}
	}
	for _, e := range chosen {
		want(e)
	}
	return Filter(all, func(e *Entry) bool { return wanted[e.ID] })
}
