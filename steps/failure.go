package steps

import (
	"fmt"

	"scenario/emulator"
	"scenario/internal/doc"
	"scenario/session"
)

// Failure is a step whose program did not do what was asked.
type Failure struct {
	Pos     doc.Pos // of the mistake inside the step; zero: the step's value
	Width   int     // columns underlined there
	Subject string  // what exactly failed, when it is a part of the step: `"4/4 (2)"`
	Message string  // without the step: `not on the screen within 10s`
	Whole   bool    // Message says all
	Details []string
	Hint    string
	Timeout bool
	Blocked bool             // the run could not go on for a reason outside of it
	Soft    bool             // the run goes on, to fail at its end with this, and is not tried again
	Screen  *emulator.Screen // what was on the screen; nil: there is no terminal
	// Near is the nearest match on Screen, in cells from 0; Width 0: none.
	Near struct{ Row, Col, Width int }
}

func (f *Failure) Error() string { return f.Message }

// failure makes a failure with the present screen.
func (t *Term) failure(format string, args ...any) *Failure {
	return &Failure{Message: fmt.Sprintf(format, args...), Screen: t.View().Screen}
}

// ended says how a program ended: "ended with status 1".
func ended(x *session.Exit) string {
	if x == nil {
		return "has not ended"
	}
	return x.String()
}
