package xvt

import (
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/emulator/emutest"
)

func engine() emutest.Engine {
	return emutest.Engine{
		Depends: growsWithoutWrap,
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

// growsWithoutWrap: a character in the last column is joined or made wide by what
// follows it (U+FE0F, U+200D) while autowrap is off; whether it was written with
// it decides what is left.
func growsWithoutWrap(program []emutest.Op) bool {
	var text strings.Builder
	for _, o := range program {
		text.WriteString(o.Text)
	}
	return strings.Contains(text.String(), "\x1b[?7l") && strings.ContainsAny(text.String(), "\ufe0f\u200d")
}
