package vt

import "scenario/emulator"

// Choose sets a value of which one holds at a time; resetting another than
// the one that holds changes nothing.
func Choose[T comparable](now, v T, on bool) T {
	var off T
	switch {
	case on:
		return v
	case now == v:
		return off
	}
	return now
}

// MouseMode returns what a DEC mode reports of the mouse.
func MouseMode(mode int) (emulator.MouseMode, bool) {
	switch mode {
	case 9:
		return emulator.MouseX10, true
	case 1000:
		return emulator.MouseNormal, true
	case 1002:
		return emulator.MouseButton, true
	case 1003:
		return emulator.MouseAny, true
	}
	return 0, false
}

// MouseEncoding returns how a DEC mode reports the mouse.
func MouseEncoding(mode int) (emulator.MouseEncoding, bool) {
	switch mode {
	case 1005:
		return emulator.MouseEncodingUTF8, true
	case 1006:
		return emulator.MouseEncodingSGR, true
	case 1015:
		return emulator.MouseEncodingURXVT, true
	case 1016:
		return emulator.MouseEncodingPixel, true
	}
	return 0, false
}
