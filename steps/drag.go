package steps

import (
	"context"

	"scenario/emulator"
	"scenario/emulator/keys"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps/match"
)

// Drag moves the mouse with a button held: from the first cell of a place to
// the last one of another.
type Drag struct {
	From   match.Place `yaml:"from" jsonschema:"required,long"`  // where the button is pressed
	To     match.Place `yaml:"to" jsonschema:"required"`         // where it is let go
	Button Button      `yaml:"button" jsonschema:"default=left"` // left, middle or right
}

// DecodeNode takes {from, to, button}.
func (a *Drag) DecodeNode(d *doc.Decoder, n *doc.Node) {
	type long Drag
	d.Into(n, (*long)(a), "drag")
	if n.Kind == doc.Map && (n.Get("from") == nil || n.Get("to") == nil) {
		d.Missing(n, "write drag: {from: PLACE, to: PLACE}", "drag needs two places")
	}
}

// Check has nothing more to say.
func (a *Drag) Check(c *Checker) {
	c.Session.Typed = ""
	checkPlace(c, &a.From, &a.To)
}

// Summary is the two places.
func (a *Drag) Summary() string { return placeSummary(&a.From) + " -> " + placeSummary(&a.To) }

// Run waits for both places and drags. The viewer sees what the program shows
// while the button is held.
func (a *Drag) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	spots, err := e.aim(ctx, t, emulator.MouseNormal, &a.From, &a.To)
	if err != nil {
		return err
	}
	row, col := first(spots[0])
	toRow, toCol := last(spots[1])
	ev := keys.Mouse{Button: a.Button.key(), Row: row, Col: col}
	events := []keys.Mouse{ev}
	ev.Action = keys.Drag
	for _, c := range way(row, col, toRow, toCol) {
		ev.Row, ev.Col = c[0], c[1]
		events = append(events, ev)
	}
	t.lastText = "drag " + e.quoted(a.Summary())
	at := event.Mouse{Row: toRow + 1, Col: toCol + 1, FromRow: row + 1, FromCol: col + 1, Button: a.Button.or(), Held: true}
	e.point(t, event.InputDrag, at)
	if err := e.mouse(ctx, t, events...); err != nil {
		return err
	}
	if err := e.between(ctx, t); err != nil {
		return err
	}
	at.Held, ev.Action = false, keys.Release
	e.point(t, event.InputDrag, at)
	return e.mouse(ctx, t, ev)
}

// way is the cells from one, which is left out, to another: those that a hand
// would cross.
func way(row, col, toRow, toCol int) (cells [][2]int) {
	n := max(abs(toRow-row), abs(toCol-col))
	for i := 1; i <= n; i++ {
		cells = append(cells, [2]int{row + rounded((toRow-row)*i, n), col + rounded((toCol-col)*i, n)})
	}
	return cells
}

func abs(n int) int { return max(n, -n) }

// rounded is a/b, halves away from 0.
func rounded(a, b int) int {
	if a < 0 {
		return -rounded(-a, b)
	}
	return (2*a + b) / (2 * b)
}
