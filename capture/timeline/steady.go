package timeline

import (
	"math/rand/v2"
	"time"

	"scenario/event"
)

// walker gives each moment the time that the pace says.
type walker struct {
	*reel
	rand *rand.Rand

	// behind is the screen after hidden steps, which appears with the next
	// step.
	behind int

	// pause is what the viewer gets before the next input, unless a hold says
	// otherwise.
	pause time.Duration
	// The last input, and whether its settled screen is still to come.
	input    event.Input
	inputAt  time.Duration
	lastStep int
	asked    bool

	typed bool // text stands there that no Enter has ended
	held  bool // a hold came after it
}

const nothing = -1

func newWalker(r *reel) *walker {
	return &walker{reel: r, rand: rand.New(rand.NewPCG(1, 2)), behind: nothing}
}

// walk walks the moments from i on, and returns where the real timeline goes on.
func (w *walker) walk(i int) (next, seq int) {
	for i < len(w.in.Moments) && !w.real() {
		seq = w.in.Moments[i].CastSeq
		i = w.moment(i)
	}
	if w.real() {
		w.forget()
	}
	return i, seq
}

// forget drops what is still to come of the last input.
func (w *walker) forget() {
	w.pause, w.input, w.asked, w.typed, w.held = 0, "", false, false, false
}

// moment takes a moment and returns the number of the next one.
func (w *walker) moment(i int) int {
	m := w.in.Moments[i]
	switch {
	case m.Do == event.DoSyncCut:
		return i + 1
	case m.Do == event.DoHide:
		w.hide(m)
		return i + 1
	case w.hidden:
		w.unseen(m)
		return i + 1
	}
	w.uncover(m)
	switch m.Do {
	case event.DoType:
		w.echo(m)
	case event.DoInput:
		w.send(m)
	case event.DoSettled:
		w.settled(m)
	case event.DoHold:
		w.cue(m)
		w.pause, w.held = 0, true
		w.pass(ms(m.Ms))
		return i + 1
	case event.DoSleep:
		w.cue(m)
		w.sleep(m, w.in.Moments[i+1:])
		return i + 1
	case event.DoFit:
		if m.On {
			return w.fitted(i)
		}
	case event.DoChapter:
		w.rest() // the screen before it belongs to the one before
		w.say(m)
		return i + 1
	case event.DoCaption, event.DoPace:
		w.say(m)
		return i + 1
	case event.DoEnd:
		if w.asked { // the run failed before the answer had settled
			w.settled(m)
		}
	}
	w.cue(m)
	return i + 1
}

// rest lets the pause pass.
func (w *walker) rest() {
	w.pass(w.pause)
	w.pause = 0
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
		w.asked, w.typed, w.input = false, false, ""
	case event.DoCaption, event.DoChapter, event.DoPace:
		w.say(m)
	case event.DoLook:
		w.cue(m)
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
	step := ms(w.pace.TypingMs)
	if m.Ms > 0 {
		step = ms(m.Ms)
	}
	if j := int64(min(w.pace.Jitter, 100)); j > 0 {
		step += step / 100 * time.Duration(w.rand.Int64N(2*j+1)-j)
	}
	w.pass(step.Truncate(time.Millisecond))
	w.show(w.now, m.CastSeq)
	w.input, w.lastStep, w.asked = event.InputType, m.StepIndex, true
	w.typed, w.held = true, false
}

// send is a key, an Enter, a paste ... about to be sent.
func (w *walker) send(m event.TimelinePayload) {
	switch {
	case w.typed && m.Input == event.InputEnter:
		w.pause = 0
		if !w.held {
			w.pass(ms(w.pace.BeatMs))
		}
	case isKey(m.Input) && isKey(w.input) && w.lastStep == m.StepIndex:
		gap := ms(w.pace.KeyMs)
		if m.Ms > 0 {
			gap = ms(m.Ms)
		}
		w.pause = 0
		w.now = max(w.now, min(w.inputAt+gap, longest))
	default:
		w.rest()
	}
	w.input, w.inputAt, w.lastStep, w.asked = m.Input, w.now, m.StepIndex, true
	w.typed, w.held = false, false
}

// isKey reports whether an input is one of several that follow each other
// quickly: keys, and the notches of the wheel.
func isKey(in event.Input) bool {
	return in == event.InputKey || in == event.InputEnter || in == event.InputScroll
}

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
	w.pause = w.after(w.input)
}

// after is how long the answer to an input stands before the next one.
func (w *walker) after(in event.Input) time.Duration {
	switch in {
	case event.InputType:
		return w.pause
	case event.InputKey, event.InputResize, event.InputSignal, event.InputScroll, event.InputDrag:
		return ms(w.pace.BeatMs)
	}
	return ms(w.pace.ReadMs) // an Enter, a paste, a launch, a click
}

// sleep shows what the program painted while it ran, at the measured times.
func (w *walker) sleep(m event.TimelinePayload, rest []event.TimelinePayload) {
	w.pause, w.input, w.asked = 0, "", false
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
	if !w.begun {
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
		w.t.add(min(w.now+min(slot, length), longest).Truncate(time.Millisecond), f.CastSeq)
	}
	w.pass(length)
}

// fitted plays a fit; what it ends with is read as any answer.
func (w *walker) fitted(i int) int {
	w.rest()
	w.forget()
	next, _ := w.fit(i)
	for _, m := range w.in.Moments[i:next] {
		switch m.Do {
		case event.DoType:
			w.pause = 0
		case event.DoInput:
			w.pause = w.after(m.Input)
		case event.DoHold, event.DoSleep:
			w.pause = 0
		}
	}
	return next
}

// last shows what hidden steps have left when nothing else was to be seen.
func (w *walker) last() {
	if w.behind != nothing && !w.begun {
		w.show(0, w.behind)
	}
}
