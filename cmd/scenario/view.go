package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/spf13/cobra"

	"scenario/event"
	"scenario/report"
	"scenario/report/view"
)

const viewHelp = `Show the events of runs, as they come or again.

FILE is an events.jsonl, a results folder, or a recording of tuispec; without
one, or with -, it is the standard input:

  scenario view scenario-results/k9s
  scenario run k9s.yaml --events=runner | scenario view
  scenario view --follow scenario-results/k9s/attempt-1/events.jsonl

On a terminal the run is shown while it goes on, and a file is played as it
happened; elsewhere, and at the end, there are the lines that scenario run -v
prints. The exit status is that of the run.`

// viewFlags are the flags of view.
type viewFlags struct {
	events     string
	follow     bool
	output     string
	avatar     string
	noAvatar   bool
	noPreview  bool
	speed      float64
	speedGiven func() bool
	noColor    bool
	quiet      bool
	verbose    bool
}

func (a *app) viewCommand() *cobra.Command {
	var f viewFlags
	cmd := &cobra.Command{
		Use:   "view [FILE|-]",
		Short: "Show the events of runs, live or again",
		Long:  viewHelp,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return oneFile(cmd, args)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := f.check(args); err != nil {
				return err
			}
			return a.view(&f, append(args, "-")[0])
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringVar(&f.events, "events", "", "where the events come from, `WHERE`: stdin, jsonl-file (FILE)")
	fl.BoolVarP(&f.follow, "follow", "f", false, "go on reading FILE until its run ends")
	fl.StringVar(&f.output, "output", "pretty", "`FORM` of the output: pretty, jsonl")
	fl.Float64Var(&f.speed, "speed", 0, "play `F` times as fast as it happened; 0: at once (default 1 for a file on a terminal)")
	f.speedGiven = func() bool { return fl.Changed("speed") }
	fl.StringVar(&f.avatar, "avatar", "none", "a face beside the steps, drawn by `WHOM`: chafa, none")
	fl.Lookup("avatar").NoOptDefVal = "chafa"
	fl.BoolVar(&f.noAvatar, "no-avatar", false, "the same as --avatar=none")
	fl.BoolVar(&f.noPreview, "no-preview", false, "not the program's screen, even where the events have it")
	fl.BoolVar(&f.noColor, "no-color", false, "the same as --color never")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "nothing of what passed but the totals")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "a line for each step at the end, on a terminal too")
	return cmd
}

func (f *viewFlags) check(args []string) error {
	file := len(args) > 0 && args[0] != "-"
	switch {
	case f.events == "runner":
		return hinted{errors.New("--events: the runner's events are those of scenario run"), "scenario run FILE --events=runner | scenario view"}
	case f.events != "":
		if err := oneOf("--events", f.events, "stdin", "jsonl-file"); err != nil {
			return err
		}
	}
	switch {
	case f.events == "stdin" && file:
		return fmt.Errorf("--events: stdin, and not %s", args[0])
	case f.events == "jsonl-file" && !file:
		return errors.New("--events: jsonl-file: which file?")
	case f.follow && !file:
		return hinted{errors.New("--follow: which file?"), "the standard input is read until it ends anyway"}
	case f.speed < 0 || f.speed > 1000 || math.IsNaN(f.speed):
		return fmt.Errorf("--speed: %v is not from 0 to 1000", f.speed)
	case f.quiet && f.verbose:
		return errors.New("--quiet and --verbose exclude each other")
	}
	if err := oneOf("--avatar", f.avatar, "chafa", "none"); err != nil {
		return err
	}
	return oneOf("--output", f.output, "pretty", "jsonl")
}

// view shows the events of a file.
func (a *app) view(f *viewFlags, path string) error {
	if f.noColor {
		a.color = "never"
	}
	ctx, signals := watch(context.Background())
	in, err := a.viewed(ctx, f, path)
	if err != nil {
		signals.stop()
		return err
	}
	defer in.Close()
	s := a.newShow(ctx, f, path, attempts(in))
	read := make(chan error, 1)
	go func() { read <- view.Read(in, s.event) }()
	select {
	case err = <-read:
	case <-ctx.Done(): // a read that goes on ends with the process
	}
	s.curtain(err)
	code := signals.stop()
	s.close()
	if code != 0 {
		return status(code)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return failure{fmt.Errorf("%s: %w", path, cause(err))}
	}
	return s.verdict(path)
}

// viewed opens what is to be shown.
func (a *app) viewed(ctx context.Context, f *viewFlags, path string) (io.ReadCloser, error) {
	if f.follow {
		name, err := eventsFile(path)
		if err != nil {
			return nil, err
		}
		return follow(ctx, name)
	}
	return a.openEvents(path)
}

// attempts counts the runs of each scenario of a file: when the last of them has
// ended, its line can be printed. Of what can't be read twice that is known only
// at its end: nil.
func attempts(in io.Reader) map[string]int {
	file, ok := in.(*os.File)
	if !ok {
		return nil
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	cases := map[string]int{}
	_ = view.Read(file, func(e event.Envelope) error { // what is wrong with it is told later
		if e.Kind == event.RunStarted {
			if p, err := event.Decode(e); err == nil {
				run := p.(event.RunStartedPayload)
				cases[caseKey(run.ID, run.Repeat)]++
			}
		}
		return nil
	})
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil
	}
	return cases
}

func caseKey(id string, repeat int) string { return fmt.Sprint(id, " ", repeat) }

// show is a view that is being shown.
type show struct {
	a       *app
	f       *viewFlags
	ctx     context.Context
	runs    view.Runs
	expect  map[string]int       // see attempts
	told    int                  // cases that were told of
	line    func(event.Envelope) // JSON lines
	console *report.Console
	stage   *stage // the live view; nil without one
	pace    pacer
	hint    func() string
}

func (a *app) newShow(ctx context.Context, f *viewFlags, path string, expect map[string]int) *show {
	s := &show{a: a, f: f, ctx: ctx, expect: expect, hint: func() string { return "" }}
	if f.output == "jsonl" {
		s.line = report.JSONL(a.stdout)
	}
	terminal := a.liveTerminal() && f.output == "pretty" && !f.quiet
	speed := f.speed
	if terminal && !f.speedGiven() && path != "-" && !f.follow {
		speed = 1
	}
	s.pace.speed = speed
	var out io.Writer = a.stdout
	if terminal && (speed > 0 || path == "-" || f.follow) {
		o := view.LiveOptions{Preview: !f.noPreview}
		o.Picture, s.hint = a.picture(ctx, f)
		s.stage = a.newStage(o, s.pace.now)
		out = &s.stage.text
	}
	s.console = report.NewConsole(report.ConsoleOptions{
		Out: out, Err: out, Width: a.stdout.width(), UTF8: a.utf8(), Color: a.wantsColor(a.stdout),
		Quiet: f.quiet, Verbose: f.verbose || !f.quiet && !terminal, Suite: len(expect) > 1,
	})
	return s
}

// event shows one event when its time has come.
func (s *show) event(e event.Envelope) error {
	if err := s.pace.wait(s.ctx, e.At); err != nil {
		return err
	}
	s.runs.Apply(e)
	if s.line != nil {
		s.line(e)
		return nil
	}
	s.console.Event(e)
	if s.stage != nil {
		s.stage.live.Event(e)
	}
	if e.Kind.Terminal() && s.expect != nil {
		s.tell(report.Cases(s.runs.All), s.expect)
	}
	if s.f.follow && e.Kind.Terminal() && !s.runs.Open() {
		return io.EOF
	}
	return nil
}

// tell prints the cases that have ended, in their order; without expect that is
// all of them.
func (s *show) tell(cases []report.Case, expect map[string]int) {
	for ; s.told < len(cases); s.told++ {
		c := &cases[s.told]
		if expect != nil && c.Order > 0 && c.Order != s.told+1 {
			return // one before it has not begun, or never will
		}
		if expect != nil && (len(c.Attempts) < expect[caseKey(c.ID, c.Repeat)] || !c.Last().Finished()) {
			return
		}
		s.console.Done(c)
	}
}

// lastLook is how long a face is seen that knows how the run went.
const lastLook = 1500 * time.Millisecond

// curtain leaves the last face on the terminal for a moment.
func (s *show) curtain(err error) {
	if s.stage == nil || s.f.avatar != "chafa" || s.f.noAvatar || s.hint() != "" || err != nil && !errors.Is(err, io.EOF) {
		return
	}
	t := time.NewTimer(lastLook)
	defer t.Stop()
	select {
	case <-t.C:
	case <-s.ctx.Done():
	}
}

// close gives the terminal back.
func (s *show) close() {
	if s.stage != nil {
		s.stage.close()
	}
	if hint := s.hint(); hint != "" {
		s.a.ui().warn("%s", hint)
	}
}

// verdict prints how the runs went and returns their status.
func (s *show) verdict(path string) error {
	for _, st := range s.runs.All {
		for _, p := range st.Problems {
			s.a.ui().warn("%s: %s", path, p)
		}
		if !st.Finished() {
			s.a.ui().warn("%s: run %q has no end: it was killed, or still runs", path, st.RunID)
		}
	}
	call := s.runs.Call()
	if s.line == nil {
		if len(call.Cases) > 1 {
			s.console.SetSuite()
		}
		s.tell(call.Cases, nil)
		s.console.Finish(call)
	}
	return status(verdict(call.Totals(), reporting{}))
}
