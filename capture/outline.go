package capture

import (
	"image"
	"time"

	"scenario/capture/cast"
	"scenario/capture/timeline"
	"scenario/event"
)

// outline is what the lines of a cast tell without a terminal: when they came,
// which can change the screen, and how large it is.
type outline struct {
	times  []time.Duration
	paints []bool
	sizes  []sizeFrom
	idle   time.Duration // the cast's own limit; 0: none
	// markers are those with a name, as moments.
	markers []event.TimelinePayload
}

// sizeFrom is the size of the screen from a line of the cast on.
type sizeFrom struct {
	castSeq    int
	cols, rows int
}

// outline reads the lines of a session's cast.
func (s *Source) outline(session string) (*outline, error) {
	c, r, err := s.openCast(session)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	h := r.Header()
	o := &outline{idle: h.IdleLimit, sizes: []sizeFrom{{0, h.Cols, h.Rows}}}
	for e, err := range r.All() {
		if err != nil {
			return nil, err
		}
		o.times = append(o.times, e.Time)
		o.paints = append(o.paints, e.Code == cast.Output || e.Code == cast.Resize)
		if e.Code == cast.Marker && e.Data != "" {
			o.markers = append(o.markers, event.TimelinePayload{CastSeq: len(o.times), Session: session, Do: timeline.DoMarker, Text: e.Data})
		}
		if e.Code == cast.Resize {
			cols, rows, err := cast.ParseSize(e.Data)
			if err != nil {
				return nil, err
			}
			o.sizes = append(o.sizes, sizeFrom{len(o.times), cols, rows})
		}
	}
	return o, nil
}

// largest returns the columns and rows that hold the screens of all frames.
func (o *outline) largest(frames []timeline.Frame) image.Point {
	var most image.Point
	i := 0
	for _, f := range frames {
		for i+1 < len(o.sizes) && o.sizes[i+1].castSeq <= f.CastSeq {
			i++
		}
		most.X, most.Y = max(most.X, o.sizes[i].cols), max(most.Y, o.sizes[i].rows)
	}
	return most
}
