package core

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"scenario/emulator"
)

// pieces are what a fuzzed program is made of: a byte of the input chooses one.
var pieces = [...]string{
	"hello world this is long text ", "a", "b\r\n", "\n", "\r", "\b", "\t", "\x0e", "\x0f", "\x1b(0", "\x1b(B", "\x1b)0",
	"中文", "中", "❤️", "👩‍👩‍👧‍👧", "🇩🇪", "🇩", "e\u0301", "\u0301", "\u200d", "\ufe0f", "\xe2\x82", "\xff", "\u009b", "\x9b1m",
	"\x1b7", "\x1b8", "\x1bM", "\x1bD", "\x1bE", "\x1bH", "\x1bc", "\x1b#8", "\x1b6", "\x1b9", "\x1bN", "\x1bZ",
	"\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\x1b[?1047l", "\x1b[?6h", "\x1b[?6l", "\x1b[?7l", "\x1b[?7h",
	"\x1b[?45h", "\x1b[?69h", "\x1b[?69l", "\x1b[4h", "\x1b[4l", "\x1b[20h", "\x1b[?2026h", "\x1b[?2026l", "\x1b[!p", "\x1b[1;31m", "\x1b[m",
	"\x1b[1;2;3;9$z", "\x1b[65;2;2;5;9$x", "\x1b[1;1;4;9;1;2;4;1$v", "\x1b[1;2;3;9${", "\x1b[1;2;3;9;1;7$r", "\x1b[1;2;3;9;0$t", "\x1b[2*x", "\x1bVp\x1bW",
	"각", "ᄀ", "ᅡ", "ᆨ", "क\u094d", "त", "\u0600", "\u0d4e", "1\ufe0f", "\x1b[48;2;1;2;3m", "\x1b[4:3;58:5:9m", "\x1b]8;;http://x\a", "\x1b]8;;\a", "\x1b]0;ti✜tle\a", "\x1b]4;1;?\x1b\\", "\x1bP$qm\x1b\\",
	"\x1b]133;A\a", "\x1b[1\"q", "\x1b[?J", "\x1b[?K", "\x1b[", "\x1b]", "\x1bP", "\x1b_x", "\x1b\\", "\x18", "\x07", "\x1b[99999999999b",
}

// finals are control sequences that get two numbers from the input.
const finals = "@ABCDEFGHIJKLMPSTXZ`abdefgrsu"

type op struct {
	text       string
	cols, rows int // of a resize, when text is empty
}

func ops(data []byte) []op {
	var out []op
	for i := 0; i < len(data) && len(out) < 200; i++ {
		c := int(data[i])
		num := func() int {
			i++
			if i < len(data) {
				return int(data[i])
			}
			return 0
		}
		switch {
		case c < len(pieces):
			out = append(out, op{text: pieces[c]})
		case c < len(pieces)+2*len(finals):
			f := finals[(c-len(pieces))%len(finals)]
			out = append(out, op{text: fmt.Sprintf("\x1b[%d;%d%c", num()%40, num()%40, f)})
		case c < len(pieces)+2*len(finals)+10:
			out = append(out, op{cols: num()%30 + 1, rows: num()%12 + 1})
		default:
			out = append(out, op{text: string([]byte{byte(num())})})
		}
	}
	return out
}

// play writes the text between two resizes in pieces of n bytes, 0: whole.
func play(t *testing.T, ops []op, n int, engine emulator.Factory) (*emulator.Screen, emulator.Terminal) {
	term := engine(emulator.Options{Cols: 20, Rows: 6, Scrollback: 20})
	var text strings.Builder
	write := func() {
		for b := []byte(text.String()); len(b) > 0; {
			k := len(b)
			if n > 0 {
				k = min(n, k)
			}
			if err := term.Write(b[:k]); err != nil {
				t.Fatal(err)
			}
			b = b[k:]
			if core, ok := term.(*terminal); ok {
				if err := broken(core); err != nil {
					t.Fatalf("%v\n%+q", err, fmt.Sprint(ops))
				}
			}
		}
		text.Reset()
	}
	for _, o := range ops {
		if o.text != "" {
			text.WriteString(o.text)
			continue
		}
		write()
		term.Resize(o.cols, o.rows)
	}
	write()
	var s emulator.Screen
	term.Snapshot(&s)
	return &s, term
}

func addSeeds(f *testing.F) {
	for i := range 40 { // so that the corpus reaches every piece at once
		var b []byte
		for j := range 40 {
			b = append(b, byte(i*7+j*(i+3)))
		}
		f.Add(b)
	}
}

// Any bytes, any sizes, any chunks: no panic, nothing broken within, and the
// same state as in one chunk.
func FuzzWrite(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		start := time.Now()
		program := ops(data)
		whole, a := play(t, program, 0, New)
		for _, n := range []int{1, 3} {
			split, b := play(t, program, n, New)
			if d := difference(whole, split); d != "" {
				t.Fatalf("split by %d: %s\n%+q", n, d, fmt.Sprint(program))
			}
			if x, y := string(a.Replies()), string(b.Replies()); n == 1 && x != y {
				t.Fatalf("replies %q, split %q", x, y)
			}
			if x, y := fmt.Sprint(lines(whole.Table, a.Scrollback())), fmt.Sprint(lines(split.Table, b.Scrollback())); x != y {
				t.Fatalf("scrollback %q, split %q\n%+q", x, y, fmt.Sprint(program))
			}
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("took %v: %+q", d, fmt.Sprint(program))
		}
	})
}

// difference compares screens of two terminals, whose tables number clusters
// differently.
func difference(a, b *emulator.Screen) string {
	if x, y := show(a), show(b); x != y {
		return fmt.Sprintf("screen %q, split %q", x, y)
	}
	for r := range a.Rows {
		if x, y := styles(a, r), styles(b, r); x != y {
			return fmt.Sprintf("row %d: %s, split %s", r, x, y)
		}
		if a.Wrapped[r] != b.Wrapped[r] {
			return fmt.Sprintf("row %d: wrapped %v, split %v", r, a.Wrapped[r], b.Wrapped[r])
		}
	}
	if a.Modes != b.Modes || a.Cursor != b.Cursor || a.Title != b.Title || a.Bells != b.Bells || a.Scrolled != b.Scrolled {
		return fmt.Sprintf("%+v %+v, split %+v %+v", a.Modes, a.Cursor, b.Modes, b.Cursor)
	}
	return ""
}

// Inputs that make x/vt alone hang or take memory without bound.
func TestHugeInputs(t *testing.T) {
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
			start := time.Now()
			for _, n := range []int{len(tt.in), 997} {
				term := newTerm(80, 24)
				for rest := tt.in; rest != ""; {
					k := min(n, len(rest))
					feed(t, term, rest[:k])
					rest = rest[k:]
				}
				if s := feed(t, term, "\x1b\\\x1bcOK"); s.Text() != "OK" {
					t.Errorf("%q", s.Text())
				}
			}
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}
