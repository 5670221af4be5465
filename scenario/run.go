package scenario

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"scenario/emulator"
	"scenario/event"
)

// Setup is what a plan is run with.
type Setup struct {
	Log     *event.Log
	Engines emulator.Engines
	Now     func() time.Time
	// Base is a folder of the run's own, for the temporary home; Tmp is the
	// fresh folder of scenario.tmp. Both are absolute.
	Base, Tmp string
	Caller    []string // the caller's environment, NAME=VALUE
	// Allow says why a program may not be started, by its absolute path; nil: all
	// may be.
	Allow func(program string) error
	// Secrets are the values by name; Values is what services.NAME stands for.
	Secrets map[string]string
	Values  func(name string) (string, bool)
	// Died tells of the services that have ended though they should run, a
	// sentence and perhaps further lines each; nil: there are none.
	Died func() []string
	// Cast opens the cast of a session, in the results folder.
	Cast func(session string) (io.WriteCloser, error)
	// CastMax bounds the cast of a session, in bytes; 0: no limit.
	CastMax int64
	// Terminal has the theme's colours and the size of a cell.
	Terminal emulator.Options
	// Store is for snapshots and images.
	Store Store
	// Recorded says that pictures will be drawn.
	Recorded bool
	// Preview says that screen_changed events are wanted.
	Preview bool
	// TimeoutScale multiplies every timeout; 0 is 1.
	TimeoutScale float64
	// Kill ends all that an interrupted run still does: its after steps are
	// dropped and its processes killed. nil: never.
	Kill context.Context
}

// Result is how a run ended. The events that end it are not yet written: the
// outputs come first.
type Result struct {
	Status  string // event.Completed, Failed, Blocked, TimedOut
	Error   string // "" when it passed
	Started int    // steps
	// Screen is what the session showed when its step failed, masked, and
	// CastSeq the place in its cast; nil: no session is to blame.
	Screen  *event.ScreenDump
	Session string
	CastSeq int
	// Baselines are the snapshots and images to be stored. They may be when
	// StoreThem is set: nothing failed but those that were not there.
	Baselines []Baseline
	StoreThem bool
}

// The causes of a context that was cancelled from without: by a signal, or
// because the time of the whole suite is over.
var (
	ErrInterrupted = errors.New(event.Interrupted)
	ErrSuiteOver   = errors.New(event.SuiteOver)
)

// Interruption is the result of a run that ctx, which has been cancelled, did
// not let begin.
func Interruption(ctx context.Context) Result {
	if errors.Is(context.Cause(ctx), ErrSuiteOver) {
		return Result{Status: event.TimedOut, Error: event.SuiteOver}
	}
	return Result{Status: event.Failed, Error: event.Interrupted}
}

var (
	errScenarioTimeout = errors.New("the scenario's time is over")
	errAfterTimeout    = errors.New("the time of the after steps is over")
)

const (
	// closeGrace is how long ending the processes of a run may take.
	closeGrace = 10 * time.Second
	// afterGrace is how long the after steps of an interrupted run may take.
	afterGrace = 10 * time.Second
)

// Crash is a panic of the runner.
type Crash struct {
	Value any
	Stack []byte
}

func (c *Crash) Error() string { return fmt.Sprint(c.Value) }

// Run runs a plan: before, steps, after, then the end of every process. A run
// whose ctx is cancelled is interrupted: its step fails, after is still done.
// The error is the runner's own, a crash (a panic is a *Crash); everything else
// is in the Result.
func Run(ctx context.Context, p *Plan, s Setup) (Result, error) {
	r := newRunner(p, s)
	r.limit = r.scale(p.ScenarioTimeout())
	run, cancel := context.WithTimeoutCause(ctx, r.limit, errScenarioTimeout)
	defer cancel()
	r.caught(func() { r.main(run) })
	r.caught(func() { r.after(ctx) })
	if err := r.close(ctx); err != nil && r.fault == nil {
		r.fault = err
	}
	r.badEndAtLast()
	r.res.Started = r.started
	r.res.StoreThem = len(r.res.Baselines) > 0 && (r.res.Status == event.Completed || r.onlySoft)
	return r.res, r.fault
}

// caught does a part of the run; its panic, outside of a step's action, is a
// crash that leaves the rest of the run, and the end of every process, as it is.
func (r *runner) caught(part func()) {
	defer func() {
		if v := recover(); v != nil && r.fault == nil {
			r.fault = &Crash{Value: v, Stack: debug.Stack()}
		}
	}()
	part()
}

// main runs before and steps, to the first that fails.
func (r *runner) main(ctx context.Context) {
	for i, ok := 0, true; ok && i < len(r.p.Steps) && r.p.Steps[i].Phase != phaseAfter; {
		i, ok = r.goOn(ctx, &r.p.Steps[i])
	}
	if r.res.Status != event.Completed {
		// A recording of it ends with what is on the screens now.
		ended, cancel := context.WithCancel(ctx)
		cancel()
		r.rest(ended)
	}
	r.leaveFits(ctx, nil)
	r.moment(event.DoEnd)
}

// after runs the after steps, whatever happened before. The first that fails
// fails a run that has passed; the others are run all the same.
func (r *runner) after(ctx context.Context) {
	limit := r.limit
	if ctx.Err() != nil {
		limit = min(limit, afterGrace)
	}
	ctx, cancel := r.detached(ctx, limit, errAfterTimeout)
	defer cancel()
	for i := 0; i < len(r.p.Steps); {
		if ps := &r.p.Steps[i]; ps.Phase == phaseAfter {
			i, _ = r.goOn(ctx, ps)
		} else {
			i++
		}
	}
}

// detached is a context that lives on when ctx is cancelled, until a time of its
// own or until Kill.
func (r *runner) detached(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), limit, cause)
	if r.s.Kill == nil {
		return ctx, cancel
	}
	stop := context.AfterFunc(r.s.Kill, cancel)
	return ctx, func() { stop(); cancel() }
}

// goOn runs one step, unless ctx has ended, and returns the index of the next and
// whether it may come. The first outcome that is not a pass is the run's.
func (r *runner) goOn(ctx context.Context, ps *PlanStep) (next int, ok bool) {
	var o *outcome
	if next = ps.Index; ctx.Err() != nil {
		o = r.judge(ctx, ctx.Err(), ps)
	} else {
		o, next, ok = r.do(ctx, ps)
	}
	if o == nil {
		return next, true
	}
	if r.fault == nil {
		r.fault = o.fault
	}
	switch first := r.res.Status == event.Completed; {
	case first:
		o.Result.Baselines = r.res.Baselines
		r.res, r.onlySoft = o.Result, o.unstored
	case !o.unstored:
		r.onlySoft = false
	}
	return next, ok
}

func (r *runner) scale(d time.Duration) time.Duration {
	if f := r.s.TimeoutScale; f > 0 {
		return time.Duration(float64(d) * f)
	}
	return d
}
