package capture

import (
	"io"

	"scenario/event"
)

// ReadLog keeps the events of a log that drawing needs.
func ReadLog(r io.Reader) ([]event.Envelope, error) {
	var kept []event.Envelope
	err := event.Read(r, func(e event.Envelope) error {
		if Needs(e.Kind) {
			kept = append(kept, e)
		}
		return nil
	})
	return kept, err
}

// Needs reports whether events of a kind say something of how a run is drawn.
func Needs(k event.Kind) bool {
	switch k {
	case event.RunStarted, event.StepStarted, event.Timeline, event.SessionExited:
		return true
	}
	return false
}
