package timeline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"scenario/event"
)

// Step is a step that a part of a recording can be named by.
type Step struct {
	Index int // from 1
	Name  string
}

// Span is a part of a recording.
type Span struct{ From, To time.Duration }

// Select finds a part of a recording:
//
//	NAME       a chapter, a marker of a bare cast, or a step, from its beginning
//	           to the beginning of the next
//	A..B       from A to B; what is left out is the beginning or the end
//
// where A and B are a time (2.5s), a percentage (40%) or the beginning of a
// NAME. "chapter:NAME" and "step:NAME" say which is meant. The error lists what
// there is.
func (t *Timeline) Select(what string, steps []Step) (Span, error) {
	if span, err := t.named(what, steps); err == nil {
		if span.To <= span.From {
			return span, fmt.Errorf("%s takes no play time", what)
		}
		return span, nil
	}
	from, to, isRange := strings.Cut(what, "..")
	if !isRange {
		if _, ok := t.time(what); ok {
			return Span{}, fmt.Errorf("%s is a moment, not a part: write %s.. or ..%s", what, what, what)
		}
		_, err := t.named(what, steps)
		return Span{}, err
	}
	span := Span{0, t.End}
	var err error
	if from != "" {
		if span.From, err = t.Point(from, steps); err != nil {
			return Span{}, err
		}
	}
	if to != "" {
		if span.To, err = t.Point(to, steps); err != nil {
			return Span{}, err
		}
	}
	if span.To <= span.From {
		return Span{}, fmt.Errorf("%s is empty: from %v to %v of %v", what, span.From, span.To, t.End)
	}
	return span, nil
}

// Point finds a moment of a recording: a time, a percentage, "end", or the
// beginning of a NAME. It is not after the end.
func (t *Timeline) Point(what string, steps []Step) (time.Duration, error) {
	if at, ok := t.time(what); ok {
		return at, nil
	}
	span, err := t.named(what, steps)
	return span.From, err
}

// time is a moment that is not named.
func (t *Timeline) time(what string) (time.Duration, bool) {
	if what == "end" {
		return t.End, true
	}
	if percent, ok := strings.CutSuffix(what, "%"); ok {
		n, err := strconv.ParseFloat(percent, 64)
		if err != nil || !(n >= 0 && n <= 100) {
			return 0, false
		}
		return time.Duration(float64(t.End.Milliseconds())*n/100) * time.Millisecond, true
	}
	at, err := time.ParseDuration(what)
	if err != nil || at < 0 || what == "0" {
		return 0, false
	}
	return min(at.Truncate(time.Millisecond), t.End), true
}

// named finds a chapter, a marker or a step.
func (t *Timeline) named(what string, steps []Step) (Span, error) {
	name, isChapter := strings.CutPrefix(what, "chapter:")
	if !isChapter {
		name, _ = strings.CutPrefix(what, "marker:")
		isChapter = name != what
	}
	if span, ok := t.Chapter(name); ok {
		return span, nil
	}
	if !isChapter {
		name, _ = strings.CutPrefix(what, "step:")
		for _, s := range steps {
			if s.Name == name && name != "" {
				return t.step(s.Index), nil
			}
		}
	}
	return Span{}, fmt.Errorf("no chapter or step is called %q: %s", name, t.names(steps))
}

// Chapter returns the part that begins with a chapter, or with a marker of a
// bare cast, and ends with the next one.
func (t *Timeline) Chapter(title string) (span Span, ok bool) {
	for _, c := range t.Cues {
		switch {
		case c.Do != event.DoChapter && c.Do != DoMarker:
		case ok:
			return Span{span.From, c.At}, true
		case c.Text == title && title != "":
			span, ok = Span{c.At, t.End}, true
		}
	}
	return span, ok
}

// step is the part of a step: from its first moment to that of the next one that
// has any. A settled screen is the answer to the step before.
func (t *Timeline) step(index int) Span {
	first := func(from int) time.Duration {
		for _, c := range t.Cues {
			if c.StepIndex >= from && c.Do != event.DoSettled && c.Do != event.DoEnd {
				return c.At
			}
		}
		return t.End
	}
	return Span{first(index), first(index + 1)}
}

// names lists what can be chosen.
func (t *Timeline) names(steps []Step) string {
	var all []string
	for _, c := range t.Cues {
		if (c.Do == event.DoChapter || c.Do == DoMarker) && c.Text != "" && !slices.Contains(all, c.Text) {
			all = append(all, c.Text)
		}
	}
	for _, s := range steps {
		if s.Name != "" && !slices.Contains(all, s.Name) {
			all = append(all, s.Name)
		}
	}
	const most = 20
	switch {
	case len(all) == 0:
		return "there are none"
	case len(all) > most:
		all = append(all[:most], "...")
	}
	return "there is " + strings.Join(all, ", ")
}

// Cut leaves a part of the recording, which then begins at 0. What was said
// before it and still holds is said at its beginning.
func (t *Timeline) Cut(span Span) {
	from, to := min(max(span.From, 0), t.End), min(span.To, t.End)
	var frames []Frame
	for _, f := range t.Frames {
		switch {
		case f.At <= from:
			frames = append(frames[:0], Frame{0, f.CastSeq})
		case f.At < to:
			frames = append(frames, Frame{f.At - from, f.CastSeq})
		}
	}
	standing := map[event.Do]Cue{}
	var cues []Cue
	for _, c := range t.Cues {
		switch {
		case c.At < from && lasts(c.Do):
			standing[c.Do] = c
		case c.At >= from && c.At < to:
			if c.At -= from; c.At == 0 {
				delete(standing, c.Do)
			}
			cues = append(cues, c)
		}
	}
	var before []Cue
	for _, do := range []event.Do{event.DoPace, event.DoLook, event.DoChapter, event.DoCaption} {
		c, ok := standing[do]
		if !ok {
			continue
		}
		if c.Ms > 0 {
			if c.Ms -= (from - c.At).Milliseconds(); c.Ms <= 0 {
				continue
			}
		}
		c.At = 0
		before = append(before, c)
	}
	t.Frames, t.Cues, t.End = frames, append(before, cues...), max(to-from, 0)
}
