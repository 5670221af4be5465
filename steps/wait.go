package steps

import (
	"context"
	"errors"
	"time"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps/match"
)

// Wait waits until a condition holds; as expect it is also an assertion of the
// report.
type Wait struct {
	Expect bool
	Cond   match.Condition
}

// DecodeNode takes a CONDITION.
func (a *Wait) DecodeNode(d *doc.Decoder, n *doc.Node) { a.Cond.DecodeNode(d, n) }

// Check warns when the awaited text is what the step before types itself.
func (a *Wait) Check(c *Checker) {
	a.warnEcho(c)
	c.Session.Typed = ""
}

// Summary is the condition as messages show it.
func (a *Wait) Summary() string { return oneLine(a.Cond.String()) }

func (a *Wait) verb() string {
	if a.Expect {
		return "expect"
	}
	return "wait"
}

// Run waits.
func (a *Wait) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	err = e.await(ctx, t, &a.Cond, a.verb())
	var f *Failure
	if a.Expect && (err == nil || errors.As(err, &f)) {
		p := event.AssertionPayload{StepIndex: e.Index, OK: err == nil, Expected: a.Cond.String(), Session: t.Name, CastSeq: t.CastSeq()}
		if f != nil {
			p.Actual = f.Message
		}
		e.Emit(event.Assertion, p)
	}
	return err
}

const (
	// quietStart is how long after an input that nothing answered a negative
	// condition begins to count.
	quietStart = 500 * time.Millisecond
)

// await waits until the condition holds in the step's session.
func (e *Env) await(ctx context.Context, t *Term, c *match.Condition, verb string) error {
	if err := t.Answer(ctx); err != nil && !errors.Is(err, session.ErrExited) && ctx.Err() == nil {
		return err
	}
	bound, err := c.Bind(e.text)
	if err != nil {
		return err
	}
	var last match.Result
	held := holder{need: c.Hold()}
	v, err := t.Until(ctx, func(v *session.View) (bool, time.Duration) {
		last = bound.Eval(t.subject(e, v))
		if v.Exit != nil && c.WantsExit() {
			t.examined = true
		}
		return held.look(v, last)
	})
	if err == nil {
		// A screen that is recorded must have settled before the next step; a
		// test alone can go on at once.
		if !e.Recorded() {
			t.dirty = false
		}
		return nil
	}
	if errors.Is(err, session.ErrExited) || errors.Is(err, context.DeadlineExceeded) {
		return e.missed(t, v, bound, last, err)
	}
	return err
}

// holder lets a condition hold for some time without a break before it counts.
type holder struct {
	need  time.Duration
	since time.Time // first true; zero: false
}

func (h *holder) look(v *session.View, r match.Result) (bool, time.Duration) {
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
	from := h.since
	if start := v.Answered; !start.IsZero() {
		from = later(from, start)
	} else {
		input := v.LastInput
		if input.IsZero() {
			input = v.Started
		}
		from = later(from, input.Add(quietStart))
	}
	if rest := from.Add(h.need).Sub(v.Now); rest > 0 {
		return false, rest
	}
	return true, 0
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// subject is what a condition looks at.
func (t *Term) subject(e *Env, v *session.View) *match.Subject {
	s := &match.Subject{
		Screen: v.Screen, Scrollback: v.Scrollback, Output: t.output,
		Quiet: v.Now.Sub(v.Changed), BellsAtInput: v.BellsAtInput, InputScreen: v.InputScreen,
		ReadFile: e.ReadFile,
		QuietIn:  func(r match.Region) time.Duration { return t.quietIn(v, r) },
	}
	if t.Shell != nil {
		s.Entered = t.enteredSpans(v.Screen)
	}
	if v.Exit != nil {
		s.Exit = &match.Exit{Status: v.Exit.Status, Signal: v.Exit.Signal}
	}
	return s
}

// warnEcho warns of a wait that the echo of the step before ends at once. The
// command lines at a shell's prompt don't count, so there it can't happen.
func (a *Wait) warnEcho(c *Checker) {
	if c.Session.Typed == "" || c.Session.Shell {
		return
	}
	for _, t := range a.Cond.Texts() {
		if !t.In(c.Session.Typed) {
			continue
		}
		n := nodeAt(c.Step.Value, t.Pos)
		if n == nil {
			n = c.Step.Value
		}
		c.Errorf(n, "wait for something that only the answer shows", "the step before types this text: its echo ends the wait").Warning = true
		return
	}
}
