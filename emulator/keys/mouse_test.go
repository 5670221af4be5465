package keys

import (
	"testing"

	"scenario/emulator"
)

// The reports of every protocol, by xterm's ctlseqs ("Mouse Tracking").
func TestMouse(t *testing.T) {
	const (
		x10, normal, button, any = emulator.MouseX10, emulator.MouseNormal, emulator.MouseButton, emulator.MouseAny
		bytes, utf, sgr          = emulator.MouseEncodingX10, emulator.MouseEncodingUTF8, emulator.MouseEncodingSGR
		urxvt, pixel             = emulator.MouseEncodingURXVT, emulator.MouseEncodingPixel
	)
	at := func(b Button, a Action, row, col int, m Mod) Mouse { return Mouse{b, a, row, col, m} }
	for _, tt := range []struct {
		name string
		mode emulator.MouseMode
		enc  emulator.MouseEncoding
		e    Mouse
		want string
		bad  bool
	}{
		{"off", emulator.MouseOff, sgr, at(Left, Press, 0, 0, 0), "", false},
		{"X10 press", x10, bytes, at(Right, Press, 0, 0, Ctrl), "\x1b[M\"!!", false},
		{"X10 release", x10, bytes, at(Left, Release, 0, 0, 0), "", false},
		{"X10 wheel", x10, bytes, at(WheelUp, Press, 0, 0, 0), "", false},
		{"press", normal, bytes, at(Left, Press, 4, 9, 0), "\x1b[M *%", false},
		{"release", normal, bytes, at(Middle, Release, 4, 9, 0), "\x1b[M#*%", false},
		{"release with ctrl", normal, bytes, at(Left, Release, 0, 0, Ctrl), "\x1b[M3!!", false},
		{"modifiers", normal, bytes, at(Left, Press, 0, 0, Shift|Alt|Ctrl), "\x1b[M<!!", false},
		{"movement, not asked for", normal, sgr, at(Left, Drag, 0, 0, 0), "", false},
		{"movement", button, bytes, at(Left, Drag, 0, 1, 0), "\x1b[M@\"!", false},
		{"wheel", normal, bytes, at(WheelDown, Press, 0, 0, 0), "\x1b[Ma!!", false},
		{"the last cell of a byte", any, bytes, at(Left, Press, 222, 222, 0), "\x1b[M \xff\xff", false},
		{"too far for a byte", any, bytes, at(Left, Press, 0, 223, 0), "", true},
		{"UTF-8", any, utf, at(Left, Press, 0, 223, 0), "\x1b[M \u0100!", false},
		{"UTF-8 of two bytes", any, utf, at(Left, Press, 95, 94, 0), "\x1b[M \x7f\u0080", false},
		{"SGR press", any, sgr, at(Middle, Press, 0, 499, 0), "\x1b[<1;500;1M", false},
		{"SGR release", any, sgr, at(Middle, Release, 0, 499, 0), "\x1b[<1;500;1m", false},
		{"SGR movement", button, sgr, at(Right, Drag, 2, 1, Alt), "\x1b[<42;2;3M", false},
		{"SGR wheel", button, sgr, at(WheelRight, Press, 2, 1, Ctrl), "\x1b[<83;2;3M", false},
		{"SGR wheel is not released", button, sgr, at(WheelUp, Release, 2, 1, 0), "", false},
		{"urxvt press", normal, urxvt, at(Left, Press, 2, 299, 0), "\x1b[32;300;3M", false},
		{"urxvt release", normal, urxvt, at(Left, Release, 2, 299, 0), "\x1b[35;300;3M", false},
		{"urxvt wheel", normal, urxvt, at(WheelUp, Press, 0, 0, 0), "\x1b[96;1;1M", false},
		{"pixels", any, pixel, at(Left, Press, 1, 2, 0), "\x1b[<0;26;31M", false},
		{"pixels release", any, pixel, at(Left, Release, 0, 0, 0), "\x1b[<0;6;11m", false},
	} {
		got, err := EncodeMouse(tt.e, emulator.Modes{Mouse: tt.mode, MouseEncoding: tt.enc}, 10, 20)
		if string(got) != tt.want || (err != nil) != tt.bad {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}
