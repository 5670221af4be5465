package main

import (
	"fmt"
	"strings"
	"time"

	"scenario/capture"
	"scenario/internal/doc"
	"scenario/report"
	"scenario/scenario"
	"scenario/scenario/suite"
	"scenario/steps"
)

const rootHelp = `scenario runs YAML files that drive real programs in a real terminal. A file
is a test, a demo and the pictures of the docs at once.

  scenario run k9s.yaml                 run a file
  scenario run tests/ --report junit=report.xml
  scenario check k9s.yaml               look for mistakes, start nothing
  scenario render scenario-results/k9s -o k9s.gif --theme one-light`

const runHelp = `Run files, folders or the standard input.

Without a path, the current folder is run. Of a folder, the YAML files without a
top-level steps: are passed over. A mistake in any file stops the call before
anything starts.`

const renderHelp = `Draw a results folder or a .cast again, in another look or pace. Nothing is run.

SOURCE is scenario-results/NAME (its last attempt), one of its attempts, or a
.cast of any recorder. A FILE that has the name of a declared one is that
recording or picture; any other recording is of the whole session, any other
picture of its last screen.`

const mergeHelp = `Join the blob reports of all shards of a run into one, and report it as if it
had run here.

Every shard writes one: scenario run --shard auto --report blob=shard-1.zip.
DIR has them, or folders with them. A shard that is missing or there twice,
shards of different plans and scenarios that no shard has run are refused, with
status 3.`

const dumpHelp = `Print the screen that the output of a program leaves. Nothing is run.

FILE has the bytes as the program wrote them, or is a .cast of any recorder;
without one, or with -, it is the standard input. The form ansi draws the screen
again in a terminal of that size; json has its text and every style, for
programs and for reports of faults.`

// ui words and prints what the command itself has to say.
type ui struct {
	a     *app
	color bool // of the standard output
	utf8  bool
}

func (a *app) ui() *ui { return &ui{a: a, color: a.wantsColor(a.stdout), utf8: a.utf8()} }

// wantsColor follows --color, then NO_COLOR (no-color.org) and CLICOLOR_FORCE
// (bixense.com/clicolors), then what the stream is.
func (a *app) wantsColor(s *stream) bool {
	force := a.getenv("CLICOLOR_FORCE")
	switch {
	case a.color == "always":
		return true
	case a.color == "never", a.getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return s.terminal() && a.getenv("TERM") != "dumb"
}

// utf8 reports whether the caller's locale is a UTF-8 one.
func (a *app) utf8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := a.getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

// console is the reporter of runs. While live is on the terminal, what it prints
// is kept there.
func (a *app) console(f *runFlags, several bool, live *stage) *report.Console {
	o := report.ConsoleOptions{
		Out: a.stdout, Err: a.stderr, Width: a.stdout.width(), TTY: a.stderr.terminal() && a.getenv("TERM") != "dumb",
		UTF8: a.utf8(), Color: a.wantsColor(a.stdout), Verbose: f.verbose, Quiet: f.quiet, Suite: several,
	}
	if f.output != "pretty" {
		o.Out, o.TTY = nil, o.TTY && o.Width == 0 // a line of JSON is not to be drawn over
	}
	if live != nil {
		o.Out, o.Err, o.TTY = &live.text, &live.text, false
	}
	return report.NewConsole(o)
}

// error prints why a command could not do its work.
func (u *ui) error(err error, hint string) {
	fmt.Fprintf(u.a.stderr, "scenario: %v\n", err)
	if hint != "" {
		fmt.Fprintf(u.a.stderr, "  hint: %s\n", hint)
	}
}

func (u *ui) warn(format string, args ...any) {
	fmt.Fprintf(u.a.stderr, "scenario: warning: "+format+"\n", args...)
}

// problems prints mistakes.
func (u *ui) problems(ps doc.Problems, to *stream) {
	if len(ps) > 0 {
		ps.Format(to, u.a.wantsColor(to))
		fmt.Fprintln(to)
	}
}

// tally counts mistakes: "6 errors in 1 file".
func tally(ps doc.Problems) string {
	errors, warnings := 0, 0
	files := map[string]bool{}
	for _, p := range ps.Sorted() {
		files[p.File] = true
		if p.Warning {
			warnings++
		} else {
			errors++
		}
	}
	var parts []string
	if errors > 0 {
		parts = append(parts, count(errors, "error"))
	}
	if warnings > 0 {
		parts = append(parts, count(warnings, "warning"))
	}
	return strings.Join(parts, ", ") + " in " + count(len(files), "file")
}

func (u *ui) nothingWasRun(ps doc.Problems, to *stream) {
	fmt.Fprintf(to, "%s, nothing was run\n", tally(ps))
}

// checked is the last line of check.
func (u *ui) checked(ps doc.Problems, files, scenarios int) {
	if len(ps) > 0 {
		fmt.Fprintln(u.a.stdout, tally(ps))
		return
	}
	what := count(files, "file")
	if scenarios != files {
		what += " with " + count(scenarios, "scenario")
	}
	fmt.Fprintf(u.a.stdout, "%s, no problems\n", what)
}

// plan prints the numbered steps of a scenario.
func (u *ui) plan(p *scenario.Plan) {
	fmt.Fprintf(u.a.stdout, "%s   %s   %s   %s\n", p.Name, p.ID, p.Size, count(len(p.Steps), "step"))
	rows := make([][]string, 0, len(p.Steps))
	for i := range p.Steps {
		s := &p.Steps[i]
		rows = append(rows, []string{fmt.Sprintf("%4d", s.Index), s.Pos().String(), phase(s), s.Session, steps.Span(s.Timeout), stepLine(s)})
	}
	for _, line := range columns(rows) {
		fmt.Fprintln(u.a.stdout, line)
	}
}

// list prints the ids of scenarios, one a line, as --test-list reads them.
func (u *ui) list(entries []*suite.Entry) {
	for _, e := range entries {
		fmt.Fprintln(u.a.stdout, e.ID)
	}
}

// phase is what a step is beside an ordinary one.
func phase(s *scenario.PlanStep) string {
	switch {
	case s.Phase != "steps":
		return s.Phase
	case s.Hidden:
		return "hidden"
	}
	return ""
}

func stepLine(s *scenario.PlanStep) string {
	text := strings.Join(strings.Fields(s.Text()), " ")
	if s.Step.Name != "" {
		text += "   # " + s.Step.Name
	}
	return text
}

// columns lays out rows of equal length, the last column as it is; columns that
// are empty everywhere are left out.
func columns(rows [][]string) []string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	lines := make([]string, len(rows))
	for r, row := range rows {
		for i, cell := range row {
			if widths[i] > 0 && i < len(row)-1 {
				lines[r] += cell + strings.Repeat(" ", widths[i]-len([]rune(cell))+2)
			} else {
				lines[r] += cell
			}
		}
		lines[r] = strings.TrimRight(lines[r], " ")
	}
	return lines
}

// drawn tells of a file that render has written.
func (u *ui) drawn(path string, bytes int64, info capture.Info) {
	parts := []string{path, report.Size(bytes)}
	if info.Play > 0 {
		parts = append(parts, fmt.Sprintf("%.1fs", info.Play.Seconds()))
	}
	shape := fmt.Sprintf("%dx%d", info.Cols, info.Rows)
	if info.Width > 0 {
		shape += fmt.Sprintf(", %dx%d", info.Width, info.Height)
	}
	fmt.Fprintln(u.a.stdout, strings.Join(append(parts, shape), "   "))
	if len(info.Missing) > 0 {
		u.warn("%s: no font has %s", path, strings.Join(info.Missing, ", "))
	}
	if info.Note != "" {
		u.warn("%s: %s", path, info.Note)
	}
}

// progress shows on a terminal how much of a recording has been drawn, until the
// returned function is called.
func (u *ui) progress(src *source, what string) (stop func()) {
	if !u.a.stderr.terminal() {
		return func() {}
	}
	last := -1
	src.Progress = func(done, of int) {
		if percent := 100 * done / of; percent != last {
			last = percent
			fmt.Fprintf(u.a.stderr, "\r\x1b[KDRAW   %s   %d%%", what, percent)
		}
	}
	return func() {
		if last >= 0 {
			fmt.Fprint(u.a.stderr, "\r\x1b[K")
		}
		src.Progress = nil
	}
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// refreshInterval is how often the progress line is brought up to date.
const refreshInterval = 100 * time.Millisecond

// refresh keeps the progress line of a terminal moving until the returned
// function is called.
func (a *app) refresh(c *report.Console) (stop func()) {
	if !a.stderr.terminal() {
		return func() {}
	}
	ticker := time.NewTicker(refreshInterval)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case now := <-ticker.C:
				c.Tick(now)
			case <-end:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(end)
		<-ended
	}
}
