package emutest

import (
	"errors"
	"strings"
	"testing"

	"scenario/emulator"
)

// The last bytes are told, at least up to the one that broke the engine.
func (e Engine) fault(t *testing.T) {
	term := e.term(10, 2)
	Feed(t, term, "before")
	e.Break(term)
	err := term.Write([]byte("x\tboom"))
	var f *emulator.Fault
	if !errors.As(err, &f) || !strings.HasPrefix(string(f.Tail), "beforex\t") || !strings.HasPrefix("beforex\tboom", string(f.Tail)) {
		t.Fatalf("%v", err)
	}
	if err := term.Write([]byte("more")); !errors.As(err, &f) {
		t.Errorf("after a fault: %v", err)
	}
	term.Resize(20, 5)
	var s emulator.Screen
	term.Snapshot(&s)
	if s.Text() != "beforex" {
		t.Errorf("%q", s.Text())
	}
}
