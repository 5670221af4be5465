package xvt

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// modes are the modes of the terminal, but for origin mode and the visibility
// of the cursor, which belong to the cursor.
type modes struct {
	autowrap     bool // DECAWM, 7
	insert       bool // IRM
	newLine      bool // LNM
	appCursor    bool
	appKeypad    bool
	leftRight    bool // DECLRMM, 69
	reverseVideo bool // DECSCNM, 5
	reverseWrap  bool // 45
	allow132     bool // 40
	backarrow    bool
	bracketed    bool
	focus        bool
	synchronized bool
	inBandResize bool // 2048
	mouse        emulator.MouseMode
	mouseEnc     emulator.MouseEncoding
	modifyOther  int
	stored       map[int]bool // XTSAVE
}

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

func (t *terminal) ansiModes(q *vt.Sequence, on bool) {
	for i := range q.N {
		switch q.Num(i, 0) {
		case 4:
			t.modes.insert = on
		case 20:
			t.modes.newLine = on
		}
	}
}

func (t *terminal) decModes(q *vt.Sequence, on bool) {
	for i := range q.N {
		t.decMode(q.Num(i, 0), on)
	}
}

// flag returns the field of a mode that only has to be remembered.
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
	case 45:
		return &m.reverseWrap
	case 66:
		return &m.appKeypad
	case 67:
		return &m.backarrow
	case 1004:
		return &m.focus
	case 2004:
		return &m.bracketed
	}
	return nil
}

func (t *terminal) decMode(mode int, on bool) {
	if f := t.flag(mode); f != nil {
		*f = on
		return
	}
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
		if t.modes.allow132 { // the size is the user's; the rest is done
			t.resetMargins()
			t.eraseRows(0, t.rows)
			t.moveTo(0, 0)
		}
	case 6:
		t.origin = on
		t.position(0, 0)
	case 69:
		t.modes.leftRight = on
		t.left, t.margins.right = 0, t.cols
	case 47:
		t.showAlternate(on, false)
	case 1047:
		t.showAlternate(on, !on)
	case 1048:
		t.saveOrRestore(on)
	case 1049:
		if on {
			t.saveCursor()
			t.showAlternate(true, true)
		} else {
			t.showAlternate(false, false)
			t.restoreCursor()
		}
	case 2026:
		t.synchronize(on)
	case 2048:
		t.modes.inBandResize = on
		if on {
			t.reportSize()
		}
	}
}

// showAlternate changes the page. erase clears the alternate page while it is
// shown: after entering, before leaving.
func (t *terminal) showAlternate(on, erase bool) {
	if was := t.page != t.primary; was == on && !(on && erase) {
		return
	}
	if !on && erase {
		t.eraseRows(0, t.rows)
	}
	t.page.flush()
	t.page = t.primary
	if on {
		if t.alternate == nil {
			t.alternate = newPage(t.cols, t.rows, t.table)
		}
		t.page = t.alternate
		if erase {
			t.eraseRows(0, t.rows)
		}
	}
}

func (t *terminal) saveOrRestore(save bool) {
	if save {
		t.saveCursor()
	} else {
		t.restoreCursor()
	}
}

// modeState returns what DECRQM answers: 0 unknown, 1 set, 2 reset, 4 always
// reset.
func (t *terminal) modeState(mode int) int {
	set := func(on bool) int {
		if on {
			return 1
		}
		return 2
	}
	if f := t.flag(mode); f != nil {
		return set(*f)
	}
	if m, ok := vt.MouseMode(mode); ok {
		return set(t.modes.mouse == m)
	}
	if e, ok := vt.MouseEncoding(mode); ok {
		return set(t.modes.mouseEnc == e)
	}
	switch mode {
	case 6:
		return set(t.origin)
	case 47, 1047, 1049:
		return set(t.page != t.primary)
	case 1048:
		return set(t.page.saved.valid)
	case 69:
		return set(t.modes.leftRight)
	case 2026:
		return set(t.modes.synchronized)
	case 2027: // grapheme clusters: always
		return 3
	case 2048:
		return set(t.modes.inBandResize)
	case 3, 4, 5, 8, 1001, 1007, 1034, 1035, 1036, 1039:
		return 4
	}
	return 0
}

func (t *terminal) ansiModeState(mode int) int {
	on := false
	switch mode {
	case 4:
		on = t.modes.insert
	case 20:
		on = t.modes.newLine
	case 2, 12:
		return 4
	default:
		return 0
	}
	if on {
		return 1
	}
	return 2
}

// saveModes is XTSAVE, restoreModes XTRESTORE.
func (t *terminal) saveModes(q *vt.Sequence) {
	for i := range q.N {
		n := q.Num(i, 0)
		if s := t.modeState(n); s == 1 || s == 2 { // known ones: a fixed number
			if t.modes.stored == nil {
				t.modes.stored = map[int]bool{}
			}
			t.modes.stored[n] = s == 1
		}
	}
}

func (t *terminal) restoreModes(q *vt.Sequence) {
	for i := range q.N {
		n := q.Num(i, 0)
		if on, ok := t.modes.stored[n]; ok {
			t.decMode(n, on)
		}
	}
}
