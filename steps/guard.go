package steps

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"scenario/internal/doc"
	"scenario/steps/match"
)

// Guard is an if: a condition that is asked once, of the settled screen; or what
// is known of the machine and the variables.
type Guard struct {
	Cond    *match.Condition `yaml:"-"`
	OS      string           `yaml:"os" jsonschema:"oneof_required,enum=linux,enum=macos,enum=windows"` // the system is this one
	Program string           `yaml:"program" jsonschema:"oneof_required,ref=filled"`                    // this program is on PATH
	Var     string           `yaml:"var" jsonschema:"oneof_required,with=is"`                           // this variable (NAME of vars, or as matrix.NAME) is equal to is
	Is      doc.Text         `yaml:"is" jsonschema:"with=var"`                                          // the value of var
	Node    *doc.Node        `yaml:"@node"`
	value   doc.Text         // of Var
}

// systems are the names of systems by those of Go.
func systems() map[string]string {
	return map[string]string{"linux": "linux", "darwin": "macos", "windows": "windows"}
}

// DecodeNode takes a CONDITION, or {os}, {program} or {var, is}.
func (g *Guard) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map || n.Get("os") == nil && n.Get("program") == nil && n.Get("var") == nil && n.Get("is") == nil {
		g.Node, g.Cond = n, new(match.Condition)
		g.Cond.DecodeNode(d, n)
		refuseStored(d, n, g.Cond)
		return
	}
	type keys Guard
	d.Into(n, (*keys)(g), "if")
	subjects := 0
	for _, p := range n.Pairs {
		switch p.Key.Text {
		case "os", "program", "var":
			subjects++
		}
	}
	switch {
	case subjects > 1:
		d.Errorf(n, "put one step inside the other", "if asks for one thing, not %d", subjects)
	case (n.Get("var") == nil) != (n.Get("is") == nil):
		d.Errorf(n, "write if: {var: NAME, is: TEXT}", "a variable is compared with a text")
	}
	if v := n.Get("os"); v != nil && v.Kind == doc.Scalar && g.OS != "" {
		g.OS = decodeWord(d, v, "system", "linux", "macos", "windows")
	}
	if v := n.Get("program"); v != nil && v.Kind == doc.Scalar && g.Program == "" {
		d.Errorf(v, "", "the name of the program is empty")
	}
	g.variable(d, n.Get("var"))
}

// refuseStored reports a snapshot or image where nothing is asserted.
func refuseStored(d *doc.Decoder, n *doc.Node, c *match.Condition) {
	for _, s := range c.Stored() {
		d.Errorf(nodeAt(n, s.Pos), "write it as a step: expect: "+s.String(), "a snapshot or image is compared by expect")
	}
}

// variable makes a reference of the name of a variable, which is looked up where
// it stands.
func (g *Guard) variable(d *doc.Decoder, n *doc.Node) {
	if n == nil || n.Kind != doc.Scalar || g.Var == "" {
		return
	}
	name := g.Var
	if space, _, dotted := strings.Cut(name, "."); !dotted {
		name = "vars." + name
	} else if space != "vars" && space != "matrix" && space != "env" {
		d.Errorf(n, "a NAME of vars, or matrix.NAME", "%s is no variable", quote(name))
		return
	}
	ref := n.As("${{ " + name + " }}")
	if d.Expand != nil {
		ref = d.Expand(d, ref)
	}
	if ref != nil {
		g.value.DecodeNode(d, ref)
	}
}

// String is the guard as it is written, in one line.
func (g *Guard) String() string {
	switch {
	case g.Cond != nil:
		return g.Cond.String()
	case g.OS != "":
		return "{os: " + g.OS + "}"
	case g.Program != "":
		return "{program: " + g.Program + "}"
	}
	return "{var: " + g.Var + ", is: " + quote(g.Is.String()) + "}"
}

// Holds asks the guard, for the step's session. why says why it does not hold.
func (e *Env) Holds(ctx context.Context, g *Guard) (why string, err error) {
	switch {
	case g.Cond != nil:
		return e.holdsNow(ctx, g.Cond)
	case g.OS != "":
		if name := systems()[runtime.GOOS]; name != g.OS {
			return "the system is " + name, nil
		}
		return "", nil
	case g.Program != "":
		if !e.HasProgram(g.Program) {
			return g.Program + " is not on PATH", nil
		}
		return "", nil
	}
	value, err := e.text(g.value)
	if err != nil {
		return "", err
	}
	want, err := e.text(g.Is)
	if err != nil || value == want {
		return "", err
	}
	return fmt.Sprintf("%s is %s", g.Var, e.quoted(value)), nil
}

// holdsNow asks a condition once, when the screen has settled.
func (e *Env) holdsNow(ctx context.Context, c *match.Condition) (why string, err error) {
	t, err := e.term()
	if err != nil {
		return "", err
	}
	bound, err := c.Bind(e.text)
	if err != nil {
		return "", err
	}
	if t.dirty {
		if err := e.settle(ctx, t); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return "", err
		}
	}
	v := t.View()
	if v.Exit != nil && c.WantsExit() {
		t.examined = true
	}
	r := bound.Eval(t.subject(e, v, quietRegions{}))
	if r.OK {
		return "", nil
	}
	why = r.Why
	if r.Of != nil {
		why = e.Mask(r.Of.String()) + ": " + why
	}
	return why, nil
}
