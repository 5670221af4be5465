// Package timeline computes play time, what the viewer sees, from what happened
// and in which order. It is pure: the moments of a run's log and the times of
// its cast in, a list of frames out.
//
// In the steady timeline the times come from the pace alone, so the same moments
// give the same frames whatever the machine was doing; in the real one they are
// the measured times of the cast.
package timeline

import (
	"time"

	"scenario/event"
)

// Frame says that from At on the viewer sees the screen as it was when CastSeq
// event lines stood in the cast.
type Frame struct {
	At      time.Duration // whole milliseconds
	CastSeq int
}

// Cue is a moment of the log at its play time: what is drawn over the screens,
// and what parts of a recording are chosen by.
type Cue struct {
	At time.Duration // whole milliseconds; never falls, the first frame is at 0
	event.TimelinePayload
}

// Timeline is the frames of one recording: At rises from 0, CastSeq never falls;
// the last frame stands until End. Frames of equal screens are not merged here:
// that takes the screens.
type Timeline struct {
	Frames []Frame
	// Cues are the moments that the viewer is shown, and every caption, chapter,
	// look and pace, also of hidden steps.
	Cues []Cue
	End  time.Duration
}

// DoMarker is a marker of a bare cast. It is no moment of a log: its Cue names a
// part of the recording as a chapter does, and is not drawn.
const DoMarker event.Do = "marker"

// Input is what a timeline is computed from.
type Input struct {
	// Moments are the timeline events of one session, in order.
	Moments []event.TimelinePayload
	// Times are the times of the cast's event lines; Times[i] is that of line
	// i+1.
	Times []time.Duration
	// Paints says of each line whether it can change the screen (output and
	// resize).
	Paints []bool
	// Exited says that the program ended by itself: its exit, the last line of
	// the cast, then belongs to the recording although it stands after the end
	// of the steps.
	Exited bool
	Pace   event.Pace // at the beginning
	FPS    int        // frames a second at most; 0 is 30
}

const (
	defaultFPS = 30
	maxFPS     = 100
	// longest bounds every time, so that no sum of them overflows whatever a
	// log says.
	longest = 1000 * time.Hour
)

// Compute returns the frames of a recording.
func Compute(in Input) Timeline {
	if in.FPS <= 0 {
		in.FPS = defaultFPS
	}
	in.Moments = ordered(in.Moments, len(in.Times))
	frame := (time.Second / time.Duration(min(in.FPS, maxFPS))).Round(time.Millisecond)
	r := newReel(in, frame)
	r.play()
	t := r.end()
	t.limit(frame)
	return t
}

// ordered returns the moments up to the end of the steps; their CastSeq never
// falls, as a cast is only read forwards, and ends with its lines: of a run that was
// killed the log may know more of them than the cast has.
func ordered(moments []event.TimelinePayload, lines int) []event.TimelinePayload {
	list := make([]event.TimelinePayload, 0, len(moments))
	seq := 0
	for _, m := range moments {
		seq = max(seq, min(m.CastSeq, lines))
		m.CastSeq = seq
		list = append(list, m)
		if m.Do == event.DoEnd {
			break
		}
	}
	return list
}

// limit merges frames that come faster than one each interval: the later screen
// is shown in place of the earlier one, at its time. So the parts of a redraw
// that arrive one after another make one frame. A frame may come a quarter of an
// interval early, or its jitter would cost a program that draws at just this
// rate many frames.
func (t *Timeline) limit(interval time.Duration) {
	kept := t.Frames[:0]
	due := time.Duration(0)
	for _, f := range t.Frames {
		if len(kept) > 0 && f.At < due-interval/4 {
			kept[len(kept)-1].CastSeq = f.CastSeq
			continue
		}
		kept = append(kept, f)
		due = max(due, f.At) + interval
	}
	t.Frames = kept
}

// add appends a frame; one at the time of the last replaces it.
func (t *Timeline) add(at time.Duration, seq int) {
	if n := len(t.Frames); n > 0 {
		last := &t.Frames[n-1]
		if last.CastSeq == seq {
			return
		}
		if at <= last.At {
			last.CastSeq = seq
			return
		}
	}
	t.Frames = append(t.Frames, Frame{At: at, CastSeq: seq})
}

// castTime is the time at which line seq stood in the cast.
func (in *Input) castTime(seq int) time.Duration {
	if seq < 1 || len(in.Times) == 0 {
		return 0
	}
	return in.Times[min(seq, len(in.Times))-1]
}

// ms is a time of a log.
func ms(n int64) time.Duration {
	return time.Duration(min(max(n, 0), longest.Milliseconds())) * time.Millisecond
}
