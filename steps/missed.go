package steps

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps/match"
)

// missed explains a condition that did not come true: what came nearest, what
// was sent last and how long the screen has been as it is.
func (e *Env) missed(t *Term, v *session.View, b match.Bound, r match.Result, err error) error {
	s := t.subject(e, v)
	f := &Failure{Screen: v.Screen}
	if n := b.Nearest(s); n != nil {
		f.Details = append(f.Details, "nearest: "+nearText(n))
		if n.Row >= 0 {
			f.Near.Row, f.Near.Col, f.Near.Width = n.Row, n.Col, n.Width
		}
	}
	if r.Of != nil {
		f.Pos, f.Subject = r.Of.Pos, r.Of.String()
		if n := nodeAt(e.Step.Value, r.Of.Pos); n != nil {
			f.Width = n.Width()
		}
	}
	v = t.View() // the screen is the same, the time is not
	what, ago := t.lastInput(v)
	if errors.Is(err, session.ErrExited) {
		f.Message = t.Program + " " + ended(v.Exit)
		times := Span(v.Exit.At.Sub(v.Started)) + " after the start"
		if !v.LastInput.IsZero() {
			times += fmt.Sprintf(", %s after %s", Span(v.Exit.At.Sub(v.LastInput)), what)
		}
		f.Details = append(f.Details, times)
		return f
	}
	f.Timeout = true
	f.Message = r.Why + " within " + Span(e.Timeout)
	if r.OK {
		f.Message = "did not stay so within " + Span(e.Timeout)
	}
	f.Hint = e.missHint(t, v, what, ago)
	if len(v.Unanswered) > 0 {
		f.Details = append(f.Details, "the program asked the terminal what it does not answer: "+strings.Join(v.Unanswered, " "))
	}
	return f
}

func (e *Env) missHint(t *Term, v *session.View, what string, ago time.Duration) string {
	still := v.Now.Sub(v.Changed)
	switch {
	case v.Screen.Text() == "" && v.Answered.IsZero():
		return t.Program + " has not written anything yet"
	case still < time.Second:
		return "the screen was still changing"
	case ago-still < 100*time.Millisecond && ago-still > -time.Second:
		return fmt.Sprintf("the screen has not changed since %s, %s before", what, Span(ago))
	}
	return fmt.Sprintf("the screen has not changed for %s; the last input was %s, %s before", Span(still), what, Span(ago))
}

// nearText is a near miss in words: `"4/4 (0)" in row 11, columns 3-9: one
// character differs`.
func nearText(n *match.Near) string {
	where := fmt.Sprintf("in row %d", n.Row+1)
	if n.Row < 0 {
		return quote(n.Text) + ": " + n.How
	}
	if n.Width == 1 {
		where += fmt.Sprintf(", column %d", n.Col+1)
	} else if n.Width > 1 {
		where += fmt.Sprintf(", columns %d-%d", n.Col+1, n.Col+n.Width)
	}
	if n.Width == 0 {
		return n.How
	}
	return quote(n.Text) + " " + where + ": " + n.How
}

// nodeAt finds the value that stands at a place.
func nodeAt(n *doc.Node, at doc.Pos) *doc.Node {
	if n.Pos == at {
		return n
	}
	for _, item := range n.Items {
		if m := nodeAt(item, at); m != nil {
			return m
		}
	}
	for _, p := range n.Pairs {
		if m := nodeAt(p.Value, at); m != nil {
			return m
		}
	}
	return nil
}
