package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"scenario/event"
)

// Kind is one kind of report.
type Kind struct {
	Name  string
	Doc   string // what it is, in a few words
	Write func(w io.Writer, c *Call) error
}

// Kinds returns the kinds of reports, sorted by their names.
func Kinds() []Kind {
	return []Kind{
		{"agent", "what did not pass and why, short, for language models", Agent},
		{"blob", "a zip of everything, for scenario merge", Blob},
		{"console", "what the console shows", console},
		{"ctrf", "Common Test Report Format, JSON", CTRF},
		{"github", "annotations of GitHub Actions", GitHub},
		{"html", "a page of its own: steps, screens, recordings, files", HTML},
		{"jsonl", "the events of all runs, one a line", Events},
		{"junit", "JUnit XML", JUnit},
		{"markdown", "a summary in Markdown", Markdown},
		{"tap", "Test Anything Protocol 13", TAP},
		{"timings", "how long each scenario took, for --timings", Timings},
	}
}

// console writes what the console shows where it is no terminal.
func console(w io.Writer, c *Call) error {
	var out bytes.Buffer
	con := NewConsole(ConsoleOptions{Out: &out, UTF8: true, Suite: len(c.Cases) > 1})
	for i := range c.Cases {
		con.Done(&c.Cases[i])
	}
	con.Finish(c)
	_, err := w.Write(out.Bytes())
	return err
}

// Events writes the logs of all attempts, one after the other in the order of
// the plan.
func Events(w io.Writer, c *Call) error {
	for i := range c.Cases {
		for _, st := range c.Cases[i].Attempts {
			if err := c.copy(w, st, event.ArtifactWrittenPayload{Path: event.LogName, Role: event.RoleResults}); err != nil {
				return fmt.Errorf("%s: %w", st.Run.ID, err)
			}
		}
	}
	return nil
}

// copy writes a file that a run has left.
func (c *Call) copy(w io.Writer, run *event.State, file event.ArtifactWrittenPayload) error {
	if c.Open == nil {
		return errors.New("there are no results")
	}
	r, err := c.Open(run, file)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(w, r)
	return err
}

// why is a failure as plain text, with all that the console prints where it is
// no terminal, and its first line.
func why(st *event.State) (line, text string) {
	text = NewConsole(ConsoleOptions{UTF8: true}).details(st)
	line, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return line, text
}

// failedAt is the place of what went wrong: of the failed step, the failed check
// or the scenario. File is "" when none is known.
func failedAt(st *event.State) (file string, line, col int) {
	if s := halted(st); s != nil {
		if f := s.Failure; f != nil && f.Line > 0 {
			return f.File, f.Line, f.Col
		}
		return s.File, s.Line, s.Col
	}
	for _, ch := range st.Checks {
		if !ch.OK && ch.Line > 0 {
			return ch.File, ch.Line, ch.Col
		}
	}
	return st.Run.File, st.Run.Line, 0
}
