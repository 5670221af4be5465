package scenario

import (
	"slices"

	"scenario/internal/doc"
	"scenario/steps"
)

// chapter reports a recording of a chapter that the scenario does not have. One
// whose title is known only while running may be any.
func (c *checker) chapter(r *Recording) {
	v := r.Node.Get("chapter")
	if v == nil || r.Chapter == "" {
		return
	}
	var titles []string
	unsure := false
	c.s.eachStep(func(s *steps.Step, session string) {
		a, ok := s.Action.(*steps.Caption)
		if !ok || !a.Chapter {
			return
		}
		title, static := a.Text.Static()
		unsure = unsure || !static
		if title != "" {
			titles = append(titles, title)
		}
	})
	switch {
	case unsure || slices.Contains(titles, r.Chapter):
	case len(titles) == 0:
		c.d.Errorf(v, "write a step - chapter: "+r.Chapter, "the scenario has no chapters")
	default:
		c.d.Errorf(v, near(r.Chapter, titles, ""), "no chapter is called %s", r.Chapter)
	}
}

// known reports a step for a session that is never opened. What is for the viewer
// may come before its session is.
func (c *checker) known(s *steps.Step, session string) {
	names := c.s.sessionNames()
	if len(names) == 0 || slices.Contains(names, session) {
		return
	}
	n := s.Key
	if v := s.Node.Get("session"); v != nil {
		n = v
	}
	c.d.Errorf(n, near(session, names, ""), "unknown session: %s", session)
}

// relook reports a step that would change the size of a recording.
func (c *checker) relook(l *steps.Look) {
	if len(c.s.Record) == 0 || l.Node.Kind != doc.Map {
		return
	}
	for _, p := range l.Node.Pairs {
		switch p.Key.Text {
		case "theme", "cursor", "keys":
		default:
			c.d.Errorf(p.Key, "theme and cursor can change; a screenshot can have a look of its own", "a recording keeps its %s from beginning to end", p.Key.Text)
		}
	}
}
