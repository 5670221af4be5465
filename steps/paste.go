package steps

import (
	"context"
	"errors"
	"io/fs"

	"scenario/emulator/keys"
	"scenario/event"
	"scenario/internal/doc"
)

// Paste pastes a text, bracketed when the program has asked for it (DECSET
// 2004).
type Paste struct {
	Text doc.Text `yaml:"text" jsonschema:"oneof_required"` // what is pasted
	File string   `yaml:"file" jsonschema:"oneof_required"` // or the file whose content is, relative to the scenario's file
}

// DecodeNode takes TEXT, {text} or {file}.
func (a *Paste) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		n.CheckTyped(d)
		a.Text.DecodeNode(d, n)
		return
	}
	type long Paste
	d.Into(n, (*long)(a), "paste")
	switch {
	case a.File == "" && a.Text.IsZero():
		d.Missing(n, "write paste: {text: TEXT} or paste: {file: PATH}", "paste needs a text or a file")
	case a.File != "" && !a.Text.IsZero():
		d.Errorf(n.Get("file"), "", "paste takes a text or a file, not both")
	}
}

// Check looks whether the file is there.
func (a *Paste) Check(c *Checker) {
	c.Session.Typed = a.Text.String()
	if a.File == "" {
		return
	}
	if !c.Exists(a.File) {
		// a step before may make it
		c.Errorf(c.Step.Value.Get("file"), "the path is relative to the scenario's file", "no file %s", quote(a.File)).Warning = true
	}
}

// Summary is the text in one line, or the file.
func (a *Paste) Summary() string {
	if a.File != "" {
		return "file " + a.File
	}
	return oneLine(a.Text.String())
}

// cause is an error of a file without the path, which messages name as it is
// written.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return err.Error()
}

// Run pastes it in one write.
func (a *Paste) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	var s string
	if a.File != "" {
		b, err := e.ReadSource(a.File)
		if err != nil {
			return &Failure{Message: "can't read " + a.File + ": " + cause(err)}
		}
		s = string(b)
	} else if s, err = e.text(a.Text); err != nil {
		return err
	}
	t.lastText = "paste " + e.quoted(s)
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: event.InputPaste})
	return e.send(ctx, t, keys.Paste(s, t.Modes()), hasSecret(a.Text))
}
