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
	"scenario/scenario"
)

// attempt is one run of one scenario: its folder, its log, its state.
type attempt struct {
	s      *Suite
	job    *job
	number int // from 1
	plan   *scenario.Plan
	folder string // absolute
	tmp    string
	noTmp  error // why there is none
	began  time.Time

	log     *event.Log
	logFile logFile
	state   *event.State     // it outlives the attempt
	events  []event.Envelope // what drawing needs of them
	end     event.Envelope   // the terminal event
	secrets map[string]string
	mask    *event.Masker
	svc     services
}

// run runs the next attempt of a job to its terminal event.
func (s *Suite) run(ctx context.Context, j *job) *event.State {
	p, err := j.entry.Plan()
	if err != nil {
		return s.unplanned(j, err)
	}
	a := &attempt{s: s, job: j, number: len(j.result.Attempts) + 1, plan: p, began: now(), state: new(event.State)}
	a.readSecrets()
	err = a.open()
	a.start()
	if err == nil {
		a.guarded(ctx)
		err = a.close()
	}
	if err != nil {
		a.lost(err)
	}
	return a.state
}

// unplanned is an attempt of which there is no plan any more. It leaves no log.
func (s *Suite) unplanned(j *job, err error) *event.State {
	st, e := new(event.State), j.entry
	log := event.NewLog(nil, runID(), now, nil, func(ev event.Envelope) { st.Apply(ev); s.o.OnEvent(ev) })
	log.Emit(event.RunStarted, event.RunStartedPayload{
		TaskGoal: e.Name, WorkspacePath: s.o.WorkDir, ID: e.ID, File: e.File, Line: e.Line, Scenario: e.Name, Tags: e.Tags,
		Attempt: len(j.result.Attempts) + 1, Repeat: j.repeat,
	})
	log.Emit(event.RunCrashed, event.RunCrashedPayload{Error: err.Error()})
	return st
}

// close ends the log; the error is that it could not be written whole.
func (a *attempt) close() error {
	err := a.logFile.Close()
	if a.log.Err() != nil {
		return a.log.Err()
	}
	if err != nil {
		return fmt.Errorf("event log: %w", err)
	}
	return nil
}

// open makes the folder and the log. Without a file the log only tells onEvent.
func (a *attempt) open() error {
	a.folder = filepath.Join(a.s.folder(a.job.entry), repeatFolder(a.job.repeat), attemptFolder(a.number))
	a.log = event.NewLog(nil, runID(), now, a.mask, a.onEvent)
	if err := a.job.fresh(); err != nil {
		return err
	}
	if err := os.MkdirAll(a.folder, 0o777); err != nil {
		return err
	}
	if err := a.plan.Allowed(a.folder); err != nil {
		return err
	}
	f, err := a.s.o.create(filepath.Join(a.folder, EventsFile))
	if err != nil {
		return err
	}
	a.logFile = f
	a.log = event.NewLog(f, runID(), now, a.mask, a.onEvent)
	return nil
}

// onEvent keeps what the outputs are made of.
func (a *attempt) onEvent(e event.Envelope) {
	a.state.Apply(e)
	if capture.Needs(e.Kind) {
		a.events = append(a.events, e)
	}
	if e.Kind.Terminal() {
		a.end = e
	}
	a.s.o.OnEvent(e)
}

func (a *attempt) start() {
	p := a.plan
	a.log.Emit(event.RunStarted, event.RunStartedPayload{
		MaxSteps: len(p.Steps), StepTimeoutMs: p.StepTimeout().Milliseconds(), TaskGoal: p.Name, WorkspacePath: a.s.o.WorkDir,
		ID: p.ID, File: p.File, Line: p.Node.Line, Scenario: p.Name, Tags: p.Tags,
		Attempt: a.number, Repeat: a.job.repeat, Order: a.job.order, Of: a.job.of, XFail: string(p.Xfail), Folder: relative(a.s.o.WorkDir, a.folder) + "/",
		Cols: p.Size.Cols, Rows: p.Size.Rows, Look: p.ResolvedLook(), Pace: p.ResolvedPace(), Record: p.Recordings(),
		Terminal: p.Terminal.Event(), ThemeFiles: a.themeFiles(),
	})
}

// themeFiles reads the theme files that the pictures name. One that is missing
// is preflight's to report.
func (a *attempt) themeFiles() map[string]string {
	var files map[string]string
	for _, w := range a.plan.ThemeFiles {
		b, err := a.plan.ReadFile(a.plan.Abs(w.Text))
		if err != nil || len(b) >= maxFile {
			continue
		}
		if files == nil {
			files = map[string]string{}
		}
		files[w.Text] = string(b)
	}
	return files
}

// guarded runs the scenario; a panic of the runner becomes run_crashed.
func (a *attempt) guarded(ctx context.Context) {
	defer a.removeTmp()
	defer func() {
		if v := recover(); v != nil {
			a.crashed(&scenario.Crash{Value: v, Stack: debug.Stack()}, len(a.state.Steps))
		}
	}()
	a.noTmp = a.makeTmp()
	res, ran, err := a.served(ctx)
	switch {
	case err != nil:
		a.failurePicture(res)
		a.results()
		a.crashed(err, res.Started)
		return
	case ran:
		a.outputs(&res)
		a.baselines(&res)
	}
	a.finish(res)
}

// served runs the scenario between the start and the end of its services. ran
// is false when preflight kept it from beginning.
func (a *attempt) served(ctx context.Context) (res scenario.Result, ran bool, err error) {
	defer a.svc.stop(a.s.o.Kill)
	switch why := a.preflight(ctx); {
	case ctx.Err() != nil:
		return scenario.Interruption(ctx), false, nil
	case why != "":
		return scenario.Result{Status: event.Blocked, Error: why}, false, nil
	}
	res, err = a.scenario(ctx)
	return res, true, err
}

// scenario runs the plan.
func (a *attempt) scenario(ctx context.Context) (scenario.Result, error) {
	term, err := a.terminal()
	if err != nil {
		return scenario.Result{}, err
	}
	return scenario.Run(ctx, a.plan, scenario.Setup{
		Log: a.log, Engines: a.s.o.Engines, Now: now, Base: a.tmp, Tmp: a.scenarioTmp(),
		Caller: a.s.o.Caller, Allow: a.s.o.Allow, Secrets: a.secrets, Values: a.svc.value, Died: a.svc.died, Cast: a.cast, Terminal: term,
		Store: a.store(), Recorded: a.recorded(), Preview: a.s.o.Preview, TimeoutScale: a.s.o.TimeoutScale, Kill: a.s.o.Kill,
	})
}

// terminal is what the program is told of its terminal: the first look's.
func (a *attempt) terminal() (emulator.Options, error) {
	opts, err := a.source().RasterOptions(a.plan.ResolvedLook())
	if err != nil {
		return emulator.Options{}, err
	}
	return capture.Terminal(a.s.o.Fonts, opts), nil
}

// recorded reports whether anything will be drawn of a run that passes.
func (a *attempt) recorded() bool {
	return !a.s.o.NoRecord && len(a.plan.Recordings()) > 0
}

// finish writes the events that end a run. When the log can't be written the
// run has not ended well, whatever it was.
func (a *attempt) finish(res scenario.Result) {
	if err := a.log.Err(); err != nil {
		a.crashed(err, res.Started)
		return
	}
	status := res.Status
	if status == event.TimedOut {
		status = event.Failed
	}
	a.log.Emit(event.ReportStatus, event.ReportStatusPayload{Status: status, Summary: summary(res)})
	a.log.Emit(event.RunFinished, event.RunFinishedPayload{
		FinalStatus: res.Status, Error: res.Error, TotalSteps: res.Started, DurationMs: now().Sub(a.began).Milliseconds(),
	})
}

func summary(res scenario.Result) string {
	switch {
	case res.Error != "":
		return res.Error
	case res.Started == 1:
		return "1 step passed"
	}
	return fmt.Sprintf("%d steps passed", res.Started)
}

// crashed ends a run that the runner could not go on with. The stack of a panic
// is kept beside the log.
func (a *attempt) crashed(err error, step int) {
	var c *scenario.Crash
	if errors.As(err, &c) {
		text := a.mask.String(fmt.Sprintf("%v\n\n%s", c.Value, c.Stack))
		if err := a.write("panic.txt", []byte(text)); err != nil {
			a.s.warnf("%s: panic.txt: %v", a.plan.ID, cause(err))
		}
	}
	a.log.Emit(event.RunCrashed, event.RunCrashedPayload{Error: err.Error(), StepIndex: step})
}

// lost is a run whose log can't be written: its terminal event goes to the
// standard error, and it counts as crashed.
func (a *attempt) lost(err error) {
	msg := err.Error()
	a.log.Emit(event.RunCrashed, event.RunCrashedPayload{Error: msg}) // unless it has ended
	a.state.Final, a.state.Error = event.Crashed, msg
	if line, err := a.end.MarshalJSON(); err == nil {
		a.s.warnf("%s", line)
	}
}

// runID is random: two runs of one scenario are two runs.
func runID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
