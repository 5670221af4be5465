package main

import (
	"bytes"
	"os"
	"os/signal"
	"sync"
	"time"

	"golang.org/x/term"

	"scenario/report/view"
)

// liveTerminal reports whether the standard output is a terminal that can be
// drawn on.
func (a *app) liveTerminal() bool { return a.stdout.terminal() && a.getenv("TERM") != "dumb" }

// stage is the terminal while a live view is drawn on it. What is to stand on
// the terminal afterwards is kept in text.
type stage struct {
	live   *view.Live
	text   heldText
	end    chan struct{}
	ended  chan struct{}
	resize chan os.Signal
	out    *stream
}

// newStage draws a live view until it is closed; now is the clock of the events.
func (a *app) newStage(o view.LiveOptions, now func() time.Time) *stage {
	o.Out, o.Color, o.UTF8 = a.stdout, a.wantsColor(a.stdout), a.utf8()
	o.Cols, o.Rows = a.stdout.size()
	s := &stage{live: view.NewLive(o), end: make(chan struct{}), ended: make(chan struct{}), resize: make(chan os.Signal, 1), out: a.stdout}
	notifyResize(s.resize)
	go s.draw(now)
	return s
}

func (s *stage) draw(now func() time.Time) {
	defer close(s.ended)
	ticker := time.NewTicker(refreshInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-s.resize:
			s.live.Resize(s.out.size())
		case <-s.end:
			return
		}
		s.live.Tick(now())
	}
}

// close gives the terminal back as it was.
func (s *stage) close() {
	signal.Stop(s.resize)
	close(s.end)
	<-s.ended
	s.live.Close()
	s.text.release(s.out)
}

// heldText is kept until it is released; then it goes on at once.
type heldText struct {
	mu  sync.Mutex
	buf bytes.Buffer
	out *stream
}

func (h *heldText) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.out != nil {
		return h.out.Write(p)
	}
	return h.buf.Write(p)
}

func (h *heldText) release(out *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.buf.WriteTo(out)
	h.out = out
}

// size returns the columns and rows of the terminal, 80 and 24 if they can't be
// known.
func (s *stream) size() (cols, rows int) {
	cols, rows, err := term.GetSize(int(s.f.Fd()))
	if err != nil || cols <= 0 || rows <= 0 {
		return 80, 24
	}
	return cols, rows
}
