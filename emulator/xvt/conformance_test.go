package xvt

import (
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/emulator/emutest"
)

func engine() emutest.Engine {
	return emutest.Engine{
		Depends: joinsLater,
		New:     New,
		Differs: differences(),
		Break:   func(t emulator.Terminal) { t.(*terminal).tabs = nil },
	}
}

func TestConformance(t *testing.T) { engine().Run(t) }

func FuzzWrite(f *testing.F) { engine().FuzzWrite(f) }

func newTerm(cols, rows int) emulator.Terminal {
	return New(emulator.Options{Cols: cols, Rows: rows})
}

// joinsLater: what joins a character to the one before it can come with it or in
// a write of its own, which decides what x/vt shows: in the last column while
// autowrap is off (U+FE0F, U+200D), and behind a character that joins what
// follows (Prepend, as U+0600).
func joinsLater(program []emutest.Op) bool {
	var b strings.Builder
	for _, o := range program {
		b.WriteString(o.Text)
	}
	text := b.String()
	return strings.Contains(text, "\x1b[?7l") && strings.ContainsAny(text, "\ufe0f\u200d") ||
		strings.ContainsAny(text, "\u0600\u0d4e") && strings.ContainsAny(text, "\ufe0f\u200d")
}
