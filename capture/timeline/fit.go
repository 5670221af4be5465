package timeline

import (
	"math/bits"
	"time"

	"scenario/event"
)

// fit plays what happened between moment i, the beginning of a fit, and its end,
// as it was measured, squeezed or stretched into the time that it gives. It
// returns the moment to go on with, and the line up to which it has played.
func (r *reel) fit(i int) (next, to int) {
	m := r.in.Moments[i]
	next, to = i+1, len(r.in.Times)
	for next < len(r.in.Moments) {
		if do := r.in.Moments[next].Do; do == event.DoEnd || do == event.DoFit && !r.in.Moments[next].On {
			to = min(to, r.in.Moments[next].CastSeq)
			break
		}
		next++
	}
	sub := newReel(r.in, r.frame)
	sub.pace, sub.hidden, sub.begun = r.pace, r.hidden, true
	live := newMeter(sub, min(m.CastSeq, to))
	live.whole = true
	live.play(i+1, next, to)
	r.hidden, r.pace = sub.hidden, sub.pace

	from := time.Duration(0)
	if !r.begun && len(sub.t.Frames) > 0 { // nobody sees what comes before the first screen
		from = sub.t.Frames[0].At
		r.show(0, sub.t.Frames[0].CastSeq)
	}
	length := ms(m.Ms)
	place := func(at time.Duration) time.Duration {
		return squeeze(at-from, sub.now-from, length)
	}
	slot := -r.frame
	for _, f := range sub.t.Frames {
		slot = max(place(f.At).Round(r.frame), slot+r.frame)
		r.t.add(min(r.now+min(slot, length), longest).Truncate(time.Millisecond), f.CastSeq)
	}
	for _, c := range sub.t.Cues {
		c.At = min(r.now+place(c.At), longest)
		r.t.Cues = append(r.t.Cues, c)
		if k, ok := textOf(c.Do); ok && c.Ms > 0 {
			r.until[k] = min(c.At+ms(c.Ms), longest)
		}
	}
	if r.begun {
		r.pass(length)
	}
	if len(sub.rates) > 1 {
		r.rates = append(r.rates, rate{r.now, r.pace.Speed})
	}
	return next, to
}

// squeeze maps 0 to length onto 0 to d.
func squeeze(at, length, d time.Duration) time.Duration {
	if length <= 0 || at >= length {
		return d
	}
	hi, lo := bits.Mul64(uint64(max(at, 0)), uint64(d))
	q, _ := bits.Div64(hi, lo, uint64(length))
	return time.Duration(q).Truncate(time.Millisecond)
}
