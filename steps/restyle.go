package steps

import (
	"context"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
)

// Restyle changes how pictures look from here on.
type Restyle struct{ Look Look }

// DecodeNode takes what the file's look takes.
func (a *Restyle) DecodeNode(d *doc.Decoder, n *doc.Node) { a.Look.DecodeNode(d, n) }

// Check has nothing more to say.
func (a *Restyle) Check(*Checker) {}

// Summary is what is changed.
func (a *Restyle) Summary() string { return keysOf(a.Look.Node) }

// Run notes the look that is now in force.
func (a *Restyle) Run(_ context.Context, e *Env) error {
	base, _ := e.Look(e.Session)
	look := a.Look.Over(base)
	e.SetLook(e.Session, look)
	e.aside(event.TimelinePayload{Do: event.DoLook, Look: &look})
	return nil
}

// Repace changes how recordings play from here on.
type Repace struct {
	node *doc.Node
	Pace Pace
}

// DecodeNode takes what the file's pace takes.
func (a *Repace) DecodeNode(d *doc.Decoder, n *doc.Node) {
	a.node = n
	a.Pace.DecodeNode(d, n)
}

// Check has nothing more to say.
func (a *Repace) Check(*Checker) {}

// Summary is what is changed.
func (a *Repace) Summary() string { return keysOf(a.node) }

// Run notes the pace that is now in force.
func (a *Repace) Run(_ context.Context, e *Env) error {
	pace := a.Pace.Over(e.Pace(e.Session))
	e.SetPace(e.Session, pace)
	e.aside(event.TimelinePayload{Do: event.DoPace, Pace: &pace})
	return nil
}

// keysOf is a mapping of scalars in one line, or the scalar.
func keysOf(n *doc.Node) string {
	if n.Kind != doc.Map {
		return n.Text
	}
	var parts []string
	for _, p := range n.Pairs {
		if p.Value.Kind == doc.Scalar {
			parts = append(parts, p.Key.Text+": "+p.Value.Text)
		} else {
			parts = append(parts, p.Key.Text)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
