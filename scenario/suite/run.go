package suite

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"scenario/capture"
	"scenario/emulator"
	"scenario/event"
	"scenario/report"
	"scenario/scenario"
)

// attempt is one run of one scenario: its folder, its log, its state.
type attempt struct {
	s      *Suite
	plan   *scenario.Plan
	folder string // absolute
	tmp    string
	began  time.Time

	log     *event.Log
	logFile *os.File
	state   event.State
	events  []event.Envelope           // for drawing, once the run has ended
	failed  event.StepCompletedPayload // the first step that failed
	secrets map[string]string
	mask    *event.Masker
	svc     services
}

// run runs one plan to its terminal event.
func (s *Suite) run(ctx context.Context, p *scenario.Plan) *event.State {
	a := &attempt{s: s, plan: p, began: now()}
	err := a.open()
	if err == nil {
		a.guarded(ctx)
		err = a.close()
	}
	if err != nil {
		a.lost(err)
	}
	return &a.state
}

// open makes the folders and the log.
func (a *attempt) open() error {
	a.folder = filepath.Join(a.s.results(), report.Slug(a.plan.ID), "attempt-1")
	a.state.Folder = relative(a.s.o.WorkDir, a.folder) + "/"
	a.readSecrets()
	open := func() error {
		if err := os.RemoveAll(filepath.Dir(a.folder)); err != nil {
			return err
		}
		if err := os.MkdirAll(a.folder, 0o777); err != nil {
			return err
		}
		var err error
		a.logFile, err = os.Create(filepath.Join(a.folder, "events.jsonl"))
		return err
	}
	if err := open(); err != nil {
		a.log = event.NewLog(nil, runID(), now, a.mask, a.onEvent)
		a.start()
		return err
	}
	a.log = event.NewLog(a.logFile, runID(), now, a.mask, a.onEvent)
	a.start()
	return nil
}

// onEvent keeps what the outputs are made of.
func (a *attempt) onEvent(e event.Envelope) {
	a.state.Apply(e)
	switch e.Kind {
	case event.RunStarted, event.Timeline:
		a.events = append(a.events, e)
	case event.StepCompleted:
		if p, ok := e.Payload.(event.StepCompletedPayload); ok && !p.OK && a.failed.StepIndex == 0 {
			a.failed = p
		}
	}
	a.s.o.OnEvent(e)
}

func (a *attempt) start() {
	p := a.plan
	look := p.ResolvedLook()
	a.log.Emit(event.RunStarted, event.RunStartedPayload{
		MaxSteps: len(p.Steps), StepTimeoutMs: p.StepTimeout().Milliseconds(), TaskGoal: p.Name, WorkspacePath: a.s.o.WorkDir,
		ID: p.ID, File: p.File, Line: p.Node.Line, Scenario: p.Name, Tags: p.Tags, Attempt: 1,
		Cols: p.Size.Cols, Rows: p.Size.Rows, Look: look, Pace: p.ResolvedPace(), Record: p.Recordings(),
	})
}

// guarded runs the scenario; a panic of the runner becomes run_crashed.
func (a *attempt) guarded(ctx context.Context) {
	defer func() {
		if v := recover(); v != nil {
			a.svc.stop()
			_ = os.WriteFile(filepath.Join(a.folder, "panic.txt"), fmt.Appendf(nil, "%v\n\n%s", v, debug.Stack()), 0o666)
			a.log.Emit(event.RunCrashed, event.RunCrashedPayload{Error: fmt.Sprint(v), StepIndex: len(a.state.Steps)})
		}
	}()
	defer a.removeTmp()
	if err := a.makeTmp(); err != nil {
		a.log.Emit(event.RunCrashed, event.RunCrashedPayload{Error: err.Error()})
		return
	}
	if why := a.preflight(ctx); why != "" {
		a.svc.stop()
		a.finish(ctx, scenario.Result{Status: event.Blocked, Error: why})
		return
	}
	res, err := a.scenario(ctx)
	a.svc.stop()
	if err != nil {
		a.failurePicture(&res)
		a.log.Emit(event.RunCrashed, event.RunCrashedPayload{Error: err.Error(), StepIndex: res.Started})
		return
	}
	a.outputs(&res)
	a.finish(ctx, res)
}

// scenario runs the plan.
func (a *attempt) scenario(ctx context.Context) (scenario.Result, error) {
	term, err := a.terminal()
	if err != nil {
		return scenario.Result{}, err
	}
	return scenario.Run(ctx, a.plan, scenario.Setup{
		Log: a.log, Engine: a.s.o.Engine, Now: now, Base: a.tmp, Tmp: filepath.Join(a.tmp, "scenario"),
		Caller: a.s.o.Caller, Secrets: a.secrets, Values: a.svc.value, Cast: a.cast, Terminal: term,
		Recorded: a.recorded(), TimeoutScale: a.s.o.TimeoutScale,
	})
}

// terminal is what the program is told of its terminal: the first look's.
func (a *attempt) terminal() (emulator.Options, error) {
	src := a.source()
	opts, err := src.RasterOptions(a.plan.ResolvedLook())
	if err != nil {
		return emulator.Options{}, err
	}
	return capture.Terminal(a.s.o.Fonts, opts), nil
}

// recorded reports whether anything will be drawn of a run that passes.
func (a *attempt) recorded() bool {
	return !a.s.o.NoRecord && len(a.plan.Recordings()) > 0
}

// finish writes the events that end a run.
func (a *attempt) finish(ctx context.Context, res scenario.Result) {
	status := res.Status
	if status == event.TimedOut {
		status = event.Failed
	}
	a.log.Emit(event.ReportStatus, event.ReportStatusPayload{Status: status, Summary: a.summary(res)})
	a.log.Emit(event.RunFinished, event.RunFinishedPayload{
		FinalStatus: res.Status, Error: res.Error, TotalSteps: res.Started, DurationMs: now().Sub(a.began).Milliseconds(),
	})
}

func (a *attempt) summary(res scenario.Result) string {
	if res.Error != "" {
		return res.Error
	}
	return fmt.Sprintf("%d steps passed", res.Started)
}

// close ends the log; the error is that it could not be written whole.
func (a *attempt) close() error {
	return errors.Join(a.log.Err(), a.logFile.Close())
}

// lost is a run whose log can't be written: its end is told on the standard
// error, and it counts as crashed.
func (a *attempt) lost(err error) {
	msg := "events.jsonl: " + cause(err).Error()
	if !a.log.Finished() {
		a.log.Emit(event.RunCrashed, event.RunCrashedPayload{Error: msg})
	}
	a.state.Final, a.state.Error = event.Crashed, msg
	e := event.Envelope{At: now(), Kind: event.RunCrashed, RunID: a.state.RunID, Seq: a.state.Seq, Payload: event.RunCrashedPayload{Error: msg}}
	if line, err := e.MarshalJSON(); err == nil {
		a.s.warnf("%s", line)
	}
}

// makeTmp makes the folder of the run's own. Its name has always the same
// length, so that a program that shows it takes the same room.
func (a *attempt) makeTmp() error {
	base := filepath.Join(os.TempDir(), "scenario-"+runID())
	if err := os.Mkdir(base, 0o700); err != nil {
		return err
	}
	a.tmp = base
	return os.Mkdir(filepath.Join(base, "scenario"), 0o700)
}

func (a *attempt) removeTmp() {
	if a.tmp != "" {
		os.RemoveAll(a.tmp)
	}
}

// runID is random: two runs of one scenario are two runs.
func runID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
