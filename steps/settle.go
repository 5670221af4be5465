package steps

import (
	"context"
	"time"

	"scenario/event"
)

// Prepare lets the screen become what the kind of the step wants, before the
// step's own time begins. A program that does not come to rest is waited for
// until ctx ends; then the step begins all the same, with a note.
func (e *Env) Prepare(ctx context.Context) error {
	t := e.Term(e.Session)
	switch {
	case t == nil:
		return nil
	case e.Step.Kind.Begins == Settled && t.dirty:
		return e.settle(ctx, t)
	case e.Step.Kind.Begins == AfterInput:
		return e.rest(ctx, t)
	}
	return nil
}

// Rest lets every session settle, as before the next step. Once ctx has ended
// the screens are taken as they are.
func (e *Env) Rest(ctx context.Context, terms []*Term) error {
	for _, t := range terms {
		if err := e.rest(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// rest settles a screen when something was sent that no wait followed. A screen
// that is recorded settles after a wait too: the wait ends with the first of
// several changes, the viewer sees the last.
func (e *Env) rest(ctx context.Context, t *Term) error {
	if !t.dirty || t.awaited && !e.Recorded() {
		return nil
	}
	return e.settle(ctx, t)
}

// between is rest in the middle of a step. It takes half of the step's time at
// most, so that what follows can still be done.
func (e *Env) between(ctx context.Context, t *Term) error {
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
	}
	return e.rest(ctx, t)
}

func (e *Env) settle(ctx context.Context, t *Term) error {
	res, err := t.Settle(ctx)
	e.syncCuts(t)
	if err != nil {
		return err
	}
	e.Emit(event.Timeline, event.TimelinePayload{CastSeq: res.CastSeq, Session: t.Name, StepIndex: e.Index, Do: event.DoSettled})
	if !res.OK {
		e.note("%s had not come to rest: the pictures may differ from run to run", t.Program)
	}
	t.dirty, t.awaited = false, false
	return nil
}
