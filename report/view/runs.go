package view

import (
	"path"

	"scenario/event"
	"scenario/report"
)

// Runs are the states of the runs of a stream, in the order of their start.
type Runs struct {
	All  []*event.State
	byID map[string]*event.State
}

// Apply takes in the next event of any run.
func (r *Runs) Apply(e event.Envelope) {
	st := r.byID[e.RunID]
	if st == nil {
		st = &event.State{}
		if r.byID == nil {
			r.byID = map[string]*event.State{}
		}
		r.byID[e.RunID] = st
		r.All = append(r.All, st)
	}
	st.Apply(e)
}

// Open reports whether a run has begun and not ended.
func (r *Runs) Open() bool {
	for _, st := range r.All {
		if !st.Finished() {
			return true
		}
	}
	return false
}

// Call is the call that the runs were of, as far as their events know.
func (r *Runs) Call() *report.Call {
	c := &report.Call{Cases: report.Cases(r.All)}
	c.Elapsed = report.Span(c.Cases)
	for i := range c.Cases {
		c.Repeat = max(c.Repeat, c.Cases[i].Repeat)
	}
	if len(c.Cases) < 2 {
		return c
	}
	c.Results = r.results()
	if len(c.Bad()) > 0 {
		c.Again = "scenario run --last-failed"
	}
	return c
}

// results is the folder that the results of all runs lie in, "" if there is not
// one: theirs are RESULTS/NAME/attempt-N/, or RESULTS/NAME/run-N/attempt-N/.
func (r *Runs) results() string {
	found := ""
	for _, st := range r.All {
		up := path.Dir(path.Dir(path.Clean(st.Folder)))
		if st.Run.Repeat > 0 {
			up = path.Dir(up)
		}
		if st.Folder == "" || found != "" && found != up {
			return ""
		}
		found = up
	}
	return found + "/"
}
