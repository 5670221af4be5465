package scenario

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"scenario/emulator"
	"scenario/event"
	"scenario/steps"
)

// Setup is what a plan is run with.
type Setup struct {
	Log    *event.Log
	Engine emulator.Factory
	Now    func() time.Time
	// Base is a folder of the run's own, for the temporary home; Tmp is the
	// fresh folder of scenario.tmp. Both are absolute.
	Base, Tmp string
	Caller    []string // the caller's environment, NAME=VALUE
	// Secrets are the values by name; Values what services.* and other
	// references stand for.
	Secrets map[string]string
	Values  func(space, name string) (string, bool)
	// Cast opens the cast of a session, in the results folder.
	Cast func(session string) (io.WriteCloser, error)
	// Terminal has the theme's colours and the size of a cell.
	Terminal emulator.Options
	// Recorded says that pictures will be drawn.
	Recorded bool
	// TimeoutScale multiplies every timeout; 0 is 1.
	TimeoutScale float64
}

// Result is how a run ended. The events that end it are not yet written: the
// outputs come first.
type Result struct {
	Status  string // event.Completed, Failed, Blocked, TimedOut
	Error   string // "" when it passed
	Failure *event.Failure
	Started int // steps
}

// ErrInterrupted is the cause of a context that a signal cancelled.
var ErrInterrupted = errors.New("interrupted")

// errScenarioTimeout is the cause when the scenario's own time has run out.
var errScenarioTimeout = errors.New("scenario timeout")

// closeGrace is how long ending the processes of a run may take.
const closeGrace = 10 * time.Second

// Run runs a plan: before, steps, after, then the end of every process. The
// error is the runner's own, a crash; everything else is in the Result.
func Run(ctx context.Context, p *Plan, s Setup) (res Result, err error) {
	r := newRunner(p, s)
	defer func() {
		if e := r.close(); e != nil && err == nil {
			err = e
		}
	}()
	limit := r.scale(p.ScenarioTimeout())
	run, cancel := context.WithTimeoutCause(ctx, limit, errScenarioTimeout)
	defer cancel()
	res = r.phases(run, limit)
	return res, r.fault
}

// phases runs before and steps in ctx, and after whatever happened.
func (r *runner) phases(ctx context.Context, limit time.Duration) Result {
	res := Result{Status: event.Completed}
	i := 0
	for ; i < len(r.p.Steps) && r.p.Steps[i].Phase != "after"; i++ {
		f := r.step(ctx, &r.p.Steps[i])
		if f == nil {
			continue
		}
		res.Status, res.Failure, res.Error = r.verdict(ctx, f, &r.p.Steps[i], limit)
		break
	}
	r.settle(ctx, &res)
	if res.Failure == nil && res.Status == event.Completed {
		r.badEnds(ctx, &res)
	}
	r.moment(event.DoEnd)
	after := context.WithoutCancel(ctx)
	for ; i < len(r.p.Steps); i++ {
		if r.p.Steps[i].Phase != "after" {
			continue
		}
		if f := r.step(after, &r.p.Steps[i]); f != nil && res.Status == event.Completed {
			res.Status, res.Failure, res.Error = r.verdict(after, f, &r.p.Steps[i], limit)
		}
	}
	res.Started = r.started
	return res
}

// settle lets the screens of a recorded run come to rest before it ends.
func (r *runner) settle(ctx context.Context, res *Result) {
	if !r.s.Recorded || res.Status != event.Completed {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, r.scale(r.p.StepTimeout()))
	defer cancel()
	e := &steps.Env{Host: r, Index: r.started}
	if err := e.Finish(ctx, r.terms); err != nil && !errors.Is(err, context.DeadlineExceeded) && r.fault == nil {
		r.fault = err
	}
}

// badEnds fails a scenario whose program ended badly without an exit condition
// that looked at it.
func (r *runner) badEnds(ctx context.Context, res *Result) {
	for _, t := range r.terms {
		x, bad := t.BadEnd()
		if !bad {
			continue
		}
		how := fmt.Sprintf("ended with status %d", x.Status)
		if x.Signal != "" {
			how = "was ended by signal " + x.Signal
		}
		last := &r.p.Steps[len(r.p.Steps)-1]
		for i := range r.p.Steps {
			if r.p.Steps[i].Phase == "steps" {
				last = &r.p.Steps[i]
			}
		}
		hint := "nothing looked at its end; when that is right: expect: {exit: " + itoa(x.Status) + "}"
		if x.Signal != "" {
			hint = "nothing looked at its end; when that is right: expect: {exit: " + x.Signal + "}"
		}
		f := &steps.Failure{Message: t.Program + " " + how, Hint: hint, Screen: t.View().Screen}
		res.Status, res.Failure, res.Error = r.verdict(ctx, f, last, 0)
		res.Failure.Message = f.Message
		res.Error = f.Message
		return
	}
}

// step runs one step with its events. It returns why it failed, nil when it
// passed.
func (r *runner) step(ctx context.Context, ps *PlanStep) (failed error) {
	r.started++
	began := r.s.Now()
	name := ps.Step.Kind.Name
	pos := ps.Step.Value.Pos
	r.emit(event.StepStarted, event.StepStartedPayload{
		MaxSteps: len(r.p.Steps), StepIndex: ps.Index, Step: name, Text: ps.logText(), Name: ps.Step.Name,
		Phase: phaseName(ps.Phase), Session: ps.Session, File: pos.File, Line: pos.Line, Col: pos.Col,
	})
	r.emit(event.ToolCallStarted, event.ToolCallStartedPayload{ToolName: name, ArgsSummary: ps.argsSummary()})

	r.hide(ps)
	limit := r.scale(ps.Timeout)
	sctx, cancel := context.WithTimeout(ctx, limit)
	env := &steps.Env{Host: r, Step: ps.Step, Index: ps.Index, Session: ps.Session, Timeout: limit}
	err := r.implicitShell(sctx, env)
	if err == nil {
		err = ps.Step.Action.Run(sctx, env)
	}
	cancel()
	if err == nil {
		err = r.sessionError(ps)
	}
	r.completed(ctx, ps, err, began, limit, env.Notes)
	return err
}

// completed writes the events that end a step.
func (r *runner) completed(ctx context.Context, ps *PlanStep, err error, began time.Time, limit time.Duration, notes []string) {
	name := ps.Step.Kind.Name
	done := event.StepCompletedPayload{StepIndex: ps.Index, OK: err == nil, DurationMs: r.s.Now().Sub(began).Milliseconds(), Session: ps.Session}
	if t := r.Term(ps.Session); t != nil {
		done.CastSeq = t.View().CastSeq
	}
	if len(notes) > 0 {
		done.Note = notes[0]
	}
	call := event.ToolCallCompletedPayload{OK: err == nil, Status: "passed", Summary: ps.logText(), ToolName: name}
	if err != nil {
		done.Failure = r.failure(ctx, err, ps, limit)
		call.Error, call.Status = done.Failure.Message, "failed"
		switch {
		case done.Failure.Timeout:
			call.Status = "timeout"
			p := event.StepTimeoutPayload{StepIndex: ps.Index, TimeoutMs: limit.Milliseconds(), WaitingFor: ps.argsSummary()}
			if t := r.Term(ps.Session); t != nil {
				p.Screen = t.View().Screen.Text()
			}
			r.emit(event.StepTimeout, p)
		case errors.Is(context.Cause(ctx), ErrInterrupted):
			call.Status = event.Interrupted
		}
	}
	r.emit(event.ToolCallCompleted, call)
	r.emit(event.StepCompleted, done)
}

// hide tells the recordings where hidden steps begin and end.
func (r *runner) hide(ps *PlanStep) {
	if ps.Hidden == r.hidden {
		return
	}
	r.hidden = ps.Hidden
	for _, t := range r.terms {
		r.emit(event.Timeline, event.TimelinePayload{CastSeq: t.CastSeq(), Session: t.Name, StepIndex: ps.Index, Do: event.DoHide, On: r.hidden})
	}
}

// moment notes something for every session.
func (r *runner) moment(do event.Do) {
	for _, t := range r.terms {
		r.emit(event.Timeline, event.TimelinePayload{CastSeq: t.CastSeq(), Session: t.Name, StepIndex: r.started, Do: do})
	}
}

// implicitShell opens the shell of a file that starts no program itself.
func (r *runner) implicitShell(ctx context.Context, e *steps.Env) error {
	if !r.p.ImplicitShell || len(r.terms) > 0 || e.Session == "" {
		return nil
	}
	return steps.DefaultShell().Run(ctx, e)
}

// sessionError is a session that broke in itself.
func (r *runner) sessionError(ps *PlanStep) error {
	if t := r.Term(ps.Session); t != nil {
		if err := t.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) scale(d time.Duration) time.Duration {
	if f := r.s.TimeoutScale; f > 0 && f != 1 {
		return time.Duration(float64(d) * f)
	}
	return d
}

func phaseName(p string) string {
	if p == "steps" {
		return ""
	}
	return p
}
