package core

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// modes are the modes of the terminal, but for origin mode and the visibility
// and blinking of the cursor, which belong to the cursor.
type modes struct {
	autowrap       bool // DECAWM, 7
	insert         bool // IRM
	newLine        bool // LNM
	keyboardLocked bool // KAM
	appCursor      bool
	appKeypad      bool
	leftRight      bool // DECLRMM, 69
	reverseWrap    bool // 45
	reverseWrap2   bool // 1045
	reverseVideo   bool // DECSCNM, 5
	allow132       bool // 40
	wrapTab        bool // 41: a tab wraps first when a wrap is pending
	backarrow      bool
	bracketed      bool
	focus          bool
	synchronized   bool
	inBandResize   bool // 2048
	noAlternate    bool // 1046 reset
	protection     protection
	rectExtent     int // DECSACE
	mouse          emulator.MouseMode
	mouseEnc       emulator.MouseEncoding
	modifyOther    int
	level          int // of DECSCL
	checksum       int // XTCHECKSUM
	memo           [len(memoModes) + 1]bool
	stored         map[int]bool // XTSAVE
}

// memoModes are the DEC modes that a program can set and ask for, but that
// change nothing it can see here.
var memoModes = [...]int{
	3, 4, 18, 19, 30, 35, 38, 42, 44, 80, 1007, 1010, 1011, 1014, 1034, 1035, 1036, 1037, 1039,
	1040, 1041, 1042, 1043, 1044, 1050, 1051, 1052, 1053, 1060, 1061, 1070, 2001, 2002, 2003, 2005, 2006, 8452,
}

// srm is the place of the ANSI mode SRM in memo.
const srm = len(memoModes)

func newModes() modes {
	m := modes{autowrap: true, level: maxLevel}
	m.memo[srm] = true
	for i, n := range memoModes {
		switch n {
		case 1034, 1035, 1036, 1070:
			m.memo[i] = true
		}
	}
	return m
}

// protection says what marked characters as protected last: DECSCA, which DECSEL
// and DECSED spare, or SPA, which all erasures spare.
type protection uint8

const (
	protectNone protection = iota
	protectISO
	protectDEC
)

type modeKind uint8

const (
	ansiMode modeKind = iota
	decMode
)

func (t *terminal) kittyNow() *vt.KittyStack {
	if t.page == t.primary {
		return &t.kitty[0]
	}
	return &t.kitty[1]
}

func (t *terminal) keyModes() emulator.Modes {
	m := &t.modes
	return emulator.Modes{
		AltScreen: t.page != t.primary, AppCursor: m.appCursor, AppKeypad: m.appKeypad,
		BracketedPaste: m.bracketed, Focus: m.focus, Mouse: m.mouse, MouseEncoding: m.mouseEnc,
		Backarrow: m.backarrow, NewLine: m.newLine, Synchronized: m.synchronized,
		ModifyOther: m.modifyOther, KittyFlags: t.kittyNow().Flags(),
	}
}

func (t *terminal) setModes(q *vt.Sequence, kind modeKind, on bool) {
	for i := range q.N {
		if kind == decMode {
			t.setDecMode(q.Num(i, 0), on)
		} else if f := t.ansiFlag(q.Num(i, 0)); f != nil {
			*f = on
		}
	}
}

func (t *terminal) ansiFlag(mode int) *bool {
	switch mode {
	case 2:
		return &t.modes.keyboardLocked
	case 4:
		return &t.modes.insert
	case 12:
		return &t.modes.memo[srm]
	case 20:
		return &t.modes.newLine
	}
	return nil
}

// flag returns the field of a DEC mode that only has to be remembered.
func (t *terminal) flag(mode int) *bool {
	m := &t.modes
	switch mode {
	case 1:
		return &m.appCursor
	case 5:
		return &m.reverseVideo
	case 7:
		return &m.autowrap
	case 12:
		return &t.blink
	case 25:
		return &t.visible
	case 40:
		return &m.allow132
	case 41:
		return &m.wrapTab
	case 45:
		return &m.reverseWrap
	case 66:
		return &m.appKeypad
	case 67:
		return &m.backarrow
	case 1004:
		return &m.focus
	case 1045:
		return &m.reverseWrap2
	case 2004:
		return &m.bracketed
	}
	for i, n := range memoModes {
		if n == mode {
			return &m.memo[i]
		}
	}
	return nil
}

func (t *terminal) setDecMode(mode int, on bool) {
	if m, ok := vt.MouseMode(mode); ok {
		t.modes.mouse = vt.Choose(t.modes.mouse, m, on)
		return
	}
	if e, ok := vt.MouseEncoding(mode); ok {
		t.modes.mouseEnc = vt.Choose(t.modes.mouseEnc, e, on)
		return
	}
	switch mode {
	case 3:
		if !t.modes.allow132 {
			return
		}
		t.columnMode()
	case 6:
		t.origin = on
		t.position(0, 0)
		return
	case 69:
		if t.modes.leftRight = on && t.modes.level >= 4; !t.modes.leftRight {
			t.left, t.right = 0, t.cols
		}
		return
	case 47, 1047, 1048, 1049:
		if !t.modes.noAlternate {
			t.alternateMode(mode, on)
		}
		return
	case 1046:
		if t.modes.noAlternate = !on; !on {
			t.show(t.primary)
		}
		return
	case 2026:
		t.synchronize(on)
		return
	case 2048:
		if t.modes.inBandResize = on; on {
			t.reportSize()
		}
		return
	}
	if f := t.flag(mode); f != nil {
		*f = on
	}
}

// columnMode is what DECCOLM does beside changing the number of columns: the
// size is the user's.
func (t *terminal) columnMode() {
	t.resetMargins()
	t.modes.leftRight = false
	t.eraseRows(0, t.rows)
	t.moveTo(0, 0)
}
