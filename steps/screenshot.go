package steps

import (
	"context"
	"path/filepath"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/internal/spell"
	"scenario/steps/match"
)

// Screenshot takes a picture of the screen. It is a mark in the log: the files
// are drawn from the recording, so a picture can't show a later step.
type Screenshot struct {
	To        []string      `yaml:"to" jsonschema:"required,ref=pictures"` // files; the extension is the format
	Crop      *match.Region `yaml:"crop"`                                  // the part of the screen
	Highlight []match.Place `yaml:"highlight"`                             // places that are pointed out
	Look      *Look         `yaml:"look"`                                  // over the look in force
	node      *doc.Node
}

// DecodeNode takes a list of files or {to, crop, highlight, look}.
func (a *Screenshot) DecodeNode(d *doc.Decoder, n *doc.Node) {
	a.node = n
	if n.Kind == doc.List && len(n.Items) == 0 {
		d.Errorf(n, "write screenshot: FILE.png", "screenshot needs a file")
	}
	if n.Kind != doc.Map {
		d.Into(n, &a.To, "screenshot")
		return
	}
	type long Screenshot
	d.Into(n, (*long)(a), "screenshot")
	if a.node = n.Get("to"); a.node == nil {
		a.node = n
		d.Missing(n, "write screenshot: {to: FILE.png}", "screenshot needs a file")
	}
}

// ShotFormats returns the extensions of the formats of screenshots.
func ShotFormats() []string {
	return []string{".png", ".svg", ".txt", ".ansi", ".json", ".html"}
}

// Check looks at the names of the files.
func (a *Screenshot) Check(c *Checker) {
	nodes := []*doc.Node{a.node}
	if a.node.Kind == doc.List {
		nodes = a.node.Items
	}
	if a.Crop != nil && a.Crop.Name != "" && a.Crop.Name != "screen" {
		c.Errorf(c.Step.Value.Get("crop"), "crop: {rows: [1, 10]}", "a picture shows the screen, not %s", a.Crop.Name)
	}
	for i, f := range a.To {
		n := nodes[min(i, len(nodes)-1)]
		if f == "" && n.Text != "" {
			continue // its ${{ }} has been refused
		}
		CheckFormat(c.Decoder, n, f, "screenshot", ShotFormats())
		c.Output(n, f)
	}
}

// CheckFormat reports a file whose name does not end as that of a format.
func CheckFormat(d *doc.Decoder, n *doc.Node, file, what string, formats []string) {
	for _, f := range formats {
		if strings.HasSuffix(strings.ToLower(file), f) {
			return
		}
	}
	hint := "the extension is the format: " + FormatNames(formats)
	ext := strings.ToLower(filepath.Ext(file))
	if w, ok := spell.Nearest(ext, formats); ok && ext != "" {
		hint = "did you mean " + w + "? " + hint
	}
	if ext == "" {
		d.Errorf(n, hint, "a %s needs a file with an extension, not %s", what, quote(file))
		return
	}
	d.Errorf(n, hint, "a %s can't be written as %s", what, ext)
}

// FormatNames lists formats for people.
func FormatNames(formats []string) string {
	return strings.ReplaceAll(strings.Join(formats, " "), " /", " FOLDER/")
}

// Summary is the files.
func (a *Screenshot) Summary() string { return strings.Join(a.To, ", ") }

// Run notes the moment: the screen has settled (see Kind.Begins).
func (a *Screenshot) Run(_ context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	p := event.TimelinePayload{Do: event.DoScreenshot, Number: e.Shot(), To: a.To}
	s := t.View().Screen
	if a.Crop != nil {
		top, bottom, left, right := a.Crop.Rect(s.Cols, s.Rows)
		if top == bottom {
			return t.failure("nothing is left of the screen after crop: %s", a.Crop)
		}
		p.Crop = &event.Rect{Row1: top + 1, Col1: left + 1, Row2: bottom, Col2: right}
	}
	for i := range a.Highlight {
		spots, err := e.place(t, &a.Highlight[i])
		if err != nil {
			return err
		}
		for _, sp := range spots {
			p.Highlight = append(p.Highlight, event.Rect{Row1: sp.Row + 1, Col1: sp.Col + 1, Row2: sp.Row + 1, Col2: sp.Col + sp.Width})
		}
	}
	base, changed := e.Look(e.Session)
	look := a.Look.Over(base)
	if !changed && a.Look == nil && look.Themes == nil {
		e.timeline(t, p)
		return nil
	}
	for i, d := range look.Drawn(a.To) {
		if i > 0 {
			p.Number = e.Shot()
		}
		p.To, p.Look = d.To, &d.Look
		e.timeline(t, p)
	}
	return nil
}
