package scenario

import (
	"path/filepath"
	"slices"
	"strings"

	"scenario/internal/doc"
	"scenario/steps"
)

// maxUses is how deep files may use files.
const maxUses = 16

// user loads the files whose steps a scenario uses. A file gives its steps and
// their variables, the secrets that they name and the programs that they
// require; paths in them are the scenario's.
type user struct {
	d     *doc.Decoder // of the scenario
	s     *Scenario
	x     *expander
	count int // files so far
	files map[string]parsed
}

// parsed is a file that has been read.
type parsed struct {
	file     *doc.File
	problems doc.Problems
}

// maxUsed is how many times files may be used in all.
const maxUsed = 1000

// place is a file, as messages have it and as an absolute path.
type place struct{ name, path string }

func (p place) dir() string { return filepath.Dir(p.path) }

// all loads what the scenario uses.
func (u *user) all(name string) {
	self := place{name, filepath.Join(u.s.Dir, filepath.Base(name))}
	u.files = map[string]parsed{}
	for _, list := range [][]*steps.Step{u.s.Before, u.s.Steps, u.s.After} {
		u.list(list, u.x, []place{self})
	}
}

// list loads what steps use; way are the files that led to them.
func (u *user) list(list []*steps.Step, x *expander, way []place) {
	for _, s := range list {
		if a, ok := s.Action.(*steps.Use); ok {
			u.load(a, x, way)
		} else if p, ok := s.Action.(steps.Parent); ok {
			u.list(p.Children(), x, way)
		}
	}
}

// load loads one file.
func (u *user) load(a *steps.Use, from *expander, way []place) {
	if a.File == "" || u.s.opts.ReadFile == nil {
		return
	}
	here := way[len(way)-1]
	to := place{filepath.Join(filepath.Dir(here.name), a.File), filepath.Join(here.dir(), a.File)}
	if filepath.IsAbs(a.File) {
		to = place{a.File, filepath.Clean(a.File)}
	}
	fail := func(hint, format string, args ...any) { u.d.Errorf(a.Node, hint, format, args...) }
	if i := slices.IndexFunc(way, func(p place) bool { return p.path == to.path }); i >= 0 {
		var names []string
		for _, p := range append(slices.Clone(way[i:]), to) {
			names = append(names, p.name)
		}
		fail("", "files can't use each other: %s", strings.Join(names, " -> "))
		return
	}
	switch u.count++; {
	case u.count == maxUsed+1:
		fail("", "files are used more than %d times", maxUsed)
		return
	case u.count > maxUsed:
		return
	case len(way) > maxUses:
		fail("", "files use files more than %d deep", maxUses)
		return
	}
	if err := u.s.Allowed(to.path); err != nil {
		fail("", "%s leads out of the folder that this scenario may use", a.File)
		return
	}
	f, ok := u.read(to)
	if !ok {
		fail("the path is relative to "+here.name, "no file %s", a.File)
		return
	}
	u.decode(a, f, from, append(way[:len(way):len(way)], to))
}

// read reads a file, once.
func (u *user) read(p place) (parsed, bool) {
	f, ok := u.files[p.path]
	if ok {
		return f, true
	}
	src, err := u.s.opts.ReadFile(p.path)
	if err != nil {
		return f, false
	}
	f.file, f.problems = doc.Parse(p.name, src)
	u.files[p.path] = f
	u.s.used = append(u.s.used, f.file.Docs...)
	for _, p := range f.problems {
		p.Code = "yaml"
	}
	u.s.Sources = append(u.s.Sources, p.path)
	u.d.Problems = append(u.d.Problems, f.problems...)
	return f, true
}

func (u *user) decode(a *steps.Use, p parsed, from *expander, way []place) {
	f := p.file
	if len(f.Docs) != 1 {
		if !p.problems.Fatal() {
			u.d.Errorf(a.Node, "part it into files", "%s has %d scenarios, not one", a.File, len(f.Docs))
		}
		return
	}
	d := &doc.Decoder{Words: words}
	x := newUsed(d, f.Docs[0], from, a.With)
	d.Expand = x.expand
	var used Scenario
	d.Into(f.Docs[0], &used, "top")
	if f.Docs[0].Get("steps") == nil {
		u.d.Errorf(a.Node, "", "%s has no steps", a.File)
	}
	u.d.Problems = append(u.d.Problems, d.Problems...)
	u.s.Secrets = append(u.s.Secrets, used.Secrets...)
	u.s.Requires = append(u.s.Requires, used.Requires...)
	a.Steps = used.Steps
	u.list(used.Steps, x, way)
}

// newUsed is the expander of a file that is used: its own variables, with values
// of the file that uses it.
func newUsed(d *doc.Decoder, n *doc.Node, from *expander, with steps.With) *expander {
	o := from.opts
	o.Vars = map[string]string{}
	given := map[string][]doc.Part{}
	vars := n.Get("vars")
	for _, g := range with {
		name := g.Key.Text
		if vars == nil || vars.Get(name) == nil {
			var known []string
			if vars != nil {
				for _, p := range vars.Pairs {
					known = append(known, p.Key.Text)
				}
			}
			d.Errorf(g.Key, near(name, known, ""), "%s has no variable %s", n.File, name)
			continue
		}
		given[name] = g.Value.Parts
		if s, static := g.Value.Static(); static {
			o.Vars[name] = s
			delete(given, name)
		}
	}
	x := newExpander(d, n, o, from.combo)
	x.given = given
	x.secrets = append(x.secrets, from.secrets...)
	x.services, x.ports = from.services, from.ports
	return x
}
