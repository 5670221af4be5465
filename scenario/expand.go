package scenario

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"scenario/internal/doc"
	"scenario/internal/spell"
	"scenario/steps"
)

// expander fills in ${{ }}. What is known before the run (vars, env,
// scenario.dir) becomes part of the text; the rest (secrets, services,
// scenario.tmp, vars of an exec step's into) stays a reference.
type expander struct {
	opts     Options
	combo    Combo
	vars     Vars
	given    map[string][]doc.Part // variables whose value is known only while running
	named    map[string]bool       // variables that were named
	unread   map[string]*doc.Node  // of vars, not read yet; nil: being read
	into     []string              // names that exec steps give to vars
	secrets  []string
	services map[string][]string // and the named groups of their ready: {log: RE}
	ports    map[string]bool     // services whose port is named
}

// newExpander reads what names a document has, before it is decoded.
func newExpander(d *doc.Decoder, n *doc.Node, o Options, c Combo) *expander {
	x := &expander{opts: o, combo: c, vars: Vars{}, services: map[string][]string{}, ports: map[string]bool{}, named: map[string]bool{}}
	if s := n.Get("secrets"); s != nil {
		x.secrets = texts(s)
	}
	if s := n.Get("services"); s != nil {
		for _, p := range s.Pairs {
			x.services[p.Key.Text] = groups(p.Value)
		}
	}
	x.findInto(n)
	x.readVars(d, n.Get("vars"))
	return x
}

var groupRE = regexp.MustCompile(`\(\?P?<([A-Za-z0-9_]+)>`)

// groups returns the named groups of a service's ready: {log: RE}.
func groups(service *doc.Node) []string {
	if service.Kind != doc.Map {
		return nil
	}
	ready := service.Get("ready")
	if ready == nil || ready.Get("log") == nil {
		return nil
	}
	var names []string
	for _, g := range groupRE.FindAllStringSubmatch(ready.Get("log").Text, -1) {
		names = append(names, g[1])
	}
	return names
}

func texts(n *doc.Node) []string {
	if n.Kind == doc.List {
		var all []string
		for _, item := range n.Items {
			all = append(all, item.Text)
		}
		return all
	}
	return []string{n.Text}
}

// findInto collects the names of exec: {into: NAME}.
func (x *expander) findInto(n *doc.Node) {
	for _, item := range n.Items {
		x.findInto(item)
	}
	for _, p := range n.Pairs {
		if p.Key.Text == "exec" && p.Value.Kind == doc.Map {
			if v := p.Value.Get("into"); v != nil && v.Kind == doc.Scalar {
				x.into = append(x.into, v.Text)
			}
		}
		x.findInto(p.Value)
	}
}

// readVars takes the vars mapping. A value may name others, in any order.
func (x *expander) readVars(d *doc.Decoder, n *doc.Node) {
	maps.Copy(x.vars, x.opts.Vars)
	if n == nil {
		return
	}
	if n.Kind != doc.Map {
		d.Errorf(n, "write vars: {NAME: TEXT}", "vars is a mapping of names, not %s", n.Kind)
		return
	}
	d.Expand = x.expand
	x.unread = map[string]*doc.Node{}
	for _, p := range n.Pairs {
		if !steps.IsName(p.Key.Text) {
			d.Errorf(p.Key, "letters, digits, _ and - only", "%q is no name", p.Key.Text)
		}
		x.unread[p.Key.Text] = p.Value
		x.named[p.Key.Text] = true
	}
	for _, p := range n.Pairs {
		x.readVar(d, p.Key.Text)
	}
}

// readVar reads the value of one variable, unless it is known.
func (x *expander) readVar(d *doc.Decoder, name string) {
	n := x.unread[name]
	if n == nil {
		return
	}
	x.unread[name] = nil
	v, _ := d.Text(n, "vars."+name)
	if _, given := x.opts.Vars[name]; !given {
		x.vars[name] = v // also of one that is wrong: it is no unknown name
	}
	delete(x.unread, name)
}

// markPorts tells the services whose port was named.
func (x *expander) markPorts(all Services) {
	for _, s := range all {
		s.Port = x.ports[s.Name]
	}
}

const open, shut = "${{", "}}"

// expand is a doc.Decoder's Expand.
func (x *expander) expand(d *doc.Decoder, n *doc.Node) *doc.Node {
	if n.Kind != doc.Scalar || !strings.Contains(n.Text, open) {
		return n
	}
	var parts []doc.Part
	dynamic, sound := false, true
	rest, at := n.Text, 0
	for {
		i := strings.Index(rest, open)
		if i < 0 {
			break
		}
		j := strings.Index(rest[i:], shut)
		if j < 0 {
			d.ErrorIn(n, at+i, at+i+len(open), "close it with }}", "${{ is never closed")
			return nil
		}
		end := i + j + len(shut)
		parts = appendText(parts, rest[:i])
		values, ok := x.value(d, n, at+i, at+end, strings.TrimSpace(rest[i+len(open):i+j]))
		sound = sound && ok
		for _, p := range values {
			if p.Ref.Name != "" {
				dynamic = true
				parts = append(parts, p)
			} else {
				parts = appendText(parts, p.Text)
			}
		}
		rest, at = rest[end:], at+end
	}
	if !sound {
		return nil
	}
	parts = appendText(parts, rest)
	m := *n
	if m.Style == doc.Plain {
		m.Style = doc.DoubleQuoted // a value that looks like something else is still the text
	}
	if dynamic {
		m.Parts = parts
		return &m
	}
	m.Text = ""
	for _, p := range parts {
		m.Text += p.Text
	}
	return &m
}

func appendText(parts []doc.Part, s string) []doc.Part {
	if n := len(parts); n > 0 && parts[n-1].Ref.Name == "" {
		parts[n-1].Text += s
		return parts
	}
	if s == "" {
		return parts
	}
	return append(parts, doc.Part{Text: s})
}

// value is what one reference stands for.
func (x *expander) value(d *doc.Decoder, n *doc.Node, from, to int, ref string) ([]doc.Part, bool) {
	fail := func(hint, format string, args ...any) ([]doc.Part, bool) {
		d.ErrorIn(n, from, to, hint, format, args...)
		return nil, false
	}
	space, name, dotted := strings.Cut(ref, ".")
	if !dotted || name == "" || strings.ContainsAny(ref, " \t\n|&()'\"+") {
		if _, ok := x.vars[ref]; ok {
			return fail(fmt.Sprintf("did you mean ${{ vars.%s }}?", ref), "unknown value: ${{ %s }}", ref)
		}
		return fail("one dotted name, no expressions: ${{ vars.NAME }}", "unknown value: ${{ %s }}", ref)
	}
	dynamic := []doc.Part{{Ref: doc.Ref{Space: space, Name: name, Pos: n.Pos}}}
	text := func(s string) ([]doc.Part, bool) { return []doc.Part{{Text: s}}, true }
	switch space {
	case "vars":
		x.named[name] = true
		if v, ok := x.given[name]; ok {
			return v, true
		}
		if slices.Contains(x.into, name) {
			return dynamic, true // an exec step gives it another value
		}
		x.readVar(d, name)
		if v, ok := x.vars[name]; ok {
			return text(v)
		}
		if _, declared := x.unread[name]; declared {
			return fail("", "vars.%s needs itself", name)
		}
		known := append(slices.Sorted(maps.Keys(x.vars)), x.into...)
		if len(known) == 0 {
			return fail("name it at the top of the file: vars: {"+name+": TEXT}", "unknown variable: vars.%s", name)
		}
		return fail(near(name, known, "vars."), "unknown variable: vars.%s", name)
	case "env":
		if x.opts.Env != nil {
			if v, ok := x.opts.Env(name); ok {
				return text(v)
			}
		}
		return fail("set it, or write the text", "the environment variable %s is not set", name)
	case "secrets":
		if slices.Contains(x.secrets, name) {
			return dynamic, true
		}
		return fail(fmt.Sprintf("name it at the top of the file: secrets: %s", name), "unknown secret: %s", name)
	case "services":
		svc, what, ok := strings.Cut(name, ".")
		groups, known := x.services[svc]
		switch {
		case !ok:
			return fail("write ${{ services."+svc+".port }}", "a service has several values: services.%s", svc)
		case !known && len(x.services) == 0:
			return fail("name it at the top of the file: services: {"+svc+": COMMAND}", "unknown service: %s", svc)
		case !known:
			return fail(near(svc, slices.Sorted(maps.Keys(x.services)), "services."), "unknown service: %s", svc)
		case what == "port":
			x.ports[svc] = true
		case !slices.Contains(groups, what):
			return fail(near(what, append(slices.Clone(groups), "port"), "services."+svc+"."),
				"service %s has no value %s: it is no named group of ready: {log: RE}", svc, what)
		}
		return dynamic, true
	case "scenario":
		switch name {
		case "dir":
			return text(x.opts.Dir)
		case "tmp":
			return dynamic, true
		}
		return fail("scenario.tmp is a fresh folder, scenario.dir the folder of the file", "unknown value: scenario.%s", name)
	case "matrix":
		if v, ok := x.combo.value(name); ok {
			return text(v)
		}
		if x.combo == nil {
			return fail("name it at the top of the file: matrix: {"+name+": [TEXT, TEXT]}", "unknown value: matrix.%s", name)
		}
		return fail(near(name, x.combo.names(), "matrix."), "unknown value: matrix.%s", name)
	}
	return fail(near(space, []string{"vars", "env", "secrets", "services", "scenario", "matrix"}, ""), "unknown value: ${{ %s }}", ref)
}

func near(word string, known []string, prefix string) string {
	if w, ok := spell.Nearest(word, known); ok {
		return "did you mean " + prefix + w + "?"
	}
	if len(known) == 0 {
		return ""
	}
	slices.Sort(known)
	return "there is " + prefix + strings.Join(known, ", "+prefix)
}
