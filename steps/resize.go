package steps

import (
	"context"

	"scenario/event"
	"scenario/internal/doc"
)

// Resize changes the size of the terminal while the program runs.
type Resize struct{ Size Size }

// DecodeNode takes a SIZE.
func (a *Resize) DecodeNode(d *doc.Decoder, n *doc.Node) { a.Size.DecodeNode(d, n) }

// Check has nothing more to say.
func (a *Resize) Check(c *Checker) { c.Session.Typed = "" }

// Summary is the size.
func (a *Resize) Summary() string { return a.Size.String() }

// Run sets the size and tells the program (SIGWINCH).
func (a *Resize) Run(_ context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	t.lastText = "resize " + a.Summary()
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: event.InputResize})
	if err := t.Resize(a.Size.Cols, a.Size.Rows); err != nil {
		return e.inputFailed(t, err)
	}
	t.changed()
	if t.Shell != nil {
		t.Shell.resized(t.View())
	}
	return nil
}
