package scenario

import (
	"slices"

	"scenario/event"
	"scenario/steps"
)

// opens reports whether a step opens a session.
func opens(s *steps.Step) bool {
	return s.Key != nil && (s.Key.Text == "launch" || s.Key.Text == "shell")
}

// starts reports whether any step opens a session.
func (s *Scenario) starts() bool {
	found := false
	s.eachStep(func(st *steps.Step, _ string) { found = found || opens(st) })
	return found
}

// usesTerminal reports whether any step works with a session; exec does not.
func (s *Scenario) usesTerminal() bool {
	found := false
	s.eachStep(func(st *steps.Step, _ string) {
		switch st.Action.(type) {
		case *steps.Exec, *steps.Group, *steps.Hide:
		default:
			found = true
		}
	})
	return found
}

// eachStep calls f for every step, also those in groups, with the session that
// it or the groups around it name.
func (s *Scenario) eachStep(f func(st *steps.Step, session string)) {
	var walk func(list []*steps.Step, session string)
	walk = func(list []*steps.Step, session string) {
		for _, st := range list {
			here := session
			if st.Session != "" {
				here = st.Session
			}
			f(st, here)
			if p, ok := st.Action.(steps.Parent); ok {
				walk(p.Children(), here)
			}
		}
	}
	walk(s.Before, "")
	walk(s.Steps, "")
	walk(s.After, "")
}

// sessionNames returns the names of the sessions that are opened, sorted.
func (s *Scenario) sessionNames() []string {
	var names []string
	s.eachStep(func(st *steps.Step, session string) {
		if !opens(st) {
			return
		}
		if session == "" {
			session = event.MainSession
		}
		if !slices.Contains(names, session) {
			names = append(names, session)
		}
	})
	if names == nil {
		return []string{event.MainSession}
	}
	slices.Sort(names)
	return names
}

// mainSession is the session of a step that names none: the only one, or main.
func (s *Scenario) mainSession() string {
	if names := s.sessionNames(); len(names) == 1 {
		return names[0]
	}
	return event.MainSession
}
