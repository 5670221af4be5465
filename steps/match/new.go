package match

import (
	"slices"

	"scenario/emulator"
)

// before is what the screen was when the last input was sent, to tell what is
// new since then.
type before struct {
	screen *emulator.Screen // nil: no input was sent, everything is new
	now    *emulator.Screen
}

// isNew reports whether the cells of a hit were not there, in the same place of
// the session's lines, when the last input was sent. A row that changed and came
// to be as it was is new too: it was written again.
func (b before) isNew(rs []run) bool {
	was, now := b.screen, b.now
	if was == nil || was.Cols != now.Cols || was.Modes.AltScreen != now.Modes.AltScreen {
		return true
	}
	for _, r := range rs {
		row := r.row + now.Scrolled - was.Scrolled
		if row < 0 { // it stood above that screen
			continue
		}
		if row >= was.Rows || !slices.Equal(was.Row(row)[r.col:r.col+len(r.cells)], r.cells) {
			return true
		}
		again := r.row >= 0 && r.row == row && now.Gen[r.row] != was.Gen[row]
		if again && slices.Equal(was.Row(row), now.Row(r.row)) {
			return true
		}
	}
	return false
}
