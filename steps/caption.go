package steps

import (
	"context"
	"time"

	"scenario/event"
	"scenario/internal/doc"
)

// Caption is a line for the viewer, until the next caption; or, as chapter, the
// title of a part of the recording, until the next one.
type Caption struct {
	Chapter bool          `yaml:"-"`
	Text    doc.Text      `yaml:"text" jsonschema:"required"` // what the viewer reads, until the next; "" ends it
	For     time.Duration `yaml:"for"`                        // how long it stands, at least: what would replace it waits; until the next
}

// DecodeNode takes TEXT or {text, for}.
func (a *Caption) DecodeNode(d *doc.Decoder, n *doc.Node) {
	what := string(a.do())
	if n.Kind != doc.Map {
		d.Into(n, &a.Text, what)
		return
	}
	type long Caption
	d.Into(n, (*long)(a), what)
	if n.Get("text") == nil {
		d.Missing(n, "write "+what+": {text: TEXT, for: 2s}", "%s needs a text", what)
	}
	v := n.Get("for")
	if v == nil {
		return
	}
	a.For = DecodeSpan(d, v, "for")
	if s, static := a.Text.Static(); static && s == "" && n.Get("text") != nil {
		d.Errorf(v, "", "the empty text ends the %s before: it has no time of its own", what)
	}
}

func (a *Caption) do() event.Do {
	if a.Chapter {
		return event.DoChapter
	}
	return event.DoCaption
}

// Check has nothing more to say.
func (a *Caption) Check(*Checker) {}

// Summary is the text in one line.
func (a *Caption) Summary() string { return oneLine(a.Text.String()) }

// Run notes the text; it takes no time.
func (a *Caption) Run(_ context.Context, e *Env) error {
	s, err := e.text(a.Text)
	if err != nil {
		return err
	}
	if s != "" {
		e.Emit(event.AssistantMessage, event.AssistantMessagePayload{Text: s})
	}
	e.aside(event.TimelinePayload{Do: a.do(), Text: s, Ms: a.For.Milliseconds()})
	return nil
}

// aside notes a moment that is for the viewer only: the session need not be
// open yet.
func (e *Env) aside(p event.TimelinePayload) {
	if t := e.Term(e.Session); t != nil {
		e.timeline(t, p)
		return
	}
	p.Session, p.StepIndex = e.Session, e.Index
	e.Emit(event.Timeline, p)
}
