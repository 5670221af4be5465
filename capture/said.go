package capture

import (
	"slices"
	"time"

	"scenario/capture/timeline"
	"scenario/event"
)

// said is all that a frame has beside its screen.
type said struct {
	caption, chapter string
	look             int // in plan.looks
}

// saidFrom is what holds from a time on.
type saidFrom struct {
	at time.Duration
	said
}

// saying turns cues into what holds when, in order; the first one is at 0. A text
// with a time of its own ends by itself.
func (p *plan) saying(cues []timeline.Cue, relook func(*event.Look) int) []saidFrom {
	list := []saidFrom{{}}
	set := func(at time.Duration, f func(*said)) {
		i, ok := slices.BinarySearchFunc(list, at, func(s saidFrom, at time.Duration) int { return int(s.at - at) })
		if !ok {
			list = slices.Insert(list, i, saidFrom{at, list[i-1].said})
		}
		for ; i < len(list); i++ {
			f(&list[i].said)
		}
	}
	for _, c := range cues {
		end := c.At + time.Duration(c.Ms)*time.Millisecond
		switch c.Do {
		case event.DoCaption:
			set(c.At, func(s *said) { s.caption = c.Text })
			if c.Ms > 0 {
				set(end, func(s *said) { s.caption = "" })
			}
		case event.DoChapter:
			set(c.At, func(s *said) { s.chapter = c.Text })
			if c.Ms > 0 {
				set(end, func(s *said) { s.chapter = "" })
			}
		case event.DoLook:
			look := relook(c.Look)
			set(c.At, func(s *said) { s.look = look })
		}
	}
	return list
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
