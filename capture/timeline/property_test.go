package timeline

import (
	"slices"
	"testing"
	"time"

	"scenario/event"

	"github.com/google/go-cmp/cmp"
)

// fromBytes makes any log and cast of bytes: also those that no run writes.
func fromBytes(b []byte) Input {
	next := func() int64 {
		if len(b) == 0 {
			return 0
		}
		n := int64(b[0])
		b = b[1:]
		return n
	}
	does := []event.Do{
		event.DoType, event.DoInput, event.DoSettled, event.DoHold, event.DoSleep, event.DoHide,
		event.DoScreenshot, event.DoSyncCut, event.DoFit, event.DoCaption, event.DoChapter, event.DoPace, event.DoLook, "later",
	}
	inputs := []event.Input{
		event.InputLaunch, event.InputType, event.InputEnter, event.InputKey, event.InputPaste, event.InputResize, "",
	}
	in := Input{FPS: int(next()), Pace: defaults()}
	in.Pace.Jitter = int(next())
	in.Pace.Speed = float64(next()) / 16
	in.Pace.TypingMs, in.Pace.KeyMs, in.Pace.EndMs = next(), next(), next()
	in.Exited = next()%2 == 0
	now := time.Duration(0)
	for len(b) > 0 {
		switch n := next(); {
		case n < 100:
			now += time.Duration(next()) * time.Duration(next()) * 100 * time.Microsecond
			in.Times = append(in.Times, now)
			in.Paints = append(in.Paints, n < 80)
		default:
			m := event.TimelinePayload{
				Do: does[n%int64(len(does))], CastSeq: len(in.Times) + int(n/80) - 2, StepIndex: int(n / 20),
				Input: inputs[next()%int64(len(inputs))], Ms: next() * 7, On: n%2 == 0,
			}
			if m.Do == event.DoPace {
				p := in.Pace
				p.Speed, p.Timeline = float64(m.Ms)/64, []string{"steady", "real"}[n%2]
				m.Pace = &p
			}
			if n == 255 {
				m.Ms = -1 << 62
			}
			if n == 254 {
				m.Ms = 1 << 62
			}
			in.Moments = append(in.Moments, m)
		}
	}
	return in
}

// What holds of every timeline, whatever the log says.
func FuzzCompute(f *testing.F) {
	f.Add([]byte("\x1e\x00\x10\x32\x64\xff\x01\x6d\x00\x00\x05\x22\x22\x6e\x00\x00\x75\x00\x00\x05\x11\x11"))
	f.Add([]byte("\x00\xff\x40\x00\x00\x00\x00zzzzzzzz\x05\x05\x05qqqq\x05\x05\x05pppp\x01\x01\x01"))
	f.Add([]byte("\x19\x32\x01\x32\x64\xff\x02\xfe\xfe\xfe\xff\xff\xff\x01\xff\xff\x68\x68\x68\x01\x02\x03"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := fromBytes(b)
		for _, in.Pace.Timeline = range []string{"steady", "real"} {
			before := slices.Clone(in.Moments)
			got := Compute(in)
			if diff := cmp.Diff(got, Compute(in)); diff != "" {
				t.Fatalf("%s: two times differ:\n%s", in.Pace.Timeline, diff)
			}
			if !slices.EqualFunc(before, in.Moments, func(a, b event.TimelinePayload) bool { return a.CastSeq == b.CastSeq }) {
				t.Fatal("the moments were changed")
			}
			last := Frame{At: -1, CastSeq: 0}
			for i, f := range got.Frames {
				if i == 0 && f.At != 0 {
					t.Fatalf("%s: the first frame is at %v", in.Pace.Timeline, f.At)
				}
				if f.At <= last.At || f.CastSeq < last.CastSeq || f.At%time.Millisecond != 0 {
					t.Fatalf("%s: frame %d is %v after %v", in.Pace.Timeline, i, f, last)
				}
				last = f
			}
			for i, c := range got.Cues {
				if c.At < 0 || i > 0 && c.At < got.Cues[i-1].At || c.At%time.Millisecond != 0 {
					t.Fatalf("%s: cue %d is at %v", in.Pace.Timeline, i, c.At)
				}
			}
			if got.End < 0 || got.End < last.At || got.End%time.Millisecond != 0 {
				t.Fatalf("%s: the end is %v, the last frame %v", in.Pace.Timeline, got.End, last.At)
			}
		}
		measured := func(m event.TimelinePayload) bool {
			return m.Do == event.DoSleep || m.Do == event.DoFit || m.Do == event.DoPace && m.Pace.Timeline == "real"
		}
		if !slices.ContainsFunc(in.Moments, measured) {
			in.Pace.Timeline = "steady"
			measured := Compute(in)
			for i := range in.Times {
				in.Times[i] = time.Duration(i) * time.Second
			}
			if diff := cmp.Diff(measured, Compute(in)); diff != "" {
				t.Fatalf("steady frames depend on the measured times:\n%s", diff)
			}
		}
	})
}
