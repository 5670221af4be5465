package html

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"scenario/capture"
	"scenario/event"
)

// maxLog bounds the events that are shown of a run; the walk itself reads all.
const maxLog = 512 << 10

// runLog is what the page needs of the events of a run.
type runLog struct {
	draw  []event.Envelope // what drawing needs
	raw   []byte           // the first maxLog bytes, whole lines
	cut   bool             // there are more
	steps []stepLog        // as those of the state
}

// stepLog is what the events say of one started step.
type stepLog struct {
	index    int
	session  string
	end      int // event lines in the session's cast at its end
	done     bool
	input    []string
	asserts  []assertData
	compared []event.SnapshotCompared
	shots    []string // files of its screenshot, as the scenario names them
}

// head keeps the first bytes that are written to it.
type head struct {
	buf  bytes.Buffer
	most int
	cut  bool
}

func (h *head) Write(p []byte) (int, error) {
	room := h.most - h.buf.Len()
	h.cut = h.cut || len(p) > room
	h.buf.Write(p[:min(len(p), max(room, 0))])
	return len(p), nil
}

// readLog reads the events of a run.
func readLog(a Attempt) (*runLog, error) {
	if a.Open == nil {
		return nil, errors.New("there are no results")
	}
	f, err := a.Open(event.ArtifactWrittenPayload{Path: event.LogName, Role: event.RoleResults})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l := &runLog{}
	raw := head{most: maxLog}
	err = event.Read(io.TeeReader(f, &raw), func(e event.Envelope) error {
		if capture.Needs(e.Kind) {
			l.draw = append(l.draw, e)
		}
		p, err := event.Decode(e)
		if err == nil {
			l.apply(p)
		}
		return nil
	})
	l.raw, l.cut = raw.buf.Bytes(), raw.cut
	if raw.cut {
		l.raw = l.raw[:bytes.LastIndexByte(l.raw, '\n')+1]
	}
	return l, err
}

func (l *runLog) apply(payload any) {
	if p, ok := payload.(event.StepStartedPayload); ok {
		l.steps = append(l.steps, stepLog{index: p.StepIndex, session: p.Session})
		return
	}
	if len(l.steps) == 0 {
		return
	}
	s := &l.steps[len(l.steps)-1]
	switch p := payload.(type) {
	case event.TimelinePayload:
		if p.StepIndex != s.index {
			return
		}
		if p.Session != "" {
			s.session, s.end = p.Session, p.CastSeq
		}
		if text := sent(p); text != "" && len(s.input) < maxInput {
			s.input = append(s.input, text)
		}
		if p.Do == event.DoScreenshot {
			s.shots = append(s.shots, p.To...)
		}
	case event.AssertionPayload:
		if p.StepIndex == s.index {
			s.asserts = append(s.asserts, assertData{p.OK, p.Expected, p.Actual})
			s.compared = append(s.compared, p.Snapshots...)
		}
	case event.StepCompletedPayload:
		if p.StepIndex == s.index {
			s.done = true
			if p.Session != "" {
				s.session, s.end = p.Session, p.CastSeq
			}
		}
	}
}

// maxInput bounds the inputs that are listed of a step.
const maxInput = 100

// sessions are the names of the terminals that steps have used, in their order.
func (l *runLog) sessions() (names []string) {
	for i := range l.steps {
		if n := l.steps[i].session; n != "" && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}
