package timeline

import (
	"time"

	"scenario/event"
)

// measure plays moments and the lines of the cast at their measured times: every
// state, gaps over pace.idle cut, hidden steps left out, holds added. It begins
// with moment first, behind line seq, and returns where the steady timeline goes
// on.
func (r *reel) measure(first, seq int) (next, to int) {
	next = r.steadyAgain(first)
	to = len(r.in.Times)
	ends := false
	if next > first {
		last := r.in.Moments[next-1]
		if ends = last.Do == event.DoEnd; ends || next < len(r.in.Moments) {
			to = min(to, last.CastSeq)
		}
	}
	m := newMeter(r, seq)
	m.play(first, next, to)
	if ends && r.in.Exited {
		m.pass(r.in.castTime(len(r.in.Times)))
	}
	return next, to
}

// steadyAgain returns the number of the moment behind the next one that turns to
// the steady timeline; what a fit plays is live whatever is said in it.
func (r *reel) steadyAgain(first int) int {
	fit := false
	for i, m := range r.in.Moments[first:] {
		if m.Do == event.DoFit {
			fit = m.On
		}
		if m.Do == event.DoPace && m.Pace != nil && m.Pace.Timeline != "real" && !fit {
			return first + i + 1
		}
	}
	return len(r.in.Moments)
}

// meter lets play time pass as the times of the cast say.
type meter struct {
	*reel
	whole bool          // no gap is cut
	clock time.Duration // cast time that now stands for
	awake time.Duration // cast time at which a sleep ends
	seq   int           // lines that have been played
	shown int           // the latest line that paints
}

func newMeter(r *reel, seq int) *meter {
	return &meter{reel: r, clock: r.in.castTime(seq), seq: seq, shown: seq}
}

// play plays the moments first to before next, and the lines up to one.
func (m *meter) play(first, next, to int) {
	for i := first; ; m.line() {
		for i < next && (m.in.Moments[i].CastSeq <= m.seq || m.seq >= to) {
			i = m.moment(i)
		}
		if m.seq >= to {
			return
		}
	}
}

// pass lets time pass up to a time of the cast.
func (m *meter) pass(to time.Duration) {
	gap := max(to-m.clock, 0)
	m.clock += gap
	if idle := ms(m.pace.IdleMs); idle > 0 && !m.whole {
		gap = min(gap, idle)
	}
	if m.begun && !m.hidden {
		m.reel.pass(gap)
	}
}

// line plays the next line.
func (m *meter) line() {
	m.seq++
	m.pass(m.in.Times[m.seq-1])
	if m.in.Paints[m.seq-1] {
		m.shown = m.seq
		m.show()
	}
}

// show shows the latest screen.
func (m *meter) show() {
	if m.shown > 0 && !m.hidden {
		m.reel.show(m.now, m.shown)
	}
}

// moment takes a moment and returns the number of the next one.
func (m *meter) moment(i int) int {
	p := m.in.Moments[i]
	if m.awake > 0 { // a sleep in which nothing was painted took its time too
		m.pass(m.awake)
		m.awake = 0
	}
	switch p.Do {
	case event.DoHide:
		m.hidden = p.On
		m.show()
	case event.DoSyncCut: // what was drawn by then is seen from here on
		m.shown = p.CastSeq
		m.show()
	case event.DoFit:
		if p.On && !m.whole {
			return m.squeezed(i)
		}
	case event.DoHold:
		m.cue(p)
		if !m.hidden {
			m.reel.pass(ms(p.Ms))
		}
	case event.DoSleep:
		m.cue(p)
		m.awake = m.in.castTime(p.CastSeq) + ms(p.Ms)
	case event.DoCaption, event.DoChapter, event.DoPace:
		m.say(p)
	default:
		m.cue(p)
	}
	return i + 1
}

// squeezed plays a fit, and goes on behind it.
func (m *meter) squeezed(i int) int {
	next, to := m.fit(i)
	for m.seq < to { // seen, in a time of its own
		m.seq++
		if m.in.Paints[m.seq-1] {
			m.shown = m.seq
		}
	}
	m.clock = max(m.clock, m.in.castTime(to))
	return next
}
