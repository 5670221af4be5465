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
	said
	blinks bool          // something on the screen does
	since  time.Duration // when the screen came
	off    bool          // what blinks is not seen
}

// plan is a recording before it is drawn: its distinct frames, each standing
// until the next, and the size that holds them.
type plan struct {
	session  string
	moments  []event.TimelinePayload
	timeline timeline.Timeline // of the whole session
	looks    []event.Look      // the first is that of the beginning
	cues     []timeline.Cue
	frames   []shown
	end      time.Duration
	size     image.Point // columns and rows
	header   image.Point // those in the header of the cast
}

// delay returns how long frame i stands.
func (p *plan) delay(i int) time.Duration {
	if i+1 < len(p.frames) {
		return p.frames[i+1].at - p.frames[i].at
	}
	return p.end - p.frames[i].at
}

// timeline computes a recording before it is drawn, cut to the part that is asked
// for.
func (s *Source) timeline(r event.Record, look event.Look, pace event.Pace) (*plan, error) {
	p, o, err := s.compute(r, pace)
	if err != nil {
		return nil, err
	}
	t := p.timeline
	if err := s.cut(&t, r, pace); err != nil {
		return nil, err
	}
	p.looks = []event.Look{look}
	saying := p.saying(&t, func(l *event.Look) int {
		p.looks = append(p.looks, s.restyled(look, l))
		return len(p.looks) - 1
	})
	p.frames = frames(t.Frames, saying, t.End)
	p.cues, p.end, p.size = t.Cues, t.End, o.largest(t.Frames)
	p.header = image.Pt(o.sizes[0].cols, o.sizes[0].rows)
	return p, nil
}

// At returns the number of event lines that stand in the cast of a recording's
// session at a moment of it, as timeline.Point takes it.
func (s *Source) At(r event.Record, pace event.Pace, point string) (castSeq int, err error) {
	if r.Pace != nil {
		pace = *r.Pace
	}
	p, _, err := s.compute(r, pace)
	if err != nil {
		return 0, err
	}
	steps, err := s.steps()
	if err != nil {
		return 0, err
	}
	at, err := p.timeline.Point(point, steps)
	for _, f := range p.timeline.Frames {
		if f.At <= at {
			castSeq = f.CastSeq
		}
	}
	return castSeq, err
}

// compute computes the play time of a whole recording.
func (s *Source) compute(r event.Record, pace event.Pace) (p *plan, o *outline, err error) {
	p = &plan{session: r.Session}
	if p.moments, err = s.Moments(r.Session); err != nil {
		return nil, nil, err
	}
	if o, err = s.outline(r.Session); err != nil {
		return nil, nil, err
	}
	moments := s.paced(p.moments, pace)
	if len(moments) == 0 { // a bare cast has only its own times
		moments = o.markers
		pace.Timeline = "real"
		if idle := o.idle.Milliseconds(); idle > 0 && (pace.IdleMs == 0 || idle < pace.IdleMs) {
			pace.IdleMs = idle
		}
	}
	exited, err := s.exited(r.Session)
	if err != nil {
		return nil, nil, err
	}
	p.timeline = timeline.Compute(timeline.Input{
		Moments: moments, Times: o.times, Paints: o.paints, Exited: exited, Pace: pace, FPS: r.FPS,
	})
	if len(p.timeline.Frames) == 0 {
		return nil, nil, fmt.Errorf("session %s has nothing to show", r.Session)
	}
	return p, o, s.trim(&p.timeline, r.Session, p.moments)
}

// trim drops the blank screens at the start: a recording begins with the first
// thing to be seen.
func (s *Source) trim(t *timeline.Timeline, session string, moments []event.TimelinePayload) error {
	pl, err := s.play(session, moments)
	if err != nil {
		return err
	}
	defer pl.stop()
	for i, f := range t.Frames {
		scr, err := pl.seek(f.CastSeq)
		if err != nil {
			return err
		}
		if !blank(scr) {
			if i > 0 {
				t.Cut(timeline.Span{From: f.At, To: t.End})
			}
			return nil
		}
	}
	last := t.Frames[len(t.Frames)-1]
	t.Cut(timeline.Span{From: last.At, To: t.End})
	return nil
}

// cut leaves the chapter of a recording, and of that the part that is asked for.
// The last screen of a chapter stands as that of a recording does.
func (s *Source) cut(t *timeline.Timeline, r event.Record, pace event.Pace) error {
	if r.Chapter != "" {
		span, ok := t.Chapter(r.Chapter)
		if !ok {
			return fmt.Errorf("the recording has no chapter %q", r.Chapter)
		}
		last := span.To == t.End
		if t.Cut(span); !last {
			t.End += time.Duration(pace.EndMs) * time.Millisecond
		}
	}
	if s.Part == "" {
		return nil
	}
	steps, err := s.steps()
	if err != nil {
		return err
	}
	span, err := t.Select(s.Part, steps)
	if err == nil {
		t.Cut(span)
	}
	return err
}

// distinct replays the cast and keeps the frames that differ, in their screens or
// in what is said over them; look is called with each of these, and again without
// what blinks.
func (s *Source) distinct(p *plan, look func(f *shown, scr *emulator.Screen) error) error {
	var last *emulator.Screen
	all := p.frames
	kept := all[:0:0]
	l := &p.looks[0]
	titled := l.Title == nil && l.Window != "" && l.Window != "none" // the program's title is seen
	err := s.each(p, func(i int, scr *emulator.Screen) error {
		f := all[i]
		f.since = f.at
		if last != nil && last.SameCells(scr) {
			before := &kept[len(kept)-1]
			if before.said == f.said && (!titled || last.Title == scr.Title) {
				return nil
			}
			f.since = before.since
		}
		last = copyScreen(last, scr)
		f.cols, f.rows = scr.Cols, scr.Rows
		f.blinks = p.looks[f.look].Blink == "animated" && blinks(scr)
		kept = append(kept, f)
		err := look(&f, scr)
		if err == nil && f.blinks {
			blinkOff(scr)
			err = look(&f, scr)
		}
		return err
	})
	if err != nil {
		return err
	}
	p.frames = kept
	return nil
}

// each replays the cast and calls f with every frame of the plan.
func (s *Source) each(p *plan, f func(i int, scr *emulator.Screen) error) error {
	frames := p.frames
	return s.ahead(p, len(frames), func(i int) int { return frames[i].castSeq }, func(i int, scr *emulator.Screen) error {
		if !p.looks[frames[i].look].Cursor {
			scr.Cursor.Visible = false
		}
		if frames[i].off {
			blinkOff(scr)
		}
		return f(i, scr)
	})
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
// in it; where seq falls, the cast begins anew. A screen is valid until f returns.
func (s *Source) replay(p *plan, n int, seq func(i int) int, f func(i int, scr *emulator.Screen) error) error {
	pl, err := s.play(p.session, p.moments)
	if err != nil {
		return err
	}
	defer func() { pl.stop() }()
	for i := range n {
		if i > 0 && seq(i) < seq(i-1) {
			again, err := s.play(p.session, p.moments)
			if err != nil {
				return err
			}
			pl.stop()
			pl = again
		}
		scr, err := pl.seek(seq(i))
		if err != nil {
			return err
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
