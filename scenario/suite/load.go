package suite

import (
	"fmt"

	"scenario/internal/doc"
	"scenario/scenario"
)

// Load loads the files and plans their scenarios. o is what the command line
// says; its Dir is set for each file. All problems of all files are returned;
// no scenario may be run when one is fatal.
func Load(files []File, o scenario.Options) ([]*scenario.Plan, doc.Problems) {
	var plans []*scenario.Plan
	var scenarios []*scenario.Scenario
	var problems doc.Problems
	u := uniqueness{ids: map[string]*scenario.Scenario{}, outputs: map[string]*doc.Node{}}
	for _, f := range files {
		o.Dir = f.Dir
		all, ps := scenario.Load(f.Name, f.Src, o)
		fatal := ps.Fatal()
		for _, s := range all {
			ps = append(ps, u.check(s)...)
			if !fatal {
				plans = append(plans, scenario.NewPlan(s))
			}
		}
		problems = append(problems, ps...)
		scenarios = append(scenarios, all...)
	}
	return plans, append(problems, scenario.Link(scenarios)...)
}

// uniqueness knows what no two scenarios of one call may share.
type uniqueness struct {
	ids     map[string]*scenario.Scenario
	outputs map[string]*doc.Node // by absolute path
}

func (u *uniqueness) check(s *scenario.Scenario) (problems doc.Problems) {
	if other := u.ids[s.ID]; other != nil {
		problems = append(problems, s.Problem(s.Node, "give one of them another name",
			"two scenarios have the id %s (the other is %s:%d)", s.ID, other.File, other.Node.Line))
	}
	u.ids[s.ID] = s
	for _, out := range s.Outputs {
		path := s.Abs(out.Path)
		if first := u.outputs[path]; first != nil {
			problems = append(problems, s.Problem(out.Node, fmt.Sprintf("the other is %s:%d", first.File, first.Line),
				"%s is written by another scenario too", out.Path))
			continue
		}
		u.outputs[path] = out.Node
	}
	return problems
}
