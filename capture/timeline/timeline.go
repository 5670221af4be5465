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

// Timeline is the frames of one recording, in order; the last one stands until
// End. Frames of equal screens are not merged here: that takes the screens.
type Timeline struct {
	Frames []Frame
	End    time.Duration
}

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
	Pace   event.Pace
	FPS    int // frames a second at most
}

// Compute returns the frames of a recording.
func Compute(in Input) Timeline {
	if in.FPS <= 0 {
		in.FPS = 30
	}
	var t Timeline
	if in.Pace.Timeline == "real" {
		t = measured(in)
	} else {
		t = steady(in)
	}
	return t.speed(in.Pace.Speed)
}

// speed divides all times.
func (t Timeline) speed(by float64) Timeline {
	if by <= 0 || by == 1 {
		return t
	}
	// Parts per million, so that the rounding is the same on every machine.
	ppm := time.Duration(by*1e6 + 0.5)
	scale := func(d time.Duration) time.Duration {
		return (d.Truncate(time.Millisecond) * 1e6 / ppm).Round(time.Millisecond)
	}
	for i := range t.Frames {
		t.Frames[i].At = scale(t.Frames[i].At)
	}
	t.End = scale(t.End)
	return t
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

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func interval(fps int) time.Duration {
	return (time.Second / time.Duration(fps)).Round(time.Millisecond)
}
