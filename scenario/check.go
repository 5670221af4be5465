package scenario

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/internal/spell"
	"scenario/steps"
)

// maxSteps is the largest plan.
const maxSteps = 10_000

// maxRetries is how often a scenario may be run again.
const maxRetries = 100

// check reports every mistake that takes more than one value to see.
func check(d *doc.Decoder, s *Scenario) {
	c := &checker{d: d, s: s, sessions: map[string]*steps.SessionState{}, sizes: map[string]steps.Size{}, outputs: map[string]*doc.Node{}, told: map[string]bool{}}
	c.require()
	c.list(s.Before, around{times: 1, before: true})
	c.list(s.Steps, around{times: 1})
	c.list(s.After, around{times: 1})
	c.timeouts()
	c.files()
	c.choice()
	c.terminal()
	c.recordings()
	c.looks()
	c.fits(s.Steps, nil, false)
	c.fits(s.Before, nil, true)
	c.fits(s.After, nil, true)
	c.confined()
	if c.count > maxSteps {
		d.Errorf(s.Node.Get("steps"), "", "these are too many steps, the limit is %d", maxSteps)
	}
}

type checker struct {
	d        *doc.Decoder
	s        *Scenario
	sessions map[string]*steps.SessionState
	sizes    map[string]steps.Size // of sessions, where it is not the file's
	outputs  map[string]*doc.Node  // by absolute path
	told     map[string]bool       // sessions of which it was said that they are not open
	count    int
}

// require notes the programs that the top of the file asks for.
func (c *checker) require() {
	s := c.s
	for _, w := range s.Requires {
		s.Programs = append(s.Programs, Need{w.Text, w.Node})
	}
	for _, svc := range s.Services {
		if p := svc.program(); p != "" {
			s.Programs = append(s.Programs, Need{p, svc.Node})
		}
	}
	if !s.starts() && s.usesTerminal() {
		s.Programs = append(s.Programs, Need{"bash", s.Node})
	}
}

// list checks steps in order.
func (c *checker) list(list []*steps.Step, in around) {
	for _, s := range list {
		if s.Action == nil {
			continue
		}
		here := c.enter(s, in)
		if p, ok := s.Action.(steps.Parent); ok {
			c.list(p.Children(), here)
			continue
		}
		c.count = min(c.count+here.times, 2*maxSteps)
		c.once(s, here)
		c.step(s, here)
	}
}

// state is what is known of a session.
func (c *checker) state(session string) *steps.SessionState {
	st := c.sessions[session]
	if st == nil {
		implicit := !c.s.starts() && session == event.MainSession
		st = &steps.SessionState{Name: session, Shell: implicit, Opened: implicit}
		c.sessions[session] = st
	}
	return st
}

func (c *checker) step(s *steps.Step, in around) {
	session := in.session
	_, outside := s.Action.(*steps.Exec)
	if outside && s.Session != "" {
		c.d.Errorf(s.Node.Get("session"), "", "exec runs outside every session")
	}
	sure := true
	if session == "" && !outside {
		session, sure = c.unnamed(s)
	}
	st := c.state(session)
	switch {
	case outside || !sure:
	case s.Kind.Aside:
		c.known(s, session)
	default:
		c.opened(s, st, in)
	}
	s.Action.Check(&steps.Checker{
		Decoder: c.d, Step: s, Session: st,
		Output: func(n *doc.Node, path string) { c.shot(s, session, n, path) },
		Require: func(n *doc.Node, p string) {
			if !in.may {
				c.s.Programs = append(c.s.Programs, Need{p, n})
			}
		},
		Exists: c.exists,
	})
	c.sized(session, s, in.may)
}

// unnamed is the session of a step that names none: main, unless every session
// has a name of its own.
func (c *checker) unnamed(s *steps.Step) (session string, ok bool) {
	names := c.s.sessionNames()
	if len(names) > 1 && !slices.Contains(names, event.MainSession) {
		c.d.Errorf(s.Key, "write session: NAME beside it, or around it on a group: "+strings.Join(names, ", "),
			"the scenario has several sessions: say which")
		return "", false
	}
	return c.s.mainSession(), true
}

// opened reports a step for a session that is not open yet, and a second program
// in one that is: a recording of both wants sessions of their own.
func (c *checker) opened(s *steps.Step, st *steps.SessionState, in around) {
	if opens(s) {
		if st.Opened && c.s.starts() && !in.may {
			c.d.Errorf(s.Key, "give each program a session of its own: session: NAME", "session %s is open already", st.Name)
		}
		return
	}
	if st.Opened || c.told[st.Name] {
		return
	}
	c.told[st.Name] = true
	hint := "launch: PROGRAM or shell: bash opens it"
	if near, ok := spell.Nearest(st.Name, c.s.sessionNames()); ok && near != st.Name {
		hint = "did you mean " + near + "?"
	}
	n := s.Key
	if v := s.Node.Get("session"); v != nil {
		n = v
	} else if st.Name != event.MainSession {
		hint += "; a step that names no session is of " + st.Name + ", the only one of the file"
	}
	c.d.Errorf(n, hint, "session %s is not open yet", st.Name)
}

func (c *checker) exists(rel string) bool {
	if c.s.Allowed(c.s.Abs(rel)) != nil {
		return false
	}
	if c.s.opts.Exists == nil {
		return true
	}
	return c.s.opts.Exists(c.s.Abs(rel))
}

// output notes a file that is written, and reports a second writer of it.
func (c *checker) output(n *doc.Node, path, role string) {
	clean := c.s.Abs(path)
	if strings.TrimSpace(path) == "" || role != "record" && strings.HasSuffix(path, "/") {
		return // it has no extension, which has been reported
	}
	if first := c.outputs[clean]; first != nil {
		c.d.Errorf(n, fmt.Sprintf("the first is in line %d", first.Line), "%s is written twice", path)
		return
	}
	c.outputs[clean] = n
	c.s.Outputs = append(c.s.Outputs, Output{Path: path, Role: role, Node: n})
}

// choice checks what says whether, and how often, the scenario is run.
func (c *checker) choice() {
	s := c.s
	if s.Only && s.opts.CI {
		c.d.Errorf(s.Node.Get("only"), "it is for the one who writes the scenario: take it out", "only is not allowed on CI")
	}
	if s.Retries < 0 || s.Retries > maxRetries {
		c.d.Errorf(s.Node.Get("retries"), "", "retries is 0 to %d, not %d", maxRetries, s.Retries)
	}
}

func (c *checker) timeouts() {
	n := c.s.Node.Get("timeouts")
	if n == nil {
		return
	}
	for _, p := range n.Pairs {
		steps.DecodeSpan(c.d, p.Value, p.Key.Text)
	}
}

func (c *checker) recordings() {
	names := c.s.sessionNames()
	for _, r := range c.s.Record {
		c.chapter(r)
		for _, w := range r.To {
			steps.CheckFormat(c.d, w.Node, w.Text, "recording", RecordFormats())
			c.limited(r, w)
			l := r.Look.Over(c.s.ResolvedLook())
			c.drawn(w.Node, w.Text, "record", l)
			if r.Look != nil && ofPixels(w.Text) {
				c.area(r.Node.Get("look"), c.size(cmp.Or(r.Session, c.s.mainSession())), l)
			}
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

// limited reports a file that max_size or cast says nothing of.
func (c *checker) limited(r *Recording, w Word) {
	ext := strings.ToLower(path.Ext(w.Text))
	if n := r.Node; r.MaxSize > 0 && ext != ".gif" && ext != ".apng" {
		c.d.Errorf(n.Get("max_size"), "record the others beside it: [{to: a.gif, max_size: 2MB}, a.cast]", "max_size is of .gif and .apng, not of %s", w.Text)
	}
	if n := r.Node.Get("cast"); n != nil && ext != ".cast" {
		c.d.Errorf(n, "record the others beside it: [a.gif, {to: a.cast, cast: 2}]", "cast is of .cast files, not of %s", w.Text)
	}
}

// looks checks the themes and fonts that pictures name, and their size.
func (c *checker) looks() {
	c.look(c.s.Look)
	for _, r := range c.s.Record {
		c.look(r.Look)
	}
	c.s.eachStep(func(s *steps.Step, _ string) {
		switch a := s.Action.(type) {
		case *steps.Screenshot:
			c.look(a.Look)
		case *steps.Restyle:
			c.look(&a.Look)
			c.relook(&a.Look)
		}
	})
	n := c.s.Node.Get("size")
	if n == nil {
		n = c.s.Node
	}
	c.area(n, c.s.Size, c.s.ResolvedLook())
}

func (c *checker) look(l *steps.Look) {
	if l == nil {
		return
	}
	c.pixels(l)
	if l.Theme != nil {
		c.theme(string(*l.Theme), l.Value("theme"))
	}
	for _, v := range l.Themes {
		c.theme(v.Theme, l.Value("themes").Get(v.Suffix))
	}
	if l.Background != nil && steps.IsImage(string(*l.Background)) {
		c.image(string(*l.Background), l.Value("background"))
	}
	if w := l.Watermark; w != nil && w.Image != "" {
		c.image(w.Image, l.Value("watermark"))
	}
	if l.Font != nil {
		c.font(*l.Font, l.Value("font"), true)
	}
	for i, name := range l.Fallback {
		n := l.Value("fallback")
		if i < len(n.Items) {
			n = n.Items[i]
		}
		c.font(name, n, false)
	}
}

// theme checks one theme that a look names.
func (c *checker) theme(name string, n *doc.Node) {
	if err := checkTheme(name, c.s); err != nil {
		c.d.Errorf(n, err.hint, "%s", err.msg).Warning = err.warning
	}
	if IsThemeFile(name) {
		c.s.ThemeFiles = append(c.s.ThemeFiles, Word{name, n})
	}
}
