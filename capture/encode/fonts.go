package encode

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"scenario/capture/font"
	"scenario/capture/raster"
	"scenario/emulator"
)

// fonts are the characters that a document shows, and the fonts made of them.
type fonts struct {
	r *raster.Renderer
	// solid keeps geometry in the fonts; without it, it is blank there and drawn
	// beside the text.
	solid  bool
	styles [4]glyphs
	shapes map[shapeKey]*font.Outline
}

type shapeKey struct {
	text  string
	style font.Style
	cols  int
}

func newFonts(r *raster.Renderer, solid bool) *fonts {
	f := &fonts{r: r, solid: solid, shapes: map[shapeKey]*font.Outline{}}
	for i := range f.styles {
		style := font.Style(i)
		f.styles[i] = glyphs{
			metrics: r.Metrics(), bold: style&font.Bold != 0, italic: style&font.Italic != 0,
			list: map[rune]glyph{' ': {cols: 1}},
		}
	}
	return f
}

func styleOf(a emulator.Attr) font.Style {
	s := font.Regular
	if a.Has(emulator.Bold) {
		s |= font.Bold
	}
	if a.Has(emulator.Italic) {
		s |= font.Italic
	}
	return s
}

// use notes a character and returns its outline, and whether text can show it:
// as a glyph of the font, which may be blank.
func (f *fonts) use(c *raster.Cell) (o *font.Outline, asText bool) {
	style := styleOf(c.Attr)
	key := shapeKey{c.Text, style, c.Cols}
	o, ok := f.shapes[key]
	if !ok {
		o = f.r.Outline(c.Text, style, c.Cols)
		f.shapes[key] = o
	}
	if len(o.Layers) > 0 && f.solid {
		return o, false // a font has one colour
	}
	r, size := utf8.DecodeRuneInString(c.Text)
	if size < len(c.Text) { // a cluster: its composed form, if there is one
		s := norm.NFC.String(c.Text)
		if r, size = utf8.DecodeRuneInString(s); size < len(s) {
			return o, false
		}
	}
	g, ok := f.styles[style].list[r]
	if !ok {
		g = glyph{outline: o, cols: c.Cols}
		if o.Geometry && !f.solid {
			g.outline = nil
		}
		f.styles[style].list[r] = g
	}
	return o, g.cols == c.Cols
}

// svgFont is the name of the embedded fonts.
const svgFont = "scenario"

// css returns the @font-face rules of the styles in use.
func (f *fonts) css() string {
	var b strings.Builder
	for i := range f.styles {
		g := &f.styles[i]
		if len(g.list) == 1 { // nothing but the blank
			continue
		}
		extra := ""
		if g.bold {
			extra += ";font-weight:bold"
		}
		if g.italic {
			extra += ";font-style:italic"
		}
		fmt.Fprintf(&b, "@font-face{font-family:%s%s;src:url(data:font/woff;base64,%s)}\n",
			svgFont, extra, base64.StdEncoding.EncodeToString(g.woff()))
	}
	return b.String()
}
