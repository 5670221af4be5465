package report

import (
	"io"
	"strings"
	"sync"
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
	live     []*liveRun        // by their start
	shown    string            // the progress line on the terminal
	problems []string          // of a suite, printed at its end
	texts    map[string]string // of runs of a suite that have ended, by their ids
	told     map[string]bool   // the ids that have a problem
	silent   bool              // nothing was printed yet
}

// NewConsole returns a console.
func NewConsole(o ConsoleOptions) *Console {
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Err == nil {
		o.Err = io.Discard
	}
	return &Console{o: o, texts: map[string]string{}, told: map[string]bool{}, silent: true}
}

// SetSuite tells that there are several scenarios, where that was not known
// before their events.
func (c *Console) SetSuite() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.o.Suite = true
}

// Done reports a scenario that has ended: its line, what it has written, and
// what went wrong. Of several attempts only the last is reported.
func (c *Console) Done(k *Case) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	for _, st := range k.Attempts {
		c.forget(st.RunID)
		io.WriteString(c.o.Err, c.texts[st.RunID])
		delete(c.texts, st.RunID)
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
		c.print(c.headline(o, st) + "\n" + c.written(st, nil))
	default:
		c.print(c.headline(o, st) + "\n" + c.written(st, onlySnapshots))
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
