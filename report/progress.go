package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"scenario/event"
)

// liveRun is a run that has not ended, and how many of its steps were told of.
type liveRun struct {
	event.State
	told int
	text strings.Builder // its lines, where several runs are told of: they stay together
}

// Event shows the progress of a run. Events of several runs may come mixed.
func (c *Console) Event(e event.Envelope) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.run(e.RunID)
	if r == nil {
		if e.Kind != event.RunStarted {
			return
		}
		r = &liveRun{}
		c.live = append(c.live, r)
	}
	r.Apply(e)
	c.o.Suite = c.o.Suite || r.Run.Of > 1
	if c.o.Verbose {
		c.steps(r)
		if e.Kind == event.AssistantMessage {
			c.message(r)
		}
	}
	if r.Finished() {
		c.forget(e.RunID)
	}
	c.progress(e.At)
}

// Tick brings the progress line up to date; call it a few times a second.
func (c *Console) Tick(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress(now)
}

func (c *Console) run(id string) *liveRun {
	for _, r := range c.live {
		if r.RunID == id {
			return r
		}
	}
	return nil
}

func (c *Console) forget(id string) {
	for i, r := range c.live {
		if r.RunID == id {
			if r.text.Len() > 0 {
				c.texts[id] = r.text.String()
			}
			c.live = append(c.live[:i], c.live[i+1:]...)
			return
		}
	}
}

// progress rewrites the progress line, which tells of the run that has been
// running longest.
func (c *Console) progress(now time.Time) {
	if !c.o.TTY || c.o.Quiet {
		return
	}
	text := ""
	if len(c.live) > 0 {
		r := c.live[0]
		text = "RUN    " + clean(title(r.Run))
		if n := len(r.Steps); n > 0 {
			step := &r.Steps[n-1]
			text += fmt.Sprintf("   %d/%d  %s", step.StepIndex, step.MaxSteps, stepText(step))
		}
		tail := "   " + seconds(now.Sub(r.Started))
		if n := len(c.live) - 1; n > 0 {
			tail += fmt.Sprintf("   and %d more", n)
		}
		text = fit(text, c.columns()-1-width(tail)) + tail
	}
	if text == c.shown {
		return
	}
	c.shown = text
	fmt.Fprint(c.o.Err, "\r"+text+"\x1b[K")
}

// clear takes the progress line off the terminal before anything is printed.
func (c *Console) clear() {
	if c.shown != "" {
		c.shown = ""
		fmt.Fprint(c.o.Err, "\r\x1b[K")
	}
}

// stepText is a step in a line: "wait: Pods". In the streams of other runners
// that is its tool call.
func stepText(s *event.Step) string {
	for _, text := range []string{s.Name, s.Text, s.Step} {
		if text != "" {
			return clean(text)
		}
	}
	switch {
	case s.Tool.ToolName == "":
		return "step"
	case s.Tool.ArgsSummary == "":
		return clean(s.Tool.ToolName)
	}
	return clean(s.Tool.ToolName + ": " + s.Tool.ArgsSummary)
}

// stepWord is the status of a step in a line, at most six letters.
func stepWord(s event.Status) string {
	switch s {
	case event.Passed:
		return "ok"
	case event.Running:
		return "..."
	case event.Skipped:
		return "skip"
	case event.Retried:
		return "again"
	}
	return "failed"
}

// steps prints the steps that have ended and were not told of.
func (c *Console) steps(r *liveRun) {
	for ; r.told < len(r.Steps) && r.Steps[r.told].Status != event.Running; r.told++ {
		c.stepLine(r, &r.Steps[r.told])
	}
}

// lines is where the lines of a run go: at once, or with its verdict where there
// are several, so that they read the same however the runs overlap.
func (c *Console) lines(r *liveRun) io.Writer {
	if c.o.Suite {
		return &r.text
	}
	c.clear()
	return c.o.Err
}

func (c *Console) stepLine(r *liveRun, s *event.Step) {
	w := c.lines(r)
	name := ""
	if c.o.Suite {
		name = clean(title(r.Run)) + "  "
	}
	left := fmt.Sprintf("  %-6s %s%d/%d  %s", stepWord(s.Status), name, s.StepIndex, s.MaxSteps, stepText(s))
	right := fmt.Sprintf("%7s", seconds(s.Duration))
	if c.o.TTY {
		left = fit(left, c.columns()-2-len(right))
	}
	fmt.Fprintln(w, spread(left, right, c.columns()))
	if s.Skipped != "" {
		fmt.Fprintf(w, "         left out: %s\n", strings.Join(cleanLines(s.Skipped), " "))
	}
	if s.Note != "" {
		fmt.Fprintf(w, "         note: %s\n", strings.Join(cleanLines(s.Note), " "))
	}
	if s.Failure == nil && s.Error != "" && s.Status != event.Retried { // else the details tell
		fmt.Fprintf(w, "         %s\n", strings.Join(cleanLines(s.Error), " "))
	}
}

// message prints the latest message, unless it is the text of its step.
func (c *Console) message(r *liveRun) {
	text := clean(r.Messages[len(r.Messages)-1])
	if cur := r.Current(); cur != nil && strings.HasSuffix(stepText(cur), text) || text == "" {
		return
	}
	fmt.Fprintf(c.lines(r), "  %-6s %s\n", "say", text)
}
