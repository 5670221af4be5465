package steps

import (
	"context"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps/match"
)

// Signal sends a signal to the program in the foreground of the terminal.
type Signal struct {
	Name string `jsonschema:"ref=signal"`
}

// DecodeNode takes the name of a signal, with or without SIG.
func (a *Signal) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "signal")
	if !ok {
		return
	}
	name, near, ok := match.ParseSignal(s)
	if a.Name = name; ok {
		return
	}
	hint := "as INT, TERM, HUP"
	if near != "" {
		hint = "did you mean " + near + "?"
	}
	d.Errorf(n, hint, "unknown signal: %s", s)
}

// Check has nothing more to say.
func (a *Signal) Check(c *Checker) { c.Session.Typed = "" }

// Summary is the signal's name.
func (a *Signal) Summary() string { return a.Name }

// Run sends it.
func (a *Signal) Run(_ context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	t.lastText = "signal " + a.Name
	t.sent = append(t.sent, a.Name)
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: event.InputSignal})
	if err := t.Signal(a.Name); err != nil {
		return e.inputFailed(t, err)
	}
	t.changed()
	return nil
}
