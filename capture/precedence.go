package capture

import (
	"reflect"

	"scenario/event"
)

// over returns what a step has changed of the run's pace or look, but keeps what
// one recording has of its own: where it differs from the run's.
func over[T any](run, own, step T) T {
	r, o, s := reflect.ValueOf(run), reflect.ValueOf(own), reflect.ValueOf(&step).Elem()
	for i := range s.NumField() {
		if !reflect.DeepEqual(r.Field(i).Interface(), o.Field(i).Interface()) {
			s.Field(i).Set(o.Field(i))
		}
	}
	return step
}

// paced returns moments whose paces keep what is the recording's own.
func (s *Source) paced(moments []event.TimelinePayload, own event.Pace) []event.TimelinePayload {
	run, err := s.Run()
	if err != nil {
		return moments
	}
	list := append([]event.TimelinePayload(nil), moments...)
	for i, m := range list {
		if m.Do == event.DoPace && m.Pace != nil {
			pace := over(run.Pace, own, *m.Pace)
			list[i].Pace = &pace
		}
	}
	return list
}

// restyled is a look that a step has changed, as a recording with a look of its
// own has it. The size of the picture does not change while it plays.
func (s *Source) restyled(own event.Look, step *event.Look) event.Look {
	run, err := s.Run()
	if err != nil || step == nil {
		return own
	}
	look := over(run.Look, own, *step)
	own.Theme, own.Cursor, own.Keys = look.Theme, look.Cursor, look.Keys
	return own
}
