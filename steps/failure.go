package steps

import (
	"fmt"
	"time"

	"scenario/session"
)

// failure makes a failure with the present screen.
func (t *Term) failure(format string, args ...any) *Failure {
	return &Failure{Message: fmt.Sprintf(format, args...), Screen: t.View().Screen}
}

// ended says how a program ended: "ended with status 1".
func ended(x *session.Exit) string {
	switch {
	case x == nil:
		return "has not ended"
	case x.Signal != "":
		return "was ended by signal " + x.Signal
	}
	return fmt.Sprintf("ended with status %d", x.Status)
}

// Span prints a duration as people write it in a scenario: 10s, 1m30s, 0.9s,
// 150ms.
func Span(d time.Duration) string {
	switch {
	case d >= time.Minute:
		d = d.Round(time.Second)
		if d%time.Minute == 0 {
			return fmt.Sprintf("%dm", d/time.Minute)
		}
		return fmt.Sprintf("%dm%ds", d/time.Minute, d%time.Minute/time.Second)
	case d >= 100*time.Millisecond && d%time.Second != 0:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%ds", d/time.Second)
	}
	return fmt.Sprintf("%dms", d.Milliseconds())
}
