package raster

import (
	"image/color"

	"scenario/capture/theme"
)

// blend2 is two entries of a palette, the second of which stands for the first
// in so many of 64 pixels.
type blend2 struct {
	a, b uint8
	n    uint8
}

// bayer is the order in which the pixels of an 8 x 8 field take the second
// colour: that of Bayer, which spreads them as evenly as can be.
var bayer = [8][8]uint8{
	{0, 32, 8, 40, 2, 34, 10, 42},
	{48, 16, 56, 24, 50, 18, 58, 26},
	{12, 44, 4, 36, 14, 46, 6, 38},
	{60, 28, 52, 20, 62, 30, 54, 22},
	{3, 35, 11, 43, 1, 33, 9, 41},
	{51, 19, 59, 27, 49, 17, 57, 25},
	{15, 47, 7, 39, 13, 45, 5, 37},
	{63, 31, 55, 23, 61, 29, 53, 21},
}

// maxNear bounds the colours whose nearest entries are remembered.
const maxNear = 1 << 17

// dither returns the entry of a pixel of the surroundings: its own colour, or
// one of the two between which it lies, by its place.
func (p *Palette) dither(v [4]uint8, x, y int) uint8 {
	c, ok := p.solid(v)
	if !ok {
		return 0
	}
	k := pack(c)
	if k == p.lastColor && p.lastSet {
		if p.last.n > bayer[y&7][x&7] {
			return p.last.b
		}
		return p.last.a
	}
	m, ok := p.blends[k]
	if !ok {
		if len(p.blends) >= maxNear || p.blends == nil {
			p.blends = map[uint32]blend2{}
		}
		m = p.between(c)
		p.blends[k] = m
	}
	p.last, p.lastColor, p.lastSet = m, k, true
	if m.n > bayer[y&7][x&7] {
		return m.b
	}
	return m.a
}

// between finds the entries on both sides of a colour: the nearest, and the
// nearest to as much on the other side.
func (p *Palette) between(c theme.RGB) blend2 {
	a := p.find(c)
	ca := p.rgb(a)
	if ca == c {
		return blend2{a: a}
	}
	away := func(c, a uint8) uint8 { return uint8(min(max(2*int(c)-int(a), 0), 255)) }
	b := p.find(theme.RGB{R: away(c.R, ca.R), G: away(c.G, ca.G), B: away(c.B, ca.B)})
	cb := p.rgb(b)
	dot, length := 0, 0
	for _, ch := range [...][3]uint8{{ca.R, cb.R, c.R}, {ca.G, cb.G, c.G}, {ca.B, cb.B, c.B}} {
		d := int(ch[1]) - int(ch[0])
		dot += (int(ch[2]) - int(ch[0])) * d
		length += d * d
	}
	if length == 0 || dot <= 0 {
		return blend2{a: a}
	}
	return blend2{a, b, uint8(min(64*dot/length, 63))}
}

// solid returns the colour of a premultiplied pixel; ok is false where nothing
// is to be seen of it in a palette that has no half transparent colours.
func (p *Palette) solid(v [4]uint8) (theme.RGB, bool) {
	c := theme.RGB{R: v[0], G: v[1], B: v[2]}
	if v[3] == 255 {
		return c, true
	}
	if v[3] < 128 && p.transparent {
		return c, false
	}
	n := color.NRGBAModel.Convert(color.RGBA{R: v[0], G: v[1], B: v[2], A: v[3]}).(color.NRGBA)
	return theme.RGB{R: n.R, G: n.G, B: n.B}, true
}

// nearest returns the entry of a premultiplied pixel.
func (p *Palette) nearest(v [4]uint8) uint8 {
	c, ok := p.solid(v)
	if !ok {
		return 0
	}
	return p.find(c)
}

// rgba returns an entry as a premultiplied pixel.
func (p *Palette) rgba(i uint8) [4]uint8 {
	if int(i) >= len(p.Colors) {
		return [4]uint8{}
	}
	c := p.Colors[i].(color.RGBA)
	return [4]uint8{c.R, c.G, c.B, c.A}
}

func (p *Palette) rgb(i uint8) theme.RGB {
	v := p.rgba(i)
	return theme.RGB{R: v[0], G: v[1], B: v[2]}
}
