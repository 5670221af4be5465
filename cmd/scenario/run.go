package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"scenario/capture/font"
	"scenario/event"
	"scenario/report"
	"scenario/report/view"
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
	if err := f.misread(paths); err != nil {
		return err
	}
	if f.watch {
		return a.watchRuns(dir, paths, f, o)
	}
	ch, err := a.chosen(dir, paths, f, o)
	if err != nil {
		return err
	}
	if f.list {
		a.ui().list(ch.entries)
		return nil
	}
	if ch.why != "" {
		fmt.Fprintln(a.stderr, ch.why)
	}
	ctx, signals := watch(context.Background())
	defer signals.stop()
	return a.runOnce(ctx, signals, dir, ch, f, o)
}

// runOnce runs the plans and leaves every report.
func (a *app) runOnce(ctx context.Context, signals *interrupts, dir string, ch chosen, f *runFlags, o runOptions) error {
	if err := session.SetSubreaper(); err != nil {
		a.ui().warn("programs that leave their parents may outlive the run: %v", err)
	}
	call := &report.Call{Started: time.Now(), Repeat: f.repeat, Shard: ch.shard, Hash: ch.hash}
	for _, e := range ch.whole {
		call.Plan = append(call.Plan, e.ID)
	}
	several := len(ch.entries)*f.repeat > 1 || ch.shard.Total > 0
	var live *stage // the progress line, unless the screen is to be seen
	if f.preview && f.output == "pretty" && !f.quiet && a.liveTerminal() {
		live = a.newStage(view.LiveOptions{Preview: true}, time.Now)
	}
	c := a.console(f, several, live)
	ended, err := a.runAll(ctx, signals, dir, ch.entries, f, o, c, live, call)
	if err != nil {
		return hinted{err, "name another folder with --results FOLDER"}
	}
	call.Elapsed = report.Span(call.Cases)
	if len(ch.entries) == len(ch.all) && ended == 0 && call.Missed() == 0 {
		a.obsolete(dir, ch.all)
	}
	return a.finish(dir, call, c, reporting{
		reports: o.reports, results: f.results, failOnFlaky: f.failOnFlaky, several: several, ended: ended, agent: f.output == "agent",
	})
}

// chosen is what a call is to run.
type chosen struct {
	files   []suite.File
	all     []*suite.Entry // of the files
	whole   []*suite.Entry // of them, what all shards run
	entries []*suite.Entry // of this one
	shard   report.Shard
	hash    string // of the whole
	why     string // why there is nothing, when that is no mistake
}

// chosen loads the files and returns what is to be run of them.
func (a *app) chosen(dir string, paths []string, f *runFlags, o runOptions) (ch chosen, err error) {
	files, entries, problems, err := a.load(dir, paths, o.load)
	if err != nil {
		return ch, err
	}
	ch.files = files
	u := a.ui()
	if problems.Fatal() {
		to := a.stdout
		if f.output == "jsonl" {
			to = a.stderr
		}
		u.problems(problems, to)
		u.nothingWasRun(problems, to)
		return ch, status(statusUsage)
	}
	u.problems(problems, a.stderr)
	ch.all = entries
	if entries, ch.why, err = a.choose(dir, entries, f, o); err != nil {
		return ch, err
	}
	if len(entries) > 0 {
		ch.why = ""
	}
	if err := extraRecordings(entries, o); err != nil {
		return ch, err
	}
	ch.whole = entries
	return ch, a.cut(dir, &ch, f)
}

// runAll runs the plans; c is told of every event. The status is that of the
// signal or of the time that ended the call, 0 for none.
func (a *app) runAll(ctx context.Context, signals *interrupts, dir string, entries []*suite.Entry, f *runFlags, o runOptions, c *report.Console, live *stage, call *report.Call) (int, error) {
	onEvent, warn := c.Event, io.Writer(a.stderr)
	var stop func()
	if live == nil {
		stop = a.refresh(c)
	} else {
		onEvent = func(e event.Envelope) { live.live.Event(e); c.Event(e) }
		stop, warn = live.close, &live.text
	}
	if f.output == "jsonl" {
		line := report.JSONL(a.stdout)
		onEvent = func(e event.Envelope) { line(e); c.Event(e) }
	}
	ctx, cancel := withSuiteTimeout(ctx, f.suiteTimeout)
	defer cancel()
	s := suite.New(suite.Options{
		WorkDir: dir, Results: o.results, Caller: a.env, Workers: f.workers, Engines: engines(), Fonts: font.NewSet(),
		Update: o.update, NoRecord: f.noRecord, Frozen: f.frozen, Preview: f.preview, TimeoutScale: f.timeoutScale, MaxFailures: o.maxFailures,
		Retries: f.retries, RetryIsolated: f.retryIsolated, Repeat: f.repeat,
		Kill: signals.kill, OnEvent: onEvent, OnDone: c.Done, Warn: warn,
	})
	var err error
	call.Cases, err = s.Run(ctx, entries)
	call.Open = s.Open
	stop()
	code := int(signals.code.Load())
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
