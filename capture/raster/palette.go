package raster

import (
	"cmp"
	"image"
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
	// Dithered is set when the surroundings have more colours than there is room
	// for: they are drawn in dots of those that there are.
	Dithered bool

	transparent bool
	levels      []int
	index       map[uint32]uint8 // of packed colours
	near        map[uint32]uint8 // of colours that are not in index
	blends      map[uint32]blend2
	last        blend2 // the blend of lastColor
	lastColor   uint32
	lastSet     bool
}

const (
	// minOthers is how many entries the colours of pictures and of the
	// surroundings get at least, if there are as many: rather fewer levels of
	// glyphs than bands in a gradient. fewOthers is the same where the
	// alternative is a palette for each frame.
	minOthers = 48
	fewOthers = 8
	// maxAround is how many the surroundings get when the cells have too many
	// colours of their own.
	maxAround = 96
)

// planLevels are the numbers of levels to try when none are given.
var planLevels = [...]int{16, 12, 10, 8, 6, 4}

// Exact reports whether every pixel is drawn in its own colour.
func (p *Palette) Exact() bool { return !p.Local && !p.Near && !p.Dithered }

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
		c.addAround(image.Rectangle{Max: c.r.decor.Size})
	}
	for _, least := range [...]int{minOthers, fewOthers} {
		for _, l := range levels {
			if p.fit(c, l, least) {
				p.Local = false
				return p
			}
		}
	}
	return p
}

// approximate adds at most n colours that stand for all the given ones.
func (p *Palette) approximate(colors []weighted, n int) {
	for _, b := range medianCut(colors, n) {
		p.add(b.mean())
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
		if p.fit(c, p.Levels, minOthers) {
			return p
		}
	}
	text := c.weights(p.Levels)
	all := append(text, c.pictured(text)...)
	rest := c.aroundWeights(text)
	p.reserve(len(all))
	p.approximate(all, p.room()-min(len(rest), maxAround))
	p.addAround(rest, p.left())
	return p
}

// fit makes the colours that were collected the entries, at a number of levels:
// those of text exactly, of pictures and of the surroundings as many as there is
// room for. It reports whether that is enough: all, or so many at least.
func (p *Palette) fit(c *Colors, levels, least int) bool {
	text := c.weights(levels)
	pictures, around := c.pictured(text), c.aroundWeights(text)
	others := len(pictures) + len(around)
	if len(text)+min(others, least) > p.room() {
		return false
	}
	p.Levels, p.Near = levels, false
	p.fill(text)
	switch left := p.left(); {
	case others <= left:
		for _, w := range pictures {
			p.index[w.color] = uint8(len(p.Colors))
			p.add(unpack(w.color))
		}
	case len(pictures) > 0:
		n := max(left-len(around), left/2)
		p.Near = len(pictures) > n
		p.approximate(pictures, n)
	}
	p.addAround(around, p.left())
	return true
}

// left is the number of entries that are free.
func (p *Palette) left() int { return maxColors - len(p.Colors) }

// addAround adds the colours of the surroundings, or the best n of them.
func (p *Palette) addAround(around []weighted, n int) {
	p.Dithered = len(around) > n
	if !p.Dithered {
		slices.SortStableFunc(around, heavier)
		for _, w := range around {
			p.index[w.color] = uint8(len(p.Colors))
			p.add(unpack(w.color))
		}
		return
	}
	for _, b := range medianCut(around, n) {
		p.index[pack(b.mean())] = uint8(len(p.Colors))
		p.add(b.mean())
	}
}

func (p *Palette) add(c theme.RGB) {
	p.Colors = append(p.Colors, color.RGBA{c.R, c.G, c.B, 255})
}

func heavier(a, b weighted) int { return cmp.Compare(b.weight, a.weight) }

// room is the number of colours that fit.
func (p *Palette) room() int {
	if p.transparent {
		return maxColors - 1
	}
	return maxColors
}

// fill makes colours the entries, most used first.
func (p *Palette) fill(colors []weighted) {
	slices.SortStableFunc(colors, heavier)
	p.reserve(len(colors))
	for _, w := range colors {
		p.index[w.color] = uint8(len(p.Colors))
		p.add(unpack(w.color))
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
	k := pack(c)
	if i, ok := p.index[k]; ok {
		return i
	}
	if i, ok := p.near[k]; ok {
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
	if p.near == nil || len(p.near) >= maxNear {
		p.near = map[uint32]uint8{}
	}
	p.near[k] = uint8(at)
	return uint8(at)
}
