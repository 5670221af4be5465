package vt

import "scenario/emulator"

// Options are o within its limits and with its defaults.
func Options(o emulator.Options) emulator.Options {
	o.Cols, o.Rows = ClampSize(o.Cols), ClampSize(o.Rows)
	if o.Scrollback <= 0 {
		o.Scrollback = emulator.DefaultScrollback
	}
	if o.CellWidth <= 0 || o.CellHeight <= 0 {
		o.CellWidth, o.CellHeight = 10, 20
	}
	return o
}

// ClampSize is a number of columns or rows within its limits.
func ClampSize(n int) int { return min(max(n, 1), emulator.MaxSize) }
