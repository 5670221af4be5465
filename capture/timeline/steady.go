package timeline

import (
	"math/rand/v2"
	"time"

	"scenario/event"
)

// steady walks the moments and gives each the time that the pace says.
func steady(in Input, frame time.Duration) Timeline {
	w := walker{in: in, frame: frame, rand: rand.New(rand.NewPCG(1, 2)), behind: nothing}
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
	// step.
	behind int

	// pause is what the viewer gets before the next input, unless a hold says
	// otherwise.
	pause time.Duration
	// The last input, and whether its settled screen is still to come.
	last     event.Input
	lastAt   time.Duration
	lastStep int
	asked    bool

	typed bool // text stands there that no Enter has ended
	held  bool // a hold came after it
}

const nothing = -1

func (w *walker) moment(m event.TimelinePayload, rest []event.TimelinePayload) {
	switch {
	case m.Do == event.DoSyncCut:
		return
	case m.Do == event.DoHide:
		w.hide(m)
		return
	case w.hidden:
		w.unseen(m)
		return
	}
	w.uncover(m)
	switch m.Do {
	case event.DoType:
		w.echo(m)
	case event.DoInput:
		w.input(m)
	case event.DoSettled:
		w.settled(m)
	case event.DoHold:
		w.pause, w.held = 0, true
		w.pass(ms(m.Ms))
	case event.DoSleep:
		w.sleep(m, rest)
	case event.DoEnd:
		if w.asked { // the run failed before the answer had settled
			w.settled(m)
		}
	}
}

// pass lets play time pass.
func (w *walker) pass(d time.Duration) { w.now = min(w.now+d, longest) }

// rest lets the pause pass.
func (w *walker) rest() {
	w.pass(w.pause)
	w.pause = 0
}

// show puts a screen on at a time; the first one is at 0.
func (w *walker) show(at time.Duration, seq int) {
	if len(w.t.Frames) == 0 {
		at, w.now = 0, 0
	}
	w.t.add(at, seq)
}

func (w *walker) hide(m event.TimelinePayload) {
	w.hidden = m.On
	if !w.hidden {
		w.behind = m.CastSeq
	}
}

// unseen takes a moment of hidden steps: nothing but the answer to the last
// input before them is seen.
func (w *walker) unseen(m event.TimelinePayload) {
	switch m.Do {
	case event.DoSettled:
		if w.asked {
			w.settled(m)
		}
	case event.DoType, event.DoInput, event.DoSleep:
		w.asked, w.typed, w.last = false, false, ""
	}
}

// uncover shows the screen after hidden steps, once the viewer has seen the one
// before them.
func (w *walker) uncover(m event.TimelinePayload) {
	seq := w.behind
	w.behind = nothing
	if seq == nothing || w.asked {
		return
	}
	if m.Do == event.DoSettled {
		seq = m.CastSeq // what they did may have settled only now
	}
	w.rest()
	w.show(w.now, seq)
}

// echo shows one more typed character.
func (w *walker) echo(m event.TimelinePayload) {
	if !w.typed || w.lastStep != m.StepIndex {
		w.rest()
	}
	step := ms(w.in.Pace.TypingMs)
	if m.Ms > 0 {
		step = ms(m.Ms)
	}
	if j := int64(min(w.in.Pace.Jitter, 100)); j > 0 {
		step += step / 100 * time.Duration(w.rand.Int64N(2*j+1)-j)
	}
	w.pass(step.Truncate(time.Millisecond))
	w.show(w.now, m.CastSeq)
	w.last, w.lastStep, w.asked = event.InputType, m.StepIndex, true
	w.typed, w.held = true, false
}

// input is a key, an Enter, a paste ... about to be sent.
func (w *walker) input(m event.TimelinePayload) {
	switch {
	case w.typed && m.Input == event.InputEnter:
		w.pause = 0
		if !w.held {
			w.pass(ms(w.in.Pace.BeatMs))
		}
	case isKey(m.Input) && isKey(w.last) && w.lastStep == m.StepIndex:
		gap := ms(w.in.Pace.KeyMs)
		if m.Ms > 0 {
			gap = ms(m.Ms)
		}
		w.pause = 0
		w.now = max(w.now, min(w.lastAt+gap, longest))
	default:
		w.rest()
	}
	w.last, w.lastAt, w.lastStep, w.asked = m.Input, w.now, m.StepIndex, true
	w.typed, w.held = false, false
}

func isKey(in event.Input) bool { return in == event.InputKey || in == event.InputEnter }

// settled shows the answer to the last input, one frame after it. That takes
// the same time whether or not something has changed since the last echo: which
// of the two came first is the machine's business.
func (w *walker) settled(m event.TimelinePayload) {
	if w.asked {
		w.pass(w.frame)
	}
	w.show(w.now, m.CastSeq)
	if !w.asked {
		return
	}
	w.asked = false
	switch w.last {
	case event.InputLaunch, event.InputEnter, event.InputPaste:
		w.pause = ms(w.in.Pace.ReadMs)
	case event.InputKey, event.InputResize, event.InputSignal:
		w.pause = ms(w.in.Pace.BeatMs)
	}
}

// sleep shows what the program painted while it ran, at the measured times.
func (w *walker) sleep(m event.TimelinePayload, rest []event.TimelinePayload) {
	w.pause, w.last, w.asked = 0, "", false
	until := len(w.in.Times)
	for _, next := range rest {
		if next.Do != event.DoSyncCut {
			until = min(until, next.CastSeq)
			break
		}
	}
	length := ms(m.Ms)
	// The sleep began after the last line before it, and its last line came
	// before its end.
	start := max(w.in.castTime(m.CastSeq), w.in.castTime(until)-length)
	if len(w.t.Frames) == 0 {
		w.show(0, m.CastSeq)
	}
	var live Timeline
	for seq := m.CastSeq + 1; seq <= until; seq++ {
		if w.in.Paints[seq-1] {
			live.add(max(w.in.Times[seq-1]-start, 0), seq)
		}
	}
	live.limit(w.frame)
	slot := -w.frame
	for _, f := range live.Frames {
		slot = max(f.At.Round(w.frame), slot+w.frame)
		w.t.add(min(w.now+min(slot, length), longest), f.CastSeq)
	}
	w.pass(length)
}

func (w *walker) end() Timeline {
	if w.behind != nothing && len(w.t.Frames) == 0 {
		w.show(0, w.behind)
	}
	w.t.End = min(w.now+ms(w.in.Pace.EndMs), longest)
	return w.t
}
