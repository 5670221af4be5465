package font

import (
	"fmt"
	"image/color"
	"slices"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// maxCached bounds the memory that the masks of a Face take, in bytes.
const maxCached = 32 << 20

// Mask is the coverage of one character over all of its cells, row by row, 0
// (paper) to 255 (ink). It must not be changed.
type Mask struct {
	W, H int
	Pix  []uint8
	// Color is set for a picture that has colours of its own: its pixels, as
	// Pix, premultiplied. Pix is then empty of ink.
	Color []color.RGBA
	// Missing is set when no font has the character, and the mask is a box, or
	// only the beginning of a sequence of them.
	Missing bool

	geometry bool    // not from a font
	trace    *tracer // what is drawn is traced instead of filled; nil: it is not
}

// Blank reports whether the mask has no ink.
func (m *Mask) Blank() bool {
	for _, c := range m.Pix {
		if c != 0 {
			return false
		}
	}
	for _, c := range m.Color {
		if c.A != 0 {
			return false
		}
	}
	return true
}

// Face is the fonts at one size. It caches what it draws and belongs to one
// goroutine at a time; many Faces can share one Set.
type Face struct {
	set     *Set
	metrics Metrics
	runes   map[runeKey]*Mask
	texts   map[textKey]*Mask
	cached  int

	fill filler
	buf  buffer
}

type runeKey struct {
	r     rune
	style Style
	cols  uint8
}

type textKey struct {
	text  string
	style Style
	cols  uint8
}

// Face returns the fonts at the given size.
func (s *Set) Face(o Options) *Face {
	return &Face{set: s, metrics: s.Metrics(o), runes: map[runeKey]*Mask{}, texts: map[textKey]*Mask{}}
}

// Metrics returns the lengths of a cell.
func (f *Face) Metrics() Metrics { return f.metrics }

// Rune returns the mask of r over the given number of columns, 1 or 2.
func (f *Face) Rune(r rune, style Style, cols int) *Mask {
	key := runeKey{r, style & (Bold | Italic), uint8(cols)}
	m, ok := f.runes[key]
	if !ok {
		m = f.newMask(cols)
		f.draw(m, r, key.style)
		f.keep(m)
		f.runes[key] = m
	}
	return m
}

// Text returns the mask of a grapheme cluster over the given number of columns:
// the emoji that it is, its composed form, else its first character with its
// marks over it.
func (f *Face) Text(cluster string, style Style, cols int) *Mask {
	key := textKey{cluster, style & (Bold | Italic), uint8(cols)}
	m, ok := f.texts[key]
	if !ok {
		m = f.newMask(cols)
		f.drawText(m, cluster, key.style)
		f.keep(m)
		f.texts[key] = m
	}
	return m
}

// drawText draws a cluster into the empty mask m.
func (f *Face) drawText(m *Mask, cluster string, style Style) {
	seq := []rune(cluster)
	if at, ok := f.emoji(seq, m.W > f.metrics.CellW); ok {
		f.match(m, at)
		return
	}
	for i, r := range []rune(norm.NFC.String(cluster)) {
		switch {
		case i == 0:
			f.text(m, r, style)
		case unicode.In(r, unicode.Mn, unicode.Me) && !ignorable(r):
			f.mark(m, r, style)
		case !ignorable(r):
			m.Missing = true // what is joined to the first is not seen
		}
	}
}

// Source tells what draws a character or a cluster over a number of columns: the
// name of a family, "geometry" for what is in no font, or "none" for what is
// drawn as a box.
func (f *Face) Source(cluster string, cols int) string {
	seq := []rune(cluster)
	at, ok := f.emoji(seq, cols > 1)
	if !ok {
		r := []rune(norm.NFC.String(cluster))[0]
		if f.procedural(f.newMask(cols), r) {
			return "geometry"
		}
		if at, ok = f.set.find(&f.buf, r, Regular); !ok {
			return "none"
		}
	}
	return at.family.Name
}

// CodePoints returns the characters of a text as Unicode writes them: U+00E9.
func CodePoints(text string) []string {
	var points []string
	for _, r := range text {
		points = append(points, fmt.Sprintf("U+%04X", r))
	}
	return points
}

// The variation selectors that ask for the look of a text and of an emoji.
const (
	textStyle  = '\ufe0e'
	emojiStyle = '\ufe0f'
)

// emoji looks for a cluster among the pictures. Which characters are emoji
// unasked is what makes them wide (Unicode TR51, UAX 11): over one column, only
// a cluster that asks for it is one.
func (f *Face) emoji(seq []rune, wide bool) (match, bool) {
	if slices.Contains(seq, textStyle) || !wide && !slices.Contains(seq, emojiStyle) {
		return match{}, false
	}
	return f.set.picture(&f.buf, seq)
}

// ignorable reports whether r has no picture of its own: format characters,
// spaces, variation selectors.
func ignorable(r rune) bool {
	return r <= ' ' || r == 0x7f || unicode.In(r, unicode.Z, unicode.Cf, unicode.Variation_Selector)
}

func (f *Face) newMask(cols int) *Mask {
	m := &Mask{W: f.metrics.CellW * cols, H: f.metrics.CellH}
	m.Pix = make([]uint8, m.W*m.H)
	return m
}

func (f *Face) keep(m *Mask) {
	size := len(m.Pix) + 4*len(m.Color)
	if f.cached += size; f.cached > maxCached {
		clear(f.runes)
		clear(f.texts)
		f.cached = size
	}
}

// draw draws r into the empty mask m.
func (f *Face) draw(m *Mask, r rune, style Style) {
	if at, ok := f.emoji([]rune{r}, m.W > f.metrics.CellW); ok {
		f.match(m, at)
		return
	}
	f.text(m, r, style)
}

// text draws r where it is not asked for as an emoji.
func (f *Face) text(m *Mask, r rune, style Style) {
	if ignorable(r) {
		return
	}
	if m.geometry = f.procedural(m, r); m.geometry {
		return
	}
	at, ok := f.set.find(&f.buf, r, style)
	if !ok {
		m.Missing = true
		f.missing(m)
		return
	}
	f.match(m, at)
}

// match draws what was found into the empty mask m.
func (f *Face) match(m *Mask, at match) {
	m.Missing = at.part
	if at.src.color.has(at.glyph) {
		f.picture(m, at)
		return
	}
	f.outline(m, at, false)
}

// mark draws a combining mark over what m shows.
func (f *Face) mark(m *Mask, r rune, style Style) {
	if at, ok := f.set.find(&f.buf, r, style); ok {
		f.outline(m, at, true)
	}
}

// outline fills a glyph of a font; a mark is put in the middle. What lies
// outside of the mask is cut off.
func (f *Face) outline(m *Mask, at match, mark bool) {
	o, err := at.src.outline(&f.buf, at.glyph)
	if err != nil {
		// The font's own empty glyph would hide it.
		m.Missing = true
		f.missing(m)
		return
	}
	t := f.place(m, at.family.place, o, mark)
	t.shear = at.made&Italic != 0
	f.fillOutline(m.Pix, m.W, m.H, o.segments, t)
	if at.made&Bold != 0 {
		t.x += int64(f.metrics.Em) * one / 24
		f.fillOutline(m.Pix, m.W, m.H, o.segments, t)
	}
}

// place works out where in the mask an outline goes, and how large.
func (f *Face) place(m *Mask, how placement, o outline, mark bool) transform {
	t := transform{em: int64(f.metrics.Em) * one, upem: o.upem}
	t.y = int64(f.metrics.Baseline) * one
	t.x = int64(f.metrics.InsetX) * one
	if how == onOrigin && !mark && m.W <= f.metrics.CellW {
		return t
	}
	b := o.segments.Bounds()
	left, right := int64(b.Min.X), int64(b.Max.X)
	top, bottom := int64(b.Min.Y), int64(b.Max.Y)
	if how == fitted && o.advance > 0 {
		left, right = 0, o.advance
	}
	w, h := int64(m.W)*one, int64(m.H)*one
	if how == icons || how == fitted {
		// Smaller where it would be cut off.
		if wide := t.scale(right - left); wide > w {
			t.em = t.em * w / wide
		}
		if high := t.scale(bottom - top); high > h {
			t.em = t.em * h / high
		}
	}
	t.x = (w - t.scale(left) - t.scale(right)) / 2
	switch cell := int64(f.metrics.CellW) * one; {
	case how == icons && m.W > f.metrics.CellW:
		// It begins where it would in one cell and needs a part of the next.
		t.x = max((cell-t.scale(right-left))/2, 0) - t.scale(left)
		fallthrough
	case how == icons:
		t.y = (h - t.scale(top) - t.scale(bottom)) / 2
	case how == fitted && t.em < int64(f.metrics.Em)*one:
		// Around half the height of a capital, as it would have been.
		t.y -= (int64(f.metrics.Em)*one - t.em) * 3 / 8
	}
	return t
}

// fillOutline covers a window of w x h pixels, on top of what it has.
func (f *Face) fillOutline(pix []uint8, w, h int, segments sfnt.Segments, t transform) {
	f.fill.reset(w, h)
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			f.fill.moveTo(t.apply(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			f.fill.lineTo(t.apply(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			f.fill.quadTo(t.apply(s.Args[0]), t.apply(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			f.fill.cubeTo(t.apply(s.Args[0]), t.apply(s.Args[1]), t.apply(s.Args[2]))
		}
	}
	f.fill.finish(pix)
}

// transform takes font units (y down, as sfnt gives them) to 1/256 pixels.
type transform struct {
	em, upem int64 // em in 1/256 pixels
	x, y     int64
	shear    bool
}

func (t transform) scale(units int64) int64 {
	v := units * t.em
	q := (2*v + t.upem) / (2 * t.upem)
	if (2*v+t.upem)%(2*t.upem) < 0 {
		q--
	}
	return q
}

func (t transform) apply(p fixed.Point26_6) point {
	x, y := t.scale(int64(p.X)), t.scale(int64(p.Y))
	if t.shear {
		// 12 degrees, around half the height of a small letter.
		x -= (y + t.em/4) * 213 >> 10
	}
	return point{int32(x + t.x), int32(y + t.y)}
}

// missing draws the box that stands for a character that no font has.
func (f *Face) missing(m *Mask) {
	s := f.metrics.Stroke
	x0, x1 := max(1, m.W/8), m.W-max(1, m.W/8)
	y1 := f.metrics.Baseline
	y0 := max(0, y1-f.metrics.Em*3/4)
	m.rect(x0, y0, x1, y0+s)
	m.rect(x0, y1-s, x1, y1)
	m.rect(x0, y0, x0+s, y1)
	m.rect(x1-s, y0, x1, y1)
}

// rect covers a rectangle, cut to the mask.
func (m *Mask) rect(x0, y0, x1, y1 int) { m.shade(x0, y0, x1, y1, 255) }

func (m *Mask) shade(x0, y0, x1, y1 int, cover uint8) {
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, m.W), min(y1, m.H)
	if m.trace != nil {
		if x0 < x1 && y0 < y1 {
			m.trace.rect(x0, y0, x1, y1, cover)
		}
		return
	}
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			m.Pix[y*m.W+x] = cover
		}
	}
}
