package html

import (
	"fmt"
	"strings"

	"scenario/event"
)

// blocks writes the data: first what every scenario is, then what was seen of
// those that are not well, then of the others.
func (p *page) blocks(b *blocks, o Options) {
	r := p.r
	index := indexData{
		Totals: r.Totals, OK: r.OK, Started: stamp(r.Started), Ms: ms(r.Elapsed),
		Shard: r.Shard, Results: r.Results, Again: r.Again, Cases: []indexCase{},
	}
	for i := range r.Cases {
		c := &r.Cases[i]
		index.Cases = append(index.Cases, indexCase{
			ID: c.ID, Name: c.Name, Place: place(c.File, c.Line, 0), Tags: c.Tags, Outcome: c.Outcome, OK: c.OK,
			Why: c.Why, Ms: ms(c.Duration), Attempts: len(c.Attempts),
		})
	}
	b.json("index", index)
	for i := range r.Cases {
		data := caseData{Attempts: []attemptData{}}
		for _, a := range r.Cases[i].Attempts {
			data.Attempts = append(data.Attempts, attempt(a))
		}
		b.json(fmt.Sprintf("c%d", i), data)
	}
	draw := newDrawer(b, o)
	for _, well := range []bool{false, true} {
		for i := range r.Cases {
			c := &r.Cases[i]
			if (c.OK && len(c.Attempts) < 2) != well {
				continue
			}
			for j, a := range c.Attempts {
				if b.err == nil && b.left > reserve {
					draw.attempt(fmt.Sprintf("s%d.%d", i, j), a)
				}
			}
		}
	}
}

func attempt(a Attempt) attemptData {
	st := a.State
	run := st.Run
	d := attemptData{
		Run: runData{
			Started: stamp(st.Started), ID: st.RunID, Folder: st.Folder, WorkDir: run.WorkspacePath, Cols: run.Cols, Rows: run.Rows,
			Theme: run.Look.Theme, Font: run.Look.Font, Term: run.Terminal, Attempt: run.Attempt, XFail: run.XFail,
		},
		Final: st.Final, Error: st.Error, Ms: ms(st.Duration), Log: a.Log, Checks: st.Checks, Messages: st.Messages,
		Sessions: st.Sessions, Problems: st.Problems, Steps: []stepData{}, Files: st.Artifacts,
	}
	for i := range st.Steps {
		s := &st.Steps[i]
		step := stepData{
			Index: s.StepIndex, Step: s.Step, Args: s.Tool.ArgsSummary, Name: s.Name, Phase: s.Phase, Session: s.Session,
			Place: place(s.File, s.Line, s.Col), Status: string(s.Status), At: ms(s.Started.Sub(st.Started)), Ms: ms(s.Duration),
			Error: s.Error, Note: s.Note, Skipped: s.Skipped, Failure: s.Failure,
		}
		if step.Args == "" {
			step.Args = strings.TrimPrefix(s.Text, s.Step+": ")
		}
		d.Steps = append(d.Steps, step)
	}
	return d
}

// place is file:line:col with as much as is known.
func place(file string, line, col int) string {
	switch {
	case file == "" || line < 1:
		return file
	case col < 1:
		return fmt.Sprintf("%s:%d", file, line)
	}
	return fmt.Sprintf("%s:%d:%d", file, line, col)
}

// sent is an input as people say it.
func sent(m event.TimelinePayload) string {
	switch {
	case m.Do == event.DoType && m.Text != "":
		return "type " + m.Text
	case m.Do != event.DoInput || m.Input == event.InputLaunch:
		return ""
	case m.Mouse != nil:
		return fmt.Sprintf("%s row %d, col %d", m.Input, m.Mouse.Row, m.Mouse.Col)
	case m.Text != "" && m.Text != string(m.Input):
		return string(m.Input) + " " + m.Text
	}
	return string(m.Input)
}
