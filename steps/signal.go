package steps

import (
	"context"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/internal/spell"
)

// Signal sends a signal to the program in the foreground of the terminal.
type Signal struct {
	Name string `jsonschema:"ref=signal"`
}

// signalNames are the signals by POSIX number, without SIG.
func signalNames() map[string]int {
	return map[string]int{
		"HUP": 1, "INT": 2, "QUIT": 3, "ABRT": 6, "KILL": 9, "USR1": 10, "USR2": 12,
		"ALRM": 14, "TERM": 15, "CONT": 18, "STOP": 19, "TSTP": 20, "TTIN": 21, "TTOU": 22, "WINCH": 28,
	}
}

func signalNumber(name string) int { return signalNames()[name] }

// DecodeNode takes the name of a signal, with or without SIG.
func (a *Signal) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "signal")
	if !ok {
		return
	}
	a.Name = strings.TrimPrefix(strings.ToUpper(s), "SIG")
	if _, ok := signalNames()[a.Name]; ok {
		return
	}
	var all []string
	for n := range signalNames() {
		all = append(all, n)
	}
	hint := "as INT, TERM, HUP"
	if w, ok := spell.Nearest(a.Name, all); ok {
		hint = "did you mean " + w + "?"
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
