package scenario

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"scenario/internal/doc"
	"scenario/steps"
)

// maxSteps is the largest plan.
const maxSteps = 10_000

// maxPixels bounds the picture of a screen.
const maxPixels = 64 << 20

// check reports every mistake that takes more than one value to see.
func check(d *doc.Decoder, s *Scenario) {
	c := &checker{d: d, s: s, sessions: map[string]*steps.SessionState{}, outputs: map[string]*doc.Node{}}
	c.require(s)
	c.explicit = c.several()
	c.list(s.Before, "before", "")
	c.list(s.Steps, "steps", "")
	c.list(s.After, "after", "")
	c.recordings()
	c.looks()
	if c.count > maxSteps {
		d.Errorf(s.Node.Get("steps"), "", "%d steps are too many, the limit is %d", c.count, maxSteps)
	}
}

type checker struct {
	d        *doc.Decoder
	s        *Scenario
	sessions map[string]*steps.SessionState
	outputs  map[string]*doc.Node
	explicit bool // several sessions: every step names its own
	count    int
}

func (c *checker) require(s *Scenario) {
	for _, w := range s.Requires {
		s.Needs = append(s.Needs, Need{w.Text, w.Node, w.Node.Pos})
	}
	for _, svc := range s.Services {
		if p := svc.Program(); p != "" {
			s.Needs = append(s.Needs, Need{p, svc.Node, svc.Node.Pos})
		}
	}
	if !s.starts() {
		s.Needs = append(s.Needs, Need{Program: "bash", Node: s.Node, Pos: s.Node.Pos})
	}
}

// several reports whether the steps name more than one session.
func (c *checker) several() bool {
	names := c.s.sessionNames()
	return len(names) > 1
}

// list checks steps in order; session is the one of the groups around.
func (c *checker) list(list []*steps.Step, phase, session string) {
	for _, s := range list {
		here := session
		if s.Session != "" {
			here = s.Session
		}
		if s.Action == nil {
			continue
		}
		if p, ok := s.Action.(steps.Parent); ok {
			c.list(p.Children(), phase, here)
			continue
		}
		c.count++
		c.step(s, phase, here)
	}
}

func (c *checker) step(s *steps.Step, phase, session string) {
	_, isExec := s.Action.(*steps.Exec)
	if isExec && s.Session != "" {
		c.d.Errorf(s.Node.Get("session"), "", "exec runs outside every session")
	}
	if session == "" {
		if c.explicit && !isExec {
			c.d.Errorf(s.Key, "write session: NAME beside it, or around it on a group: "+strings.Join(c.s.sessionNames(), ", "),
				"the scenario has several sessions: say which")
		}
		session = c.s.mainSession()
	}
	st := c.sessions[session]
	if st == nil {
		st = &steps.SessionState{Name: session, Shell: !c.s.starts(), Opened: !c.s.starts()}
		c.sessions[session] = st
	}
	was := *st
	s.Action.Check(&steps.Checker{
		Decoder: c.d, Step: s, Session: st, Before: phase != "steps",
		Output:  func(n *doc.Node, path string) { c.output(n, path, "screenshot") },
		Require: func(n *doc.Node, p string) { c.s.Needs = append(c.s.Needs, Need{p, n, n.Pos}) },
		Exists:  c.exists,
	})
	switch s.Action.(type) {
	case *steps.Launch, *steps.Shell:
		if was.Opened && c.s.starts() {
			c.reopened(s, session)
		}
	default:
		if !isExec && !was.Opened && c.s.starts() {
			c.d.Errorf(s.Key, "launch: PROGRAM or shell: bash opens it", "session %s is not open yet", session)
			st.Opened = true // say it once
		}
	}
}

// reopened is a second program in one session: it starts when the first has
// ended, on a fresh screen; a recording of both wants sessions of their own.
func (c *checker) reopened(s *steps.Step, session string) {
	c.d.Errorf(s.Key, "give each program a session of its own: session: NAME", "session %s is open already", session)
}

func (c *checker) exists(rel string) bool {
	if c.s.opts.Exists == nil {
		return true
	}
	return c.s.opts.Exists(c.s.Abs(rel))
}

// output notes a file that is written, and reports a second writer of it.
func (c *checker) output(n *doc.Node, path, role string) {
	clean := filepath.Clean(path)
	if strings.TrimSpace(path) == "" || strings.HasSuffix(path, "/") {
		c.d.Errorf(n, "", "%q is no name of a file", path)
		return
	}
	if first := c.outputs[clean]; first != nil {
		c.d.Errorf(n, "the first is in line "+itoa(first.Line), "%s is written twice", path)
		return
	}
	c.outputs[clean] = n
	c.s.Checked = append(c.s.Checked, Output{Path: path, Role: role, Node: n})
}

func (c *checker) recordings() {
	names := c.s.sessionNames()
	for _, r := range c.s.Record {
		for _, w := range r.To {
			steps.CheckFormat(c.d, w.Node, w.Text, "recording", recordFormats)
			c.output(w.Node, w.Text, "record")
		}
		switch {
		case r.Session == "" && len(names) > 1:
			c.d.Errorf(r.Node, "write record: {to: FILE, session: NAME}: "+strings.Join(names, ", "),
				"the scenario has several sessions: say which one is recorded")
		case r.Session != "" && !slices.Contains(names, r.Session):
			c.d.Errorf(r.Node.Get("session"), near(r.Session, names, ""), "unknown session: %s", r.Session)
		}
	}
}

// looks checks the themes and fonts that pictures name, and their size.
func (c *checker) looks() {
	c.look(c.s.Look)
	for _, r := range c.s.Record {
		c.look(r.Look)
	}
	c.s.eachStep(func(s *steps.Step) {
		if shot, ok := s.Action.(*steps.Screenshot); ok {
			c.look(shot.Look)
		}
	})
	l := c.s.ResolvedLook()
	w, h := c.s.Size.Cols*l.FontSize*l.Scale*6/10, c.s.Size.Rows*l.FontSize*l.Scale*13/10
	if w*h > maxPixels {
		n := c.s.Node.Get("size")
		if n == nil {
			n = c.s.Node
		}
		c.d.Errorf(n, "use fewer cells, a smaller font_size or scale", "a picture of about %d megapixels is too large, the limit is %d", w*h>>20, maxPixels>>20)
	}
}

func (c *checker) look(l *steps.Look) {
	if l == nil {
		return
	}
	if l.Theme != nil {
		if err := checkTheme(*l.Theme, c.s); err != nil {
			c.d.Errorf(l.Value("theme"), err.hint, "%s", err.msg)
		}
	}
	if l.Font != nil && *l.Font != steps.DefaultLook().Font {
		c.d.Errorf(l.Value("font"), "now: "+steps.DefaultLook().Font, "the font %q is not supported yet", *l.Font)
	}
}

// starts reports whether any step opens a session.
func (s *Scenario) starts() bool {
	found := false
	s.eachStep(func(st *steps.Step) {
		switch st.Action.(type) {
		case *steps.Launch, *steps.Shell:
			found = true
		}
		if st.Key != nil && (st.Key.Text == "launch" || st.Key.Text == "shell") {
			found = true
		}
	})
	return found
}

// eachStep calls f for every step, also those in groups.
func (s *Scenario) eachStep(f func(*steps.Step)) {
	var walk func([]*steps.Step)
	walk = func(list []*steps.Step) {
		for _, st := range list {
			f(st)
			if p, ok := st.Action.(steps.Parent); ok {
				walk(p.Children())
			}
		}
	}
	walk(s.Before)
	walk(s.Steps)
	walk(s.After)
}

// sessionNames returns the names of all sessions, sorted; a step that names
// none counts as main when it stands outside of every group that does.
func (s *Scenario) sessionNames() []string {
	var names []string
	add := func(n string) {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	s.eachStep(func(st *steps.Step) {
		if st.Session != "" {
			add(st.Session)
		}
	})
	if len(names) == 0 {
		return []string{"main"}
	}
	slices.Sort(names)
	return names
}

// mainSession is the session of a step that names none.
func (s *Scenario) mainSession() string {
	if names := s.sessionNames(); len(names) == 1 {
		return names[0]
	}
	return "main"
}

// Abs resolves a path of the file.
func (s *Scenario) Abs(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.Dir, path)
}

func itoa(n int) string { return strconv.Itoa(n) }
