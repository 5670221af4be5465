package scenario

import (
	"context"
	"fmt"
	"time"

	"scenario/event"
	"scenario/steps"
)

// Fit is a time that one step, or the steps of a group together, are played in:
// what they really did, squeezed or stretched.
type Fit struct{ In time.Duration }

// fits reports times that can't be kept: of steps that are not seen, and inside
// one another.
func (c *checker) fits(list []*steps.Step, outer *steps.Step, hidden bool) {
	for _, s := range list {
		around := outer
		_, unseen := s.Action.(*steps.Hide)
		if _, ok := s.Action.(*steps.Exec); ok {
			unseen = true
		}
		if s.Fit > 0 {
			n := s.Node.Get("fit")
			switch {
			case hidden || unseen:
				c.d.Errorf(n, "", "what is not recorded has no play time")
			case outer != nil:
				c.d.Errorf(n, fmt.Sprintf("the one around it is in line %d", outer.Node.Get("fit").Line), "a fit inside a fit")
			}
			around = s
		}
		if p, ok := s.Action.(steps.Parent); ok {
			c.fits(p.Children(), around, hidden || unseen)
		}
	}
}

// leaveFits ends the fits that the next step is no part of, once the screens
// have settled; nil: there is no next step.
func (r *runner) leaveFits(ctx context.Context, next *PlanStep) {
	rested := false
	for _, t := range r.terms {
		fit := r.fits[t.Name]
		if fit == nil || next != nil && fit == next.Fit {
			continue
		}
		if !rested {
			r.rest(ctx)
			rested = true
		}
		delete(r.fits, t.Name)
		r.fitMoment(t.Name, event.TimelinePayload{Do: event.DoFit})
	}
}

// enterFit begins the fit of a step.
func (r *runner) enterFit(ctx context.Context, ps *PlanStep, env *steps.Env) {
	if ps.Fit == nil || ps.Session == "" || r.fits[ps.Session] == ps.Fit {
		return
	}
	r.rest(ctx)
	r.fits[ps.Session] = ps.Fit
	r.fitMoment(ps.Session, event.TimelinePayload{Do: event.DoFit, On: true, Ms: ps.Fit.In.Milliseconds()})
	if r.s.Recorded {
		env.Notes = append(env.Notes, "fit: it plays as it was measured, which may differ from run to run")
	}
}

const (
	longStep  = 3 * time.Second
	manyLines = 30
)

// unseen tells of a step whose many screens a steady recording leaves out.
func (r *runner) unseen(ps *PlanStep, took time.Duration, lines int) (notes []string) {
	if !r.s.Recorded || ps.Hidden || ps.Fit != nil || ps.Spends > 0 || took < longStep || lines < manyLines || r.Pace(ps.Session).Timeline == "real" {
		return nil
	}
	return []string{fmt.Sprintf("%s took %s and wrote about %d times, of which the recording shows the end; fit: 3s would show them", ps.Step.Kind.Name, steps.Span(took), lines)}
}

func (r *runner) fitMoment(session string, p event.TimelinePayload) {
	p.Session, p.StepIndex = session, r.now.Index
	if t := r.Term(session); t != nil {
		p.CastSeq = t.CastSeq()
	}
	r.emit(event.Timeline, p)
}
