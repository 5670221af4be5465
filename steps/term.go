package steps

import (
	"context"
	"errors"
	"time"

	"scenario/emulator/keys"
	"scenario/event"
	"scenario/session"
	"scenario/steps/match"
)

// Term is an open session with what the steps did to it.
type Term struct {
	*session.Session
	Name    string
	Program string      // as messages name it
	Shell   *ShellState // nil: a program

	dirty    bool   // there was input (or the launch) since the screen last settled
	typing   bool   // text has been typed that no Enter has ended
	typedBy  int    // by which step
	lastText string // the last input, for messages: `key shift+tab`
	sent     []string
	ctrlC    bool
	examined bool // an exit condition looked at how it ended

	watched map[match.Region]*regionWatch

	entered []enteredLine
	output  *match.Range
}

// NewTerm wraps a session that has just been opened.
func NewTerm(s *session.Session, o OpenSpec) *Term {
	return &Term{Session: s, Name: o.Name, Program: o.Program, dirty: true, lastText: "the start"}
}

// BadEnd returns how the program ended when that fails a scenario: with a
// status or a signal that no exit condition looked at and that the scenario
// did not cause.
func (t *Term) BadEnd() (session.Exit, bool) {
	x := t.View().Exit
	if x == nil || t.examined || x.Ended || x.Signal == "" && x.Status == 0 {
		return session.Exit{}, false
	}
	if t.ctrlC && (x.Status == 130 || x.Signal == "INT") {
		return session.Exit{}, false
	}
	for _, s := range t.sent {
		if x.Signal == s || x.Status == 128+signalNumber(s) {
			return session.Exit{}, false
		}
	}
	return *x, true
}

// look makes sure that the screen has settled before something looks at it or
// adds to it.
func (e *Env) look(ctx context.Context, t *Term) error {
	if !t.dirty {
		return nil
	}
	res, err := t.Settle(ctx)
	for _, seq := range t.SyncCuts() {
		e.Emit(event.Timeline, event.TimelinePayload{CastSeq: seq, Session: t.Name, StepIndex: e.Index, Do: event.DoSyncCut})
	}
	if err != nil && !errors.Is(err, session.ErrExited) {
		return err
	}
	if ctx.Err() == nil || !res.OK {
		e.Emit(event.Timeline, event.TimelinePayload{CastSeq: res.CastSeq, Session: t.Name, StepIndex: e.Index, Do: event.DoSettled})
	}
	if !res.OK && ctx.Err() == nil {
		e.Notes = append(e.Notes, t.Program+" had not settled; the pictures may differ from run to run")
	}
	t.dirty = false
	return nil
}

// send writes one input and waits for its answer.
func (e *Env) send(ctx context.Context, t *Term, p []byte, secret bool) error {
	if err := t.write(ctx, p, secret); err != nil {
		return e.inputFailed(t, err)
	}
	t.dirty = true
	if err := t.Answer(ctx); err != nil && !errors.Is(err, session.ErrExited) {
		return err
	}
	return nil
}

func (t *Term) write(ctx context.Context, p []byte, secret bool) error {
	if secret {
		return t.WriteSecret(ctx, p)
	}
	return t.Write(ctx, p)
}

// input is one input that is no typed text: it settles first, then notes the
// moment for the recording, and sends.
func (e *Env) input(ctx context.Context, t *Term, in event.Input, every time.Duration, p []byte) error {
	if err := e.look(ctx, t); err != nil {
		return err
	}
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: in, Ms: every.Milliseconds()})
	return e.send(ctx, t, p, false)
}

// typeText types a text, one grapheme a write; each waits for its echo.
func (e *Env) typeText(ctx context.Context, t *Term, text string, secret bool, every time.Duration) error {
	if text == "" {
		return nil
	}
	if err := e.look(ctx, t); err != nil {
		return err
	}
	for _, g := range keys.Text(text, t.Modes()) {
		if len(g) == 1 && g[0] == '\r' {
			if err := e.enter(ctx, t, every); err != nil {
				return err
			}
			continue
		}
		if err := e.send(ctx, t, g, secret); err != nil {
			return err
		}
		t.typing, t.typedBy = true, e.Index
		e.timeline(t, event.TimelinePayload{Do: event.DoType, Ms: every.Milliseconds()})
	}
	return nil
}

// enter presses Enter, as a write of its own. After text typed by the same step
// the screen need not settle: the echo of the last character has been seen.
func (e *Env) enter(ctx context.Context, t *Term, every time.Duration) error {
	k, err := keys.Parse("enter")
	if err != nil {
		return err
	}
	in := event.InputKey
	if t.typing {
		in = event.InputEnter
	}
	if t.typedBy != e.Index {
		if err := e.look(ctx, t); err != nil {
			return err
		}
	}
	if t.Shell != nil {
		t.noteEntered()
	}
	t.typing, t.typedBy = false, 0
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: in, Ms: every.Milliseconds()})
	return e.send(ctx, t, keys.Encode(k, t.Modes()), false)
}

// Finish lets every session settle at the end of a run, so that the recording
// ends with what the last step did.
func (e *Env) Finish(ctx context.Context, terms []*Term) error {
	for _, t := range terms {
		if err := e.look(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// inputFailed explains why an input could not be sent.
func (e *Env) inputFailed(t *Term, err error) error {
	if errors.Is(err, session.ErrExited) {
		f := t.failure("%s %s", t.Program, ended(t.View().Exit))
		f.Hint = "it had ended before this input was sent"
		return f
	}
	if errors.Is(err, session.ErrNotReading) {
		return t.failure("%s does not read its input", t.Program)
	}
	return err
}

// lastInput says what was sent last and how long ago that was.
func (t *Term) lastInput(v *session.View) (what string, ago time.Duration) {
	if v.LastInput.IsZero() {
		return "the start", v.Now.Sub(v.Started)
	}
	return t.lastText, v.Now.Sub(v.LastInput)
}
