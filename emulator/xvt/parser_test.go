package xvt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/emulator/internal/vt"
)

// trace writes down what the parser calls.
type trace struct{ strings.Builder }

func (t *trace) text(b []byte)  { fmt.Fprintf(t, "text %q\n", b) }
func (t *trace) control(c byte) { fmt.Fprintf(t, "control %02x\n", c) }
func (t *trace) esc(s *vt.Sequence) {
	fmt.Fprintf(t, "esc %q %c\n", s.Inter[:s.NInter], s.Final)
}
func (t *trace) csi(s *vt.Sequence) {
	fmt.Fprintf(t, "csi %q %v %q %c\n", s.Marker, params(s), s.Inter[:s.NInter], s.Final)
}
func (t *trace) osc(data []byte, bel bool) { fmt.Fprintf(t, "osc %q %v\n", data, bel) }
func (t *trace) dcs(s *vt.Sequence, data []byte) {
	fmt.Fprintf(t, "dcs %v %q %c %q\n", params(s), s.Inter[:s.NInter], s.Final, data)
}

// param is a parameter; sub means that a colon stands before it.
type param struct {
	value int32
	sub   bool
}

func params(s *vt.Sequence) []param {
	all := make([]param, s.N)
	for i := range all {
		all[i] = param{s.V[i], s.IsSub(i)}
	}
	return all
}

func TestParser(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"text", "abc\r", "text \"abc\"\ncontrol 0d\n"},
		{"DEL is nothing", "a\x7fb", "text \"a\"\ntext \"b\"\n"},
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
		{"a character ends it", "\x1b[1éX", "text \"éX\"\n"},
		{"OSC ST", "\x1b]0;a✜\x1b\\", "osc \"0;a✜\" false\n"},
		{"OSC BEL", "\x1b]0;a\aX", "osc \"0;a\" true\ntext \"X\"\n"},
		{"OSC cancelled by ESC", "\x1b]0;a\x1b[mX", "csi '\\x00' [] \"\" m\ntext \"X\"\n"},
		{"DCS", "\x1bP1$qm\x1b\\X", "dcs [{1 false}] \"$\" q \"m\"\ntext \"X\"\n"},
		{"BEL within DCS", "\x1bPqa\ab\x1b\\", "dcs [] \"\" q \"ab\"\n"},
		{"APC, PM, SOS", "\x1b_Ga\x1b\\\x1b^b\x1b\\\x1bXc\x1b\\X", "text \"X\"\n"},
		{"too long", "\x1b]0;" + strings.Repeat("x", maxString) + "\aX", "text \"X\"\n"},
		{"nF", "\x1b(0\x1b#8\x1b%G", "esc \"(\" 0\nesc \"#\" 8\nesc \"%\" G\n"},
		{"incomplete at the end", "a\xe4\xb8", "text \"a\"\n"},
		{"incomplete, then a control", "\xe4\xb8\r", "text \"\\xe4\\xb8\"\ncontrol 0d\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p parser
			var got trace
			p.write([]byte(tt.in), &got)
			// Without ESC \ that stands for itself after a string.
			if d := cmp.Diff(tt.want, strings.ReplaceAll(got.String(), "esc \"\" \\\n", "")); d != "" {
				t.Error(d)
			}
		})
	}
}
