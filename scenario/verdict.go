package scenario

import (
	"context"
	"errors"
	"time"

	"scenario/emulator"
	"scenario/event"
	"scenario/steps"
)

// verdict turns the error of a step into the outcome of the run.
func (r *runner) verdict(ctx context.Context, err error, ps *PlanStep, limit time.Duration) (status string, f *event.Failure, msg string) {
	f = r.failure(ctx, err, ps, r.scale(ps.Timeout))
	msg = f.Message
	var sf *steps.Failure
	isFailure := errors.As(err, &sf)
	switch {
	case errors.Is(context.Cause(ctx), ErrInterrupted):
		return event.Failed, f, event.Interrupted
	case errors.Is(context.Cause(ctx), errScenarioTimeout):
		f.Timeout = true
		return event.TimedOut, f, "the scenario took longer than " + steps.Span(limit)
	case isFailure && sf.Blocked, ps.Phase == "before":
		return event.Blocked, f, msg
	case f.Timeout:
		return event.TimedOut, f, msg
	case !isFailure && ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded):
		r.fault = err
	}
	return event.Failed, f, msg
}

// failure is a failed step as the log and the console have it.
func (r *runner) failure(ctx context.Context, err error, ps *PlanStep, limit time.Duration) *event.Failure {
	v := ps.Step.Value
	f := &event.Failure{File: v.File, Line: v.Line, Col: v.Col, Width: v.Width(), Source: r.p.Source(v.Line)}
	var sf *steps.Failure
	switch {
	case errors.As(err, &sf):
	case errors.Is(context.Cause(ctx), ErrInterrupted):
		sf = &steps.Failure{Message: event.Interrupted}
	case errors.Is(context.Cause(ctx), errScenarioTimeout):
		sf = &steps.Failure{Message: "the scenario's time is over", Timeout: true}
	case errors.Is(err, context.DeadlineExceeded):
		sf = &steps.Failure{Message: "not done within " + steps.Span(limit), Timeout: true}
	default:
		sf = &steps.Failure{Message: err.Error()}
	}
	if sf.Screen == nil {
		if t := r.Term(ps.Session); t != nil && ps.Session != "" {
			sf.Screen = t.View().Screen
		}
	}
	if sf.Pos.Line > 0 {
		f.Line, f.Col, f.Width, f.Source = sf.Pos.Line, sf.Pos.Col, max(1, sf.Width), r.p.Source(sf.Pos.Line)
	}
	verb := ps.Verb()
	if sf.Subject != "" {
		verb = ps.Step.Kind.Name + " " + sf.Subject
	}
	f.Message = verb + ": " + sf.Message
	f.Details, f.Hint, f.Timeout = sf.Details, sf.Hint, sf.Timeout
	if sf.Screen != nil {
		f.Screen = r.dump(sf)
	}
	return f
}

// dump is the screen of a failure, masked.
func (r *runner) dump(sf *steps.Failure) *event.ScreenDump {
	d := dumpScreen(sf.Screen)
	d.Lines = r.mask.Rows(d.Lines)
	if sf.Near.Width > 0 {
		d.Row, d.Col, d.Width = sf.Near.Row+1, sf.Near.Col+1, sf.Near.Width
	}
	return d
}

func dumpScreen(s *emulator.Screen) *event.ScreenDump {
	d := &event.ScreenDump{Cols: s.Cols, Rows: s.Rows, CursorRow: s.Cursor.Row + 1, CursorCol: s.Cursor.Col + 1}
	for r := range s.Rows {
		d.Lines = append(d.Lines, s.RowText(r))
	}
	return d
}
