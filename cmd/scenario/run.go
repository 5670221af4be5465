package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"scenario/capture/font"
	"scenario/event"
	"scenario/report"
	"scenario/scenario"
	"scenario/scenario/suite"
	"scenario/session"
)

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [PATH|-]...",
		Short: "Run files, folders or the standard input",
		Long:  runHelp,
		RunE:  func(_ *cobra.Command, args []string) error { return a.run(&f, args) },
	}
	f.add(cmd)
	return cmd
}

// run runs scenarios and reports how they went.
func (a *app) run(f *runFlags, paths []string) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	o, err := f.options(a, dir)
	if err != nil {
		return err
	}
	plans, err := a.chosen(dir, paths, f, o)
	if err != nil {
		return err
	}
	if err := session.SetSubreaper(); err != nil {
		a.ui().warn("programs that leave their parents may outlive the run: %v", err)
	}
	c := a.console(f, len(plans) > 1)
	began := time.Now()
	states, signal, err := a.runAll(dir, plans, f, o, c)
	if err != nil {
		return failure{err}
	}
	why := "enough have failed"
	if signal != 0 {
		why = event.Interrupted
	}
	t, ran := total(plans, states, c, why)
	t.Elapsed = time.Since(began)
	if len(plans) > 1 {
		t.Results = filepath.ToSlash(filepath.Clean(f.results)) + "/"
	}
	c.Finish(t)
	code := verdict(t, signal)
	if err := writeReports(dir, o.reports, ran); err != nil {
		code = a.worse(code, err)
	}
	return status(code)
}

// chosen loads the files and returns what is to be run of them.
func (a *app) chosen(dir string, paths []string, f *runFlags, o runOptions) ([]*scenario.Plan, error) {
	_, plans, problems, err := a.load(dir, paths, o.load)
	if err != nil {
		return nil, err
	}
	u := a.ui()
	if problems.Fatal() {
		to := a.stdout
		if f.output == "jsonl" {
			to = a.stderr
		}
		u.problems(problems, to)
		u.nothingWasRun(problems, to)
		return nil, status(statusUsage)
	}
	u.problems(problems, a.stderr)
	var chosen []*scenario.Plan
	for _, p := range plans {
		if f.selects(p, o) {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("none of %s is chosen by --grep and --tag", count(len(plans), "scenario"))
	}
	return chosen, extraRecordings(chosen, o)
}

// extraRecordings checks the recordings of the command line against what the
// scenarios write.
func extraRecordings(plans []*scenario.Plan, o runOptions) error {
	if len(o.load.Record) == 0 {
		return nil
	}
	if len(plans) > 1 {
		return hinted{fmt.Errorf("--record: there are %d scenarios", len(plans)), "name one file, or write record: in the files"}
	}
	p := plans[0]
	taken := map[string]bool{}
	for _, out := range p.Outputs {
		taken[filepath.Clean(p.Abs(out.Path))] = true
	}
	for _, path := range o.load.Record {
		if taken[path] {
			return fmt.Errorf("--record: %s is written twice", filepath.Base(path))
		}
		taken[path] = true
	}
	return nil
}

// runAll runs the plans; c is told of every event. It returns how each ended,
// nil for one that was not started, and the status of the signal that ended the
// call, 0 for none.
func (a *app) runAll(dir string, plans []*scenario.Plan, f *runFlags, o runOptions, c *report.Console) ([]*event.State, int, error) {
	onEvent := c.Event
	if f.output == "jsonl" {
		line := report.JSONL(a.stdout)
		onEvent = func(e event.Envelope) { line(e); c.Event(e) }
	}
	ctx, signals := watch(context.Background())
	s := suite.New(suite.Options{
		WorkDir: dir, Results: o.results, Caller: a.env, Workers: f.workers, Engines: engines(), Fonts: font.NewSet(),
		NoRecord: f.noRecord, TimeoutScale: f.timeoutScale, MaxFailures: o.maxFailures,
		Kill: signals.kill, OnEvent: onEvent, OnDone: c.Done, Warn: a.stderr,
	})
	stop := a.refresh(c)
	states, err := s.Run(ctx, plans)
	stop()
	return states, signals.stop(), err
}

// total counts how the plans ended, and returns the runs there were.
func total(plans []*scenario.Plan, states []*event.State, c *report.Console, why string) (t report.Totals, ran []*event.State) {
	for i, st := range states {
		if st == nil {
			c.Skip(plans[i].Name, plans[i].File, why)
			t.Add(report.Skip)
			continue
		}
		t.Add(report.OutcomeOf(st))
		ran = append(ran, st)
	}
	return t, ran
}

// verdict is the exit status of a call.
func verdict(t report.Totals, signal int) int {
	switch {
	case signal != 0:
		return signal
	case t.Failed > 0:
		return statusFailed
	case t.Blocked > 0:
		return statusBlocked
	}
	return statusOK
}
