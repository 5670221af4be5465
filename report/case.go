package report

import (
	"io"
	"slices"
	"time"

	"scenario/emulator"
	"scenario/event"
)

// Call is what a call of run or merge has ended with. Every report is a function
// of it.
type Call struct {
	Cases   []Case // in the order of the plan
	Started time.Time
	Elapsed time.Duration

	Results string // the results folder as it is printed, "" for none
	Again   string // the command that runs what did not pass again, "" for none
	Shard   Shard
	Repeat  int // how often each scenario was to run; 0 and 1 are once

	Plan []string // the ids of the whole plan, of which Cases are the shard's
	Hash string   // of the whole plan: what its files and the flags say is run

	// Open opens a file that a run has written. nil: nothing can be opened.
	Open func(run *event.State, file event.ArtifactWrittenPayload) (io.ReadCloser, error)
	// Engines replay recordings; nil: nothing is replayed.
	Engines emulator.Engines
}

// Shard is which part of a plan a call has run.
type Shard struct {
	Index, Total int    // from 1; 0 of 0 is the whole plan
	Source       string // what said so: --shard, or the name of a variable
	Balanced     string // the file of timings, "" for none
}

// Case is one scenario of a call: its attempts, of which the last decides, or
// why it was not run.
type Case struct {
	ID, Name, File string
	Line           int
	Tags           []string
	Repeat         int // which of several runs it is, from 1; 0 where there is one
	Order          int // its place in the call, from 1; 0: not known

	Attempts []*event.State // in their order
	Skipped  string         // why there are none
	Missed   bool           // it was not run because of something else than the file
}

// Cases are the scenarios of runs: those of one id, and of one repeat, are the
// attempts of one case. Both are in the order in which they come, unless all tell
// another: workers begin several at a time.
func Cases(runs []*event.State) []Case {
	type key struct {
		id     string
		repeat int
	}
	var all []Case
	at := map[key]int{}
	for _, st := range runs {
		r := st.Run
		k := key{r.ID, r.Repeat}
		i, ok := at[k]
		if !ok {
			i = len(all)
			at[k] = i
			all = append(all, Case{})
		}
		all[i] = Case{
			ID: r.ID, Name: r.Scenario, File: r.File, Line: r.Line, Tags: r.Tags, Repeat: r.Repeat, Order: r.Order,
			Attempts: append(all[i].Attempts, st),
		}
	}
	for i := range all {
		inOrder(all[i].Attempts, func(st *event.State) int { return st.Run.Attempt })
	}
	inOrder(all, func(c Case) int { return c.Order })
	return all
}

// inOrder sorts what has a place from 1, each one of its own. The events of several
// calls, or of other runners, have not.
func inOrder[T any](all []T, place func(T) int) {
	seen := map[int]bool{0: true}
	for _, x := range all {
		if seen[place(x)] {
			return
		}
		seen[place(x)] = true
	}
	slices.SortFunc(all, func(a, b T) int { return place(a) - place(b) })
}

// Last is the attempt that decides, nil when there is none.
func (c *Case) Last() *event.State {
	if len(c.Attempts) == 0 {
		return nil
	}
	return c.Attempts[len(c.Attempts)-1]
}

// Outcome is how the scenario ended.
func (c *Case) Outcome() Outcome {
	st := c.Last()
	if st == nil {
		return Skip
	}
	return OutcomeOf(st)
}

// Duration is how long its attempts took together.
func (c *Case) Duration() (d time.Duration) {
	for _, st := range c.Attempts {
		d += st.Duration
	}
	return d
}

// title is the name of the scenario with the number of its repeat.
func (c *Case) title() string {
	if st := c.Last(); st != nil {
		return title(st.Run)
	}
	return title(event.RunStartedPayload{Scenario: c.Name, ID: c.ID, File: c.File, Repeat: c.Repeat})
}

// Span is the time from the first event of the cases to the last one: what a
// call took, as far as its events know.
func Span(cases []Case) (took time.Duration) {
	var first, last time.Time
	for i := range cases {
		for _, st := range cases[i].Attempts {
			if first.IsZero() || st.Started.Before(first) {
				first = st.Started
			}
			if st.Last.After(last) {
				last = st.Last
			}
		}
	}
	if first.IsZero() {
		return 0
	}
	return last.Sub(first)
}

// Totals counts the cases.
func (c *Call) Totals() (t Totals) {
	for i := range c.Cases {
		t.Add(c.Cases[i].Outcome())
	}
	return t
}

// Missed is the number of scenarios that did not run though they were to.
func (c *Call) Missed() (n int) {
	for i := range c.Cases {
		if c.Cases[i].Missed {
			n++
		}
	}
	return n
}

// Bad are the ids of the scenarios that a call should run again: those that did
// not pass, and those that did not run because of others or of a signal. Each
// stands once, in the order of the plan.
func (c *Call) Bad() []string {
	var ids []string
	seen := map[string]bool{}
	for i := range c.Cases {
		k := &c.Cases[i]
		again := !k.Outcome().OK() || k.Missed
		if again && !seen[k.ID] {
			seen[k.ID] = true
			ids = append(ids, k.ID)
		}
	}
	return ids
}
