package steps

import (
	"context"
	"time"

	"scenario/event"
	"scenario/internal/doc"
)

// Hold shows the screen to the viewer for a time that nobody waits for.
type Hold struct{ For time.Duration }

// DecodeNode takes a DURATION.
func (a *Hold) DecodeNode(d *doc.Decoder, n *doc.Node) { a.For, _ = d.Duration(n, "hold") }

// Check has nothing more to say.
func (a *Hold) Check(*Checker) {}

// Summary is the duration.
func (a *Hold) Summary() string { return exact(a.For) }

// Run notes the moment; it takes no time.
func (a *Hold) Run(_ context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	e.timeline(t, event.TimelinePayload{Do: event.DoHold, Ms: a.For.Milliseconds()})
	return nil
}

// Sleep lets the program really run for a time: for programs that animate.
type Sleep struct{ For time.Duration }

// DecodeNode takes a DURATION.
func (a *Sleep) DecodeNode(d *doc.Decoder, n *doc.Node) { a.For, _ = d.Duration(n, "sleep") }

// Check has nothing more to say.
func (a *Sleep) Check(*Checker) {}

// Summary is the duration.
func (a *Sleep) Summary() string { return exact(a.For) }

// Spends is the run time that the step takes by itself.
func (a *Sleep) Spends() time.Duration { return a.For }

// Run lets the time pass, or until ctx ends.
func (a *Sleep) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	e.timeline(t, event.TimelinePayload{Do: event.DoSleep, Ms: a.For.Milliseconds()})
	timer := time.NewTimer(a.For)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
	}
	e.timeline(t, event.TimelinePayload{Do: event.DoSettled})
	t.dirty, t.awaited = false, false
	return nil
}
