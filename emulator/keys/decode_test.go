package keys

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/emulator"
)

func TestDecode(t *testing.T) {
	for _, tt := range []struct {
		in, want string
	}{
		{"ls -l\r", `"ls -l" enter`},
		{"\x1b[A\x1b[B", "up down"},
		{"\x03", "ctrl+c"},
		{"\n", "ctrl+j"},
		{"\x1b", "escape"},
		{"\x1b:wq\r", `alt+: "wq" enter`},
		{"\x1b[1;5C", "ctrl+right"},
		{"\x1b[Z", "shift+tab"},
		{"\x7f\t", "backspace tab"},
		{"\x00", "ctrl+space"},
		{"中\xff", `"中" 0xff`},
	} {
		if got := show(Decode([]byte(tt.in), emulator.Modes{})); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.in, got, tt.want)
		}
	}
	if got := show(Decode([]byte("\x1bOA"), emulator.Modes{AppCursor: true})); got != "up" {
		t.Errorf("application cursor keys: %s", got)
	}
}

func show(parts []Part) string {
	var words []string
	for _, p := range parts {
		switch {
		case p.Text != "":
			words = append(words, `"`+p.Text+`"`)
		case p.Raw != nil:
			words = append(words, "0x"+hex(p.Raw))
		default:
			words = append(words, p.Key.String())
		}
	}
	return strings.Join(words, " ")
}

func hex(p []byte) string {
	const digits = "0123456789abcdef"
	var b strings.Builder
	for _, c := range p {
		b.WriteByte(digits[c>>4])
		b.WriteByte(digits[c&15])
	}
	return b.String()
}

// What was taken apart gives the same bytes again.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"ls\r", "\x1b[1;5C\x1b", "e\u0301👩‍👧", "\x1b\x1b[A", "\xe2\x82"} {
		f.Add([]byte(s), false)
	}
	f.Fuzz(func(t *testing.T, p []byte, app bool) {
		m := emulator.Modes{AppCursor: app}
		var again []byte
		for _, part := range Decode(p, m) {
			again = append(again, part.Text...)
			again = append(again, part.Raw...)
			if part.Text == "" && part.Raw == nil {
				again = append(again, Encode(part.Key, m)...)
			}
		}
		if !bytes.Equal(p, again) {
			t.Fatal(cmp.Diff(p, again))
		}
	})
}
