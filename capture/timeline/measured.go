package timeline

import (
	"time"

	"scenario/event"
)

// measured keeps the times of the cast: every state at most FPS times a second,
// gaps over pace.idle cut, hidden steps left out, holds added.
func measured(in Input) Timeline {
	m := meter{in: in, frame: interval(in.FPS)}
	next := 0
	for seq := 0; seq <= len(in.Times); seq++ {
		if seq > 0 {
			m.line(seq)
		}
		for ; next < len(in.Moments) && in.Moments[next].CastSeq <= seq; next++ {
			m.moment(in.Moments[next])
		}
	}
	for ; next < len(in.Moments); next++ {
		m.moment(in.Moments[next])
	}
	m.t.End = m.now.Truncate(time.Millisecond) + ms(in.Pace.EndMs)
	return m.t
}

type meter struct {
	in     Input
	frame  time.Duration
	t      Timeline
	now    time.Duration // play time
	last   time.Duration // cast time that now stands for
	begun  bool
	hidden bool
	shown  int // the latest line that paints
	slot   time.Duration
}

// line lets the time pass up to one line of the cast and shows it.
func (m *meter) line(seq int) {
	at := m.in.Times[seq-1]
	if m.begun && !m.hidden {
		gap := at - m.last
		if idle := ms(m.in.Pace.IdleMs); idle > 0 && gap > idle {
			gap = idle
		}
		m.now += gap
	}
	m.last = at
	if !m.in.Paints[seq-1] {
		return
	}
	m.shown = seq
	if !m.hidden {
		m.show()
	}
}

// show shows the latest screen; states that come within one frame of the last
// one replace it and keep its time.
func (m *meter) show() {
	if m.shown == 0 {
		return
	}
	if !m.begun {
		m.begun, m.now, m.slot = true, 0, 0
		m.t.add(0, m.shown)
		return
	}
	if m.now < m.slot+m.frame {
		m.t.add(m.slot.Truncate(time.Millisecond), m.shown)
		return
	}
	m.slot = m.now
	m.t.add(m.now.Truncate(time.Millisecond), m.shown)
}

func (m *meter) moment(p event.TimelinePayload) {
	switch p.Do {
	case event.DoHide:
		m.hidden = p.On
		if !m.hidden {
			m.slot = m.now - m.frame
			m.show()
		}
	case event.DoHold:
		if !m.hidden {
			m.now += ms(p.Ms)
		}
	}
}
