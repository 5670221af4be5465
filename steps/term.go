package steps

import (
	"time"

	"scenario/session"
)

// Term is an open session with what the steps did to it.
type Term struct {
	*session.Session
	Name    string
	Program string      // as it is written in the file
	Shell   *ShellState // nil: a program

	dirty    bool   // the screen has not settled since the last input or the start
	awaited  bool   // a wait has looked at it since then
	typedBy  int    // which step has typed text that no Enter has ended yet
	lastText string // the last input, for messages: `key shift+tab`

	sent     []string // signals
	ctrlC    bool     // was pressed
	examined bool     // an exit condition looked at how it ended
}

// NewTerm wraps a session that has just been opened.
func NewTerm(s *session.Session, o OpenSpec) *Term {
	return &Term{Session: s, Name: o.Name, Program: o.Program, dirty: true, lastText: "the start"}
}

// changed notes that something was sent to the program.
func (t *Term) changed() { t.dirty, t.awaited = true, false }

// BadEnd returns how the program ended when that fails a scenario: with a
// status or a signal that no exit condition looked at and that the scenario
// did not cause.
func (t *Term) BadEnd() (session.Exit, bool) {
	x := t.View().Exit
	if x == nil || t.examined || x.Ended || x.Signal == "" && x.Status == 0 {
		return session.Exit{}, false
	}
	if t.ctrlC && (x.Status == 128+session.SignalNumber("INT") || x.Signal == "INT") {
		return session.Exit{}, false
	}
	for _, s := range t.sent {
		if x.Signal == s || x.Status == 128+session.SignalNumber(s) {
			return session.Exit{}, false
		}
	}
	return *x, true
}

// lastInput says what was sent last and how long ago that was.
func (t *Term) lastInput(v *session.View) (what string, ago time.Duration) {
	if v.LastInput.IsZero() {
		return "the start", v.Now.Sub(v.Started)
	}
	return t.lastText, v.Now.Sub(v.LastInput)
}
