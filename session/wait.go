package session

import (
	"context"
	"errors"
	"time"
)

// maxViews is how many screens wait for a slow condition before the newest
// ones are merged.
const maxViews = 16

// waiter is one call of Until.
type waiter struct {
	views  []*View // not yet looked at
	missed bool    // there were more
	wake   chan struct{}
}

// Until calls cond with the present view and again with each one after a
// change of the screen, a shell mark, the bell, the title or the end of the
// program, until it returns true, ctx ends, or the program has ended and cond
// is still false. A positive again asks for another look after that long even
// if nothing changes. At the deadline of ctx there is one more look, so that what
// has come true while the machine had no time to look is seen. It returns the last
// view; the error is ctx's, or ErrExited, or Err's when the session itself broke.
func (s *Session) Until(ctx context.Context, cond func(*View) (done bool, again time.Duration)) (*View, error) {
	w := &waiter{wake: make(chan struct{}, 1)}
	s.mu.Lock()
	v := s.view()
	s.waiters = append(s.waiters, w)
	s.mu.Unlock()
	defer s.forget(w)
	for late := error(nil); ; {
		done, again := cond(v)
		switch {
		case done:
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.exact(v), nil
		case v.Exit != nil:
			return v, ErrExited
		case late != nil:
			return v, late
		}
		if err := s.Err(); err != nil {
			return v, err
		}
		next, err := s.next(ctx, w, again)
		if errors.Is(err, context.DeadlineExceeded) {
			late, next = err, s.present()
		} else if err != nil {
			return v, err
		}
		v = next
	}
}

// next returns the next view for w: the oldest that waits, or the present one
// after the time again.
func (s *Session) next(ctx context.Context, w *waiter, again time.Duration) (*View, error) {
	var timeout <-chan time.Time
	if again > 0 {
		t := time.NewTimer(again)
		defer t.Stop()
		timeout = t.C
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if v := s.take(w, false); v != nil {
			return v, nil
		}
		select {
		case <-w.wake:
		case <-timeout:
			return s.take(w, true), nil
		case <-ctx.Done():
		}
	}
}

// present is the present view.
func (s *Session) present() *View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view()
}

func (s *Session) take(w *waiter, now bool) *View {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(w.views) > 0 {
		v := w.views[0]
		w.views = w.views[1:]
		return v
	}
	if w.missed || now {
		w.missed = false
		return s.view()
	}
	return nil
}

func (s *Session) forget(w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, o := range s.waiters {
		if o == w {
			s.waiters = append(s.waiters[:i], s.waiters[i+1:]...)
			return
		}
	}
}

// publish hands the present view to all who wait; mu is held.
func (s *Session) publish() {
	if s.pulse != nil {
		close(s.pulse)
		s.pulse = nil
	}
	s.offer()
	s.preview.changed(s)
}

// offer puts the present view into the queues of all who wait; mu is held.
func (s *Session) offer() {
	var v *View
	for _, w := range s.waiters {
		switch {
		case len(w.views) >= maxViews:
			w.missed = true
		case s.exit == nil && s.term.Synchronized():
			continue // nothing to see before it is complete
		default:
			if v == nil {
				v = s.view()
			}
			w.views = append(w.views, v)
		}
		select {
		case w.wake <- struct{}{}:
		default:
		}
	}
}

// await blocks until there is output after the seq-th read, the program has
// ended, the time is until, or ctx ends. It reports whether there is output.
func (s *Session) await(ctx context.Context, seq int, until time.Time) bool {
	s.mu.Lock()
	if s.outputs != seq {
		s.mu.Unlock()
		return true
	}
	if s.pulse == nil {
		s.pulse = make(chan struct{})
	}
	pulse := s.pulse
	s.mu.Unlock()
	t := time.NewTimer(time.Until(until))
	defer t.Stop()
	select {
	case <-pulse:
	case <-t.C:
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outputs != seq
}
