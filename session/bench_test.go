//go:build linux

package session

import (
	"context"
	"fmt"
	"testing"
	"time"

	"scenario/emulator/xvt"
)

// BenchmarkChange is what a read of output costs while a condition waits, in
// sessions of 120x40.
func BenchmarkChange(b *testing.B) {
	for _, bb := range []struct {
		name    string
		output  string // of one change
		waiting bool
		secrets []string
	}{
		{"idle", "\x1b[%d;1Hline %d", false, nil},
		{"waiting", "\x1b[%d;1Hline %d", true, nil},
		{"scrolling", "\x1b[40;1H\n%d line %d", true, nil},
		{"secrets", "\x1b[%d;1Hline %d", true, []string{secret}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			c := Config{Argv: []string{"sh", "-c", "read x"}, Env: Environ(EnvSpec{}), Cols: 120, Rows: 40,
				Engine: xvt.New, Cast: &counter{}, Secrets: bb.secrets}
			s, err := Start(b.Context(), c)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close(context.Background())
			w := &waiter{wake: make(chan struct{}, 1)}
			if bb.waiting {
				s.waiters = append(s.waiters, w)
			}
			i := 0
			for b.Loop() {
				i++
				s.feed(fmt.Appendf(nil, bb.output, i%40+1, i))
				w.views = nil
			}
		})
	}
}

// BenchmarkLatency is the time from a write of the program to the end of the
// wait on it.
func BenchmarkLatency(b *testing.B) {
	s, err := Start(b.Context(), Config{Argv: []string{"sh", "-c", `stty -echo; echo R; while read x; do echo "got $x"; done`},
		Env: Environ(EnvSpec{}), Cols: 80, Rows: 24, Engine: xvt.New})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close(context.Background())
	if _, err := s.Until(b.Context(), shows("R")); err != nil {
		b.Fatal(err)
	}
	i := 0
	for b.Loop() {
		i++
		if err := s.Write(b.Context(), fmt.Appendf(nil, "%d\r", i)); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Until(b.Context(), shows(fmt.Sprintf("got %d", i))); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSession is a whole session: start, wait, settle, input, end.
func BenchmarkSession(b *testing.B) {
	for b.Loop() {
		s, err := Start(b.Context(), Config{Argv: []string{"sh", "-c", `echo READY; read x; exit 3`},
			Env: Environ(EnvSpec{}), Cols: 80, Rows: 24, Engine: newPlain})
		if err != nil {
			b.Fatal(err)
		}
		s.Until(b.Context(), shows("READY"))
		s.Write(b.Context(), []byte("\r"))
		s.Until(b.Context(), func(v *View) (bool, time.Duration) { return v.Exit != nil, 0 })
		if _, err := s.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
