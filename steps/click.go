package steps

import (
	"context"
	"fmt"
	"strings"

	"scenario/emulator"
	"scenario/emulator/keys"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps/match"
)

// Click presses a button of the mouse on a place and lets it go: on the first
// cell of a text.
type Click struct {
	Place  match.Place `yaml:",inline"`
	Button Button      `yaml:"button" jsonschema:"default=left"`                 // left, middle or right
	Times  int         `yaml:"times" jsonschema:"minimum=1,maximum=3,default=1"` // 2: a double click
	With   Held        `yaml:"with"`                                             // keys that are held: ctrl, alt, shift
}

// maxClicks is a triple click.
const maxClicks = 3

// DecodeNode takes a PLACE as TEXT, or {PLACE's keys, button, times, with}.
func (a *Click) DecodeNode(d *doc.Decoder, n *doc.Node) {
	a.Times = 1
	if n.Kind != doc.Map {
		a.Place.DecodeNode(d, n)
		return
	}
	type long Click
	d.Into(n, (*long)(a), "click")
	a.Place.Check(d, n)
	if a.Times < 1 || a.Times > maxClicks {
		d.Errorf(n.Get("times"), "", "times is 1 to %d, not %d", maxClicks, a.Times)
	}
}

// Check has nothing more to say.
func (a *Click) Check(c *Checker) {
	c.Session.Typed = ""
	checkPlace(c, &a.Place)
}

// checkPlace reports a place in the output of a run that never was.
func checkPlace(c *Checker, places ...*match.Place) {
	for _, p := range places {
		if p.In.Name == "output" && !c.Session.Ran {
			c.Errorf(c.Step.Value, "output is what the last run step has printed", "no run step comes before")
		}
	}
}

// Summary is the place, and what is special about the click.
func (a *Click) Summary() string {
	s := placeSummary(&a.Place)
	if a.Button != "" && a.Button != "left" {
		s += ", " + string(a.Button)
	}
	if a.Times > 1 {
		s += fmt.Sprintf(", %d times", a.Times)
	}
	return s
}

// placeSummary is a place as people read it: a text without quotes.
func placeSummary(p *match.Place) string {
	s := p.String()
	if strings.HasPrefix(s, `"`) {
		return oneLine(p.Text.String())
	}
	return s
}

// Run waits for the place and clicks it. All clicks are one write: what tells a
// double click from two is the time between them.
func (a *Click) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	spots, err := e.aim(ctx, t, emulator.MouseX10, &a.Place)
	if err != nil {
		return err
	}
	row, col := first(spots[0])
	ev := keys.Mouse{Button: a.Button.key(), Row: row, Col: col, Mod: keys.Mod(a.With)}
	up := ev
	up.Action = keys.Release
	var events []keys.Mouse
	for range a.Times {
		events = append(events, ev, up)
	}
	t.lastText = "click " + e.quoted(placeSummary(&a.Place))
	e.point(t, event.InputClick, event.Mouse{Row: row + 1, Col: col + 1, Button: a.Button.or(), Times: a.Times})
	return e.mouse(ctx, t, events...)
}
