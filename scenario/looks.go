package scenario

import (
	"image"

	"scenario/capture/font"
	"scenario/capture/look"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps"
)

// variants parts a recording into one for each theme of its look.
func variants(r event.Record, base event.Look) []event.Record {
	if r.Look != nil {
		base = *r.Look
	}
	if len(base.Themes) == 0 {
		return []event.Record{r}
	}
	var all []event.Record
	for _, d := range base.Drawn(r.To) {
		one := r
		one.To, one.Look = d.To, &d.Look
		all = append(all, one)
	}
	return all
}

// pictureSize is the size of a terminal in a picture whose width and height are
// given; zero when they are not.
func (s *Scenario) pictureSize() steps.Size {
	l := s.ResolvedLook()
	if l.Width == 0 || l.Height == 0 {
		return steps.Size{}
	}
	m := font.NewSet().Metrics(font.Options{
		Size: l.FontSize, LineHeight: int(l.LineHeight*1000 + 0.5), LetterSpacing: l.LetterSpacing,
	})
	cols, rows := look.Cells(look.Options{
		FontSize: l.FontSize, Padding: l.Padding, Margin: l.Margin,
		Frame: look.Frame{Window: look.Window(l.Window), Width: l.Width, Height: l.Height},
	}, image.Pt(m.CellW, m.CellH))
	return steps.Size{Cols: min(cols, maxCells), Rows: min(rows, maxCells)}
}

// maxCells is the longest side of a terminal.
const maxCells = 1000

// pixels checks the width and the height of pictures: they stand together, at the
// top of the file, in place of its size.
func (c *checker) pixels(l *steps.Look) {
	if l == nil || l.Width == nil && l.Height == nil {
		return
	}
	at := func(key string) *doc.Node {
		if n := l.Node.Get(key); n != nil {
			return n
		}
		return l.Node
	}
	switch {
	case l != c.s.Look:
		c.d.Errorf(at("width"), "they are the size of the terminal: write them at the top of the file", "width and height are of all pictures")
	case l.Width == nil || l.Height == nil:
		c.d.Errorf(l.Node, "write look: {width: 1200, height: 600}", "width and height stand together")
	case c.s.Node.Get("size") != nil:
		c.d.Errorf(at("width"), "size: 80x24 is the size in cells, width and height are in pixels: write one of them", "the file has a size already")
	}
}

// drawn notes the files that are written for a path in a look.
func (c *checker) drawn(n *doc.Node, path, role string, l event.Look) {
	for _, d := range l.Drawn([]string{path}) {
		for _, to := range d.To {
			c.output(n, to, role)
		}
	}
}

// shot notes the files of a screenshot in one path, in the look in which it is
// taken.
func (c *checker) shot(s *steps.Step, session string, n *doc.Node, path string) {
	l := c.s.ResolvedLook()
	if a, ok := s.Action.(*steps.Screenshot); ok && a.Look != nil {
		if l = a.Look.Over(l); ofPixels(path) {
			c.area(a.Look.Node, c.size(session), l)
		}
	}
	c.drawn(n, path, "screenshot", l)
}
