package report

import (
	"io"

	"scenario/capture/font"
	"scenario/event"
	page "scenario/report/html"
)

// HTML writes a page that needs nothing else: every scenario with its steps,
// what the screen showed, the recording, the files and the events.
func HTML(w io.Writer, c *Call) error {
	t := c.Totals()
	r := &page.Report{
		Totals: t.String(), OK: t.Failed+t.Blocked == 0, Started: c.Started, Elapsed: c.Elapsed,
		Shard: c.ShardLine(), Results: c.Results, Again: c.Again,
	}
	for i := range c.Cases {
		k := &c.Cases[i]
		o := k.Outcome()
		pc := page.Case{
			ID: k.ID, Name: k.title(), File: k.File, Line: k.Line, Tags: k.Tags,
			Outcome: o.String(), OK: o.OK(), Why: k.why(o), Duration: k.Duration(),
		}
		for _, st := range k.Attempts {
			pc.Attempts = append(pc.Attempts, c.attempt(st))
		}
		r.Cases = append(r.Cases, pc)
	}
	return page.Write(w, r, page.Options{Engines: c.Engines, Fonts: font.NewSet()})
}

func (c *Call) attempt(st *event.State) page.Attempt {
	_, log := why(st)
	if OutcomeOf(st).OK() {
		log = ""
	}
	a := page.Attempt{State: st, Log: log}
	if c.Open != nil {
		a.Open = func(f event.ArtifactWrittenPayload) (io.ReadCloser, error) { return c.Open(st, f) }
	}
	return a
}

// why is the reason of an outcome in one line: of the first attempt of a
// flaky one, "" for a pass.
func (k *Case) why(o Outcome) (line string) {
	switch o {
	case Pass:
	case Skip:
		line = k.Skipped
	case Expected:
		line = k.Last().Run.XFail
	case Flaky:
		line, _ = why(k.Attempts[0])
	default:
		line, _ = why(k.Last())
	}
	return line
}
