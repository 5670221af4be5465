package scenario

import (
	"fmt"

	"scenario/steps"
)

// around is what stands around a step that is checked.
type around struct {
	session string // of the groups
	times   int    // how often it is done, by repeat
	may     bool   // an if may leave it out
	again   bool   // retry may do it again
	before  bool   // it is one of before
}

// enter adds what stands beside a step, and reports what can't.
func (c *checker) enter(s *steps.Step, in around) around {
	if s.Session != "" {
		in.session = s.Session
	}
	if s.Repeat > 0 {
		in.times = min(in.times*s.Repeat, maxSteps+1)
	}
	in.again = in.again || s.Retry != nil
	if s.If != nil {
		in.may = true
		c.guard(s, in.session)
	}
	if s.Soft && in.before {
		c.d.Errorf(s.Node.Get("soft"), "", "a before that fails blocks the scenario: it can't be soft")
	}
	return in
}

// guard reports an if that asks a session which is not open.
func (c *checker) guard(s *steps.Step, session string) {
	if s.If.Cond == nil {
		return
	}
	if session == "" {
		session = c.s.mainSession()
	}
	st := c.state(session)
	switch {
	case !st.Opened && !c.told[session]:
		c.told[session] = true
		c.d.Errorf(s.If.Node, "a condition is asked of a screen; {os}, {program} and {var, is} need none", "session %s is not open yet", session)
	case s.If.Cond.UsesOutput() && !st.Ran:
		c.d.Errorf(s.If.Node, "output is what the last run step has printed", "no run step comes before")
	}
}

// once reports a step that can't be done more than once.
func (c *checker) once(s *steps.Step, in around) {
	_, shot := s.Action.(*steps.Screenshot)
	what := ""
	switch {
	case opens(s):
		what = "a session is opened once"
	case shot:
		what = "a screenshot is taken once"
	default:
		return
	}
	switch {
	case in.times > 1:
		c.d.Errorf(s.Key, "put it beside the group that is repeated", "%s, and here it is done %d times", what, in.times)
	case in.again:
		hint := "put it beside the group that is tried again"
		if opens(s) {
			hint = fmt.Sprintf("retries: %d at the top of the file runs the whole scenario again", 2)
		}
		c.d.Errorf(s.Key, hint, "%s, and retry may do it again", what)
	}
}
