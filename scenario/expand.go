package scenario

import (
	"fmt"
	"slices"
	"strings"

	"scenario/internal/doc"
	"scenario/internal/spell"
)

// expander fills in ${{ }}. What is known before the run (vars, env,
// scenario.dir) becomes part of the text; the rest (secrets, services,
// scenario.tmp, vars of an exec step's into) stays a reference.
type expander struct {
	opts     Options
	vars     Vars
	into     []string // names that exec steps give to vars
	secrets  []string
	services []string
	ports    map[string]bool // services whose port is named
}

// newExpander reads what names a document has, before it is decoded.
func newExpander(d *doc.Decoder, n *doc.Node, o Options) *expander {
	x := &expander{opts: o, vars: Vars{}, ports: map[string]bool{}}
	if s := n.Get("secrets"); s != nil {
		x.secrets = texts(s)
	}
	if s := n.Get("services"); s != nil {
		for _, p := range s.Pairs {
			x.services = append(x.services, p.Key.Text)
		}
	}
	x.findInto(n)
	x.readVars(d, n.Get("vars"))
	return x
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

// readVars takes the vars mapping: each value may name the ones before it.
func (x *expander) readVars(d *doc.Decoder, n *doc.Node) {
	for name, v := range x.opts.Vars {
		x.vars[name] = v
	}
	if n == nil {
		return
	}
	if n.Kind != doc.Map {
		d.Errorf(n, "write vars: {NAME: TEXT}", "vars is a mapping of names, not %s", n.Kind)
		return
	}
	d.Expand = x.expand
	for _, p := range n.Pairs {
		v, ok := d.Text(p.Value, "vars."+p.Key.Text)
		if _, given := x.opts.Vars[p.Key.Text]; ok && !given {
			x.vars[p.Key.Text] = v
		}
	}
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
	dynamic := false
	rest, at := n.Text, 0
	for {
		i := strings.Index(rest, open)
		if i < 0 {
			break
		}
		j := strings.Index(rest[i:], shut)
		if j < 0 {
			d.ErrorIn(n, at+i, at+i+len(open), "close it with }}", "${{ is never closed")
			break
		}
		end := i + j + len(shut)
		parts = appendText(parts, rest[:i])
		p, ok := x.value(d, n, at+i, at+end, strings.TrimSpace(rest[i+len(open):i+j]))
		if ok && p.Ref.Name != "" {
			dynamic = true
			parts = append(parts, p)
		} else {
			parts = appendText(parts, p.Text)
		}
		rest, at = rest[end:], at+end
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
func (x *expander) value(d *doc.Decoder, n *doc.Node, from, to int, ref string) (doc.Part, bool) {
	fail := func(hint, format string, args ...any) (doc.Part, bool) {
		d.ErrorIn(n, from, to, hint, format, args...)
		return doc.Part{}, false
	}
	space, name, dotted := strings.Cut(ref, ".")
	if !dotted || name == "" || strings.ContainsAny(ref, " \t\n|&()'\"+") {
		if _, ok := x.vars[ref]; ok {
			return fail(fmt.Sprintf("did you mean ${{ vars.%s }}?", ref), "unknown value: ${{ %s }}", ref)
		}
		return fail("one dotted name, no expressions: ${{ vars.NAME }}", "unknown value: ${{ %s }}", ref)
	}
	dynamic := doc.Part{Ref: doc.Ref{Space: space, Name: name, Pos: n.Pos}}
	switch space {
	case "vars":
		if v, ok := x.vars[name]; ok {
			return doc.Part{Text: v}, true
		}
		if slices.Contains(x.into, name) {
			return dynamic, true
		}
		return fail(near(name, append(keysOf(x.vars), x.into...), "vars."), "unknown variable: vars.%s", name)
	case "env":
		if x.opts.Env != nil {
			if v, ok := x.opts.Env(name); ok {
				return doc.Part{Text: v}, true
			}
		}
		return fail("set it, or write the text", "the environment variable %s is not set", name)
	case "secrets":
		if slices.Contains(x.secrets, name) {
			return dynamic, true
		}
		return fail(fmt.Sprintf("name it at the top of the file: secrets: %s", name), "unknown secret: %s", name)
	case "services":
		svc, _, ok := strings.Cut(name, ".")
		if !ok {
			return fail("write ${{ services."+svc+".port }}", "a service has several values: services.%s", svc)
		}
		if !slices.Contains(x.services, svc) {
			return fail(near(svc, x.services, "services."), "unknown service: %s", svc)
		}
		if strings.HasSuffix(name, ".port") {
			x.ports[svc] = true
		}
		return dynamic, true
	case "scenario":
		switch name {
		case "dir":
			return doc.Part{Text: x.opts.Dir}, true
		case "tmp":
			return dynamic, true
		}
		return fail("scenario.tmp is a fresh folder, scenario.dir the folder of the file", "unknown value: scenario.%s", name)
	case "matrix":
		return fail("", "matrix is not supported yet")
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

func keysOf(m Vars) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}
