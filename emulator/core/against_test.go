package core

import (
	"fmt"
	"strings"
	"testing"

	"scenario/emulator/emutest"
	"scenario/emulator/xvt"
)

// shared is what both engines are known to do alike: whole characters and whole
// sequences. Where x/vt differs is listed, with bytes, in its own tests: tabs,
// insertion, REP, selective erasure, left and right margins, cut sequences, C1
// controls inside of a cluster, and clusters that arrive in parts. A resize is not
// among it: rows are joined again in two ways when the other screen is shown.
// Nor is origin mode: a cursor that is restored outside of the scroll region goes
// into it, as in xterm, not so there.
func shared() []string {
	return []string{
		"hello world this is long text ", "a", "b\r\n", "\n", "\r", "\b", "\x07", "\x0e", "\x0f", "\x1b(0", "\x1b(B", "\x1b)0",
		"中文", "中", "각", "👩\u200d👩\u200d👧\u200d👧", "🇩🇪", "e\u0301", "त",
		"\x1b7", "\x1b8", "\x1bM", "\x1bD", "\x1bE", "\x1bc",
		// A pending wrap ends with the erasure here, not so there.
		"\r\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\r\x1b[?1047l",
		"\x1b[?7l", "\x1b[?7h", "\x1b[20h", "\x1b[20l", "\x1b[?25l", "\x1b[?25h", "\x1b[?2004h", "\x1b[?1002h", "\x1b[?1006h", "\x1b[?1l",
		"\x1b[m", "\x1b[1;31m", "\x1b[2;4;38;5;200m", "\x1b[7;9;38;2;1;2;3m", "\x1b[22;24;27;39m", "\x1b[4:3;58:5:9m", "\x1b[97;104m",
		"\x1b]8;;http://x\a", "\x1b]8;;\a", "\x1b]0;ti✜tle\a", "\x1b]4;1;?\x1b\\", "\x1bP$qm\x1b\\", "\x1b[c", "\x1b[6n", "\x1b[2 q",
		"\x1b[J", "\x1b[1J", "\x1b[2J", "\x1b[K", "\x1b[1K", "\x1b[2K",
	}
}

// moving are control sequences that get two numbers; VPR (e) is held back by the
// scroll region on x/vt, which xterm does not do.
const moving = "ABCDEFGHLMPSTX`adfrsu"

// sharedProgram is the program that fuzzed data stands for.
func sharedProgram(data []byte) []emutest.Op {
	var out []emutest.Op
	whole := shared()
	for i := 0; i < len(data) && len(out) < 200; i++ {
		num := func() int {
			i++
			if i < len(data) {
				return int(data[i])
			}
			return 0
		}
		c := int(data[i])
		switch {
		case c < 2*len(whole):
			out = append(out, emutest.Op{Text: whole[c/2]})
		default:
			text := fmt.Sprintf("\x1b[%d;%d%c", num()%40, num()%40, moving[c%len(moving)])
			if strings.ContainsAny(text, "LM") {
				text = "\r" + text // outside of the region they end a pending wrap there
			}
			out = append(out, emutest.Op{Text: text})
		}
	}
	return out
}

// Both engines show the same, where both are right.
func FuzzAgainstXvt(f *testing.F) {
	emutest.AddSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		program := sharedProgram(data)
		ours, _ := engine().Play(t, program, 0)
		theirs, _ := emutest.Engine{New: xvt.New}.Play(t, program, 0)
		for r := range ours.Rows {
			if a, b := ours.RowText(r), theirs.RowText(r); a != b {
				t.Fatalf("row %d: %q, on x/vt %q\n%+q", r, a, b, fmt.Sprint(program))
			}
			for c, cell := range ours.Row(r) { // half a wide character that is left is blank here, styled there
				if a, b := emutest.Look(ours, cell), emutest.Look(theirs, theirs.Row(r)[c]); cell.Glyph != 0 && a != b {
					t.Fatalf("row %d column %d: %s, on x/vt %s\n%+q", r, c, a, b, fmt.Sprint(program))
				}
			}
		}
		if ours.Cursor != theirs.Cursor || ours.Modes != theirs.Modes {
			t.Fatalf("%+v %+v, on x/vt %+v %+v\n%+q", ours.Cursor, ours.Modes, theirs.Cursor, theirs.Modes, fmt.Sprint(program))
		}
	})
}
