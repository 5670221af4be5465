package scenario

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps"
)

// Options are what the command line says over a file.
type Options struct {
	Dir    string                           // folder of the file, absolute
	Vars   map[string]string                // --var
	Env    func(name string) (string, bool) // the caller's environment, for env.NAME
	Size   steps.Size                       // --size
	Theme  string                           // --theme
	Record []string                         // -o, absolute
	CI     bool                             // the run is one of a CI: only is refused
	// Confine is the folder that the runner's own reads and writes stay in;
	// "": anywhere.
	Confine string
	// Exists and ReadFile look at files that a scenario names, by their absolute
	// path; nil: nothing is looked at.
	Exists   func(path string) bool
	ReadFile func(path string) ([]byte, error)
}

// Load reads the documents of a file, decodes and checks them. name is the file
// as messages have it. All mistakes are returned, in the order of the file; no
// scenario can be planned when one of them is fatal.
func Load(name string, src []byte, o Options) ([]*Scenario, doc.Problems) {
	f, problems := doc.Parse(name, src)
	for _, p := range problems {
		p.Code = "yaml"
	}
	defaults, path, ps := config(name, o)
	problems = append(problems, ps...)
	var all []*Scenario
	for i, n := range f.Docs {
		n = under(defaults, n)
		d := &doc.Decoder{Words: words}
		d.Expand = newExpander(&doc.Decoder{}, &doc.Node{}, o, nil).expand
		var runs []*Scenario
		for _, c := range combos(d, n.Get("matrix")) {
			s := load(d, n, o, c, name)
			s.File, s.file = name, f
			if path != "" {
				s.Sources = append(s.Sources, path)
			}
			s.identify(i, len(f.Docs))
			runs = append(runs, s)
		}
		roots := []*doc.Node{n}
		for _, s := range runs {
			roots = append(roots, s.used...)
		}
		setCodes(d.Problems, roots)
		problems = slices.Concat(problems, d.Problems, distinct(runs))
		all = append(all, runs...)
	}
	problems = append(problems, namesakes(all)...)
	return all, problems.Sorted()
}

// load decodes and checks one document, or one run of its matrix.
func load(d *doc.Decoder, n *doc.Node, o Options, c Combo, name string) *Scenario {
	s := &Scenario{Dir: o.Dir, Terminal: defaultTerminal(), Combo: c, opts: o}
	x := newExpander(d, n, o, c)
	s.Vars = x.vars
	d.Expand = x.expand
	d.Into(n, s, "top")
	(&user{d: d, s: s, x: x}).all(name)
	s.named = x.named
	if n.Get("steps") == nil {
		d.Missing(n, "write steps: with a list of steps", "the scenario has no steps")
	}
	if o.Size != (steps.Size{}) {
		s.Size = o.Size
	}
	if s.Size.IsZero() {
		s.Size = s.pictureSize()
	}
	if s.Size.IsZero() {
		s.Size = steps.Size{Cols: 80, Rows: 24}
	}
	for _, path := range o.Record {
		if rel, err := filepath.Rel(o.Dir, path); err == nil {
			if strings.HasSuffix(path, "/") {
				rel += "/" // a folder
			}
			path = rel
		}
		s.Extra = append(s.Extra, path)
	}
	x.markPorts(s.Services)
	check(d, s)
	return s
}

// identify gives a scenario its id and name; it is document number i of n of
// its file.
func (s *Scenario) identify(i, n int) {
	base := strings.TrimSuffix(filepath.Base(s.File), filepath.Ext(s.File))
	s.ID, s.base = filepath.ToSlash(s.File), s.Name
	if n > 1 {
		name, number := s.Name, strconv.Itoa(i+1)
		if name == "" {
			name = number
		}
		s.ID += "#" + name
		base += "#" + number
	}
	if s.base == "" {
		s.base = base
	}
	s.Name = s.base
	if s.Combo != nil {
		s.ID += s.Combo.id()
		if !s.namesCombo() {
			s.Name += " " + s.Combo.label()
		}
	}
}

// ResolvedLook returns the look of the file with every default filled in.
func (s *Scenario) ResolvedLook() event.Look {
	l := s.Look.Over(steps.DefaultLook())
	if s.opts.Theme != "" {
		l.Theme, l.Themes = s.opts.Theme, nil
	}
	if s.opts.Size != (steps.Size{}) {
		l.Width, l.Height = 0, 0
	}
	return l
}

// ResolvedPace returns the pace of the file with every default filled in.
func (s *Scenario) ResolvedPace() event.Pace { return s.Pace.Over(steps.DefaultPace()) }

// Recordings returns what is to be recorded, with the files of the command
// line.
func (s *Scenario) Recordings() []event.Record {
	look, pace := s.ResolvedLook(), s.ResolvedPace()
	var all []event.Record
	for _, r := range s.Record {
		e := r.Event(look, pace)
		if s.opts.Theme != "" && e.Look != nil {
			e.Look.Theme, e.Look.Themes = s.opts.Theme, nil
		}
		all = append(all, variants(e, look)...)
	}
	if len(s.Extra) > 0 {
		all = append(all, variants(event.Record{To: s.Extra, Session: s.mainSession(), FPS: defaultFPS}, look)...)
	}
	for i := range all {
		if all[i].Session == "" {
			all[i].Session = s.mainSession()
		}
	}
	return all
}

// Problem is a mistake at a node of the scenario that the scenario alone can't
// see.
func (s *Scenario) Problem(n *doc.Node, hint, format string, args ...any) *doc.Problem {
	p := (&doc.Decoder{}).Errorf(n, hint, format, args...)
	setCodes(doc.Problems{p}, []*doc.Node{s.Node})
	return p
}

// PathOverride returns the PATH that the file gives to its programs.
func (s *Scenario) PathOverride() (string, bool) {
	for _, v := range s.Env {
		if v.Name == "PATH" && !v.Unset {
			return v.Value.Static()
		}
	}
	return "", false
}
