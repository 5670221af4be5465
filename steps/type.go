package steps

import (
	"context"
	"time"

	"scenario/internal/doc"
)

// Type types a text. A newline is Enter, a tab is Tab.
type Type struct {
	Text  doc.Text      `yaml:"text" jsonschema:"required"` // what is typed
	Every time.Duration `yaml:"every"`                      // between two characters; the file's pace.typing
}

// DecodeNode takes TEXT or {text, every}.
func (a *Type) DecodeNode(d *doc.Decoder, n *doc.Node) {
	decodeTyped(d, n, "type", &a.Text, &a.Every)
}

// Check warns of nothing: any text can be typed.
func (a *Type) Check(c *Checker) { c.Session.Typed = a.Text.String() }

// Summary is the text in one line.
func (a *Type) Summary() string { return oneLine(a.raw()) }

func (a *Type) raw() string { return a.Text.String() }

// Run types it.
func (a *Type) Run(ctx context.Context, e *Env) error {
	_, err := e.typeStep(ctx, "type", a.Text, a.Every)
	return err
}

// Enter types a text and then presses Enter; "" is Enter alone.
type Enter struct {
	Text  doc.Text      `yaml:"text" jsonschema:"required"` // what is typed
	Every time.Duration `yaml:"every"`                      // between two characters; the file's pace.typing
}

// DecodeNode takes TEXT or {text, every}.
func (a *Enter) DecodeNode(d *doc.Decoder, n *doc.Node) {
	decodeTyped(d, n, "enter", &a.Text, &a.Every)
}

// Check notes what is typed.
func (a *Enter) Check(c *Checker) { c.Session.Typed = a.Text.String() }

// Summary is the text in one line.
func (a *Enter) Summary() string { return oneLine(a.raw()) }

func (a *Enter) raw() string { return a.Text.String() }

// Run types it and presses Enter.
func (a *Enter) Run(ctx context.Context, e *Env) error {
	t, err := e.typeStep(ctx, "enter", a.Text, a.Every)
	if err != nil {
		return err
	}
	return e.enter(ctx, t, 0)
}

// typeStep types the text of a step of a kind into its session.
func (e *Env) typeStep(ctx context.Context, kind string, text doc.Text, every time.Duration) (*Term, error) {
	t, err := e.term()
	if err != nil {
		return nil, err
	}
	s, err := e.typing(text)
	if err != nil {
		return nil, err
	}
	t.lastText = kind + " " + e.quoted(s.String())
	return t, e.typeText(ctx, t, s, every)
}

// decodeTyped decodes the two forms of a typed text.
func decodeTyped(d *doc.Decoder, n *doc.Node, kind string, text *doc.Text, every *time.Duration) {
	if n.Kind != doc.Map {
		n.CheckTyped(d)
		text.DecodeNode(d, n)
		return
	}
	var long struct {
		Text  doc.Text      `yaml:"text"`
		Every time.Duration `yaml:"every"`
	}
	d.Into(n, &long, kind)
	if v := n.Get("text"); v == nil {
		d.Missing(n, "write "+kind+": {text: TEXT}", "%s needs a text", kind)
	} else {
		v.CheckTyped(d)
	}
	*text, *every = long.Text, long.Every
}
