package xvt

import (
	"testing"

	"scenario/emulator"
	"scenario/emulator/emutest"
)

func engine() emutest.Engine {
	return emutest.Engine{
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
