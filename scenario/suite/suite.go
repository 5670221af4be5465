package suite

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"scenario/capture/font"
	"scenario/emulator"
	"scenario/event"
	"scenario/scenario"
)

// Options are what a call runs its scenarios with.
type Options struct {
	WorkDir string   // absolute
	Results string   // results folder, absolute or from WorkDir
	Caller  []string // the caller's environment
	Workers int      // scenarios at a time, at least 1
	Engines emulator.Engines
	Fonts   *font.Set

	NoRecord     bool    // judge only, draw nothing but failures
	TimeoutScale float64 // 0 is 1
	MaxFailures  int     // stop after so many; 0: never

	// Kill ends at once what interrupted runs still do: after steps, the end of
	// processes and services in order. nil: never.
	Kill context.Context

	// OnEvent is told of every event as it happens, from several goroutines.
	OnEvent func(event.Envelope)
	// OnDone is told of every run that has ended, one at a time, in the order of
	// the plans.
	OnDone func(*event.State)
	// Warn gets what no log can hold any more.
	Warn io.Writer

	create func(path string) (logFile, error) // makes a log; tests make one that fails
}

func createFile(path string) (logFile, error) { return os.Create(path) }

// Suite runs plans.
type Suite struct {
	o    Options
	warn sync.Mutex
}

// New returns a suite.
func New(o Options) *Suite {
	if o.Workers < 1 {
		o.Workers = 1
	}
	if o.OnEvent == nil {
		o.OnEvent = func(event.Envelope) {}
	}
	if o.Warn == nil {
		o.Warn = io.Discard
	}
	if o.create == nil {
		o.create = createFile
	}
	return &Suite{o: o}
}

// Run runs every plan and returns how each ended, in their order. A plan that
// was not started, because ctx ended or too many had failed, is nil.
func (s *Suite) Run(ctx context.Context, plans []*scenario.Plan) ([]*event.State, error) {
	if err := os.MkdirAll(s.results(), 0o777); err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	states := make([]*event.State, len(plans))
	done := make([]chan struct{}, len(plans))
	for i := range done {
		done[i] = make(chan struct{})
	}
	next := make(chan int)
	var stop sync.Once
	enough := make(chan struct{})
	var failed struct {
		sync.Mutex
		n int
	}
	var workers sync.WaitGroup
	for range min(s.o.Workers, len(plans)) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := range next {
				states[i] = s.run(ctx, plans[i])
				failed.Lock()
				if states[i].Final != event.Completed {
					failed.n++
				}
				if s.o.MaxFailures > 0 && failed.n >= s.o.MaxFailures {
					stop.Do(func() { close(enough) })
				}
				failed.Unlock()
				close(done[i])
			}
		}()
	}
	reported := make(chan struct{})
	go func() {
		defer close(reported)
		for i := range plans {
			<-done[i]
			if s.o.OnDone != nil && states[i] != nil {
				s.o.OnDone(states[i])
			}
		}
	}()
	s.feed(ctx, next, done, enough)
	workers.Wait()
	<-reported
	return states, nil
}

// feed hands out the plans, until ctx ends or enough have failed.
func (s *Suite) feed(ctx context.Context, next chan<- int, done []chan struct{}, enough <-chan struct{}) {
	defer close(next)
	for i := range done {
		select {
		case <-ctx.Done():
		case <-enough:
		default:
			select {
			case next <- i:
				continue
			case <-ctx.Done():
			case <-enough:
			}
		}
		for _, d := range done[i:] {
			close(d)
		}
		return
	}
}

func (s *Suite) results() string { return absolute(s.o.WorkDir, s.o.Results) }

func (s *Suite) warnf(format string, args ...any) {
	s.warn.Lock()
	defer s.warn.Unlock()
	fmt.Fprintf(s.o.Warn, format+"\n", args...)
}

// now is the clock of the runs.
func now() time.Time { return time.Now() }
