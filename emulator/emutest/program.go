package emutest

import (
	"fmt"
	"strings"
	"testing"

	"scenario/emulator"
)

// Pieces are what a fuzzed program is made of: a byte of the input chooses one.
func Pieces() []string {
	return []string{
		"hello world this is long text ", "a", "b\r\n", "\n", "\r", "\b", "\t", "\x0e", "\x0f", "\x1b(0", "\x1b(B", "\x1b)0",
		"中文", "中", "❤️", "👩‍👩‍👧‍👧", "🇩🇪", "🇩", "e\u0301", "\u0301", "\u200d", "\ufe0f", "\xe2\x82", "\xff", "\u009b", "\x9b1m",
		"\x1b7", "\x1b8", "\x1bM", "\x1bD", "\x1bE", "\x1bH", "\x1bc", "\x1b#8", "\x1b6", "\x1b9", "\x1bN", "\x1bZ",
		"\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\x1b[?1047l", "\x1b[?6h", "\x1b[?6l", "\x1b[?7l", "\x1b[?7h",
		"\x1b[?45h", "\x1b[?69h", "\x1b[?69l", "\x1b[4h", "\x1b[4l", "\x1b[20h", "\x1b[?2026h", "\x1b[?2026l", "\x1b[!p", "\x1b[1;31m", "\x1b[m",
		"\x1b[1;2;3;9$z", "\x1b[65;2;2;5;9$x", "\x1b[1;1;4;9;1;2;4;1$v", "\x1b[1;2;3;9${", "\x1b[1;2;3;9;1;7$r", "\x1b[1;2;3;9;0$t", "\x1b[2*x", "\x1bVp\x1bW",
		"각", "ᄀ", "ᅡ", "ᆨ", "क\u094d", "त", "\u0600", "\u0d4e", "1\ufe0f", "\x1b[48;2;1;2;3m", "\x1b[4:3;58:5:9m", "\x1b]8;;http://x\a", "\x1b]8;;\a", "\x1b]0;ti✜tle\a", "\x1b]4;1;?\x1b\\", "\x1bP$qm\x1b\\",
		"\x1b]133;A\a", "\x1b[1\"q", "\x1b[?J", "\x1b[?K", "\x1b[", "\x1b]", "\x1bP", "\x1b_x", "\x1b\\", "\x18", "\x07", "\x1b[99999999999b",
	}
}

// latePieces are chosen by the highest bytes: inputs that were found before they
// came keep their meaning.
func latePieces() []string { return []string{"\x1b[?5h", "\x1b[?5l", "\x1b-A"} }

// finals are control sequences that get two numbers from the input.
const finals = "@ABCDEFGHIJKLMPSTXZ`abdefgrsu"

// Op is one part of a fuzzed program: bytes, or a resize.
type Op struct {
	Text       string
	Cols, Rows int // of a resize, when Text is empty
}

// Program is the program that fuzzed data stands for.
func Program(data []byte) []Op {
	var out []Op
	pieces, late := Pieces(), latePieces()
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
			out = append(out, Op{Text: pieces[c]})
		case c < len(pieces)+2*len(finals):
			f := finals[(c-len(pieces))%len(finals)]
			out = append(out, Op{Text: fmt.Sprintf("\x1b[%d;%d%c", num()%40, num()%40, f)})
		case c < len(pieces)+2*len(finals)+10:
			out = append(out, Op{Cols: num()%30 + 1, Rows: num()%12 + 1})
		case c > 0xff-len(late):
			out = append(out, Op{Text: late[0xff-c]})
		default:
			out = append(out, Op{Text: string([]byte{byte(num())})})
		}
	}
	return out
}

// Play runs a program on a new terminal of 20x6: the text between two resizes
// goes in pieces of n bytes, 0: whole.
func (e Engine) Play(t *testing.T, program []Op, n int) (*emulator.Screen, emulator.Terminal) {
	t.Helper()
	term := e.New(emulator.Options{Cols: 20, Rows: 6, Scrollback: 20})
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
			if e.Broken != nil {
				if err := e.Broken(term); err != nil {
					t.Fatalf("%v\n%+q", err, fmt.Sprint(program))
				}
			}
		}
		text.Reset()
	}
	for _, o := range program {
		if o.Text != "" {
			text.WriteString(o.Text)
			continue
		}
		write()
		term.Resize(o.Cols, o.Rows)
	}
	write()
	return Feed(t, term, ""), term
}

// AddSeeds adds data that reaches every piece.
func AddSeeds(f *testing.F) {
	for i := range 40 {
		var b []byte
		for j := range 40 {
			b = append(b, byte(i*7+j*(i+3)))
		}
		f.Add(b)
	}
}
