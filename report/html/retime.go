package html

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"scenario/capture/cast"
	"scenario/event"
)

// A run is faster than the eye. In the page it plays so that each step and each
// typed character can be seen, and no pause is longer than maxGap.
const (
	maxGap   = time.Second
	perType  = 40 * time.Millisecond
	perStep  = 600 * time.Millisecond
	maxCast  = 4 << 20 // bytes of a recording, before it is compressed
	maxBytes = 200     // of a step's input
)

// errLong is that a recording is too long for the page.
var errLong = errors.New("the recording is too long for this page")

// hold is how long what is there after castSeq lines stays at least; step is
// whose end it is, -1 for a character.
type hold struct {
	castSeq int
	step    int
	last    time.Duration
}

// holds are the moments of a session at which its recording pauses.
func (l *runLog) holds(session string) (all []hold) {
	step := -1
	for _, e := range l.draw {
		switch e.Kind {
		case event.StepStarted:
			if step >= 0 {
				all = l.endStep(all, step, session)
			}
			step++
		case event.Timeline:
			p, err := event.Decode(e)
			if m, ok := p.(event.TimelinePayload); err == nil && ok && m.Session == session && m.Do == event.DoType {
				all = append(all, hold{m.CastSeq, -1, perType})
			}
		}
	}
	if step >= 0 {
		all = l.endStep(all, step, session)
	}
	return all
}

func (l *runLog) endStep(all []hold, step int, session string) []hold {
	if s := &l.steps[step]; s.session == session {
		all = append(all, hold{s.end, step, perStep})
	}
	return all
}

// retimed is a recording that the page plays.
type retimed struct {
	cast       bytes.Buffer
	cols, rows int
	play       map[int]time.Duration // when each step has ended
	input      map[int]string        // what was sent during each step
}

// retime reads a cast and writes it anew, with the pauses, and in colours.
func retime(r io.Reader, holds []hold, colors *cast.Theme) (*retimed, error) {
	in, err := cast.NewReader(r)
	if err != nil {
		return nil, err
	}
	h := in.Header()
	out := &retimed{cols: h.Cols, rows: h.Rows, play: map[int]time.Duration{}, input: map[int]string{}}
	h.Version, h.IdleLimit, h.Title, h.Theme = 3, 0, "", colors
	w, err := cast.NewWriter(&out.cast, h)
	if err != nil {
		return nil, err
	}
	var now, last, pause time.Duration // now: of the new recording; last: of the old one
	var keys strings.Builder
	at := func(seq int) {
		for len(holds) > 0 && holds[0].castSeq <= seq {
			k := holds[0]
			holds = holds[1:]
			if k.step < 0 {
				pause = max(pause, k.last)
				continue
			}
			now += pause
			out.play[k.step], out.input[k.step] = now, keys.String()
			pause = k.last
			keys.Reset()
		}
	}
	at(0)
	for seq := 1; ; seq++ {
		e, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		gap := min(e.Time-last, maxGap)
		last = e.Time
		switch e.Code {
		case cast.Output, cast.Resize:
			now += max(gap, pause)
			pause = 0
			if err := w.Write(cast.Event{Time: now, Code: e.Code, Data: e.Data}); err != nil {
				return nil, err
			}
		case cast.Input:
			if keys.Len() < maxBytes {
				keys.WriteString(e.Data)
			}
		}
		if out.cast.Len() > maxCast {
			return nil, errLong
		}
		at(seq)
	}
	at(int(^uint(0) >> 1))
	// Players stop at the last event.
	err = w.Write(cast.Event{Time: now + max(pause, perStep), Code: cast.Output})
	return out, errors.Join(err, w.Close())
}

// escaped is input with its control characters visible, cut to a sensible
// length.
func escaped(s string) string {
	more := ""
	if len(s) > maxBytes {
		s, more = s[:maxBytes], "…"
	}
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`) + more
}
