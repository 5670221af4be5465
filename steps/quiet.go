package steps

import (
	"slices"
	"time"

	"scenario/emulator"
	"scenario/session"
	"scenario/steps/match"
)

// regionWatch knows since when a region of the screen is as it is.
type regionWatch struct {
	cells []emulator.Cell
	since time.Time
}

// quietIn returns for how long no cell of a region has changed. It must be asked
// for every change of the screen while it is of interest.
func (t *Term) quietIn(v *session.View, r match.Region) time.Duration {
	if r.IsZero() || r.Name != "" {
		return v.Now.Sub(v.Changed)
	}
	if t.watched == nil {
		t.watched = map[match.Region]*regionWatch{}
	}
	var cells []emulator.Cell
	top, bottom, left, right := r.Rect(v.Screen.Cols, v.Screen.Rows)
	for row := top; row < bottom; row++ {
		cells = append(cells, v.Screen.Row(row)[left:right]...)
	}
	w := t.watched[r]
	if w == nil || !slices.Equal(w.cells, cells) {
		w = &regionWatch{cells: cells, since: v.Changed}
		t.watched[r] = w
	}
	return v.Now.Sub(w.since)
}
