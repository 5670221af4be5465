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
	since   time.Time // of the earliest look from which on nothing has happened
	input   time.Time // the last one
	outputs int
	rests   bool      // no thread wants to run, no output waits, no update is open
	known   bool      // the system tells of threads
	print   string    // what has run so far
	changed time.Time // the last change of a cell
	ended   bool
}

// same reports whether nothing happened between two looks.
func (g glance) same(o glance) bool {
	return g.rests && o.rests && g.outputs == o.outputs && g.print == o.print && g.input.Equal(o.input)
}

// still returns for how long nothing has happened, as far as was looked.
func (g glance) still() time.Duration { return g.at.Sub(g.since) }

// look takes a look. cells says whether changed is wanted: it copies the
// screen when that may have changed.
func (s *Session) look(cells bool) glance {
	s.dev.flushInput()
	s.mu.Lock()
	g := glance{outputs: s.outputs, input: s.lastInput, ended: s.exit != nil}
	if cells {
		s.screen()
		g.changed = s.changed
	}
	open := s.exit == nil && s.term.Synchronized()
	s.mu.Unlock()
	if s.isReaped() { // its exit is known in a moment, or already: nothing runs any more that it waits for
		g.at, g.known = time.Now(), true
		g.since = g.at
		return g
	}
	g.print, g.rests, g.known = s.tree.look()
	waiting := s.dev.pending()
	s.mu.Lock()
	defer s.mu.Unlock()
	g.rests = g.rests && !open && !waiting && s.outputs == g.outputs
	g.at = time.Now()
	g.since = g.at
	if g.same(s.looked) {
		g.since = s.looked.since
	}
	s.looked = g
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
	for {
		g := s.look(false)
		s.mu.Lock()
		answered = !s.answered.IsZero()
		quiet := g.at.Sub(latest(s.lastOutput, from)) >= k.Quiet
		s.mu.Unlock()
		done := g.ended || g.still() >= k.Look && (answered && g.known || quiet)
		if done || g.at.Sub(start) >= k.Answer {
			s.settleCast()
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.pause(ctx, g.at.Add(k.Look))
	}
}

// Settle waits until the screen has settled: quiet for 20 ms, in which no thread
// of the tree ran or is runnable, no synchronized update open (looks of before
// count, since the last input); or the tree rests but
// keeps waking (five rests in 250 ms without a changed cell, at the latest in
// 1 s). Where the system does not tell of threads: quiet for 60 ms. When ctx
// ends first it returns Settled{OK: false} and no error: the run goes on. The
// error is Err's.
func (s *Session) Settle(ctx context.Context) (Settled, error) {
	k := restOf
	start := time.Now()
	g := s.look(true)
	escape := s.sentEscape()
	since := start      // the last change of a cell, at the earliest the start
	rests, calm := 0, 0 // rests since the start, and since the last change
	done := func(ok, waking bool) (Settled, error) {
		return Settled{OK: ok, Waking: waking, CastSeq: s.settleCast(), Took: time.Since(start)}, s.Err()
	}
	for {
		quiet := k.quiet(g.known, escape)
		if g.ended || g.still() >= quiet {
			return done(true, false)
		}
		if g.known && (calm >= k.Rests && g.at.Sub(since) >= k.Waking ||
			rests >= k.Rests && g.at.Sub(start) >= k.Latest) {
			return done(true, true)
		}
		if s.await(ctx, g.outputs, g.since.Add(quiet)) {
			s.pause(ctx, g.at.Add(k.Look))
		}
		if ctx.Err() != nil {
			return done(false, false)
		}
		g = s.look(true)
		if g.changed.After(since) {
			since, calm = g.changed, 0
		}
		if g.rests {
			rests++
			calm++
		}
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
