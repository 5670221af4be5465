package steps

import (
	"context"

	"scenario/event"
)

// SendRaw sends bytes as they are, for what no step has a word for; text says in
// messages what was sent. It waits for the answer as a key does.
func (e *Env) SendRaw(ctx context.Context, p []byte, text string) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	if err := e.between(ctx, t); err != nil {
		return err
	}
	t.lastText = text
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: event.InputKey})
	return e.send(ctx, t, p, false)
}
