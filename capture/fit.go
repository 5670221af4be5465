package capture

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"scenario/event"
)

// effort is what is given up to make a file smaller.
type effort struct {
	levels int // of antialiasing
	fps    int // 0: as it is
	size   int // percent
}

// noEffort draws a recording as it is meant.
func noEffort() effort { return effort{gifLevels, 0, 100} }

// efforts are tried in this order.
var efforts = [...]effort{
	noEffort(), {6, 0, 100}, {4, 0, 100}, {4, 15, 100}, {4, 10, 100}, {4, 5, 100},
	{4, 5, 85}, {4, 5, 70}, {4, 5, 60}, {4, 5, 50},
}

// fitted draws a GIF or an APNG that is at most as large as is asked for: with
// fewer levels of antialiasing, then fewer frames, then smaller. The file says
// what it took, as a note.
func (s *Source) fitted(r event.Record, look event.Look, pace event.Pace, f File) (Info, error) {
	fps := r.FPS
	if fps == 0 {
		fps = 30
	}
	for _, e := range efforts {
		if e.fps >= fps {
			continue
		}
		small := look
		shrink(&small, e.size)
		buf := &limited{max: r.MaxSize}
		info, err := s.record(r, small, pace, e, []File{{Path: f.Path, W: buf}})
		if errors.Is(err, errTooBig) {
			continue
		}
		if err != nil {
			return info, err
		}
		info.Note = joined(info.Note, e.note(r.MaxSize))
		_, err = f.W.Write(buf.b.Bytes())
		return info, err
	}
	return Info{}, fmt.Errorf("can't be made as small as max_size, %s: try a shorter recording, a smaller size or another format", byteSize(r.MaxSize))
}

// shrink makes a look smaller, to so many percent.
func shrink(l *event.Look, percent int) {
	if percent == 100 {
		return
	}
	l.FontSize = max(6, l.FontSize*max(1, l.Scale)*percent/100)
	for _, n := range []*int{&l.Padding, &l.Margin, &l.Radius} {
		*n = *n * max(1, l.Scale) * percent / 100
	}
	l.Scale = 1
}

// note tells what an effort gave up.
func (e effort) note(most int64) string {
	var did []string
	if e.levels < gifLevels {
		did = append(did, fmt.Sprintf("%d levels of antialiasing", e.levels))
	}
	if e.fps > 0 {
		did = append(did, fmt.Sprintf("%d frames a second", e.fps))
	}
	if e.size < 100 {
		did = append(did, fmt.Sprintf("%d%% of the size", e.size))
	}
	if len(did) == 0 {
		return ""
	}
	return fmt.Sprintf("to stay below %s: %s", byteSize(most), strings.Join(did, ", "))
}

// byteSize prints a size as people write it in a scenario.
func byteSize(n int64) string {
	switch {
	case n%100_000 == 0 && n >= 1_000_000:
		return fmt.Sprintf("%gMB", float64(n)/1_000_000)
	case n%100 == 0 && n >= 1_000:
		return fmt.Sprintf("%gKB", float64(n)/1_000)
	}
	return fmt.Sprintf("%dB", n)
}

// limited keeps what is written, up to a size.
type limited struct {
	b   bytes.Buffer
	max int64
}

var errTooBig = errors.New("larger than max_size")

func (l *limited) Write(p []byte) (int, error) {
	if int64(l.b.Len()+len(p)) > l.max {
		return 0, errTooBig
	}
	return l.b.Write(p)
}
