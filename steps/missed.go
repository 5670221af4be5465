package steps

import (
	"errors"
	"fmt"
	"time"

	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps/match"
)

// missed explains a condition that did not come true: what came nearest, what
// was sent last and how long the screen has been as it is.
func (e *Env) missed(t *Term, v *session.View, b match.Bound, r match.Result, err error) *Failure {
	f := &Failure{Screen: v.Screen}
	s, l := t.subject(e, v, quietRegions{}), linesOf(v)
	nearest := b.Nearest(s)
	if nearest != nil {
		f.Details = append(f.Details, "nearest: "+e.nearText(l, nearest))
		if nearest.Row >= 0 {
			f.Near.Row, f.Near.Col, f.Near.Width = nearest.Row, nearest.Col, nearest.Width
		}
	}
	for _, n := range b.Candidates(s) {
		if nearest != nil && n.Width > 0 && n.Row == nearest.Row && n.Col == nearest.Col {
			continue
		}
		f.Details = append(f.Details, "rejected: "+e.nearText(l, &n))
	}
	if r.Of != nil {
		f.Subject = r.Of.String()
		if n := nodeAt(e.Step.Value, r.Of.Pos); n != nil {
			f.Pos, f.Width = n.Pos, n.Width()
		}
	}
	why := r.Why
	if r.OK {
		why = "did not stay so"
	}
	return e.tooLate(t, f, why, err)
}

// tooLate says how the time of a wait ended: with the program, or without what
// was awaited; what was sent last, how long the screen has been as it is, and
// what the program asked the terminal in vain.
func (e *Env) tooLate(t *Term, f *Failure, why string, err error) *Failure {
	v := t.View() // the screen is the same, the time is not
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
	f.Message = why + " within " + Span(e.Timeout)
	f.Hint = missHint(t, v, what, ago)
	if len(v.Unanswered) > 0 {
		f.Details = append(f.Details, fmt.Sprintf("the program asked the terminal what it does not answer: %q", v.Unanswered))
	}
	return f
}

func missHint(t *Term, v *session.View, what string, ago time.Duration) string {
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
// character differs`. A part of a row with a secret is not shown: it may be a
// part of the secret.
func (e *Env) nearText(l lines, n *match.Near) string {
	if n.Width == 0 {
		return n.How
	}
	where := n.Where()
	if !e.public(l, l.screen.Scrolled+n.Row) {
		return where + ": " + n.How
	}
	return e.quoted(n.Text) + " " + where + ": " + n.How
}

// public reports whether there is no part of a secret in the text that goes on
// through a line.
func (e *Env) public(l lines, line int) bool {
	from, to := l.first(line), l.last(line)
	if text := l.joined(from, to); e.Mask(text) != text {
		return false
	}
	masked := e.MaskScreen(l.screen)
	for n := max(from, l.screen.Scrolled); n <= to; n++ {
		if r := n - l.screen.Scrolled; masked[r] != l.screen.RowText(r) {
			return false
		}
	}
	return true
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
