package vt

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// trace writes down what the parser calls.
type trace struct {
	out strings.Builder
	run []byte // ASCII, which may come in parts
}

func (t *trace) add(format string, args ...any) {
	if len(t.run) > 0 {
		fmt.Fprintf(&t.out, "text %q\n", t.run)
		t.run = nil
	}
	fmt.Fprintf(&t.out, format, args...)
}

func (t *trace) ASCII(b []byte)  { t.run = append(t.run, b...) }
func (t *trace) Char(r rune)     { t.add("char %q\n", r) }
func (t *trace) Control(c byte)  { t.add("control %02x\n", c) }
func (t *trace) Esc(s *Sequence) { t.add("esc %q %c\n", s.Inter[:s.NInter], s.Final) }
func (t *trace) CSI(s *Sequence) {
	t.add("csi %q %v %q %c\n", s.Marker, params(s), s.Inter[:s.NInter], s.Final)
}
func (t *trace) OSC(data []byte, bel bool) { t.add("osc %q %v\n", data, bel) }
func (t *trace) DCS(s *Sequence, data []byte) {
	t.add("dcs %v %q %c %q\n", params(s), s.Inter[:s.NInter], s.Final, data)
}
func (t *trace) Skipped() { t.add("skipped\n") }

// functions are the functions without ESC \ that stands for itself after a string.
func (t *trace) functions() string {
	t.add("")
	return strings.ReplaceAll(t.out.String(), "esc \"\" \\\n", "")
}

// param is a parameter; sub means that a colon stands before it.
type param struct {
	value int32
	sub   bool
}

func params(s *Sequence) []param {
	all := make([]param, s.N)
	for i := range all {
		all[i] = param{s.V[i], s.IsSub(i)}
	}
	return all
}

func TestParser(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"text", "abc\r", "text \"abc\"\ncontrol 0d\n"},
		{"DEL", "a\x7fb", "text \"a\"\ncontrol 7f\ntext \"b\"\n"},
		{"parameters", "\x1b[1;;3:4m", "csi '\\x00' [{1 false} {-1 false} {3 false} {4 true}] \"\" m\n"},
		{"leading semicolon", "\x1b[;5H", "csi '\\x00' [{-1 false} {5 false}] \"\" H\n"},
		{"marker and intermediate", "\x1b[?2026$p", "csi '?' [{2026 false}] \"$\" p\n"},
		{"marker too late", "\x1b[1?hX", "text \"X\"\n"},
		{"parameter after intermediate", "\x1b[ 1qX", "text \"X\"\n"},
		{"three intermediates", "\x1b[!!!pX", "text \"X\"\n"},
		{"clamped", "\x1b[99999999999999999999A", "csi '\\x00' [{65536 false}] \"\" A\n"},
		{"C0 within", "\x1b[1\n2A", "control 0a\ncsi '\\x00' [{12 false}] \"\" A\n"},
		{"CAN", "\x1b[1\x18mX", "text \"mX\"\n"},
		{"ESC begins anew", "\x1b[1\x1b[2m", "csi '\\x00' [{2 false}] \"\" m\n"},
		{"a character ends it", "\x1b[1éX", "char 'é'\ntext \"X\"\n"},
		{"OSC ST", "\x1b]0;a✜\x1b\\", "osc \"0;a✜\" false\n"},
		{"OSC BEL", "\x1b]0;a\aX", "osc \"0;a\" true\ntext \"X\"\n"},
		{"OSC cancelled by ESC", "\x1b]0;a\x1b[mX", "csi '\\x00' [] \"\" m\ntext \"X\"\n"},
		{"DCS", "\x1bP1$qm\x1b\\X", "dcs [{1 false}] \"$\" q \"m\"\ntext \"X\"\n"},
		{"BEL within DCS", "\x1bPqa\ab\x1b\\", "dcs [] \"\" q \"ab\"\n"},
		{"APC, PM, SOS", "\x1b_Ga\x1b\\\x1b^b\x1b\\\x1bXc\x1b\\X", "skipped\nskipped\nskipped\ntext \"X\"\n"},
		{"too long", "\x1b]0;" + strings.Repeat("x", maxString) + "\aX", "skipped\ntext \"X\"\n"},
		{"nF", "\x1b(0\x1b#8\x1b%G", "esc \"(\" 0\nesc \"#\" 8\nesc \"%\" G\n"},
		{"incomplete at the end", "a\xe4\xb8", "text \"a\"\n"},
		{"incomplete, then a control", "\xe4\xb8\r", "char '�'\ncontrol 0d\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for n := 1; n <= len(tt.in); n += max(1, len(tt.in)/40) { // in writes of n bytes
				var p Parser
				var got trace
				for b := range slices.Chunk([]byte(tt.in), n) {
					p.Feed(b, &got)
				}
				if d := cmp.Diff(tt.want, got.functions()); d != "" {
					t.Errorf("in writes of %d: %s", n, d)
				}
			}
		})
	}
}
