package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"scenario/session"
)

type selectorParams struct {
	common
	Selector       *Selector `json:"selector"`
	TimeoutMs      *int      `json:"timeoutMs"`
	PollIntervalMs *int      `json:"pollIntervalMs"` // nothing is polled
	AmbiguityMode  *string   `json:"ambiguityMode"`
}

// selected reads the params of a method that takes a selector.
func (s *Server) selected(raw json.RawMessage) (*rpcSession, *selectorParams, error) {
	x, err := s.session(raw)
	if err != nil {
		return nil, nil, err
	}
	p := &selectorParams{}
	if err := decode(raw, p); err != nil {
		return nil, nil, err
	}
	if err := p.Selector.check("selector", x.base, 0); err != nil {
		return nil, nil, err
	}
	if p.TimeoutMs != nil && *p.TimeoutMs < 0 {
		return nil, nil, badParam("timeoutMs", "%d is below 0", *p.TimeoutMs)
	}
	mode := x.ambiguity
	if p.AmbiguityMode != nil {
		if mode, err = Ambiguity(*p.AmbiguityMode); err != nil {
			return nil, nil, badParam("ambiguityMode", "%v", err)
		}
	}
	p.AmbiguityMode = &mode
	return x, p, nil
}

func (s *Server) waitForText(ctx context.Context, raw json.RawMessage) (any, error) {
	x, p, err := s.selected(raw)
	if err != nil {
		return nil, err
	}
	return ok(), x.await(ctx, p.Selector, millis(p.TimeoutMs), *p.AmbiguityMode)
}

// await waits until a selector matches, unambiguously where that is asked for.
func (x *rpcSession) await(ctx context.Context, sel *Selector, timeout time.Duration, mode string) error {
	var found []match
	err := x.until(ctx, timeout, "waiting for "+sel.String(), func(v *session.View) bool {
		found = sel.find(v.Screen, x.base)
		return len(found) > 0
	})
	var e *Error
	if errors.As(err, &e) {
		return e.with("selector", sel)
	}
	if err == nil {
		return x.unambiguous(sel, found, mode)
	}
	return err
}

// unambiguous reports several matches where one is asked for.
func (x *rpcSession) unambiguous(sel *Selector, found []match, mode string) error {
	if len(found) < 2 || mode != "fail" || sel.one() {
		return nil
	}
	return methodFailed(fmt.Sprintf("matched %d elements: %s", len(found), places(found, x.base))).
		with("kind", "Ambiguous").with("selector", sel).with("hint", "use within, nth, or the ambiguity mode first or last")
}

// until waits for a condition of the screen. The end of the program ends it.
func (x *rpcSession) until(ctx context.Context, timeout time.Duration, what string, cond func(*session.View) bool) error {
	return x.untilAgain(ctx, timeout, what, func(v *session.View) (bool, time.Duration) { return cond(v), 0 })
}

func (x *rpcSession) untilAgain(ctx context.Context, timeout time.Duration, what string, cond func(*session.View) (bool, time.Duration)) error {
	sh, err := x.program()
	if err != nil {
		return err
	}
	if timeout <= 0 {
		timeout = x.timeout
	}
	began := time.Now()
	own, cancel := context.WithTimeout(ctx, min(timeout, maxTimeout))
	defer cancel()
	v, err := sh.Term().Until(own, cond)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, session.ErrExited):
		return methodFailed(fmt.Sprintf("%s: the program %s", what, v.Exit)).with("kind", "ProgramEnded").with("exit", exitOf(v.Exit)).
			with("screen", v.Screen.Text()).with("elapsedMs", time.Since(began).Milliseconds())
	case errors.Is(err, context.DeadlineExceeded):
		return methodFailed(fmt.Sprintf("%s: not within %s", what, timeout)).with("kind", "Timeout").
			with("screen", v.Screen.Text()).with("elapsedMs", time.Since(began).Milliseconds())
	}
	return err
}

func (s *Server) waitUntil(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		Pattern   *string `json:"pattern"`
		TimeoutMs *int    `json:"timeoutMs"`
	}
	x, err := s.sessionFor(raw, &p)
	if err != nil {
		return nil, err
	}
	if p.Pattern == nil {
		return nil, badParam("pattern", "is missing")
	}
	sel := &Selector{Type: "regex", Pattern: p.Pattern, re: pseudoRegex(*p.Pattern)}
	return ok(), x.await(ctx, sel, millis(p.TimeoutMs), "first")
}

func (s *Server) waitForStable(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		DebounceMs *int `json:"debounceMs"`
		TimeoutMs  *int `json:"timeoutMs"`
	}
	x, err := s.sessionFor(raw, &p)
	if err != nil {
		return nil, err
	}
	if p.DebounceMs == nil {
		return nil, badParam("debounceMs", "is missing")
	}
	if *p.DebounceMs < 0 {
		return nil, badParam("debounceMs", "%d is below 0", *p.DebounceMs)
	}
	quiet := millis(p.DebounceMs)
	return ok(), x.untilAgain(ctx, millis(p.TimeoutMs), fmt.Sprintf("waiting for a screen that stays the same for %s", quiet), func(v *session.View) (bool, time.Duration) {
		since := v.Changed
		if since.IsZero() || v.LastInput.After(since) {
			since = v.LastInput
		}
		if since.IsZero() {
			since = v.Started
		}
		left := quiet - v.Now.Sub(since)
		return left <= 0, max(left, 0)
	})
}

func (s *Server) waitForExit(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		TimeoutMs *int `json:"timeoutMs"`
	}
	x, err := s.sessionFor(raw, &p)
	if err != nil {
		return nil, err
	}
	var exit *session.Exit
	err = x.until(ctx, millis(p.TimeoutMs), "waiting for the end of the program", func(v *session.View) bool {
		exit = v.Exit
		return v.Exit != nil
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{"ok": true, "exit": exitOf(exit)}, nil
}

func (s *Server) expectVisible(ctx context.Context, raw json.RawMessage) (any, error) {
	x, p, err := s.selected(raw)
	if err != nil {
		return nil, err
	}
	return ok(), x.await(ctx, p.Selector, millis(p.TimeoutMs), *p.AmbiguityMode)
}

// expectNotVisible waits until the screen has settled without the text: before
// the program has drawn, nothing is visible, and that proves nothing.
func (s *Server) expectNotVisible(ctx context.Context, raw json.RawMessage) (any, error) {
	x, p, err := s.selected(raw)
	if err != nil {
		return nil, err
	}
	var found []match
	err = x.untilAgain(ctx, millis(p.TimeoutMs), "waiting until "+p.Selector.String()+" is not visible", func(v *session.View) (bool, time.Duration) {
		if found = p.Selector.find(v.Screen, x.base); len(found) > 0 {
			return false, 0
		}
		left := gone - v.Now.Sub(latest(v.Changed, v.LastInput, v.Started))
		return left <= 0 || v.Exit != nil, max(left, 0)
	})
	var e *Error
	if errors.As(err, &e) && len(found) > 0 {
		return nil, e.with("selector", p.Selector).with("matches", places(found, x.base))
	}
	return ok(), err
}

// gone is how long a text must not be there.
const gone = 150 * time.Millisecond

func latest(times ...time.Time) (t time.Time) {
	for _, x := range times {
		if x.After(t) {
			t = x
		}
	}
	return t
}
