package font

import "golang.org/x/image/math/fixed"

// separator draws U+E0C0 to U+E0D4, the ornate separators of Powerline Extra:
// flames, pixels, ice, honeycombs, bricks. Their shapes are those of the font that
// has them, stretched over the cells from edge to edge, so that they join what is
// beside, above and below them. It reports whether there is one.
func (f *Face) separator(m *Mask, r rune) bool {
	at, ok := f.set.find(&f.buf, r, Regular)
	if !ok {
		return false
	}
	o, err := at.src.outline(&f.buf, at.glyph)
	if err != nil {
		return false
	}
	b := o.segments.Bounds()
	if b.Empty() {
		return false
	}
	stretch := func(v, from, to fixed.Int26_6, pixels int) fixed.Int26_6 {
		return fixed.Int26_6(int64(v-from) * int64(pixels) * one / int64(to-from))
	}
	for k := range o.segments {
		args := &o.segments[k].Args
		for i := range args {
			p := &args[i]
			p.X, p.Y = stretch(p.X, b.Min.X, b.Max.X, m.W), stretch(p.Y, b.Min.Y, b.Max.Y, m.H)
		}
	}
	f.fillOutline(m.Pix, m.W, m.H, o.segments, transform{em: 1, upem: 1})
	return true
}
