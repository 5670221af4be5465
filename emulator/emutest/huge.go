package emutest

import (
	"strings"
	"testing"
	"time"

	"scenario/internal/cpu"
)

// Inputs that make x/vt alone hang or take memory without bound.
func (e Engine) hugeInputs(t *testing.T) {
	for _, tt := range []struct{ name, in string }{
		{"REP", "a\x1b[99999999b"},
		{"tabs", "\x1b[99999999999999999999I\x1b[99999999999999999999Z"},
		{"ECH", "\x1b[99999999999999999999X"},
		{"scroll", "\x1b[99999999S\x1b[99999999T\x1b[99999999L\x1b[99999999M"},
		{"ICH", "\x1b[99999999@\x1b[99999999P\x1b[99999999'}"},
		{"reverse wrap", "\x1b[?45h\x1b[99999999D"},
		{"unterminated OSC", "\x1b]0;" + strings.Repeat("x", 4<<20)},
		{"DCS", "\x1bPq" + strings.Repeat("x", 4<<20) + "\x1b\\"},
		{"marks in one cell", "e" + strings.Repeat("\u0301", 500_000)},
		{"ZWJ chain", strings.Repeat("👩\u200d", 100_000)},
		{"flags", strings.Repeat("🇩", 200_000)},
		{"parameters", "\x1b[" + strings.Repeat("1;", 500_000) + "m"},
		{"digits", "\x1b[" + strings.Repeat("9", 1<<20) + "m"},
		{"intermediates", "\x1b[" + strings.Repeat("!", 1<<20) + "p"},
		{"kitty pushes", strings.Repeat("\x1b[>1u", 50_000)},
		{"title pushes", strings.Repeat("\x1b[22t", 50_000)},
		{"marks", strings.Repeat("\x1b]133;A\a", 50_000)},
		{"links", strings.Repeat("\x1b]8;;http://x/\x1b\\a", 50_000)},
		{"alternate screen", strings.Repeat("\x1b[?1049h\x1b[?1049l", 2_000)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := cpu.Used()
			for _, n := range []int{len(tt.in), 997} {
				term := e.term(80, 24)
				for rest := tt.in; rest != ""; {
					k := min(n, len(rest))
					Feed(t, term, rest[:k])
					rest = rest[k:]
				}
				if s := Feed(t, term, "\x1b\\\x1bcOK"); s.Text() != "OK" {
					t.Errorf("%q", s.Text())
				}
			}
			if d := cpu.Used() - start; d > 10*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}
