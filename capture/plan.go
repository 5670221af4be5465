package capture

import (
	"fmt"
	"image"
	"time"

	"scenario/capture/timeline"
	"scenario/emulator"
	"scenario/event"
)

// shown is a frame that differs from the one before it.
type shown struct {
	castSeq    int
	at         time.Duration
	cols, rows int
}

// plan is a recording before it is drawn: its distinct frames, each standing
// until the next, and the size that holds them.
type plan struct {
	session string
	moments []event.TimelinePayload
	cursor  bool // it is drawn
	frames  []shown
	end     time.Duration
	size    image.Point // columns and rows
	header  image.Point // those in the header of the cast
}

// delay returns how long frame i stands.
func (p *plan) delay(i int) time.Duration {
	if i+1 < len(p.frames) {
		return p.frames[i+1].at - p.frames[i].at
	}
	return p.end - p.frames[i].at
}

// timeline computes the play time of a recording, and the size that holds all
// its frames.
func (s *Source) timeline(r event.Record, pace event.Pace) (p *plan, t timeline.Timeline, err error) {
	p = &plan{session: r.Session}
	if p.moments, err = s.Moments(r.Session); err != nil {
		return nil, t, err
	}
	o, err := s.outline(r.Session)
	if err != nil {
		return nil, t, err
	}
	if len(p.moments) == 0 { // a bare cast has only its own times
		pace.Timeline = "real"
		if idle := o.idle.Milliseconds(); idle > 0 && (pace.IdleMs == 0 || idle < pace.IdleMs) {
			pace.IdleMs = idle
		}
	}
	exited, err := s.exited(r.Session)
	if err != nil {
		return nil, t, err
	}
	t = timeline.Compute(timeline.Input{
		Moments: p.moments, Times: o.times, Paints: o.paints, Exited: exited, Pace: pace, FPS: r.FPS,
	})
	if len(t.Frames) == 0 {
		return nil, t, fmt.Errorf("session %s has nothing to show", r.Session)
	}
	p.end, p.size = t.End, o.largest(t.Frames)
	p.header = image.Pt(o.sizes[0].cols, o.sizes[0].rows)
	return p, t, nil
}

// distinct replays the cast and keeps the frames whose screens differ; look is
// called with each of these screens. Blank screens at the start are dropped: a
// recording begins with the first thing to be seen.
func (s *Source) distinct(p *plan, frames []timeline.Frame, look func(*emulator.Screen)) error {
	var last *emulator.Screen
	err := s.ahead(p, len(frames), func(i int) int { return frames[i].CastSeq }, func(i int, scr *emulator.Screen) error {
		if last == nil && i+1 < len(frames) && blank(scr) {
			return nil
		}
		if last != nil && last.SameCells(scr) {
			return nil
		}
		last = copyScreen(last, scr)
		p.frames = append(p.frames, shown{castSeq: frames[i].CastSeq, at: frames[i].At, cols: scr.Cols, rows: scr.Rows})
		look(scr)
		return nil
	})
	if err != nil {
		return err
	}
	start := p.frames[0].at
	for i := range p.frames {
		p.frames[i].at -= start
	}
	p.end -= start
	return nil
}

// each replays the cast and calls f with every frame of the plan.
func (s *Source) each(p *plan, f func(i int, scr *emulator.Screen) error) error {
	return s.ahead(p, len(p.frames), func(i int) int { return p.frames[i].castSeq }, f)
}

// ahead is replay with the terminal working in parallel with f, two screens
// ahead of it. After an error of f it is not called again.
func (s *Source) ahead(p *plan, n int, seq func(i int) int, f func(i int, scr *emulator.Screen) error) error {
	free, ready := make(chan *emulator.Screen, 3), make(chan *emulator.Screen, 3)
	for range cap(free) {
		free <- nil
	}
	var played, failed error
	go func() {
		defer close(ready)
		played = s.replay(p, n, seq, func(_ int, scr *emulator.Screen) error {
			ready <- copyScreen(<-free, scr)
			return nil
		})
	}()
	i := 0
	for scr := range ready {
		if failed == nil {
			failed = f(i, scr)
		}
		i++
		free <- scr
	}
	if failed != nil {
		return failed
	}
	return played
}

// replay calls f with n screens of a cast, as they were when seq(i) lines stood
// in it. A screen is valid until f returns.
func (s *Source) replay(p *plan, n int, seq func(i int) int, f func(i int, scr *emulator.Screen) error) error {
	pl, err := s.play(p.session, p.moments)
	if err != nil {
		return err
	}
	defer pl.stop()
	for i := range n {
		scr, err := pl.seek(seq(i))
		if err != nil {
			return err
		}
		if !p.cursor {
			scr.Cursor.Visible = false
		}
		if err := f(i, scr); err != nil {
			return err
		}
	}
	return nil
}

// copyScreen copies src over dst, reusing its memory.
func copyScreen(dst, src *emulator.Screen) *emulator.Screen {
	if dst == nil {
		dst = new(emulator.Screen)
	}
	cells := append(dst.Cells[:0], src.Cells...)
	*dst = *src
	dst.Cells, dst.Gen, dst.Wrapped = cells, nil, nil
	return dst
}
