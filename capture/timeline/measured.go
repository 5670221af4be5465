package timeline

import (
	"time"

	"scenario/event"
)

// measured keeps the times of the cast: every state, gaps over pace.idle cut,
// hidden steps left out, holds added.
func measured(in Input) Timeline {
	m := meter{in: in}
	lines := len(in.Times)
	ends := false
	if n := len(in.Moments); n > 0 && in.Moments[n-1].Do == event.DoEnd {
		lines, ends = min(lines, in.Moments[n-1].CastSeq), true
	}
	next := 0
	for seq := 0; seq <= lines; seq++ {
		if seq > 0 {
			m.line(seq)
		}
		for ; next < len(in.Moments) && in.Moments[next].CastSeq <= seq; next++ {
			m.moment(in.Moments[next])
		}
	}
	for ; next < len(in.Moments); next++ { // of a cast that was cut off
		m.moment(in.Moments[next])
	}
	if ends && in.Exited {
		m.pass(in.castTime(len(in.Times)))
	}
	m.t.End = min(m.now+ms(in.Pace.EndMs), longest).Truncate(time.Millisecond)
	return m.t
}

type meter struct {
	in     Input
	t      Timeline
	now    time.Duration // play time
	clock  time.Duration // cast time that now stands for
	awake  time.Duration // cast time at which a sleep ends
	begun  bool
	hidden bool
	shown  int // the latest line that paints
}

// pass lets time pass up to a time of the cast.
func (m *meter) pass(to time.Duration) {
	gap := max(to-m.clock, 0)
	m.clock += gap
	if idle := ms(m.in.Pace.IdleMs); idle > 0 {
		gap = min(gap, idle)
	}
	if m.begun && !m.hidden {
		m.now = min(m.now+gap, longest)
	}
}

func (m *meter) line(seq int) {
	m.pass(m.in.Times[seq-1])
	if m.in.Paints[seq-1] {
		m.shown = seq
		m.show()
	}
}

// show shows the latest screen; the first one is at 0.
func (m *meter) show() {
	if m.shown == 0 || m.hidden {
		return
	}
	if !m.begun {
		m.begun, m.now = true, 0
	}
	m.t.add(m.now.Truncate(time.Millisecond), m.shown)
}

func (m *meter) moment(p event.TimelinePayload) {
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
	case event.DoHold:
		if !m.hidden {
			m.now = min(m.now+ms(p.Ms), longest)
		}
	case event.DoSleep:
		m.awake = m.in.castTime(p.CastSeq) + ms(p.Ms)
	}
}
