package steps

import (
	"context"
	"errors"
	"strconv"
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
	if m := a.Cond.MisplacedStored(); m != nil {
		c.Errorf(nodeAt(c.Step.Value, m.Pos), "let it stand alone, or in a list", "a snapshot or image can't stand in any or not")
	}
	if a.Cond.UsesOutput() && !c.Session.Ran {
		c.Errorf(c.Step.Value, "output is what the last run step has printed", "no run step comes before")
	}
}

// Summary is the condition as messages show it, a text as it is.
func (a *Wait) Summary() string {
	s := a.Cond.String()
	if text, err := strconv.Unquote(s); err == nil {
		return oneLine(text)
	}
	return s
}

// Run waits.
func (a *Wait) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	compares := e.comparer(t, &a.Cond)
	err = e.await(ctx, t, &a.Cond, compares, nil)
	var f *Failure
	var compared []event.SnapshotCompared
	if compares != nil {
		var soft *Failure
		if compared, soft = compares.report(err == nil); soft != nil {
			err = soft
		}
	}
	if a.Expect && (err == nil || errors.As(err, &f)) {
		p := event.AssertionPayload{StepIndex: e.Index, OK: err == nil, Expected: a.Cond.String(), Session: t.Name, CastSeq: t.CastSeq(), Snapshots: compared}
		if f != nil {
			p.Actual = f.Message
		}
		e.Emit(event.Assertion, p)
	}
	return err
}

// await waits until the condition holds in the session. Its first look is after
// the answer to the last input. When it does not hold, hopeless may end the wait
// at once with a reason; compares is for the snapshots in it.
func (e *Env) await(ctx context.Context, t *Term, c *match.Condition, compares *comparer, hopeless func(*session.View) *Failure) error {
	bound, err := c.Bind(e.text)
	if err != nil {
		return err
	}
	if err := t.Answer(ctx); errors.Is(err, context.Canceled) {
		return err
	}
	if compares != nil && compares.writes() && t.dirty {
		if err := e.settle(ctx, t); err != nil {
			return err
		}
	}
	var last match.Result
	var failed *Failure
	held, quiet := holder{need: c.Hold()}, quietRegions{}
	v, err := t.Until(ctx, func(v *session.View) (bool, time.Duration) {
		s := t.subject(e, v, quiet)
		if compares != nil {
			s.Passing = e.Passing()
			s.Stored = func(c *match.Condition, holes []match.Hole) match.Result { return compares.look(v, c, holes) }
		}
		last = bound.Eval(s)
		if v.Exit != nil && c.WantsExit() {
			t.examined = true
		}
		done, again := held.look(v, last)
		switch {
		case done:
		case hopeless != nil:
			failed = hopeless(v)
		case compares != nil:
			failed = compares.hopeless()
		}
		return done || failed != nil, again
	})
	switch {
	case failed != nil:
		return failed
	case err == nil:
		t.awaited = true
		return nil
	case errors.Is(err, session.ErrExited), errors.Is(err, context.DeadlineExceeded):
		failed := e.missed(t, v, bound, last, err)
		if compares != nil {
			compares.explain(failed)
		}
		return failed
	}
	return err
}

// subject is what a condition looks at.
func (t *Term) subject(e *Env, v *session.View, quiet quietRegions) *match.Subject {
	s := &match.Subject{
		Screen: v.Screen, Scrollback: v.Scrollback,
		Quiet: v.Now.Sub(v.Changed), BellsAtInput: v.BellsAtInput, InputScreen: v.InputScreen,
		ReadFile: e.ReadFile,
		QuietIn:  func(r match.Region) time.Duration { return quiet.of(v, r) },
	}
	if t.Shell != nil {
		s.Entered, s.Output = t.Shell.spans(v.Screen), t.Shell.output.at
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

// Baselines returns the names of the files that the condition compares with.
func (a *Wait) Baselines() (files []string) {
	for _, c := range a.Cond.Stored() {
		files = append(files, baselineFile(c))
	}
	return files
}
