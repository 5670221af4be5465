package session

import (
	"context"
	"time"
)

// restTimes are the constants of the settle rule (docs: run time).
type restTimes struct {
	Look   time.Duration // between two looks at a tree that was just active
	Quiet  time.Duration // without output and without a thread that ran: settled
	Rests  int           // looks at which a tree that keeps waking was at rest,
	Waking time.Duration // over so long without a changed cell: settled
	Latest time.Duration // the same with changed cells
	Escape time.Duration // the same after an ESC of its own: programs wait whether more of a key follows
	Blind  time.Duration // without output, where the system does not tell of threads: settled
	Answer time.Duration // the longest wait for the rest after an answer
	Reply  time.Duration // the longest that an answer of the terminal waits for the rest
}

// restOf are measured on bash, vim, fzf, less and htop, idle and under load.
var restOf = restTimes{
	Look:   2 * time.Millisecond,
	Quiet:  20 * time.Millisecond,
	Escape: 60 * time.Millisecond,
	Rests:  5,
	Waking: 250 * time.Millisecond,
	Latest: time.Second,
	Blind:  60 * time.Millisecond,
	Answer: 500 * time.Millisecond,
	Reply:  100 * time.Millisecond,
}

// quiet is how long no output must come.
func (k restTimes) quiet(known, escape bool) time.Duration {
	switch {
	case !known:
		return k.Blind
	case escape:
		return k.Escape
	}
	return k.Quiet
}

// Settled is the outcome of Settle.
type Settled struct {
	OK      bool // false: ctx ended before the program rested
	Waking  bool // it rested, but kept waking
	CastSeq int
	Took    time.Duration
}

// glance is one look at a session.
type glance struct {
	at      time.Time
	outputs int
	rests   bool      // no thread wants to run, no output waits, no update is open
	known   bool      // the system tells of threads
	print   string    // what has run so far
	changed time.Time // the last change of a cell
	ended   bool
}

// same reports whether nothing happened between two looks.
func (g glance) same(o glance) bool {
	return g.rests && o.rests && g.outputs == o.outputs && g.print == o.print
}

// look takes a look. cells says whether changed is wanted: it copies the
// screen when that may have changed.
func (s *Session) look(cells bool) glance {
	s.dev.flushInput()
	s.mu.Lock()
	g := glance{outputs: s.outputs, ended: s.exit != nil}
	if cells {
		s.screen()
		g.changed = s.changed
	}
	open := s.exit == nil && s.term.Synchronized()
	s.mu.Unlock()
	g.print, g.rests, g.known = s.tree.look()
	waiting := s.dev.pending()
	s.mu.Lock()
	g.rests = g.rests && !open && !waiting && s.outputs == g.outputs
	s.mu.Unlock()
	g.at = time.Now()
	return g
}

// Answer waits until the program has answered the last input (or its start)
// and its tree rests: two looks 2 ms apart after the first output, or 20 ms
// without output. A tree that does not come to rest is waited for at most
// 500 ms. The error is ctx's.
func (s *Session) Answer(ctx context.Context) error {
	k := restOf
	start := time.Now()
	s.mu.Lock()
	from := s.lastInput
	if from.IsZero() {
		from = s.started
	}
	seq, answered := s.outputs, !s.answered.IsZero()
	s.mu.Unlock()
	if !answered && !s.isReaped() {
		s.await(ctx, seq, from.Add(k.Quiet))
	}
	a := s.look(false)
	if a.ended {
		s.settleCast()
		return nil
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.pause(ctx, a.at.Add(k.Look))
		b := s.look(false)
		s.mu.Lock()
		answered = !s.answered.IsZero()
		quiet := b.at.Sub(latest(s.lastOutput, from)) >= k.Quiet
		s.mu.Unlock()
		done := b.ended || a.same(b) && (answered && b.known || quiet)
		if done || b.at.Sub(start) >= k.Answer {
			s.settleCast()
			return nil
		}
		a = b
	}
}

// Settle waits until the screen has settled: quiet for 20 ms, no thread of the
// tree ran or is runnable, no synchronized update open; or the tree rests but
// keeps waking (five rests in 250 ms without a changed cell, at the latest in
// 1 s). Where the system does not tell of threads: quiet for 60 ms. When ctx
// ends first it returns Settled{OK: false} and no error: the run goes on. The
// error is Err's.
func (s *Session) Settle(ctx context.Context) (Settled, error) {
	k := restOf
	start := time.Now()
	a := s.look(true)
	escape := s.sentEscape()
	since := start      // the last change of a cell, at the earliest the start
	rests, calm := 0, 0 // rests since the start, and since the last change
	done := func(ok, waking bool) (Settled, error) {
		return Settled{OK: ok, Waking: waking, CastSeq: s.settleCast(), Took: time.Since(start)}, s.Err()
	}
	for {
		if a.ended {
			return done(true, false)
		}
		if s.await(ctx, a.outputs, a.at.Add(k.quiet(a.known, escape))) {
			s.pause(ctx, a.at.Add(k.Look))
		}
		if ctx.Err() != nil {
			return done(false, false)
		}
		b := s.look(true)
		if b.at.Sub(a.at) >= k.quiet(b.known, escape) && a.same(b) {
			return done(true, false)
		}
		if b.changed.After(since) {
			since, calm = b.changed, 0
		}
		if b.rests {
			rests++
			calm++
		}
		if b.known && (calm >= k.Rests && b.at.Sub(since) >= k.Waking ||
			rests >= k.Rests && b.at.Sub(start) >= k.Latest) {
			return done(true, true)
		}
		a = b
	}
}

// sentEscape reports whether the last input was an ESC of its own.
func (s *Session) sentEscape() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.escape
}

// restForReply waits until the tree rests, so that an answer of the terminal
// never finds the program in the middle of something: what it does next does not
// depend on the load. A program that goes on working gets it after 100 ms.
func (s *Session) restForReply() {
	until := time.Now().Add(restOf.Reply)
	for time.Now().Before(until) && !s.isReaped() {
		if _, rests, known := s.tree.look(); !known || rests && !s.dev.pending() {
			return
		}
		s.pause(context.Background(), time.Now().Add(restOf.Look))
	}
}

// settleCast lets the cast catch up with the screen and returns its length.
func (s *Session) settleCast() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.catchUp()
}

// pause waits until a time or the end of ctx.
func (s *Session) pause(ctx context.Context, until time.Time) {
	d := time.Until(until)
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
