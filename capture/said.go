package capture

import (
	"cmp"
	"slices"
	"time"

	"scenario/capture/overlay"
	"scenario/capture/timeline"
	"scenario/event"
)

// said is all that a frame has beside its screen.
type said struct {
	overlay.State
	look int // in plan.looks
}

// saidFrom is what holds from a time on.
type saidFrom struct {
	at time.Duration
	said
}

const (
	// chapterTime is how long the title of a chapter stands, unless it says so.
	chapterTime = 2500 * time.Millisecond
	// keyTime is how long a chord stands, and clickTime the mark of a click.
	keyTime   = 1500 * time.Millisecond
	clickTime = 700 * time.Millisecond
	// snapTime is how long before a frame what comes with it may be: they are
	// shown together.
	snapTime = 60 * time.Millisecond
	// The bar of the progress moves so often at most, and so many times.
	progressTime  = 100 * time.Millisecond
	progressSteps = 200
)

// saying is what holds when, in order; the first one is at 0.
type saying struct {
	list  []saidFrom
	look  int // the one in force, while cues are taken
	times []timeline.Frame
	keys  keyboard
}

// saying turns cues into what holds when. A text with a time of its own ends by
// itself.
func (p *plan) saying(t *timeline.Timeline, relook func(*event.Look) int) []saidFrom {
	s := saying{list: []saidFrom{{}}, times: t.Frames}
	for _, c := range t.Cues {
		own := time.Duration(c.Ms) * time.Millisecond
		switch c.Do {
		case event.DoCaption:
			s.set(c.At, own, func(o *said) { o.Caption = c.Text }, func(o *said) { o.Caption = "" })
		case event.DoChapter:
			if own == 0 {
				own = chapterTime
			}
			s.set(c.At, own, func(o *said) { o.Chapter = c.Text }, func(o *said) { o.Chapter = "" })
		case event.DoLook:
			s.look = relook(c.Look)
			s.set(c.At, 0, func(o *said) { o.look = s.look }, nil)
		case event.DoInput, event.DoType:
			s.input(&p.looks[s.look], c)
		}
	}
	if p.looks[0].Progress {
		s.progress(t.End)
	}
	for i := range s.list {
		if o := &s.list[i]; !p.looks[o.look].Captions {
			o.Caption, o.Chapter = "", ""
		}
	}
	return s.list
}

// set makes a change at a time, and undoes it after another one; 0: never.
func (s *saying) set(at, length time.Duration, do, undo func(*said)) {
	s.from(at, do)
	if length > 0 {
		s.from(at+length, undo)
	}
}

func (s *saying) from(at time.Duration, f func(*said)) {
	i, ok := slices.BinarySearchFunc(s.list, at, func(o saidFrom, at time.Duration) int { return cmp.Compare(o.at, at) })
	if !ok {
		s.list = slices.Insert(s.list, i, saidFrom{at, s.list[i-1].said})
	}
	for ; i < len(s.list); i++ {
		f(&s.list[i].said)
	}
}

// input shows a key or a click, with the frame that answers it if that comes
// soon.
func (s *saying) input(l *event.Look, c timeline.Cue) {
	at := s.snap(c.At)
	if m := c.Mouse; m != nil && c.Input == event.InputClick && l.Clicks {
		s.set(at, clickTime, func(o *said) { o.Click = overlay.Cell{Row: m.Row, Col: m.Col} }, func(o *said) { o.Click = overlay.Cell{} })
	}
	if keys, ok := s.keys.press(l.Keys, c); ok {
		s.set(at, keyTime, func(o *said) { o.Keys = keys }, func(o *said) { o.Keys = "" })
	}
}

// snap returns the time of the next frame, if it is near.
func (s *saying) snap(at time.Duration) time.Duration {
	i, _ := slices.BinarySearchFunc(s.times, at, func(f timeline.Frame, at time.Duration) int { return cmp.Compare(f.At, at) })
	if i < len(s.times) && s.times[i].At-at <= snapTime {
		return s.times[i].At
	}
	return at
}

// progress moves the bar.
func (s *saying) progress(end time.Duration) {
	tick := max(end/progressSteps, progressTime).Round(time.Millisecond)
	for at := time.Duration(0); at < end; at += tick {
		part := int(1000*at/end) + 1
		s.from(at, func(o *said) { o.Progress = part })
	}
}

// frames joins the frames of a timeline with what is said over them: each change
// of either is a frame.
func frames(list []timeline.Frame, saying []saidFrom, end time.Duration) []shown {
	var all []shown
	k := 0
	for i, f := range list {
		until := end
		if i+1 < len(list) {
			until = list[i+1].At
		}
		for k+1 < len(saying) && saying[k+1].at <= f.At {
			k++
		}
		all = append(all, shown{castSeq: f.CastSeq, at: f.At, said: saying[k].said})
		for k+1 < len(saying) && saying[k+1].at < until {
			k++
			all = append(all, shown{castSeq: f.CastSeq, at: saying[k].at, said: saying[k].said})
		}
	}
	return all
}
