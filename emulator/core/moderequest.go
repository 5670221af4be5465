package core

import "scenario/emulator/internal/vt"

// States of a mode as DECRQM tells them.
const (
	modeUnknown = iota
	modeSet
	modeReset
	modeAlwaysSet
	modeAlwaysReset
)

func stateOf(on bool) int {
	if on {
		return modeSet
	}
	return modeReset
}

func (t *terminal) modeState(mode int) int {
	if m, ok := vt.MouseMode(mode); ok {
		return stateOf(t.modes.mouse == m)
	}
	if e, ok := vt.MouseEncoding(mode); ok {
		return stateOf(t.modes.mouseEnc == e)
	}
	if f := t.flag(mode); f != nil {
		return stateOf(*f)
	}
	switch mode {
	case 6:
		return stateOf(t.origin)
	case 47, 1047, 1049:
		return stateOf(t.page != t.primary)
	case 1048:
		return stateOf(t.page.saved.valid)
	case 69:
		return stateOf(t.modes.leftRight)
	case 1046:
		return stateOf(!t.modes.noAlternate)
	case 2026:
		return stateOf(t.modes.synchronized)
	case 2048:
		return stateOf(t.modes.inBandResize)
	case 2, 1020: // ANSI, not VT52; UTF-8
		return modeAlwaysSet
	case 2027: // grapheme clusters
		if t.wcwidth {
			return modeAlwaysReset
		}
		return modeAlwaysSet
	case 8, 10, 11, 13, 14, 16, 34, 36, 43, 46, 53, 57, 58, 59, 60, 61, 64, 68, 73, 81,
		95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 106, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117,
		1001, 1021, 1022, 1023:
		return modeAlwaysReset
	}
	return modeUnknown
}

func (t *terminal) ansiModeState(mode int) int {
	if f := t.ansiFlag(mode); f != nil {
		return stateOf(*f)
	}
	switch mode {
	case 1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19:
		return modeAlwaysReset
	}
	return modeUnknown
}

// saveModes is XTSAVE, restoreModes XTRESTORE.
func (t *terminal) saveModes(q *vt.Sequence) {
	for i := range q.N {
		n := q.Num(i, 0)
		if s := t.modeState(n); s == modeSet || s == modeReset { // known ones: a fixed number
			if t.modes.stored == nil {
				t.modes.stored = map[int]bool{}
			}
			t.modes.stored[n] = s == modeSet
		}
	}
}

func (t *terminal) restoreModes(q *vt.Sequence) {
	for i := range q.N {
		n := q.Num(i, 0)
		if on, ok := t.modes.stored[n]; ok && t.modeState(n) != stateOf(on) {
			t.setDecMode(n, on)
		}
	}
}
