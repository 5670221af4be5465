package capture

import (
	"io"

	"scenario/event"
)

// ReadLog keeps the events of a log that drawing needs.
func ReadLog(r io.Reader) ([]event.Envelope, error) {
	var kept []event.Envelope
	err := event.Read(r, func(e event.Envelope) error {
		switch e.Kind {
		case event.RunStarted, event.StepStarted, event.Timeline, event.SessionExited:
			kept = append(kept, e)
		}
		return nil
	})
	return kept, err
}
