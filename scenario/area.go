package scenario

import (
	"image"
	"path"
	"strings"

	"scenario/capture/font"
	"scenario/capture/look"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps"
)

// maxPixels bounds the picture of a screen, as raster.MaxPixels does.
const maxPixels = 64 << 20

// area reports a picture of a terminal of so many cells that would be too large.
func (c *checker) area(n *doc.Node, size steps.Size, l event.Look) {
	p, ok := pixels(size, l)
	if !ok || p.X*p.Y <= maxPixels {
		return
	}
	c.d.Errorf(n, "use fewer cells, a smaller font_size or scale",
		"a picture of %dx%d pixels is too large: %d megapixels, the limit is %d", p.X, p.Y, p.X*p.Y>>20, maxPixels>>20)
}

// pixels is the size of a picture; ok is false where a font decides that is read
// when it is drawn, and of what is certainly small.
func pixels(size steps.Size, l event.Look) (p image.Point, ok bool) {
	// A cell is at most as wide as its em and twice as high.
	around := 2*(l.Padding+l.Margin) + 4*l.FontSize
	w, h := size.Cols*(l.FontSize+max(l.LetterSpacing, 0))+around, size.Rows*l.FontSize*(2*int(l.LineHeight)+2)+around
	if max(w, l.Width)*max(h, l.Height)*l.Scale*l.Scale <= maxPixels {
		return p, false
	}
	set := font.NewSet()
	if l.Font != "" {
		family, known := set.Family(l.Font)
		if !known {
			return p, false
		}
		set = set.With(family)
	}
	m := set.Metrics(font.Options{
		Size: l.FontSize, LineHeight: int(l.LineHeight*1000 + 0.5), LetterSpacing: l.LetterSpacing, Scale: l.Scale,
	})
	d := look.New(set, look.Options{
		Scale: l.Scale, FontSize: l.FontSize, Padding: l.Padding, Margin: l.Margin,
		Frame: look.Frame{Window: look.Window(l.Window), Width: l.Width, Height: l.Height},
	}, image.Pt(size.Cols*m.CellW, size.Rows*m.CellH))
	return d.Size, true
}

// sized notes the size that a step gives the terminal of its session: the smaller
// one where the step may be left out, so that no picture is said to be too large
// that may not be.
func (c *checker) sized(session string, s *steps.Step, may bool) {
	var size steps.Size
	switch a := s.Action.(type) {
	case *steps.Launch:
		size = a.Size
	case *steps.Shell:
		size = a.Size
	case *steps.Resize:
		size = a.Size
	}
	if was := c.size(session); size.IsZero() || may && was.Cols*was.Rows < size.Cols*size.Rows {
		return
	}
	c.sizes[session] = size
}

// size is how large the terminal of a session is, as far as is known.
func (c *checker) size(session string) steps.Size {
	if size, ok := c.sizes[session]; ok {
		return size
	}
	return c.s.Size
}

// ofPixels reports whether a file of that name is a picture of pixels, or has the
// size of one.
func ofPixels(file string) bool {
	switch ext := strings.ToLower(path.Ext(file)); ext {
	case ".txt", ".ansi", ".json", ".cast":
		return false
	}
	return true
}
