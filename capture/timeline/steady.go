package timeline

import (
	"math/rand/v2"
	"time"

	"scenario/event"
)

// steady walks the moments and gives each the time that the pace says.
func steady(in Input) Timeline {
	w := walker{in: in, frame: interval(in.FPS), rand: rand.New(rand.NewPCG(1, 2))}
	for i, m := range in.Moments {
		w.moment(m, in.Moments[i+1:])
	}
	return w.end()
}

type walker struct {
	in    Input
	frame time.Duration
	rand  *rand.Rand

	t      Timeline
	now    time.Duration
	hidden bool
	// behind is the screen after hidden steps, which appears with the next
	// step; 0: none.
	behind int

	// pause is what the viewer gets before the next step, unless a hold says
	// otherwise.
	pause time.Duration
	// last is the input that the next settled screen answers.
	last     event.Input
	lastAt   time.Duration
	lastStep int
	typed    bool // the step now being typed has begun
}

func (w *walker) moment(m event.TimelinePayload, rest []event.TimelinePayload) {
	if m.Do == event.DoHide {
		w.hidden = m.On
		return
	}
	if w.hidden {
		if m.Do != event.DoSyncCut {
			w.behind = m.CastSeq
		}
		return
	}
	if w.behind > 0 {
		if w.behind <= m.CastSeq {
			w.show(w.now, w.behind)
		}
		w.behind = 0
	}
	switch m.Do {
	case event.DoType:
		w.echo(m)
	case event.DoInput:
		w.input(m)
	case event.DoSettled:
		w.settled(m)
	case event.DoHold:
		w.pause = 0
		w.now += ms(m.Ms)
	case event.DoSleep:
		w.sleep(m, rest)
	}
}

// show puts a screen on at a time; the first one is at 0.
func (w *walker) show(at time.Duration, seq int) {
	if len(w.t.Frames) == 0 {
		at, w.now = 0, 0
	}
	w.t.add(at, seq)
}

// rest lets the pause pass.
func (w *walker) rest() { w.now, w.pause = w.now+w.pause, 0 }

// echo shows one more typed character.
func (w *walker) echo(m event.TimelinePayload) {
	if !w.typed || w.lastStep != m.StepIndex {
		w.rest()
	}
	step := ms(w.in.Pace.TypingMs)
	if m.Ms > 0 {
		step = ms(m.Ms)
	}
	if j := int64(w.in.Pace.Jitter); j > 0 {
		step += step * time.Duration(w.rand.Int64N(2*j+1)-j) / 100
	}
	w.now += step.Truncate(time.Millisecond)
	w.show(w.now, m.CastSeq)
	w.typed, w.last, w.lastStep = true, event.InputType, m.StepIndex
}

// input is a key, an Enter, a paste ... about to be sent.
func (w *walker) input(m event.TimelinePayload) {
	switch {
	case m.Input == event.InputEnter:
		w.pause = 0
		w.now += ms(w.in.Pace.BeatMs)
	case w.last == m.Input && w.lastStep == m.StepIndex && m.Input == event.InputKey:
		gap := ms(w.in.Pace.KeyMs)
		if m.Ms > 0 {
			gap = ms(m.Ms)
		}
		w.pause = 0
		w.now = max(w.now, w.lastAt+gap)
	default:
		w.rest()
	}
	w.last, w.lastAt, w.lastStep, w.typed = m.Input, w.now, m.StepIndex, false
}

// settled shows the answer to the last input, one frame after it.
func (w *walker) settled(m event.TimelinePayload) {
	if n := len(w.t.Frames); n == 0 || w.t.Frames[n-1].CastSeq != m.CastSeq {
		w.now += w.frame
		w.show(w.now, m.CastSeq)
	}
	switch w.last {
	case event.InputLaunch, event.InputEnter, event.InputPaste:
		w.pause = ms(w.in.Pace.ReadMs)
	case event.InputKey, event.InputResize, event.InputSignal:
		w.pause = ms(w.in.Pace.BeatMs)
	}
	if w.last != event.InputKey {
		w.last = ""
	}
}

// sleep shows what the program painted while it ran, at the measured times.
func (w *walker) sleep(m event.TimelinePayload, rest []event.TimelinePayload) {
	w.pause, w.last = 0, ""
	until := m.CastSeq
	if len(rest) > 0 {
		until = rest[0].CastSeq
	}
	start := w.castTime(m.CastSeq)
	w.live(m.CastSeq, until, start, ms(m.Ms))
	w.now += ms(m.Ms)
}

// castTime is the time at which line seq stood in the cast.
func (w *walker) castTime(seq int) time.Duration {
	if seq < 1 || len(w.in.Times) == 0 {
		return 0
	}
	return w.in.Times[min(seq, len(w.in.Times))-1]
}

// live shows the lines after from, up to until, at their offsets from start, but
// not after length.
func (w *walker) live(from, until int, start, length time.Duration) {
	for seq := from + 1; seq <= min(until, len(w.in.Times)); seq++ {
		if !w.in.Paints[seq-1] {
			continue
		}
		at := (w.in.Times[seq-1] - start).Round(w.frame)
		w.show(w.now+min(max(at, 0), length).Truncate(time.Millisecond), seq)
	}
}

func (w *walker) end() Timeline {
	if w.behind > 0 && len(w.t.Frames) == 0 {
		w.show(0, w.behind)
	}
	w.t.End = w.now + ms(w.in.Pace.EndMs)
	return w.t
}
