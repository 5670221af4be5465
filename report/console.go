package report

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"scenario/event"
)

// ConsoleOptions say what the console is.
type ConsoleOptions struct {
	Out io.Writer // results and problems; it keeps its own errors
	Err io.Writer // progress

	// Width is the number of columns of the terminal that Out is. 0 is no
	// terminal: lines are laid out for 80 columns and nothing is ever cut.
	Width int
	TTY   bool // Err is a terminal: progress is one rewritten line
	UTF8  bool // boxes are line drawing
	Color bool

	Verbose bool // a line for each step
	Quiet   bool // nothing of what passed but the totals
	Suite   bool // several scenarios: with their paths, problems after all lines
}

// Console reports runs as people read them. It has no clock and no goroutine:
// times come from events and from Tick. It is safe for concurrent use.
type Console struct {
	o ConsoleOptions

	mu       sync.Mutex
	live     []*liveRun      // by their start
	shown    string          // the progress line on the terminal
	problems []string        // of a suite, printed at its end
	told     map[string]bool // the ids that have a problem
	silent   bool            // nothing was printed yet
}

// liveRun is what the progress line knows of a run.
type liveRun struct {
	id      string
	title   string
	started time.Time
	step    event.StepStartedPayload
}

// NewConsole returns a console.
func NewConsole(o ConsoleOptions) *Console {
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Err == nil {
		o.Err = io.Discard
	}
	return &Console{o: o, told: map[string]bool{}, silent: true}
}

// Event shows the progress of a run. Events of several runs may come mixed.
func (c *Console) Event(e event.Envelope) {
	switch e.Kind {
	case event.RunStarted, event.StepStarted, event.StepCompleted, event.RunFinished, event.RunCrashed:
	default:
		return
	}
	payload, err := event.Decode(e)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	run := c.run(e.RunID)
	switch p := payload.(type) {
	case event.RunStartedPayload:
		if run == nil {
			c.live = append(c.live, &liveRun{id: e.RunID, title: clean(title(p)), started: e.At})
		}
	case event.StepStartedPayload:
		if run != nil {
			run.step = p
		}
	case event.StepCompletedPayload:
		if run != nil && c.o.Verbose {
			c.stepLine(run, p)
		}
	case event.RunFinishedPayload, event.RunCrashedPayload:
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
		if r.id == id {
			return r
		}
	}
	return nil
}

func (c *Console) forget(id string) {
	for i, r := range c.live {
		if r.id == id {
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
		text = "RUN    " + r.title
		if r.step.StepIndex > 0 {
			text += fmt.Sprintf("   %d/%d  %s", r.step.StepIndex, r.step.MaxSteps, stepText(r.step))
		}
		tail := "   " + seconds(now.Sub(r.started))
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

// stepText is a step in a line: "wait: Pods".
func stepText(p event.StepStartedPayload) string {
	for _, s := range []string{p.Name, p.Text, p.Step} {
		if s != "" {
			return clean(s)
		}
	}
	return "step"
}

func (c *Console) stepLine(r *liveRun, p event.StepCompletedPayload) {
	c.clear()
	word := "ok"
	switch {
	case p.Skipped != "":
		word = "skip"
	case p.Retry > 0:
		word = "again"
	case !p.OK:
		word = "failed"
	}
	name := ""
	if c.o.Suite {
		name = r.title + "  "
	}
	left := fmt.Sprintf("  %-6s %s%d/%d  %s", word, name, p.StepIndex, r.step.MaxSteps, stepText(r.step))
	right := fmt.Sprintf("%7s", seconds(time.Duration(p.DurationMs)*time.Millisecond))
	if c.o.TTY {
		left = fit(left, c.columns()-len(right))
	}
	fmt.Fprintln(c.o.Err, spread(left, right, c.columns()))
	if p.Skipped != "" {
		fmt.Fprintf(c.o.Err, "         left out: %s\n", strings.Join(cleanLines(p.Skipped), " "))
	}
	if p.Note != "" {
		fmt.Fprintf(c.o.Err, "         note: %s\n", strings.Join(cleanLines(p.Note), " "))
	}
}

// Done reports a scenario that has ended: its line, what it has written, and
// what went wrong. Of several attempts only the last is reported.
func (c *Console) Done(k *Case) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	for _, st := range k.Attempts {
		c.forget(st.RunID)
	}
	o, st := k.Outcome(), k.Last()
	if o.OK() && c.o.Quiet {
		return
	}
	switch {
	case st == nil:
		c.print(c.skipLine(k) + "\n")
	case !o.OK() && c.o.Suite:
		line := c.headline(o, st) + "\n"
		c.problem(k.ID, line+"\n"+c.details(st))
		c.print(line)
	case !o.OK():
		c.print(c.headline(o, st) + "\n\n" + c.details(st))
	case !c.o.Suite || c.o.Verbose:
		c.print(c.headline(o, st) + "\n" + c.written(st))
	default:
		c.print(c.headline(o, st) + "\n")
	}
}

// problem keeps what went wrong in a suite; of a scenario that runs often, the
// first time.
func (c *Console) problem(id, text string) {
	if !c.told[id] {
		c.told[id] = true
		c.problems = append(c.problems, text)
	}
}

// skipLine is the line of a scenario that was not run.
func (c *Console) skipLine(k *Case) string {
	name := clean(k.title())
	if c.o.Suite {
		name = pad(name, c.nameColumns()) + "   " + clean(k.File)
	}
	return spread(c.word(Skip)+name, clean(k.Skipped), c.columns())
}

// Finish prints the totals of the call, after the problems of a suite.
func (c *Console) Finish(call *Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	for _, p := range c.problems {
		c.print("\n" + p)
	}
	c.problems, c.told = nil, map[string]bool{}
	if call.Repeat > 1 {
		c.print("\n" + flakeTable(call, clean))
	}
	blank := "\n"
	if c.silent {
		blank = ""
	}
	c.print(blank + spread(call.Totals().String(), seconds(call.Elapsed), c.columns()) + "\n")
	if s := call.ShardLine(); s != "" {
		c.print(clean(s) + "\n")
	}
	var again []string
	if call.Results != "" {
		again = append(again, "results: "+clean(call.Results))
	}
	if call.Again != "" {
		again = append(again, "again: "+clean(call.Again))
	}
	if len(again) > 0 {
		c.print(strings.Join(again, "   ") + "\n")
	}
}

func (c *Console) print(s string) {
	c.silent = false
	io.WriteString(c.o.Out, s)
}

// columns is the width that lines are laid out for: on a wide terminal the
// times should not be far from the names.
func (c *Console) columns() int {
	if c.o.Width == 0 {
		return 80
	}
	return min(max(c.o.Width, 40), 100)
}
