package capture

import (
	"time"

	"scenario/capture/cast"
	"scenario/capture/timeline"
	"scenario/emulator"
	"scenario/event"
)

// shown is a frame that differs from the one before it.
type shown struct {
	castSeq int
	at      time.Duration
}

// plan is a recording before it is drawn: its distinct frames, each standing
// until the next, and the largest size.
type plan struct {
	session    string
	moments    []event.TimelinePayload
	frames     []shown
	end        time.Duration
	cols, rows int
}

// frame returns how long frame i stands.
func (p *plan) delay(i int) time.Duration {
	if i+1 < len(p.frames) {
		return p.frames[i+1].at - p.frames[i].at
	}
	return p.end - p.frames[i].at
}

// plan computes the play time of a recording and merges equal screens. look is
// called with every distinct screen.
func (s *Source) plan(session string, pace event.Pace, fps int, cursor bool, look func(*emulator.Screen)) (*plan, error) {
	moments, err := s.Moments(session)
	if err != nil {
		return nil, err
	}
	in := timeline.Input{Moments: moments, Pace: pace, FPS: fps}
	if err := s.times(session, &in); err != nil {
		return nil, err
	}
	if len(moments) == 0 { // a bare cast has only its own times
		in.Pace.Timeline = "real"
	}
	t := timeline.Compute(in)
	p := &plan{session: session, moments: moments, end: t.End}
	return p, s.distinct(p, t.Frames, cursor, look)
}

// times reads the times of a cast's lines.
func (s *Source) times(session string, in *timeline.Input) error {
	c, r, err := s.openCast(session)
	if err != nil {
		return err
	}
	defer c.Close()
	for e, err := range r.All() {
		if err != nil {
			return err
		}
		in.Times = append(in.Times, e.Time)
		in.Paints = append(in.Paints, e.Code == cast.Output || e.Code == cast.Resize)
	}
	return nil
}

// distinct replays the cast and keeps the frames whose screens differ. Blank
// screens at the start are dropped: a recording begins with the first thing to
// be seen.
func (s *Source) distinct(p *plan, frames []timeline.Frame, cursor bool, look func(*emulator.Screen)) error {
	pl, err := s.play(p.session, p.moments)
	if err != nil {
		return err
	}
	defer pl.stop()
	var last *emulator.Screen
	for i, f := range frames {
		scr, err := pl.seek(f.CastSeq)
		if err != nil {
			return err
		}
		if !cursor {
			scr.Cursor.Visible = false
		}
		if len(p.frames) == 0 && blank(scr) && i+1 < len(frames) {
			continue
		}
		p.cols, p.rows = max(p.cols, scr.Cols), max(p.rows, scr.Rows)
		if last != nil && last.SameCells(scr) {
			continue
		}
		last = copyScreen(last, scr)
		p.frames = append(p.frames, shown{castSeq: f.CastSeq, at: f.At})
		look(scr)
	}
	p.begin()
	return nil
}

// begin moves the first frame to time 0.
func (p *plan) begin() {
	if len(p.frames) == 0 {
		return
	}
	start := p.frames[0].at
	for i := range p.frames {
		p.frames[i].at -= start
	}
	p.end -= start
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

// each replays the cast and calls f with every frame of the plan.
func (s *Source) each(p *plan, cursor bool, f func(i int, scr *emulator.Screen) error) error {
	pl, err := s.play(p.session, p.moments)
	if err != nil {
		return err
	}
	defer pl.stop()
	for i, fr := range p.frames {
		scr, err := pl.seek(fr.castSeq)
		if err != nil {
			return err
		}
		if !cursor {
			scr.Cursor.Visible = false
		}
		if err := f(i, scr); err != nil {
			return err
		}
	}
	return nil
}
