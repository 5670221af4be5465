package steps

import (
	"slices"
	"time"

	"scenario/emulator"
	"scenario/session"
	"scenario/steps/match"
)

// quietRegions knows since when regions of the screen are as they are, for the
// time of one wait: it must see every change.
type quietRegions map[match.Region]quietRegion

type quietRegion struct {
	cells []emulator.Cell
	since time.Time
}

// of returns for how long no cell of a region has changed.
func (q quietRegions) of(v *session.View, r match.Region) time.Duration {
	if r.IsZero() || r.Name != "" {
		return v.Now.Sub(v.Changed)
	}
	var cells []emulator.Cell
	top, bottom, left, right := r.Rect(v.Screen.Cols, v.Screen.Rows)
	for row := top; row < bottom; row++ {
		cells = append(cells, v.Screen.Row(row)[left:right]...)
	}
	was, ok := q[r]
	if !ok || !slices.Equal(was.cells, cells) {
		was = quietRegion{cells, v.Changed}
		q[r] = was
	}
	return v.Now.Sub(was.since)
}
