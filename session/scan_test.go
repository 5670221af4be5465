package session

import (
	"bytes"
	"testing"
)

func TestNextSequence(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want string // the sequence
		kind seqKind
	}{
		{"plain", "", seqNone},
		{"a\x1b[?2026hb", "\x1b[?2026h", seqSync},
		{"a\x1b[31m\x1b[?1049;2026hb", "\x1b[?1049;2026h", seqSync},
		{"\x1b[?2026l\x1b[?12026h\x1b[2026h", "", seqNone},
		{"\x1b[?2026$p", "\x1b[?2026$p", seqQuery},
		{"\x1b[c", "\x1b[c", seqQuery},
		{"x\x1b[>0c", "\x1b[>0c", seqQuery},
		{"\x1b[?1;2c", "", seqNone}, // an answer
		{"\x1b[6n", "\x1b[6n", seqQuery},
		{"\x1b[>4n", "", seqNone},
		{"\x1b[>q", "\x1b[>q", seqQuery},
		{"\x1b[2 q", "", seqNone}, // DECSCUSR
		{"\x1b[?u", "\x1b[?u", seqQuery},
		{"\x1b[u", "", seqNone},
		{"\x1b[18t", "\x1b[18t", seqQuery},
		{"\x1b[8;24;80t", "", seqNone},
		{"\x1b]11;?\x1b\\x", "\x1b]11;?\x1b\\", seqQuery},
		{"\x1b]4;1;?\a", "\x1b]4;1;?\a", seqQuery},
		{"\x1b]2;title?\a", "", seqNone},
		{"\x1bP+q544e\x1b\\", "\x1bP+q544e\x1b\\", seqQuery},
		{"\x1bP$qm\x1b\\", "\x1bP$qm\x1b\\", seqQuery},
		{"\x1b_Gi=31,a=q;AAAA\x1b\\", "\x1b_Gi=31,a=q;AAAA\x1b\\", seqQuery},
		{"\x1b]2;cut off\x1b[6n", "\x1b[6n", seqQuery},
		{"\x1b", "", seqNone},
		{"\x1b[?20", "", seqNone},
		{"\x1b]11;?", "", seqNone},
		{"\x1b\x1b[6n", "\x1b[6n", seqQuery},
	} {
		before, n, kind := nextSequence([]byte(tt.in))
		if got := tt.in[before : before+n]; got != tt.want || kind != tt.kind {
			t.Errorf("%q: %q (%d), want %q (%d)", tt.in, got, kind, tt.want, tt.kind)
		}
	}
}

func FuzzNextSequence(f *testing.F) {
	f.Add([]byte("a\x1b[?2026hb\x1b]11;?\x1b\\\x1b"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var all []byte
		for p := in; len(p) > 0; {
			before, n, kind := nextSequence(p)
			if before < 0 || n < 0 || before+n > len(p) || before+n == 0 || (n > 0) != (kind != seqNone) {
				t.Fatalf("%q: %d, %d, %d", p, before, n, kind)
			}
			all = append(all, p[:before+n]...)
			p = p[before+n:]
		}
		if !bytes.Equal(all, in) {
			t.Errorf("%q became %q", in, all)
		}
	})
}
