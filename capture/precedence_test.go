package capture

import (
	"testing"

	"scenario/event"
)

// TestStepChangesTheLook: a look step changes the theme, the cursor and the keys of
// what plays on; what a recording has of its own stays.
func TestStepChangesTheLook(t *testing.T) {
	run := look()
	run.Keys = "all"
	s := &Source{Log: []event.Envelope{{Kind: event.RunStarted, Payload: event.RunStartedPayload{Look: run}}}}
	step := run
	step.Keys, step.Theme, step.Cursor, step.Padding = "none", "nord", !run.Cursor, 99

	got := s.restyled(run, &step)
	if got.Keys != "none" || got.Theme != "nord" || got.Cursor == run.Cursor || got.Padding != run.Padding {
		t.Errorf("got keys %s, theme %s, cursor %v, padding %d", got.Keys, got.Theme, got.Cursor, got.Padding)
	}
	own := run
	own.Keys = "chords"
	if got := s.restyled(own, &step); got.Keys != "chords" || got.Theme != "nord" {
		t.Errorf("a recording of its own: keys %s, theme %s", got.Keys, got.Theme)
	}
}
