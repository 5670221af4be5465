package raster

import (
	"cmp"
	"image/color"
	"slices"

	"scenario/capture/theme"
	"scenario/emulator"
)

// Palette is the colours of a recording, and how many levels glyphs have in it.
type Palette struct {
	// Colors are the entries, most used first; the first one is transparent
	// when that was asked for. Nil when Local.
	Colors color.Palette
	// Levels is the number of levels that Colors was made for.
	Levels int
	// Local is set when the colours do not fit: each frame has a palette of its
	// own then, for the cells that changed.
	Local bool
	// Near is set when all colours of text are in Colors, but not all those of
	// pictures (emoji): these are drawn as the nearest ones.
	Near bool

	transparent bool
	levels      []int
	index       map[uint32]uint8 // of packed colours
}

// planLevels are the numbers of levels to try when none are given.
var planLevels = [...]int{16, 12, 10, 8, 6, 4}

// Exact reports whether every pixel is drawn in its own colour.
func (p *Palette) Exact() bool { return !p.Local && !p.Near }

// Plan returns the palette of the collected colours at the first of the levels
// at which they fit into 256 entries; colours of pictures make room for those of
// text; with transparent, the first entry
// is kept for encoders that mark unchanged pixels. Without levels, they are the
// renderer's and below, down to 4. The caller can tell by Levels what was taken;
// when nothing fits, the palette is Local.
func (c *Colors) Plan(transparent bool, levels ...int) *Palette {
	if len(levels) == 0 {
		levels = append(levels, c.r.levels)
		for _, l := range planLevels {
			if l < c.r.levels {
				levels = append(levels, l)
			}
		}
	}
	p := &Palette{transparent: transparent, levels: levels, Levels: levels[0], Local: true}
	if c.overflow {
		return p
	}
	if c.palette.colors == nil { // no screen yet
		c.palette.colors = c.r.theme.Colors(emulator.Palette{})
		c.addChrome()
	}
	for _, l := range levels {
		if c.fit(p, l) {
			p.Levels, p.Local = l, false
			return p
		}
	}
	return p
}

// fit fills the palette at a number of levels, and reports whether the colours
// of text fit. Those of pictures get what is left, if it is a quarter of the
// entries or if that is enough for all of them.
func (c *Colors) fit(p *Palette, levels int) bool {
	text := c.weights(levels)
	left := p.room() - len(text)
	pictures := c.pictured(text)
	switch {
	case left >= len(pictures):
		p.fill(append(text, pictures...))
	case left >= maxColors/4:
		p.fill(text)
		p.Near = true
		p.approximate(pictures, left)
	default:
		return false
	}
	return true
}

// approximate adds at most n colours that stand for all the given ones.
func (p *Palette) approximate(colors []weighted, n int) {
	for _, b := range medianCut(colors, n) {
		mean := b.mean()
		p.Colors = append(p.Colors, color.RGBA{mean.R, mean.G, mean.B, 255})
		for _, e := range b.colors {
			p.index[e.color] = uint8(len(p.Colors) - 1)
		}
	}
}

// planFrame returns a palette for one frame of a recording planned as whole:
// exact at one of its levels, or else the best there is at the last of them.
func (c *Colors) planFrame(whole *Palette) *Palette {
	p := &Palette{Local: true, transparent: whole.transparent, levels: whole.levels}
	for _, p.Levels = range p.levels {
		if c.overflow {
			continue
		}
		if c.fit(p, p.Levels) {
			return p
		}
	}
	text := c.weights(p.Levels)
	all := append(text, c.pictured(text)...)
	p.reserve(len(all))
	p.approximate(all, p.room())
	return p
}

// room is the number of colours that fit.
func (p *Palette) room() int {
	if p.transparent {
		return maxColors - 1
	}
	return maxColors
}

// fill makes colours the entries, most used first.
func (p *Palette) fill(colors []weighted) {
	slices.SortStableFunc(colors, func(a, b weighted) int { return cmp.Compare(b.weight, a.weight) })
	p.reserve(len(colors))
	for _, w := range colors {
		c := unpack(w.color)
		p.index[w.color] = uint8(len(p.Colors))
		p.Colors = append(p.Colors, color.RGBA{c.R, c.G, c.B, 255})
	}
}

// reserve begins the entries of a palette in which so many colours are found.
func (p *Palette) reserve(colors int) {
	p.Colors = make(color.Palette, 0, min(colors+1, maxColors))
	p.index = make(map[uint32]uint8, colors)
	if p.transparent {
		p.Colors = append(p.Colors, color.RGBA{})
	}
}

// find returns the entry of c, or else the nearest one.
func (p *Palette) find(c theme.RGB) uint8 {
	if i, ok := p.index[pack(c)]; ok {
		return i
	}
	best, at := 1<<30, 0
	for i, e := range p.Colors {
		e := e.(color.RGBA)
		if e.A == 0 {
			continue
		}
		dr, dg, db := int(e.R)-int(c.R), int(e.G)-int(c.G), int(e.B)-int(c.B)
		if d := dr*dr + dg*dg + db*db; d < best {
			best, at = d, i
		}
	}
	return uint8(at)
}
