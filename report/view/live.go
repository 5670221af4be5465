// Package view shows runs while they happen or again from their streams: it
// reads the streams of this and of other runners as events, and draws a run on
// a whole terminal. It has no clock, starts no goroutine and opens no file: times,
// sizes and readers are given.
package view

import (
	"io"
	"sync"
	"time"

	"scenario/event"
	"scenario/report"
)

// LiveOptions say what a live view is drawn on.
type LiveOptions struct {
	Out         io.Writer // a terminal
	Cols, Rows  int
	Color, UTF8 bool
	Preview     bool // the program's screen, where there is room
	// Picture is what stands beside the steps of a run, nil for nothing.
	Picture func(st *event.State, now time.Time) []string
}

// Live shows the run that has been running longest on a whole terminal: what it
// draws is a function of the events, the size and the time. It is safe for
// concurrent use.
type Live struct {
	mu      sync.Mutex
	o       LiveOptions
	paint   painter
	running []*event.State // by their start
	last    *event.State   // that ended
	closed  bool
}

// NewLive returns a live view, which takes the terminal with its first event.
func NewLive(o LiveOptions) *Live {
	return &Live{o: o, paint: painter{w: o.Out}}
}

// Event takes in the next event of any run. It is drawn with the next Tick.
func (l *Live) Event(e event.Envelope) {
	l.mu.Lock()
	defer l.mu.Unlock()
	st := l.state(e)
	if st == nil {
		return
	}
	st.Apply(e)
	if !st.Finished() {
		return
	}
	l.last = st
	for i, r := range l.running {
		if r == st {
			l.running = append(l.running[:i], l.running[i+1:]...)
			break
		}
	}
}

// state is that of the run of an event; nil when it is not one that runs.
func (l *Live) state(e event.Envelope) *event.State {
	for _, st := range l.running {
		if st.RunID == e.RunID {
			return st
		}
	}
	if e.Kind != event.RunStarted {
		return nil
	}
	st := &event.State{}
	l.running = append(l.running, st)
	return st
}

// Tick draws what there is to see at a time of the events' clock.
func (l *Live) Tick(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	st, more := l.last, 0
	if len(l.running) > 0 {
		st, more = l.running[0], len(l.running)-1
	}
	if st == nil || l.closed {
		return
	}
	o := report.FrameOptions{
		Cols: l.o.Cols, Rows: l.o.Rows, Color: l.o.Color, UTF8: l.o.UTF8, Preview: l.o.Preview, More: more, Now: now,
	}
	if l.o.Picture != nil {
		o.Picture = l.o.Picture(st, now)
	}
	l.paint.paint(report.Frame(st, o))
}

// Resize tells that the terminal has another size.
func (l *Live) Resize(cols, rows int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cols != l.o.Cols || rows != l.o.Rows {
		l.o.Cols, l.o.Rows = cols, rows
		if !l.closed {
			l.paint.clear()
		}
	}
}

// Close gives the terminal back; nothing is drawn any more.
func (l *Live) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.paint.close()
}
