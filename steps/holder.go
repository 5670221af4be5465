package steps

import (
	"time"

	"scenario/session"
	"scenario/steps/match"
)

// quietStart is how long after an input that nothing answered a condition that
// must hold for some time begins to count.
const quietStart = 500 * time.Millisecond

// holder lets a condition hold for some time without a break before it counts:
// from the first output after the last input, or from 500 ms after it when none
// comes.
type holder struct {
	need  time.Duration
	since time.Time // it holds since; zero: it does not
}

// look takes the answer of the condition for one view. It returns whether it
// has held long enough, and otherwise when to look again though nothing changes.
func (h *holder) look(v *session.View, r match.Result) (done bool, again time.Duration) {
	if !r.OK {
		h.since = time.Time{}
		return false, r.Again
	}
	if h.need == 0 || v.Exit != nil {
		return true, 0
	}
	if h.since.IsZero() {
		h.since = v.Now
	}
	rest := later(h.since, counts(v)).Add(h.need).Sub(v.Now)
	if rest <= 0 {
		return true, 0
	}
	if r.Again > 0 {
		rest = min(rest, r.Again)
	}
	return false, rest
}

// counts is from when on it counts that a condition holds.
func counts(v *session.View) time.Time {
	switch {
	case !v.Answered.IsZero():
		return v.Answered
	case v.LastInput.IsZero():
		return v.Started.Add(quietStart)
	}
	return v.LastInput.Add(quietStart)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
