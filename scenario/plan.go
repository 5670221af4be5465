package scenario

import (
	"strings"
	"time"

	"scenario/internal/doc"
	"scenario/steps"
)

// Plan is a scenario as a flat list of numbered steps.
type Plan struct {
	*Scenario
	Steps []PlanStep
	// ImplicitShell: the file starts no program, so its session begins with
	// shell: bash.
	ImplicitShell bool
}

// PlanStep is one step to be done.
type PlanStep struct {
	Index   int    // from 1
	Phase   string // before, steps, after
	Hidden  bool   // not recorded
	Session string // "" for an exec step
	Timeout time.Duration
	Step    *steps.Step
	// Names of the groups around it, outer first.
	Groups []string
}

// Pos is where the step stands.
func (p *PlanStep) Pos() doc.Pos { return p.Step.Key.Pos }

// Text is the step in one line: `wait: Pods`.
func (p *PlanStep) Text() string {
	s := p.Step.Action.Summary()
	if s == "" {
		return p.Step.Kind.Name
	}
	return p.Step.Kind.Name + ": " + s
}

// Verb is the step as a failure begins: `expect "4/4 (2)"`.
func (p *PlanStep) Verb() string {
	s := p.Step.Action.Summary()
	if q, ok := p.Step.Action.(interface{ Quoted() string }); ok {
		s = q.Quoted()
	}
	return strings.TrimSpace(p.Step.Kind.Name + " " + s)
}

// logText is Text as a log may have it.
func (p *PlanStep) logText() string {
	if s := p.argsSummary(); s != "" {
		return p.Step.Kind.Name + ": " + s
	}
	return p.Step.Kind.Name
}

// argsSummary is the action's value as a log may have it.
func (p *PlanStep) argsSummary() string {
	if l, ok := p.Step.Action.(interface{ LogSummary() string }); ok {
		return l.LogSummary()
	}
	return p.Step.Action.Summary()
}

// NewPlan flattens a scenario that has no mistakes.
func NewPlan(s *Scenario) *Plan {
	p := &Plan{Scenario: s, ImplicitShell: !s.starts()}
	p.add("before", s.Before, inherited{session: s.mainSession(), hidden: true})
	p.add("steps", s.Steps, inherited{session: s.mainSession()})
	p.add("after", s.After, inherited{session: s.mainSession(), hidden: true})
	for i := range p.Steps {
		p.Steps[i].Index = i + 1
	}
	return p
}

// inherited is what the groups around a step give to it.
type inherited struct {
	session string
	timeout time.Duration
	hidden  bool
	groups  []string
}

func (p *Plan) add(phase string, list []*steps.Step, in inherited) {
	for _, s := range list {
		if s.Action == nil {
			continue
		}
		here := in
		if s.Session != "" {
			here.session = s.Session
		}
		if s.Timeout > 0 {
			here.timeout = s.Timeout
		}
		if parent, ok := s.Action.(steps.Parent); ok {
			if _, ok := s.Action.(*steps.Hide); ok {
				here.hidden = true
			}
			if s.Name != "" {
				here.groups = append(in.groups[:len(in.groups):len(in.groups)], s.Name)
			}
			p.add(phase, parent.Children(), here)
			continue
		}
		ps := PlanStep{Phase: phase, Hidden: here.hidden, Session: here.session, Step: s, Groups: here.groups}
		ps.Timeout = p.timeout(s, here.timeout)
		if _, ok := s.Action.(*steps.Exec); ok {
			ps.Session = ""
		}
		p.Steps = append(p.Steps, ps)
	}
}

const (
	defaultStep     = 10 * time.Second
	defaultRun      = time.Minute
	defaultScenario = 10 * time.Minute
)

// timeout is how long a step may take.
func (p *Plan) timeout(s *steps.Step, given time.Duration) time.Duration {
	if given > 0 {
		return given
	}
	t := or(p.Timeouts.Step, defaultStep)
	switch s.Action.(type) {
	case *steps.Run, *steps.Exec:
		t = or(p.Timeouts.Run, defaultRun)
	}
	if sp, ok := s.Action.(interface{ Spends() time.Duration }); ok {
		t += sp.Spends()
	}
	return t
}

// StepTimeout is how long a step may take that says nothing else.
func (s *Scenario) StepTimeout() time.Duration { return or(s.Timeouts.Step, defaultStep) }

// ScenarioTimeout is how long all steps together may take.
func (s *Scenario) ScenarioTimeout() time.Duration {
	return or(s.Timeouts.Scenario, defaultScenario)
}

func or(d, def time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return def
}
