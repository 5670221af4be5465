package vt

import "scenario/emulator"

// Options are o within its limits and with its defaults. In them a scrollback of
// 0 is none.
func Options(o emulator.Options) emulator.Options {
	o.Cols, o.Rows = ClampSize(o.Cols), ClampSize(o.Rows)
	switch {
	case o.Scrollback == 0:
		o.Scrollback = emulator.DefaultScrollback
	case o.Scrollback < 0:
		o.Scrollback = 0
	}
	if o.Term == "" {
		o.Term = emulator.DefaultTerm
	}
	if o.CellWidth <= 0 || o.CellHeight <= 0 {
		o.CellWidth, o.CellHeight = 10, 20
	}
	return o
}

// ClampSize is a number of columns or rows within its limits.
func ClampSize(n int) int { return min(max(n, 1), emulator.MaxSize) }
