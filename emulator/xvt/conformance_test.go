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
// a write of its own, which decides what x/vt shows: U+FE0F, U+200D, a mark, a
// Prepend or half a flag alone, and any of them in the last column while autowrap
// is off.
func joinsLater(program []emutest.Op) bool {
	const joiners = "\ufe0f\u200d\u0301\u0600\u0d4e🇩"
	noWrap, joins := false, false
	for _, o := range program {
		if o.Text != "" && strings.Trim(o.Text, joiners) == "" {
			return true
		}
		noWrap = noWrap || strings.Contains(o.Text, "\x1b[?7l")
		joins = joins || strings.ContainsAny(o.Text, joiners)
	}
	return noWrap && joins
}
