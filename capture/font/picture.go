package font

import "image/color"

// The square of a picture in a font of emoji with the em of Twemoji: as wide as
// the em and as far below the baseline as an eighth of it.
const (
	pictureBelow = 63
	pictureEm    = 512
)

// pictureLevels is how many steps lead from one colour of a picture to the next:
// more cannot be seen, and each is an entry of a palette.
const pictureLevels = 12

// picture draws a glyph of colours, as large as the cells allow and in their
// middle. Its side is a whole number of pixels, so that it is crisp.
func (f *Face) picture(m *Mask, at match) {
	side := min(m.W, m.H)
	t := transform{em: int64(side) * one}
	t.x = int64((m.W-side)/2) * one
	m.Color = make([]color.RGBA, m.W*m.H)
	cover := make([]uint8, m.W*m.H)
	for _, l := range at.src.color.of(at.glyph) {
		o, err := at.src.outline(&f.buf, l.glyph)
		if err != nil {
			m.Color, m.Missing = nil, true
			f.missing(m)
			return
		}
		t.upem = o.upem
		t.y = int64((m.H-side)/2+side)*one - t.em*pictureBelow/pictureEm
		clear(cover)
		f.fillOutline(cover, m.W, m.H, o.segments, t)
		if m.trace != nil {
			m.trace.layer(l.color)
			continue
		}
		for i, c := range cover {
			if step := (int(c)*(pictureLevels-1) + 127) / 255; step > 0 {
				m.Color[i] = over(m.Color[i], l.color, step*255/(pictureLevels-1))
			}
		}
	}
}

// over puts a colour, which is not premultiplied, over a pixel that is, with
// the given coverage.
func over(below, c color.RGBA, cover int) color.RGBA {
	a := (int(c.A)*cover + 127) / 255
	mix := func(below, c uint8) uint8 { return uint8((int(below)*(255-a) + int(c)*a + 127) / 255) }
	return color.RGBA{R: mix(below.R, c.R), G: mix(below.G, c.G), B: mix(below.B, c.B), A: mix(below.A, 255)}
}
