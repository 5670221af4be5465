package steps

import (
	"context"
	"slices"

	"scenario/emulator"
	"scenario/emulator/keys"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps/match"
)

// Scroll turns the wheel of the mouse.
type Scroll struct {
	Wheel Wheel        `yaml:"wheel" jsonschema:"required"` // up, down, left, right, as down*3
	At    *match.Place `yaml:"at"`                          // where the mouse is; the middle of the screen
}

// Wheel is notches of the wheel, written as KEYS: `down*3`, `ctrl+up`.
type Wheel struct {
	Chords []keys.Chord
	text   string
}

// WheelNames returns the directions.
func WheelNames() []string { return []string{"up", "down", "left", "right"} }

// DecodeNode takes KEYS that are directions.
func (w *Wheel) DecodeNode(d *doc.Decoder, n *doc.Node) {
	k := Key{}
	before := len(d.Problems)
	k.chords(d, n, "wheel")
	if len(d.Problems) > before {
		return
	}
	for _, c := range k.Keys {
		if !slices.Contains(WheelNames(), c.Key.Name) || c.Key.Mod&keys.Super != 0 {
			d.ErrorIn(n, c.Offset, c.Offset+c.Len, "up, down, left or right, as down*3", "the wheel does not turn %s", c.Key)
			return
		}
	}
	w.Chords, w.text = k.Keys, k.text
}

// DecodeNode takes the wheel, or {wheel, at}.
func (a *Scroll) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		a.Wheel.DecodeNode(d, n)
		return
	}
	type long Scroll
	d.Into(n, (*long)(a), "scroll")
	if n.Get("wheel") == nil {
		d.Missing(n, "write scroll: {wheel: down*3, at: PLACE}", "scroll needs a wheel")
	}
}

// Check has nothing more to say.
func (a *Scroll) Check(c *Checker) {
	c.Session.Typed = ""
	if a.At != nil {
		checkPlace(c, a.At)
	}
}

// Summary is the wheel, and where.
func (a *Scroll) Summary() string {
	if a.At != nil {
		return a.Wheel.text + " at " + placeSummary(a.At)
	}
	return a.Wheel.text
}

// Run turns the wheel notch by notch; each waits until the screen has settled
// after the one before.
func (a *Scroll) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	var places []*match.Place
	if a.At != nil {
		places = append(places, a.At)
	}
	spots, err := e.aim(ctx, t, emulator.MouseNormal, places...)
	if err != nil {
		return err
	}
	s := t.View().Screen
	row, col := s.Rows/2, s.Cols/2
	if len(spots) > 0 {
		row, col = first(spots[0])
	}
	for _, c := range a.Wheel.Chords {
		ev := keys.Mouse{Button: wheelButton(c.Key.Name), Row: row, Col: col, Mod: c.Key.Mod}
		for range c.Count {
			if err := e.between(ctx, t); err != nil {
				return err
			}
			t.lastText = "scroll " + c.Key.String()
			e.point(t, event.InputScroll, event.Mouse{Row: row + 1, Col: col + 1, Wheel: c.Key.Name})
			if err := e.mouse(ctx, t, ev); err != nil {
				return err
			}
		}
	}
	return nil
}

func wheelButton(direction string) keys.Button {
	switch direction {
	case "up":
		return keys.WheelUp
	case "left":
		return keys.WheelLeft
	case "right":
		return keys.WheelRight
	}
	return keys.WheelDown
}
