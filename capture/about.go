package capture

import (
	"scenario/capture/encode"
	"scenario/event"
)

// title is the name of the scenario, "" of a bare cast.
func (s *Source) title() string {
	run, err := s.Run()
	if err != nil {
		return ""
	}
	return run.Scenario
}

// about is what a picture says of itself: the scenario and the step that took
// it, neither with a number nor with anything of the machine, so that the same
// screen gives the same bytes.
func (s *Source) about(step int) []encode.Text {
	title := s.title()
	if title == "" {
		return nil
	}
	text := []encode.Text{{Key: "Title", Value: title}, {Key: "Scenario", Value: title}}
	if p, ok := s.step(step); ok {
		if p.Name != "" {
			text[0].Value = p.Name
		}
		text = append(text, encode.Text{Key: "Step", Value: p.Text})
	}
	return text
}

// step finds the step of a number in the log.
func (s *Source) step(n int) (event.StepStartedPayload, bool) {
	for _, e := range s.Log {
		if e.Kind != event.StepStarted || n == 0 {
			continue
		}
		p, err := event.Decode(e)
		if err != nil {
			continue
		}
		if step, ok := p.(event.StepStartedPayload); ok && step.StepIndex == n {
			return step, true
		}
	}
	return event.StepStartedPayload{}, false
}
