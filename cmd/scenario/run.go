package main

import (
	"context"
	"errors"
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
	plans, why, err := a.chosen(dir, paths, f, o)
	if err != nil {
		return err
	}
	if f.list {
		a.ui().list(plans)
		return nil
	}
	if err := session.SetSubreaper(); err != nil {
		a.ui().warn("programs that leave their parents may outlive the run: %v", err)
	}
	if why != "" {
		fmt.Fprintln(a.stderr, why)
	}
	return a.runOnce(dir, plans, f, o)
}

// runOnce runs the plans and leaves every report.
func (a *app) runOnce(dir string, plans []*scenario.Plan, f *runFlags, o runOptions) error {
	call := &report.Call{Started: time.Now(), Repeat: f.repeat}
	several := len(plans)*max(f.repeat, 1) > 1
	c := a.console(f, several)
	code, err := a.runAll(dir, plans, f, o, c, call)
	if err != nil {
		return failure{err}
	}
	call.Elapsed = time.Since(call.Started)
	if several {
		call.Results = filepath.ToSlash(filepath.Clean(f.results)) + "/"
		if len(call.Bad()) > 0 {
			call.Again = "scenario run --last-failed"
		}
	}
	c.Finish(call)
	code = verdict(call.Totals(), code, f.failOnFlaky)
	if err := suite.WriteLastRun(absolute(dir, o.results), call); err != nil {
		a.ui().warn("%s: %v", suite.LastRunFile, cause(err))
	}
	if err := writeReports(dir, o.reports, call); err != nil {
		code = a.worse(code, err)
	}
	return status(code)
}

// chosen loads the files and returns what is to be run of them; why says why
// that is nothing, when it is no mistake.
func (a *app) chosen(dir string, paths []string, f *runFlags, o runOptions) (plans []*scenario.Plan, why string, err error) {
	_, plans, problems, err := a.load(dir, paths, o.load)
	if err != nil {
		return nil, "", err
	}
	u := a.ui()
	if problems.Fatal() {
		to := a.stdout
		if f.output == "jsonl" {
			to = a.stderr
		}
		u.problems(problems, to)
		u.nothingWasRun(problems, to)
		return nil, "", status(statusUsage)
	}
	u.problems(problems, a.stderr)
	plans, why, err = a.choose(dir, plans, f, o)
	if err != nil || len(plans) == 0 {
		return nil, why, err
	}
	return plans, "", extraRecordings(plans, o)
}

// runAll runs the plans; c is told of every event. The status is that of the
// signal or of the time that ended the call, 0 for none.
func (a *app) runAll(dir string, plans []*scenario.Plan, f *runFlags, o runOptions, c *report.Console, call *report.Call) (int, error) {
	onEvent := c.Event
	if f.output == "jsonl" {
		line := report.JSONL(a.stdout)
		onEvent = func(e event.Envelope) { line(e); c.Event(e) }
	}
	signalled, signals := watch(context.Background())
	ctx, cancel := withSuiteTimeout(signalled, f.suiteTimeout)
	defer cancel()
	s := suite.New(suite.Options{
		WorkDir: dir, Results: o.results, Caller: a.env, Workers: f.workers, Engines: engines(), Fonts: font.NewSet(),
		NoRecord: f.noRecord, Preview: f.preview, TimeoutScale: f.timeoutScale, MaxFailures: o.maxFailures,
		Retries: f.retries, RetryIsolated: f.retryIsolated, Repeat: f.repeat,
		Kill: signals.kill, OnEvent: onEvent, OnDone: c.Done, Warn: a.stderr,
	})
	stop := a.refresh(c)
	var err error
	call.Cases, err = s.Run(ctx, plans)
	call.Open = s.Open
	stop()
	code := signals.stop()
	if code == 0 && errors.Is(context.Cause(ctx), scenario.ErrSuiteOver) {
		code = statusFailed
	}
	return code, err
}

// withSuiteTimeout is ctx, that ends after limit, 0 for never.
func withSuiteTimeout(ctx context.Context, limit time.Duration) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if limit == 0 {
		return ctx, func() { cancel(nil) }
	}
	timer := time.AfterFunc(limit, func() { cancel(scenario.ErrSuiteOver) })
	return ctx, func() { timer.Stop(); cancel(nil) }
}

// verdict is the exit status of a call; ended is the status of what ended it
// early.
func verdict(t report.Totals, ended int, failOnFlaky bool) int {
	switch {
	case ended != 0:
		return ended
	case t.Failed > 0, failOnFlaky && t.Flaky > 0:
		return statusFailed
	case t.Blocked > 0:
		return statusBlocked
	}
	return statusOK
}
