package timeline

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"scenario/event"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func (s *script) pace(change func(*event.Pace)) {
	p := defaults()
	change(&p)
	s.note(event.TimelinePayload{Do: event.DoPace, Pace: &p})
}

func (s *script) fit(ms int64) { s.note(event.TimelinePayload{Do: event.DoFit, On: ms > 0, Ms: ms}) }

func (s *script) say(do event.Do, text string, ms int64) {
	s.note(event.TimelinePayload{Do: do, Text: text, Ms: ms})
}

func (s *script) in(timeline string) Input {
	in := Input{Moments: s.moments, Times: s.times, Paints: s.paints, Pace: defaults(), FPS: 30}
	in.Pace.Timeline = timeline
	return in
}

func ends(t *testing.T, in Input, want int64) Timeline {
	t.Helper()
	got := Compute(in)
	if got.End != time.Duration(want)*time.Millisecond {
		t.Errorf("%s: the end is %v, wanted %dms", in.Pace.Timeline, got.End, want)
	}
	return got
}

// The play time is the sum of what the scenario declares, whatever the steps and
// their paces are.
func TestPlayTimeIsTheSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s script
		pace := defaults()
		s.launch(0)
		now, pause := int64(0), pace.ReadMs
		sum, speed := time.Duration(0), pace.Speed
		spend := func(ms int64) { sum += divided(time.Duration(ms)*time.Millisecond, speed); now += ms }
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			s.next()
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				d := rapid.Int64Range(0, 5000).Draw(t, "hold")
				s.hold(d)
				pause = 0
				spend(d)
			case 1:
				n := rapid.IntRange(1, 9).Draw(t, "typed")
				s.echo(int64(len(s.times))*10, n, 0)
				s.settled()
				spend(pause)
				spend(int64(n)*pace.TypingMs + 33)
				pause = 0
			case 2:
				s.answer(event.InputPaste, int64(len(s.times))*10)
				spend(pause)
				spend(33)
				pause = pace.ReadMs
			case 3:
				p := pace
				p.TypingMs, p.ReadMs = rapid.Int64Range(1, 100).Draw(t, "typing"), rapid.Int64Range(0, 3000).Draw(t, "read")
				p.Speed = rapid.SampledFrom([]float64{0.5, 1, 2, 4}).Draw(t, "speed")
				s.note(event.TimelinePayload{Do: event.DoPace, Pace: &p})
				pace, speed = p, p.Speed
			case 4:
				d := rapid.Int64Range(1, 4000).Draw(t, "fit")
				s.fit(d)
				s.out(int64(len(s.times))*10, int64(len(s.times))*10+700)
				s.fit(0)
				spend(pause)
				spend(d)
				pause = 0
			}
		}
		s.end()
		spend(pace.EndMs)
		got := Compute(s.in("steady"))
		if off := got.End - sum; off < -20*time.Millisecond || off > 20*time.Millisecond { // each speed rounds once
			t.Fatalf("it plays %v, declared are %v", got.End, sum)
		}
		last := Frame{At: -1}
		for _, f := range got.Frames {
			if f.At <= last.At || f.CastSeq <= last.CastSeq {
				t.Fatalf("%v after %v", f, last)
			}
			last = f
		}
		// A frame for every settled screen: the last line before each settled.
		shown := map[int]bool{}
		for _, f := range got.Frames {
			shown[f.CastSeq] = true
		}
		if speed <= 1 && !shown[last.CastSeq] {
			t.Fatal("the last screen is not seen")
		}
	})
}

// Every distinct settled screen has a frame.
func TestEverySettledScreenIsSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s script
		s.launch(0)
		want := []int{1}
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			s.next()
			s.input(event.InputKey, 0)
			for range rapid.IntRange(1, 5).Draw(t, "writes") {
				s.out(int64(len(s.times)))
			}
			s.settled()
			want = append(want, len(s.times))
		}
		s.end()
		var got []int
		for _, f := range Compute(s.in("steady")).Frames {
			got = append(got, f.CastSeq)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestFitSqueezesAndStretches(t *testing.T) {
	for _, timeline := range []string{"steady", "real"} {
		var s script
		s.launch(0)
		s.next()
		s.hold(1000)
		s.next()
		s.fit(500)
		s.input(event.InputEnter, 0)
		s.out(1000, 6000, 11000) // it took 11 s
		s.settled()
		s.fit(0)
		s.next()
		s.hold(200)
		s.end()
		got := ends(t, s.in(timeline), 1000+500+200+3000)
		if n := len(got.Frames); n != 4 || got.Frames[2].At != 1264*time.Millisecond {
			t.Errorf("%s: %v", timeline, got.Frames)
		}
	}
	// What took a moment is stretched; then it is read as any answer.
	var s script
	s.launch(0)
	s.fit(4000)
	s.input(event.InputEnter, 0)
	s.out(10, 20)
	s.settled()
	s.fit(0)
	s.next()
	s.echo(30, 1, 0)
	s.settled()
	s.end()
	ends(t, s.in("steady"), 1500+4000+1500+50+33+3000)
}

// A pace holds from its step on: its times, its speed, its timeline.
func TestPaceHoldsFromItsStepOn(t *testing.T) {
	var s script
	s.launch(0)
	s.next()
	s.hold(1000)
	s.pace(func(p *event.Pace) { p.Speed, p.TypingMs = 2, 100 })
	s.next()
	s.echo(100, 5, 0)
	s.settled()
	s.hold(967)
	s.pace(func(p *event.Pace) { p.Timeline = "real" })
	s.next()
	s.answer(event.InputKey, 1100)
	s.next()
	s.answer(event.InputKey, 1600)
	s.pace(func(*event.Pace) {})
	s.hold(250)
	s.end()
	in := s.in("steady")
	in.Pace.EndMs = 0
	got := ends(t, in, 1000+(500+33+967)/2+996+500+250+3000)
	if n := len(got.Frames); n != 1+5+2 {
		t.Errorf("%d frames: %v", n, got.Frames)
	}
}

// A text with a time of its own is seen for so long; what would replace it waits.
func TestCaptionStandsForItsTime(t *testing.T) {
	var s script
	s.say(event.DoChapter, "One", 0)
	s.say(event.DoCaption, "before the program", 2000)
	s.launch(700)
	s.next()
	s.hold(500)
	s.say(event.DoCaption, "then", 0)
	s.hold(100)
	s.say(event.DoCaption, "last", 9000)
	s.end()
	got := ends(t, s.in("steady"), 2000+100+9000)
	var said []string
	for _, c := range got.Cues {
		if lasts(c.Do) {
			said = append(said, fmt.Sprint(c.At.Milliseconds(), " ", c.Text))
		}
	}
	if diff := cmp.Diff([]string{"0 One", "0 before the program", "2000 then", "2100 last"}, said); diff != "" {
		t.Error(diff)
	}
}

// tour is a recording of three chapters.
func tour() (Timeline, []Step) {
	var s script
	s.launch(0)
	for i, title := range []string{"One", "Two", "Wait..."} {
		s.next()
		s.say(event.DoChapter, title, 0)
		s.next()
		s.answer(event.InputKey, int64(1000*i+100))
		s.hold(1000)
	}
	s.end()
	return Compute(s.in("steady")), []Step{{3, "look"}, {5, "again"}, {9, "never"}}
}

func TestSelect(t *testing.T) {
	tl, steps := tour()
	for what, want := range map[string]string{
		"One":               "1.5s-2.533s",
		"chapter:Two":       "2.533s-3.566s",
		"Wait...":           "3.566s-7.599s",
		"look":              "1.5s-2.533s",
		"step:again":        "2.533s-3.566s",
		"..Two":             "0s-2.533s",
		"One..Wait...":      "1.5s-3.566s",
		"500ms..50%":        "500ms-3.799s",
		"90%..":             "6.839s-7.599s",
		"..end":             "0s-7.599s",
		"..":                "0s-7.599s",
		"2s..1s":            "2s..1s is empty: from 2s to 1s of 7.599s",
		"3s":                "3s is a moment, not a part: write 3s.. or ..3s",
		"Three":             `no chapter or step is called "Three": there is One, Two, Wait..., look, again, never`,
		"chapter:look":      `no chapter or step is called "look": there is One, Two, Wait..., look, again, never`,
		"never":             "never takes no play time",
		"..-3s":             `no chapter or step is called "-3s": there is One, Two, Wait..., look, again, never`,
		"":                  `no chapter or step is called "": there is One, Two, Wait..., look, again, never`,
		"101%..":            `no chapter or step is called "101%": there is One, Two, Wait..., look, again, never`,
		"1s..999999h":       "1s-7.599s",
		"step:look..end":    "1.5s-7.599s",
		"Two..chapter:Wait": `no chapter or step is called "Wait": there is One, Two, Wait..., look, again, never`,
	} {
		span, err := tl.Select(what, steps)
		got := fmt.Sprintf("%v-%v", span.From, span.To)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, wanted %s", what, got, want)
		}
	}
}

// A part begins at 0 with the screen and the texts that stood there.
func TestCut(t *testing.T) {
	tl, _ := tour()
	tl.Cut(Span{2600 * time.Millisecond, 4 * time.Second})
	if diff := cmp.Diff([]Frame{at(0, 3), at(999, 4)}, tl.Frames); diff != "" {
		t.Error(diff)
	}
	if tl.End != 1400*time.Millisecond || tl.Cues[0].Text != "Two" || tl.Cues[0].At != 0 {
		t.Errorf("%v %v", tl.End, tl.Cues)
	}
}

// Whatever is asked for, a part is a part, or an error says why not.
func FuzzSelect(f *testing.F) {
	for _, s := range []string{"One", "..", "10%..Two", "step:look", "1s..2s", "99999999999h..", "-0s", "%", "chapter:"} {
		f.Add(s)
	}
	tl, steps := tour()
	f.Fuzz(func(t *testing.T, what string) {
		span, err := tl.Select(what, steps)
		if err == nil && (span.From < 0 || span.To > tl.End || span.From >= span.To) {
			t.Fatalf("%q: %v", what, span)
		}
		if at, err := tl.Point(what, steps); err == nil && (at < 0 || at > tl.End) {
			t.Fatalf("%q: %v", what, at)
		}
		if err != nil && strings.TrimSpace(err.Error()) == "" {
			t.Fatal("an error without words")
		}
		part := tl
		if part.Cut(span); err == nil && (len(part.Frames) == 0 || part.Frames[0].At != 0 || part.End != span.To-span.From) {
			t.Fatalf("%q: %v", what, part)
		}
	})
}

// O08: what took long to run does not play faster than declared, nor slower: the
// same moments give the same times however long the machine took.
func TestPlaysAtTheDeclaredSpeedHoweverSlowTheMachine(t *testing.T) {
	play := func(factor int64) Timeline {
		var s script
		s.launch(10 * factor)
		s.next()
		s.echo(100*factor, 5, 0)
		s.answer(event.InputEnter, 900*factor)
		s.hold(2000)
		s.end()
		return Compute(s.in("steady"))
	}
	if diff := cmp.Diff(play(1), play(40)); diff != "" {
		t.Error(diff)
	}
}
