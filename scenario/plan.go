package scenario

import (
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
	Phase   string // before, steps, after; see the constants
	Hidden  bool   // not recorded
	Session string // "" for an exec step
	Timeout time.Duration
	Spends  time.Duration // of Timeout: the time that the step spends on purpose
	Fit     *Fit          // nil: it plays as the pace says
	Step    *steps.Step
	// Names of the groups around it, outer first.
	Groups []string
	// Blocks are what it is left out, tried again or forgiven with, outer first.
	Blocks []*Block
}

// The phases of a run.
const (
	phaseBefore = "before"
	phaseSteps  = "steps"
	phaseAfter  = "after"
)

// eventPhase is the phase as the log has it.
func (p *PlanStep) eventPhase() string {
	if p.Phase == phaseSteps {
		return ""
	}
	return p.Phase
}

// Pos is where the step stands.
func (p *PlanStep) Pos() doc.Pos { return p.Step.Key.Pos }

// Text is the step in one line: `wait: Pods`.
func (p *PlanStep) Text() string {
	s := steps.Short(p.Step.Action.Summary())
	if s == "" {
		return p.Step.Kind.Name
	}
	return p.Step.Kind.Name + ": " + s
}

// NewPlan flattens a scenario that has no mistakes.
func NewPlan(s *Scenario) *Plan {
	p := &Plan{Scenario: s, ImplicitShell: !s.starts()}
	p.add(phaseBefore, s.Before, inherited{session: s.mainSession(), hidden: true})
	p.add(phaseSteps, s.Steps, inherited{session: s.mainSession()})
	p.add(phaseAfter, s.After, inherited{session: s.mainSession(), hidden: true})
	return p
}

// inherited is what the groups around a step give to it.
type inherited struct {
	session string
	timeout time.Duration
	hidden  bool
	fit     *Fit
	groups  []string
	blocks  []*Block
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
		if s.Fit > 0 {
			here.fit = &Fit{s.Fit}
		}
		for range max(s.Repeat, 1) {
			p.once(phase, s, here)
		}
	}
}

// once adds a step, or the steps of a group, once.
func (p *Plan) once(phase string, s *steps.Step, here inherited) {
	b := p.block(s, here.session)
	if b != nil {
		here.blocks = append(here.blocks[:len(here.blocks):len(here.blocks)], b)
	}
	if parent, ok := s.Action.(steps.Parent); ok {
		if _, ok := s.Action.(*steps.Hide); ok {
			here.hidden = true
		}
		if s.Name != "" {
			here.groups = append(here.groups[:len(here.groups):len(here.groups)], s.Name)
		}
		p.add(phase, parent.Children(), here)
	} else {
		ps := PlanStep{
			Index: len(p.Steps) + 1, Phase: phase, Hidden: here.hidden, Session: here.session,
			Fit: here.fit, Step: s, Groups: here.groups, Blocks: here.blocks,
		}
		ps.Timeout, ps.Spends = p.timeout(s, here.timeout)
		if _, ok := s.Action.(*steps.Exec); ok {
			ps.Session = ""
		}
		p.Steps = append(p.Steps, ps)
	}
	if b != nil {
		b.end = len(p.Steps)
	}
}

const (
	defaultStep     = 10 * time.Second
	defaultRun      = time.Minute
	defaultScenario = 10 * time.Minute
)

// timeout is how long a step may take, and how much of that it spends on
// purpose.
func (p *Plan) timeout(s *steps.Step, given time.Duration) (t, spends time.Duration) {
	if given > 0 {
		return given, 0
	}
	t = or(p.Timeouts.Step, defaultStep)
	switch s.Action.(type) {
	case *steps.Run, *steps.Exec:
		t = or(p.Timeouts.Run, defaultRun)
	}
	if sp, ok := s.Action.(interface{ Spends() time.Duration }); ok {
		spends = sp.Spends()
	}
	return t + spends, spends
}

// StepTimeout is how long a step may take that says nothing else.
func (s *Scenario) StepTimeout() time.Duration { return or(s.Timeouts.Step, defaultStep) }

// ScenarioTimeout is how long all steps together may take.
func (s *Scenario) ScenarioTimeout() time.Duration {
	return or(s.Timeouts.Scenario, defaultScenario)
}

func or[T time.Duration | string](v, def T) T {
	var none T
	if v > none {
		return v
	}
	return def
}
