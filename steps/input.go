package steps

import (
	"context"
	"errors"
	"time"

	"scenario/emulator/keys"
	"scenario/event"
	"scenario/session"
)

// send writes one input and waits for its answer.
func (e *Env) send(ctx context.Context, t *Term, p []byte, secret bool) error {
	write := t.Write
	if secret {
		write = t.WriteSecret
	}
	if err := write(ctx, p); err != nil {
		return e.inputFailed(t, err)
	}
	t.changed()
	return t.Answer(ctx)
}

// press presses one key. The first of a step finds the screen settled (see
// Prepare), the others let it settle after the one before.
func (e *Env) press(ctx context.Context, t *Term, k keys.Key, every time.Duration) error {
	t.lastText = "key " + k.String()
	if k == enterKey() {
		return e.enter(ctx, t, every)
	}
	if k == (keys.Key{Char: "c", Mod: keys.Ctrl}) {
		t.ctrlC = true
	}
	if err := e.between(ctx, t); err != nil {
		return err
	}
	p := event.TimelinePayload{Do: event.DoInput, Input: event.InputKey, Ms: every.Milliseconds()}
	if !t.View().NoEcho { // it may be a character of a password
		p.Text = k.String()
	}
	e.timeline(t, p)
	return e.send(ctx, t, keys.Encode(k, t.Modes()), false)
}

// typeText types a text, one grapheme a write; each waits for its echo.
func (e *Env) typeText(ctx context.Context, t *Term, text typing, every time.Duration) error {
	if text.String() == "" {
		return nil
	}
	if err := e.between(ctx, t); err != nil {
		return err
	}
	lines := text.lines()
	shown := lines[0].shown(t)
	for _, p := range text {
		for _, g := range keys.Text(p.text, t.Modes()) {
			if string(g) == "\r" {
				if err := e.enter(ctx, t, every); err != nil {
					return err
				}
				if lines = lines[1:]; len(lines) > 0 {
					shown = lines[0].shown(t)
				}
				continue
			}
			if err := e.send(ctx, t, g, p.secret); err != nil {
				return err
			}
			t.typedBy = e.Index
			e.timeline(t, event.TimelinePayload{Do: event.DoType, Ms: every.Milliseconds(), Text: shown})
			shown = ""
		}
	}
	return nil
}

// enter presses Enter, as a write of its own. After text typed by the same step
// the screen need not settle: the echo of the last character has been seen.
func (e *Env) enter(ctx context.Context, t *Term, every time.Duration) error {
	if t.typedBy != e.Index {
		if err := e.between(ctx, t); err != nil {
			return err
		}
	}
	if t.Shell != nil {
		t.Shell.note(t.View())
	}
	t.typedBy = 0
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: event.InputEnter, Ms: every.Milliseconds(), Text: enterKey().String()})
	return e.send(ctx, t, keys.Encode(enterKey(), t.Modes()), false)
}

func enterKey() keys.Key { return keys.Key{Name: "enter"} }

// inputFailed explains why an input could not be sent.
func (e *Env) inputFailed(t *Term, err error) error {
	switch {
	case errors.Is(err, session.ErrExited):
		f := t.failure("%s %s", t.Program, ended(t.View().Exit))
		f.Hint = "it had ended before this input was sent"
		return f
	case errors.Is(err, session.ErrNotReading):
		f := t.failure("%s does not read its input (waited for %s)", t.Program, Span(e.Timeout))
		f.Timeout = true
		return f
	}
	return err
}
