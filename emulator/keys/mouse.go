package keys

import (
	"fmt"
	"unicode/utf8"

	"scenario/emulator"
)

// Button is a button of the mouse as xterm counts them; the wheel is four.
type Button uint8

// The buttons.
const (
	Left       Button = 0
	Middle     Button = 1
	Right      Button = 2
	WheelUp    Button = 64
	WheelDown  Button = 65
	WheelLeft  Button = 66
	WheelRight Button = 67
)

// Action is what happens to a button.
type Action uint8

// The actions. Drag is a movement with the button held. A wheel is only
// pressed.
const (
	Press Action = iota
	Release
	Drag
)

// Mouse is one event of the mouse over a cell, which counts from 0. Of the
// modifiers a mouse reports Shift, Alt and Ctrl.
type Mouse struct {
	Button   Button
	Action   Action
	Row, Col int
	Mod      Mod
}

// The bits and limits of the reports ("Mouse Tracking" in xterm's ctlseqs).
const (
	mouseShift  = 4
	mouseMeta   = 8
	mouseCtrl   = 16
	mouseMotion = 32
	anyRelease  = 3   // which button is released is told by SGR alone
	offset      = 32  // of what is sent as a character
	maxX10      = 223 // cells from 1 that a byte can name
	maxUTF8     = 2015
)

// EncodeMouse returns what the terminal sends for an event in the modes in
// force: nothing for one that they don't report, as every event while the mouse
// is off and all but the press of a button in mode 9. cellWidth and cellHeight
// are the pixels of a cell, for mode 1016, which gets the middle of it. The
// error is that the encoding in force can't name a cell so far right or down.
func EncodeMouse(e Mouse, m emulator.Modes, cellWidth, cellHeight int) ([]byte, error) {
	wheel := e.Button >= WheelUp
	switch {
	case m.Mouse == emulator.MouseOff,
		m.Mouse == emulator.MouseX10 && (wheel || e.Action != Press),
		m.Mouse == emulator.MouseNormal && e.Action == Drag,
		wheel && e.Action != Press:
		return nil, nil
	}
	b := int(e.Button)
	if m.Mouse != emulator.MouseX10 {
		b |= modBits(e.Mod)
	}
	if e.Action == Drag {
		b |= mouseMotion
	}
	x, y := e.Col+1, e.Row+1
	final := 'M'
	switch m.MouseEncoding {
	case emulator.MouseEncodingPixel:
		x, y = e.Col*cellWidth+cellWidth/2+1, e.Row*cellHeight+cellHeight/2+1
		fallthrough
	case emulator.MouseEncodingSGR:
		if e.Action == Release {
			final = 'm'
		}
		return fmt.Appendf(nil, "\x1b[<%d;%d;%d%c", b, x, y, final), nil
	}
	if e.Action == Release {
		b |= anyRelease
	}
	switch m.MouseEncoding {
	case emulator.MouseEncodingURXVT:
		return fmt.Appendf(nil, "\x1b[%d;%d;%dM", b+offset, x, y), nil
	case emulator.MouseEncodingUTF8:
		if x > maxUTF8 || y > maxUTF8 {
			return nil, tooFar(x, y, maxUTF8)
		}
		p := []byte("\x1b[M")
		for _, v := range []int{b, x, y} {
			p = utf8.AppendRune(p, rune(v+offset))
		}
		return p, nil
	}
	if x > maxX10 || y > maxX10 {
		return nil, tooFar(x, y, maxX10)
	}
	return []byte{0x1b, '[', 'M', byte(b + offset), byte(x + offset), byte(y + offset)}, nil
}

func modBits(m Mod) (bits int) {
	if m&Shift != 0 {
		bits |= mouseShift
	}
	if m&Alt != 0 {
		bits |= mouseMeta
	}
	if m&Ctrl != 0 {
		bits |= mouseCtrl
	}
	return bits
}

func tooFar(x, y, most int) error {
	return fmt.Errorf("row %d, column %d can't be told in the encoding that the program asked for, which ends at %d", y, x, most)
}
