package steps

import (
	"context"

	"scenario/internal/doc"
)

// Use does the steps of another file, with the variables of that file.
type Use struct {
	File string `yaml:"file" jsonschema:"required,ref=filled"` // the file, relative to the one that names it
	With With   `yaml:"with"`                                  // values for its vars, over its own
	Node *doc.Node
	// Steps are the file's. Who loads the scenario sets them.
	Steps []*Step
}

// With is values for the variables of another file.
type With []Given

// Given is one of them.
type Given struct {
	Key   *doc.Node // its name
	Value doc.Text
}

// DecodeNode takes a mapping of names to texts.
func (w *With) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		d.Errorf(n, "write with: {NAME: TEXT}", "with is a mapping of names, not %s", n.Kind)
		return
	}
	for _, p := range n.Pairs {
		g := Given{Key: p.Key}
		d.Into(p.Value, &g.Value, "with")
		*w = append(*w, g)
	}
}

// DecodeNode takes a file, or {file, with}.
func (a *Use) DecodeNode(d *doc.Decoder, n *doc.Node) {
	a.Node = n
	if n.Kind == doc.Map {
		type long Use
		d.Into(n, (*long)(a), "use")
		if a.Node = n.Get("file"); a.Node == nil {
			a.Node = n
			d.Missing(n, "write use: {file: FILE.yaml}", "use needs a file")
			return
		}
	} else {
		d.Into(n, &a.File, "use")
	}
	if a.File == "" && !d.Said(a.Node) {
		d.Errorf(a.Node, "", "the name of the file is empty")
	}
}

// Check has nothing more to say; its steps are checked themselves.
func (a *Use) Check(*Checker) {}

// Summary is the file.
func (a *Use) Summary() string { return a.File }

// Children returns the file's steps.
func (a *Use) Children() []*Step { return a.Steps }

// Run is never called: the plan is flat.
func (a *Use) Run(context.Context, *Env) error { return errStructure }
