package scenario

import (
	"context"
	"errors"
	"strconv"

	"scenario/emulator"
	"scenario/event"
	"scenario/steps"
)

// outcome is a step that did not pass, and what it makes of the run.
type outcome struct {
	Result
	failure *event.Failure
	fault   error // the runner's own: the run has crashed
	blocked bool  // for a reason outside of the run, whatever the phase

	left  *leftOut // the step was not done; nothing else is set
	again *Block   // it is tried again
	soft  bool     // the run goes on

	unstored bool // all that is wrong is a snapshot that was not there
}

// judge turns the error of a step into its outcome. The end of ctx comes first:
// what the step says then is only where it stood.
func (r *runner) judge(ctx context.Context, err error, ps *PlanStep) *outcome {
	var failed *steps.Failure
	isFailure := errors.As(err, &failed)
	if !isFailure {
		failed = &steps.Failure{Message: err.Error()}
	}
	o := &outcome{}
	o.Status = event.Failed
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		o.Result = Interruption(ctx)
		failed = &steps.Failure{Message: o.Error, Screen: failed.Screen}
	case ctx.Err() != nil:
		f := *failed
		f.Timeout, f.Hint = true, ""
		f.Message = "the scenario's " + steps.Span(r.limit) + " are over"
		if errors.Is(context.Cause(ctx), errAfterTimeout) {
			f.Message = errAfterTimeout.Error()
		}
		failed, o.Status = &f, event.TimedOut
	case !isFailure && !errors.Is(err, context.DeadlineExceeded):
		o.fault = err
	case !isFailure:
		failed = &steps.Failure{Message: "not done within " + steps.Span(r.timeout(ps)), Timeout: true}
		fallthrough
	default:
		if failed.Timeout {
			o.Status = event.TimedOut
		}
		if failed.Blocked || ps.Phase == phaseBefore {
			o.Status = event.Blocked
		}
	}
	o.blocked, o.unstored = failed.Blocked, failed.Soft
	o.failure = r.failure(o, failed, ps)
	if o.Error == "" {
		o.Error = o.failure.Message
	}
	return o
}

// failure is a failed step as the log and the console have it, with the screen
// of its session.
func (r *runner) failure(o *outcome, sf *steps.Failure, ps *PlanStep) *event.Failure {
	v := ps.Step.Value
	f := &event.Failure{
		File: v.File, Line: v.Line, Col: v.Col, Width: v.Width(), Source: v.SourceLine(v.Line),
		Details: sf.Details, Hint: sf.Hint, Timeout: sf.Timeout,
	}
	if sf.Pos.Line > 0 {
		f.File, f.Line, f.Col, f.Width = sf.Pos.File, sf.Pos.Line, sf.Pos.Col, max(1, sf.Width)
		f.Source = r.p.source(sf.Pos)
	}
	if r.blind && ps == r.now {
		f.Source = ""
	}
	f.Message = r.message(sf, ps)
	if r.s.Died != nil && o.Error != event.Interrupted {
		f.Details = append(f.Details[:len(f.Details):len(f.Details)], r.s.Died()...)
	}
	t := r.Term(ps.Session)
	if t == nil {
		return f
	}
	screen := sf.Screen
	if screen == nil {
		screen = t.View().Screen
	}
	o.Screen, o.Session, o.CastSeq = r.dump(screen), ps.Session, t.CastSeq()
	if sf.Near.Width > 0 {
		o.Screen.Row, o.Screen.Col, o.Screen.Width = sf.Near.Row+1, sf.Near.Col+1, sf.Near.Width
	}
	f.Screen = o.Screen
	return f
}

// message is the step and what became of it: `expect "4/4 (2)": not on the
// screen within 10s`.
func (r *runner) message(sf *steps.Failure, ps *PlanStep) string {
	if sf.Whole {
		return sf.Message
	}
	subject := sf.Subject
	if r.blind && ps == r.now {
		subject = strconv.Quote(event.Mask)
	}
	if subject == "" {
		subject = steps.Subject(ps.Step.Action, r.Mask)
	}
	if subject != "" {
		subject = " " + subject
	}
	return ps.Step.Kind.Name + subject + ": " + sf.Message
}

// badEnd is the failure of a program that ended badly while no exit condition
// looked at it. It stands at the step that started the program.
func (r *runner) badEnd() error {
	for _, t := range r.terms {
		x, bad := t.BadEnd()
		if !bad {
			continue
		}
		want := strconv.Itoa(x.Status)
		if x.Signal != "" {
			want = x.Signal
		}
		f := &steps.Failure{
			Message: t.Program + " " + x.String(), Whole: true, Screen: t.View().Screen,
			Hint: "nothing looked at its end; when that is right: expect: {exit: " + want + "}",
		}
		if o := r.openers[t.Name]; o != nil {
			f.Pos, f.Width = o.Value.Pos, o.Value.Width()
		}
		return f
	}
	return nil
}

// badEndAtLast fails a run whose program ended badly when its last step was
// done, before it was ended.
func (r *runner) badEndAtLast() {
	err := r.badEnd()
	if err == nil {
		return
	}
	r.onlySoft = false
	if r.res.Status == event.Completed {
		r.res.Status, r.res.Error = event.Failed, err.Error()
	}
}

// dump is the text of a screen, masked.
func (r *runner) dump(s *emulator.Screen) *event.ScreenDump {
	return &event.ScreenDump{
		Cols: s.Cols, Rows: s.Rows, Lines: r.MaskScreen(s), CursorRow: s.Cursor.Row + 1, CursorCol: s.Cursor.Col + 1,
	}
}
