package steps

import (
	"context"
	"errors"

	"scenario/internal/doc"
)

// Group is a list of steps under one name, timeout or session.
type Group struct{ Steps []*Step }

// DecodeNode takes a list of steps.
func (a *Group) DecodeNode(d *doc.Decoder, n *doc.Node) { a.Steps = DecodeList(d, n, "steps") }

// Check has nothing more to say; its steps are checked themselves.
func (a *Group) Check(*Checker) {}

// Summary is empty.
func (a *Group) Summary() string { return "" }

// Children returns its steps.
func (a *Group) Children() []*Step { return a.Steps }

// Run is never called: the plan is flat.
func (a *Group) Run(context.Context, *Env) error { return errStructure }

// Hide is steps that are done but not recorded.
type Hide struct{ Steps []*Step }

// DecodeNode takes a list of steps.
func (a *Hide) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind == doc.Scalar || n.Kind == doc.Null {
		d.Errorf(n, "write hide: [steps], a list of the steps that are not recorded", "hide is a list of steps")
		return
	}
	a.Steps = DecodeList(d, n, "hide")
}

// Check has nothing more to say; its steps are checked themselves.
func (a *Hide) Check(*Checker) {}

// Summary is empty.
func (a *Hide) Summary() string { return "" }

// Children returns its steps.
func (a *Hide) Children() []*Step { return a.Steps }

// Run is never called: the plan is flat.
func (a *Hide) Run(context.Context, *Env) error { return errStructure }

var errStructure = errors.New("a structure step is never run")

// DecodeList decodes a list of steps; one step alone will do.
func DecodeList(d *doc.Decoder, n *doc.Node, what string) []*Step {
	items := n.Items
	switch {
	case n.Kind == doc.Map:
		items = []*doc.Node{n}
	case n.Kind != doc.List:
		d.Errorf(n, "write a list: - wait: TEXT", "%s is a list of steps, not %s", what, n.Kind)
		return nil
	case len(items) == 0:
		d.Errorf(n, "", "%s is empty", what)
	}
	var list []*Step
	for _, item := range items {
		s := new(Step)
		s.DecodeNode(d, item)
		list = append(list, s)
	}
	return list
}
