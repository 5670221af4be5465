package timeline

import (
	"time"

	"scenario/event"
)

// reel is a timeline being made: what both ways of playing have in common.
type reel struct {
	in    Input
	frame time.Duration
	pace  event.Pace

	t      Timeline
	now    time.Duration // play time at speed 1
	begun  bool          // something is to be seen
	hidden bool
	rates  []rate
	until  [2]time.Duration // captions and chapters have a time of their own
}

// rate is how fast it plays from a time on.
type rate struct {
	from  time.Duration // at speed 1
	speed float64
}

func newReel(in Input, frame time.Duration) *reel {
	return &reel{in: in, frame: frame, pace: in.Pace, rates: []rate{{0, in.Pace.Speed}}}
}

// play goes through the moments, in the one way or the other: steps may change
// it.
func (r *reel) play() {
	w := newWalker(r)
	for i, seq := 0, 0; ; {
		if r.real() {
			i, seq = r.measure(i, seq)
		} else {
			i, seq = w.walk(i)
		}
		if i >= len(r.in.Moments) {
			break
		}
	}
	w.last()
}

func (r *reel) real() bool { return r.pace.Timeline == "real" }

// pass lets play time pass.
func (r *reel) pass(d time.Duration) { r.now = min(r.now+d, longest) }

// show puts a screen on at a time; the first one is at 0.
func (r *reel) show(at time.Duration, seq int) {
	if !r.begun {
		r.begin()
		at = 0
	}
	r.t.add(at.Truncate(time.Millisecond), seq)
}

// begin is the first screen: what was said before it is said with it.
func (r *reel) begin() {
	r.begun = true
	for i := range r.t.Cues {
		c := &r.t.Cues[i]
		c.At = 0
		if k, ok := textOf(c.Do); ok {
			r.until[k] = ms(c.Ms)
		}
	}
	r.now, r.rates = 0, r.rates[len(r.rates)-1:]
	r.rates[0].from = 0
}

// cue notes a moment at the present play time.
func (r *reel) cue(m event.TimelinePayload) {
	if r.hidden && !lasts(m.Do) {
		return
	}
	r.t.Cues = append(r.t.Cues, Cue{At: r.now, TimelinePayload: m})
}

// lasts reports whether what a moment says holds for all that follows.
func lasts(do event.Do) bool {
	switch do {
	case event.DoCaption, event.DoChapter, event.DoLook, event.DoPace:
		return true
	}
	return false
}

// textOf is the number of a kind of text.
func textOf(do event.Do) (k int, ok bool) {
	switch do {
	case event.DoCaption:
		return 0, true
	case event.DoChapter:
		return 1, true
	}
	return 0, false
}

// say takes a moment that speaks to the viewer. A text with a time of its own is
// seen for so long before the next one takes its place.
func (r *reel) say(m event.TimelinePayload) {
	switch m.Do {
	case event.DoCaption, event.DoChapter:
		k, _ := textOf(m.Do)
		r.now = max(r.now, r.until[k])
		r.until[k] = 0
		if m.Ms > 0 {
			r.until[k] = min(r.now+ms(m.Ms), longest)
		}
	case event.DoPace:
		if m.Pace == nil {
			return
		}
		r.pace = *m.Pace
		r.rates = append(r.rates, rate{r.now, m.Pace.Speed})
	}
	r.cue(m)
}

// end is the whole timeline, at its speeds.
func (r *reel) end() Timeline {
	r.t.End = max(min(r.now+ms(r.pace.EndMs), longest), r.until[0], r.until[1]).Truncate(time.Millisecond)
	if len(r.t.Frames) == 0 {
		return Timeline{}
	}
	for i := range r.t.Frames {
		r.t.Frames[i].At = r.scaled(r.t.Frames[i].At)
	}
	for i := range r.t.Cues {
		r.t.Cues[i].At = r.scaled(r.t.Cues[i].At.Truncate(time.Millisecond))
	}
	r.t.End = r.scaled(r.t.End)
	return r.t
}

// scaled is a play time at the speeds that were in force up to it.
func (r *reel) scaled(at time.Duration) (d time.Duration) {
	for i, part := range r.rates {
		to := at
		if i+1 < len(r.rates) {
			to = min(at, r.rates[i+1].from.Truncate(time.Millisecond))
		}
		from := part.from.Truncate(time.Millisecond)
		if to <= from {
			continue
		}
		d += divided(to-from, part.speed)
	}
	return d
}

// divided is a time at a speed, in whole parts per million, so that the rounding
// is the same on every machine.
func divided(d time.Duration, by float64) time.Duration {
	if !(by > 0) || by == 1 {
		return d
	}
	ppm := int64(min(max(by, 1e-3), 1e3)*1e6 + 0.5)
	n := d.Milliseconds()
	// In two parts, as the product of a long time does not fit.
	return time.Duration(n/ppm*1e6+(n%ppm*1e6+ppm/2)/ppm) * time.Millisecond
}
