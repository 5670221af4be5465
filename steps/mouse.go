package steps

import (
	"context"
	"errors"
	"strings"
	"time"

	"scenario/emulator"
	"scenario/emulator/keys"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps/match"
)

// refusal is how long a reason not to use the mouse must hold before it is one:
// programs draw and ask for the mouse in an order of their own.
const refusal = 150 * time.Millisecond

// aim waits until every place is one place on the screen and the program has
// asked for what the mouse is to do, which least names: a mode that reports it.
// Several places, and a mouse that is off, end the wait once they stay so.
func (e *Env) aim(ctx context.Context, t *Term, least emulator.MouseMode, places ...*match.Place) ([][]match.Spot, error) {
	if err := t.Answer(ctx); errors.Is(err, context.Canceled) {
		return nil, err
	}
	var spots [][]match.Spot
	var wrong error // why not yet
	var lost *match.Lost
	held := holder{need: refusal}
	_, err := t.Until(ctx, func(v *session.View) (bool, time.Duration) {
		spots, lost, wrong = nil, nil, nil
		s := t.subject(e, v, quietRegions{})
		for _, p := range places {
			found, l, err := p.Find(s, e.text)
			switch {
			case err != nil:
				wrong = err
				return true, 0
			case l != nil:
				lost, wrong = l, e.lost(v, p, l)
			}
			spots = append(spots, found)
		}
		switch {
		case lost != nil && len(lost.Places) == 0:
			return held.look(v, match.Result{})
		case lost == nil && !reports(v.Screen.Modes.Mouse, least):
			wrong = noMouse(v, least)
			if len(places) == 1 {
				wrong.(*Failure).Subject = places[0].String()
			}
		case lost == nil:
			return true, 0
		}
		return held.look(v, match.Result{OK: true})
	})
	var f *Failure
	switch {
	case err == nil && wrong == nil:
		t.awaited = true
		return spots, nil
	case err == nil:
		return nil, wrong
	case errors.As(wrong, &f) && (errors.Is(err, session.ErrExited) || errors.Is(err, context.DeadlineExceeded)):
		return nil, e.tooLate(t, f, f.Message, err)
	}
	return nil, err
}

// reports reports whether a mode tells what the least one does.
func reports(mode, least emulator.MouseMode) bool { return mode >= least }

// noMouse is the refusal of a mouse that the program has not asked for.
func noMouse(v *session.View, least emulator.MouseMode) *Failure {
	m := v.Screen.Modes
	f := &Failure{Screen: v.Screen, Message: "the program has not asked for the mouse"}
	if m.Mouse != emulator.MouseOff && least > m.Mouse {
		f.Message = "the program has asked for presses of the mouse only (mode 9)"
	}
	on := match.ModesOn(m)
	f.Details = []string{"modes that are on: " + strings.Join(on, ", ")}
	if len(on) == 0 {
		f.Details = []string{"no mode is on"}
	}
	f.Hint = "it must turn it on, as less --mouse and :set mouse=a of vim do"
	return f
}

// mouse sends events of the mouse as one write.
func (e *Env) mouse(ctx context.Context, t *Term, events ...keys.Mouse) error {
	w, h := t.CellSize()
	m := t.Modes()
	var p []byte
	for _, ev := range events {
		b, err := keys.EncodeMouse(ev, m, w, h)
		if err != nil {
			f := t.failure("%v", err)
			f.Hint = "SGR (mode 1006) has no end"
			return f
		}
		p = append(p, b...)
	}
	if len(p) == 0 {
		return noMouse(t.View(), emulator.MouseX10)
	}
	return e.send(ctx, t, p, false)
}

// point notes what is about to be done with the mouse.
func (e *Env) point(t *Term, in event.Input, m event.Mouse) {
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: in, Mouse: &m})
}

// first is the first cell of a place, last its last.
func first(spots []match.Spot) (row, col int) { return spots[0].Row, spots[0].Col }

func last(spots []match.Spot) (row, col int) {
	s := spots[len(spots)-1]
	return s.Row, s.Col + s.Width - 1
}

// Held is the modifier keys that are held down.
type Held keys.Mod

// HeldNames returns the modifiers that a mouse reports.
func HeldNames() []string { return []string{"ctrl", "alt", "shift"} }

// DecodeNode takes a list of ctrl, alt and shift.
func (h *Held) DecodeNode(d *doc.Decoder, n *doc.Node) {
	items := []*doc.Node{n}
	if n.Kind == doc.List {
		items = n.Items
	}
	for _, item := range items {
		switch s := decodeWord(d, item, "modifier", HeldNames()...); s {
		case "ctrl":
			*h |= Held(keys.Ctrl)
		case "alt":
			*h |= Held(keys.Alt)
		case "shift":
			*h |= Held(keys.Shift)
		}
	}
}

// Button is a button of the mouse.
type Button string

// ButtonNames returns the buttons.
func ButtonNames() []string { return []string{"left", "middle", "right"} }

// DecodeNode takes one of them.
func (b *Button) DecodeNode(d *doc.Decoder, n *doc.Node) {
	*b = Button(decodeWord(d, n, "button", ButtonNames()...))
}

func (b Button) key() keys.Button {
	switch b {
	case "middle":
		return keys.Middle
	case "right":
		return keys.Right
	}
	return keys.Left
}

// or is the button, left when none is given.
func (b Button) or() string {
	if b == "" {
		return "left"
	}
	return string(b)
}
