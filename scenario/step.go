package scenario

import (
	"context"
	"runtime/debug"
	"strings"
	"time"

	"scenario/event"
	"scenario/steps"
)

// step runs one step with its events. It returns nil when the step passed, and an
// outcome with left when it was left out.
func (r *runner) step(ctx context.Context, ps *PlanStep) *outcome {
	r.started, r.now = r.started+1, ps
	r.blind = r.typesBlind(ctx, ps)
	began := r.s.Now()
	seq := 0
	r.typed = 0
	if t := r.Term(ps.Session); t != nil {
		seq = t.CastSeq()
	}
	r.stepStarted(ps)
	r.emit(event.ToolCallStarted, event.ToolCallStartedPayload{ToolName: ps.Step.Kind.Name, ArgsSummary: r.args(ps)})

	env := &steps.Env{Host: r, Step: ps.Step, Index: ps.Index, Session: ps.Session, Timeout: r.timeout(ps), Blind: r.blind}
	var o *outcome
	err := r.guarded(ctx, ps, env)
	env.Cuts()
	if left := asLeftOut(err); left != nil {
		o = &outcome{left: left}
	} else if err != nil {
		o = r.judge(ctx, err, ps)
		r.forgive(ctx, o, ps)
	}
	if t := r.Term(ps.Session); t != nil {
		env.Notes = append(env.Notes, r.unseen(ps, r.s.Now().Sub(began), t.CastSeq()-seq-2*r.typed)...)
	}
	r.completed(ps, o, began, env.Notes)
	return o
}

func (r *runner) stepStarted(ps *PlanStep) {
	pos := ps.Step.Value.Pos
	r.emit(event.StepStarted, event.StepStartedPayload{
		MaxSteps: len(r.p.Steps), StepIndex: ps.Index, Step: ps.Step.Kind.Name, Text: r.line(ps), Name: ps.Step.Name,
		Phase: ps.eventPhase(), Session: ps.Session, File: pos.File, Line: pos.Line, Col: pos.Col,
	})
}

// typesBlind reports whether the step types where the terminal does not echo, as
// at a prompt for a password: then no log has the text, declared a secret or not.
func (r *runner) typesBlind(ctx context.Context, ps *PlanStep) bool {
	switch ps.Step.Action.(type) {
	case *steps.Type, *steps.Enter, *steps.Paste:
	default:
		return false
	}
	t := r.Term(ps.Session)
	if t == nil {
		return false
	}
	// a program may show the prompt before it turns the echo off
	ctx, cancel := context.WithTimeout(ctx, r.timeout(ps))
	defer cancel()
	return t.Answer(ctx) == nil && t.View().NoEcho
}

// timeout is how long the step itself may take; the time that it spends on
// purpose does not depend on the machine.
func (r *runner) timeout(ps *PlanStep) time.Duration {
	return r.scale(ps.Timeout-ps.Spends) + ps.Spends
}

// guarded does the step; a panic is an error.
func (r *runner) guarded(ctx context.Context, ps *PlanStep, env *steps.Env) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Crash{Value: v, Stack: debug.Stack()}
		}
	}()
	if err := r.asked(ctx, ps, env); err != nil {
		return err
	}
	if err := r.begin(ctx, ps, env); err != nil {
		return err
	}
	own, cancel := context.WithTimeout(ctx, env.Timeout)
	defer cancel()
	if err := r.implicitShell(own, env); err != nil {
		return err
	}
	if err := ps.Step.Action.Run(own, env); err != nil {
		return err
	}
	if t := r.Term(ps.Session); t != nil && t.Err() != nil {
		return t.Err()
	}
	if ps == r.last {
		r.rest(ctx)
		return r.badEnd()
	}
	return nil
}

// begin lets the screens become what the step wants and tells the recordings
// where hidden steps begin and end.
func (r *runner) begin(ctx context.Context, ps *PlanStep, env *steps.Env) error {
	r.leaveFits(ctx, ps)
	if ps.Hidden != r.hidden {
		r.rest(ctx)
		r.hidden = ps.Hidden
		for _, t := range r.terms {
			r.emit(event.Timeline, event.TimelinePayload{CastSeq: t.CastSeq(), Session: t.Name, StepIndex: ps.Index, Do: event.DoHide, On: r.hidden})
		}
	}
	r.enterFit(ctx, ps, env)
	ctx, cancel := context.WithTimeout(ctx, r.scale(r.p.StepTimeout()))
	defer cancel()
	return env.Prepare(ctx)
}

// rest lets every screen settle, as before the next step. A session that broke
// meanwhile breaks the run.
func (r *runner) rest(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.scale(r.p.StepTimeout()))
	defer cancel()
	env := &steps.Env{Host: r, Index: r.index()}
	if err := env.Rest(ctx, r.terms); err != nil && r.fault == nil {
		r.fault = err
	}
}

// implicitShell opens the shell of a file that starts no program itself.
func (r *runner) implicitShell(ctx context.Context, e *steps.Env) error {
	if !r.p.ImplicitShell || len(r.terms) > 0 || e.Session == "" {
		return nil
	}
	return steps.DefaultShell().Run(ctx, e)
}

// index is that of the step being done, 0 before the first.
func (r *runner) index() int {
	if r.now == nil {
		return 0
	}
	return r.now.Index
}

// moment notes something for every session.
func (r *runner) moment(do event.Do) {
	for _, t := range r.terms {
		r.emit(event.Timeline, event.TimelinePayload{CastSeq: t.CastSeq(), Session: t.Name, StepIndex: r.index(), Do: do})
	}
}

// completed writes the events that end a step.
func (r *runner) completed(ps *PlanStep, o *outcome, began time.Time, notes []string) {
	done := event.StepCompletedPayload{StepIndex: ps.Index, OK: o == nil, DurationMs: r.s.Now().Sub(began).Milliseconds(), Session: ps.Session}
	if t := r.Term(ps.Session); t != nil {
		done.CastSeq = t.CastSeq()
	}
	done.Note = strings.Join(append(notes, r.limited()...), "; ")
	call := event.ToolCallCompletedPayload{OK: o == nil, Status: "passed", Summary: r.line(ps), ToolName: ps.Step.Kind.Name}
	switch {
	case o == nil:
	case o.left != nil:
		done.OK, done.Skipped = true, o.left.why
		call.OK, call.Status = true, "skipped"
	default:
		done.Failure, done.Soft = o.failure, o.soft
		if o.again != nil {
			done.Retry = r.tries[o.again]
		}
		call.Error, call.Status = o.failure.Message, "failed"
		switch {
		case o.Error == event.Interrupted:
			call.Error, call.Status = event.Interrupted, event.Interrupted
		case o.failure.Timeout:
			call.Status = "timeout"
			r.emit(event.StepTimeout, r.stepTimeout(ps, o))
		}
	}
	r.emit(event.ToolCallCompleted, call)
	r.emit(event.StepCompleted, done)
}

// limited tells once of each session whose output has outgrown its cast.
func (r *runner) limited() (notes []string) {
	for _, t := range r.terms {
		if _, limit := t.Redrawn(); limit && !r.outgrown[t.Name] {
			r.outgrown[t.Name] = true
			notes = append(notes, "the output of session "+t.Name+" is more than a cast keeps: from here on it has redraws, at most 30 a second")
		}
	}
	return notes
}

func (r *runner) stepTimeout(ps *PlanStep, o *outcome) event.StepTimeoutPayload {
	p := event.StepTimeoutPayload{StepIndex: ps.Index, TimeoutMs: r.timeout(ps).Milliseconds(), WaitingFor: r.args(ps)}
	if o.Screen != nil {
		p.Screen = strings.TrimRight(strings.Join(o.Screen.Lines, "\n"), "\n")
	}
	return p
}

// line is the step in one line as a log may have it.
func (r *runner) line(ps *PlanStep) string {
	if s := r.args(ps); s != "" {
		return ps.Step.Kind.Name + ": " + s
	}
	return ps.Step.Kind.Name
}

// args is the action's value as a log may have it. Secrets are taken out before
// it is cut, so that no beginning of one is left.
func (r *runner) args(ps *PlanStep) string {
	if l, ok := ps.Step.Action.(interface{ LogSummary() string }); ok {
		return l.LogSummary()
	}
	if r.blind && ps == r.now {
		return event.Mask
	}
	return steps.Short(r.Mask(ps.Step.Action.Summary()))
}
