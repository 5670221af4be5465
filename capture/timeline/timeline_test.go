package timeline

import (
	"testing"
	"time"

	"scenario/event"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A script writes a log and the times of its cast as a run would.
type script struct {
	step    int
	moments []event.TimelinePayload
	times   []time.Duration
	paints  []bool
}

// out adds a line of output at a time of the cast, in ms.
func (s *script) out(at ...int64) {
	for _, t := range at {
		s.line(t, true)
	}
}

func (s *script) line(at int64, paints bool) {
	s.times = append(s.times, time.Duration(at)*time.Millisecond)
	s.paints = append(s.paints, paints)
}

func (s *script) note(p event.TimelinePayload) {
	p.CastSeq, p.StepIndex = len(s.times), s.step
	s.moments = append(s.moments, p)
}

func (s *script) next()         { s.step++ }
func (s *script) settled()      { s.note(event.TimelinePayload{Do: event.DoSettled}) }
func (s *script) hold(ms int64) { s.note(event.TimelinePayload{Do: event.DoHold, Ms: ms}) }
func (s *script) hide(on bool)  { s.note(event.TimelinePayload{Do: event.DoHide, On: on}) }
func (s *script) end()          { s.note(event.TimelinePayload{Do: event.DoEnd}) }

func (s *script) input(in event.Input, every int64) {
	s.note(event.TimelinePayload{Do: event.DoInput, Input: in, Ms: every})
}

func (s *script) sleep(ms int64) { s.note(event.TimelinePayload{Do: event.DoSleep, Ms: ms}) }

// launch starts a program whose screen settles.
func (s *script) launch(at int64) {
	s.next()
	s.input(event.InputLaunch, 0)
	s.out(at)
	s.settled()
}

// echo types n characters, each with its echo.
func (s *script) echo(at int64, n int, every int64) {
	for i := range n {
		s.out(at + int64(i))
		s.note(event.TimelinePayload{Do: event.DoType, Ms: every})
	}
}

// answer sends an input and shows its answer.
func (s *script) answer(in event.Input, at int64) {
	s.input(in, 0)
	s.out(at)
	s.settled()
}

func defaults() event.Pace {
	return event.Pace{
		Timeline: "steady", TypingMs: 50, KeyMs: 100, BeatMs: 400, ReadMs: 1500, IdleMs: 2000, EndMs: 3000, Speed: 1,
	}
}

// at is a frame in ms.
func at(ms int64, seq int) Frame {
	return Frame{At: time.Duration(ms) * time.Millisecond, CastSeq: seq}
}

// Every row of the table of play times, in both of its columns. A frame of 30 a
// second is 33 ms; lines of the cast count from 1.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		name   string
		write  func(*script)
		pace   func(*event.Pace)
		steady []Frame
		end    int64
		real   []Frame
		ended  int64
	}{
		{
			name: "typed text: the k-th echo at typing x k",
			write: func(s *script) {
				s.launch(40)
				s.next()
				s.echo(100, 3, 0)
				s.settled()
			},
			// The launch is read first, and the end of the text is a frame of its
			// own when something comes after the last echo.
			steady: []Frame{at(0, 1), at(1550, 2), at(1600, 3), at(1650, 4)}, end: 1683 + 3000,
			real: []Frame{at(0, 1), at(60, 4)}, ended: 62 + 3000,
		},
		{
			name: "typed text with a time of its own",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.echo(100, 2, 200)
				s.settled()
			},
			steady: []Frame{at(0, 1), at(1700, 2), at(1900, 3)}, end: 1933 + 3000,
			real: []Frame{at(0, 1), at(100, 3)}, ended: 101 + 3000,
		},
		{
			name: "the beat before an Enter that ends typed text, the answer one frame later, then reading",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.echo(100, 2, 0)
				s.answer(event.InputEnter, 900)
				s.next()
				s.echo(2000, 1, 0)
				s.settled()
			},
			steady: []Frame{at(0, 1), at(1550, 2), at(1600, 3), at(2033, 4), at(2033+1500+50, 5)}, end: 3583 + 33 + 3000,
			real: []Frame{at(0, 1), at(100, 3), at(900, 4), at(2000, 5)}, ended: 2000 + 3000,
		},
		{
			name: "an Enter without typed text: no beat before it",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.answer(event.InputEnter, 200)
				s.next()
				s.answer(event.InputEnter, 400)
			},
			steady: []Frame{at(0, 1), at(1533, 2), at(3066, 3)}, end: 3066 + 3000,
			real: []Frame{at(0, 1), at(200, 2), at(400, 3)}, ended: 400 + 3000,
		},
		{
			name: "chords of one step, key apart; after them a beat",
			write: func(s *script) {
				s.launch(0)
				s.next()
				for i := range 3 {
					s.answer(event.InputKey, 100+int64(i))
				}
				s.next()
				s.answer(event.InputKey, 500)
			},
			steady: []Frame{at(0, 1), at(1533, 2), at(1633, 3), at(1733, 4), at(1733+400+33, 5)}, end: 2166 + 3000,
			real: []Frame{at(0, 1), at(100, 4), at(500, 5)}, ended: 500 + 3000,
		},
		{
			name: "an Enter that is a chord of a step",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.answer(event.InputKey, 100)
				s.answer(event.InputEnter, 300)
				s.next()
				s.answer(event.InputKey, 500)
			},
			steady: []Frame{at(0, 1), at(1533, 2), at(1633, 3), at(3166, 4)}, end: 3166 + 3000,
			real: []Frame{at(0, 1), at(100, 2), at(300, 3), at(500, 4)}, ended: 500 + 3000,
		},
		{
			name: "chords with a time of their own",
			write: func(s *script) {
				s.launch(0)
				s.next()
				for i := range 2 {
					s.input(event.InputKey, 700)
					s.out(100 + int64(i))
					s.settled()
				}
			},
			steady: []Frame{at(0, 1), at(1533, 2), at(2233, 3)}, end: 2233 + 3000,
			real: []Frame{at(0, 1), at(100, 3)}, ended: 101 + 3000,
		},
		{
			name: "a paste is read",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.answer(event.InputPaste, 100)
				s.next()
				s.answer(event.InputKey, 200)
			},
			steady: []Frame{at(0, 1), at(1533, 2), at(1533+1500+33, 3)}, end: 3066 + 3000,
			real: []Frame{at(0, 1), at(100, 2), at(200, 3)}, ended: 200 + 3000,
		},
		{
			name: "a hold takes the place of reading and of the beat",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.hold(500)
				s.next()
				s.echo(100, 1, 0)
				s.settled()
				s.next()
				s.hold(250)
				s.next()
				s.answer(event.InputEnter, 300)
				s.next()
				s.hold(100)
				s.hold(100) // two are both seen
			},
			steady: []Frame{at(0, 1), at(550, 2), at(583+250+33, 3)}, end: 866 + 200 + 3000,
			real: []Frame{at(0, 1), at(600, 2), at(1050, 3)}, ended: 1050 + 200 + 3000,
		},
		{
			name: "waits take nothing of their own, what happens meanwhile is seen when it has settled",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.input(event.InputKey, 0)
				s.out(100, 5000, 9000) // a wait ends with line 4
				s.settled()
			},
			steady: []Frame{at(0, 1), at(1533, 4)}, end: 1533 + 3000,
			real: []Frame{at(0, 1), at(100, 2), at(2100, 3), at(4100, 4)}, ended: 4100 + 3000,
		},
		{
			name: "sleep is live, at measured offsets rounded to frames",
			write: func(s *script) {
				s.launch(1000)
				s.next()
				s.sleep(1000)
				s.out(1100, 1490, 1505, 1981)
				s.settled()
			},
			steady: []Frame{at(0, 1), at(99, 2), at(495, 4), at(990, 5)}, end: 1000 + 3000,
			real: []Frame{at(0, 1), at(100, 2), at(490, 4), at(981, 5)}, ended: 1000 + 3000,
		},
		{
			name: "a sleep without output takes its time too, and takes the place of reading",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.sleep(1200)
				s.settled()
				s.next()
				s.answer(event.InputKey, 1250)
			},
			steady: []Frame{at(0, 1), at(1233, 2)}, end: 1233 + 3000,
			real: []Frame{at(0, 1), at(1250, 2)}, ended: 1250 + 3000,
		},
		{
			name: "hidden steps: nothing, the screen after them comes with the next step",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.answer(event.InputEnter, 100)
				s.next()
				s.hide(true)
				s.echo(200, 3, 0)
				s.input(event.InputEnter, 0)
				s.out(300)
				s.next()
				s.hide(false)
				s.out(310) // settles only now
				s.settled()
				s.echo(400, 1, 0)
				s.settled()
			},
			steady: []Frame{at(0, 1), at(1533, 2), at(3033, 7), at(3083, 8)}, end: 3116 + 3000,
			real: []Frame{at(0, 1), at(100, 7), at(200, 8)}, ended: 200 + 3000,
		},
		{
			name: "the answer to the last input before hidden steps is seen",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.input(event.InputEnter, 0)
				s.next()
				s.hide(true)
				s.out(100)
				s.settled()
				s.echo(200, 1, 0)
				s.settled()
				s.next()
				s.hide(false)
				s.hold(1000)
			},
			steady: []Frame{at(0, 1), at(1533, 2), at(3033, 3)}, end: 4033 + 3000,
			// The hiding begins before line 2, whose time is then not known.
			real: []Frame{at(0, 3)}, ended: 1000 + 3000,
		},
		{
			name: "nothing before the first screen, whatever happens",
			write: func(s *script) {
				s.hide(true)
				s.launch(500)
				s.echo(900, 2, 0)
				s.next()
				s.hide(false)
				s.settled()
				s.hold(1000)
			},
			steady: []Frame{at(0, 3)}, end: 1000 + 3000,
			real: []Frame{at(0, 3)}, ended: 1000 + 3000,
		},
		{
			name: "the end",
			write: func(s *script) {
				s.launch(0)
				s.end()
				s.out(700) // of steps that come after
				s.settled()
			},
			pace:   func(p *event.Pace) { p.EndMs = 1 },
			steady: []Frame{at(0, 1)}, end: 1,
			real: []Frame{at(0, 1)}, ended: 1,
		},
		{
			name: "a run that failed before its first screen had settled",
			write: func(s *script) {
				s.next()
				s.input(event.InputLaunch, 0)
				s.out(10, 900)
				s.end()
			},
			steady: []Frame{at(0, 2)}, end: 3000,
			real: []Frame{at(0, 1), at(890, 2)}, ended: 890 + 3000,
		},
		{
			name: "speed divides everything, and what then comes too fast is merged",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.echo(1000, 4, 0)
				s.answer(event.InputEnter, 3000)
			},
			pace: func(p *event.Pace) { p.Speed = 4 },
			// Four echoes 13 ms apart make two frames.
			steady: []Frame{at(0, 1), at(388, 3), at(413, 5), at(533, 6)}, end: (2133 + 3000) / 4,
			real: []Frame{at(0, 1), at(250, 5), at(750, 6)}, ended: (3000 + 3000) / 4,
		},
		{
			name: "idle: 0 cuts nothing",
			write: func(s *script) {
				s.launch(0)
				s.next()
				s.answer(event.InputKey, 60000)
			},
			pace:   func(p *event.Pace) { p.IdleMs = 0 },
			steady: []Frame{at(0, 1), at(1533, 2)}, end: 1533 + 3000,
			real: []Frame{at(0, 1), at(60000, 2)}, ended: 60000 + 3000,
		},
		{
			name: "lines that paint nothing make no frames, but take time",
			write: func(s *script) {
				s.launch(0)
				s.line(300, false)
				s.next()
				s.answer(event.InputKey, 800)
				s.line(900, false)
			},
			steady: []Frame{at(0, 1), at(1533, 3)}, end: 1533 + 3000,
			real: []Frame{at(0, 1), at(800, 3)}, ended: 900 + 3000,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s script
			c.write(&s)
			in := Input{Moments: s.moments, Times: s.times, Paints: s.paints, Pace: defaults(), FPS: 30}
			if c.pace != nil {
				c.pace(&in.Pace)
			}
			check := func(want []Frame, end int64) {
				t.Helper()
				got := Compute(in)
				if diff := cmp.Diff(Timeline{Frames: want, End: time.Duration(end) * time.Millisecond}, got, cmpopts.IgnoreFields(Timeline{}, "Cues")); diff != "" {
					t.Errorf("%s (-want +got):\n%s", in.Pace.Timeline, diff)
				}
			}
			check(c.steady, c.end)
			in.Pace.Timeline = "real"
			check(c.real, c.ended)
		})
	}
}

func TestJitterIsSeeded(t *testing.T) {
	var s script
	s.launch(0)
	s.next()
	s.echo(10, 50, 0)
	s.settled()
	in := Input{Moments: s.moments, Times: s.times, Paints: s.paints, Pace: defaults(), FPS: 100}
	in.Pace.Jitter = 40
	a, b := Compute(in), Compute(in)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Fatalf("two times differ:\n%s", diff)
	}
	different := map[time.Duration]bool{}
	for i, f := range a.Frames[2:] {
		gap := f.At - a.Frames[i+1].At
		different[gap] = true
		if gap < 30*time.Millisecond || gap > 70*time.Millisecond {
			t.Errorf("gap %v is not within 40%% of 50ms", gap)
		}
	}
	if len(different) < 10 {
		t.Errorf("only %d different gaps", len(different))
	}
}

// A program that draws at just the rate of the recording loses no frames to
// its jitter.
func TestLimitLetsJitterThrough(t *testing.T) {
	var s script
	s.launch(0)
	for i := int64(1); i <= 300; i++ {
		s.out(i*100/3 + (i*7)%9 - 4)
	}
	for _, timeline := range []string{"steady", "real"} {
		in := Input{Moments: s.moments, Times: s.times, Paints: s.paints, Pace: defaults(), FPS: 30}
		in.Pace.Timeline = timeline
		if timeline == "steady" {
			in.Moments = append(in.Moments, event.TimelinePayload{Do: event.DoSleep, Ms: 11000, CastSeq: 1})
		}
		if n := len(Compute(in).Frames); n < 298 {
			t.Errorf("%s: %d of 301 states are seen", timeline, n)
		}
	}
}

// Output that never ends is seen at the rate of the recording.
func TestLimitHolds(t *testing.T) {
	var s script
	for i := range int64(10_000) {
		s.out(i)
	}
	in := Input{Times: s.times, Paints: s.paints, Pace: defaults(), FPS: 25}
	in.Pace.Timeline = "real"
	got := Compute(in)
	if n := len(got.Frames); n < 240 || n > 255 {
		t.Errorf("%d frames in 10 s at 25 a second", n)
	}
	if got.End != 9999*time.Millisecond+3*time.Second {
		t.Errorf("End = %v", got.End)
	}
}

// A program that ended by itself ended within the recording, one that was ended
// after the last step did not.
func TestExitIsMeasured(t *testing.T) {
	var s script
	s.launch(0)
	s.end()
	s.line(1500, false)
	in := Input{Moments: s.moments, Times: s.times, Paints: s.paints, Pace: defaults(), FPS: 30}
	in.Pace.Timeline = "real"
	if got := Compute(in).End; got != 3*time.Second {
		t.Errorf("ended by the runner: %v", got)
	}
	in.Exited = true
	if got := Compute(in).End; got != 4500*time.Millisecond {
		t.Errorf("ended by itself: %v", got)
	}
}

// Whether trailing output that changes nothing comes before or after the
// settled moment of typed text must not be seen in the times.
func TestEchoAndSettledTakeTheSameTime(t *testing.T) {
	run := func(late bool) Timeline {
		var s script
		s.launch(0)
		s.next()
		s.echo(10, 2, 0)
		if late {
			s.out(20)
		}
		s.settled()
		s.next()
		s.answer(event.InputEnter, 100)
		return Compute(Input{Moments: s.moments, Times: s.times, Paints: s.paints, Pace: defaults()})
	}
	a, b := run(false), run(true)
	if a.End != b.End || a.Frames[len(a.Frames)-1].At != b.Frames[len(b.Frames)-1].At {
		t.Errorf("%v and %v", a, b)
	}
}

func TestNothingToShow(t *testing.T) {
	for _, timeline := range []string{"steady", "real"} {
		got := Compute(Input{Pace: event.Pace{Timeline: timeline}})
		if len(got.Frames) != 0 || got.End != 0 {
			t.Errorf("%s: %v", timeline, got)
		}
	}
}
