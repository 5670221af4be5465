package raster

import (
	"cmp"
	"image"
	"math/bits"
	"slices"

	"scenario/capture/theme"
	"scenario/emulator"
)

// Colors collects the colours that pictures of screens need. As a glyph's
// coverage has few levels, they are known from the cells, before any pixel is
// drawn.
type Colors struct {
	r        *Renderer
	palette  paletteState
	seen     keyTable // index in looks, from 1
	looks    []seenLook
	pairs    []usage
	index    map[pair]int32 // in pairs
	solids   map[theme.RGB]struct{}
	pictures map[uint32]int64 // packed colours of pictures, and in how many pixels
	shown    shown
	weighed  []weighted
	overflow bool
	sprites  map[*Sprite]struct{}
	laid     map[uint32]int64 // colours of the sprites
	around   map[uint32]int64 // colours of the surroundings
}

// pair is an ink on a paper, packed: a map of numbers is much the faster one.
type pair uint64

func pairOf(paper, ink theme.RGB) pair { return pair(pack(paper))<<24 | pair(pack(ink)) }

func (p pair) colors() (paper, ink theme.RGB) { return unpack(uint32(p >> 24)), unpack(uint32(p)) }

// pack returns a colour as 0xRRGGBB.
func pack(c theme.RGB) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

func unpack(c uint32) theme.RGB {
	return theme.RGB{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c)}
}

// usage is which coverages of a pair occur, and in how many cells.
type usage struct {
	pair   pair
	covers coverSet // drawn at the next level
	flat   coverSet // drawn as they are
	cells  int64
}

// coverSet has a bit for each coverage.
type coverSet [4]uint64

func (s *coverSet) add(cover uint8)      { s[cover>>6] |= 1 << (cover & 63) }
func (s *coverSet) has(cover uint8) bool { return s[cover>>6]>>(cover&63)&1 != 0 }

func (s *coverSet) join(o coverSet) {
	for i, word := range o {
		s[i] |= word
	}
}

// all calls f for each coverage in the set.
func (s *coverSet) all(f func(cover uint8)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			f(uint8(64*i + bits.TrailingZeros64(word)))
		}
	}
}

// seenLook is the pairs of one key.
type seenLook struct {
	pairs [inkCount]int32 // in Colors.pairs
	n     int
}

// The limits of what is remembered: with more solid colours than a palette has
// entries, there is no exact palette, and counting ends.
const (
	maxColors = 256
	maxSeen   = 1 << 16
	// maxPictured is how many colours of pictures are counted; those beyond it
	// are drawn as the nearest ones.
	maxPictured = 1 << 15
)

// Colors returns an empty collection for pictures of this renderer.
func (r *Renderer) Colors() *Colors {
	return &Colors{
		r: r, index: map[pair]int32{}, solids: map[theme.RGB]struct{}{}, pictures: map[uint32]int64{},
		sprites: map[*Sprite]struct{}{}, laid: map[uint32]int64{}, around: map[uint32]int64{},
	}
}

// reset forgets all colours but keeps the memory.
func (c *Colors) reset() {
	c.forget()
	c.pairs = c.pairs[:0]
	clear(c.index)
	clear(c.solids)
	clear(c.pictures)
	clear(c.sprites)
	clear(c.laid)
	clear(c.around)
	c.overflow = false
}

// forget forgets which cells were seen, but not their colours.
func (c *Colors) forget() {
	c.seen.reset()
	c.looks = c.looks[:0]
}

// Add adds the colours of a screen, as Draw would draw it.
func (c *Colors) Add(s *emulator.Screen, over ...*Sprite) {
	for _, o := range over {
		c.addSprite(o)
	}
	if c.overflow {
		return
	}
	whole := c.palette.update(&c.r.theme, s)
	if whole {
		c.forget()
		c.addAround(image.Rectangle{Max: c.r.decor.Size})
	}
	if c.shown.keys == nil {
		c.shown = newShown(c.r.cols, c.r.rows)
	}
	g := c.r.grid(s)
	c.shown.update(&g, whole)
	for _, run := range c.shown.changed {
		for _, k := range c.shown.run(run) {
			c.addKey(k, s.Table)
		}
	}
}

// addKey adds the colours of one cell.
func (c *Colors) addKey(k key, table *emulator.Table) {
	i := c.seen.get(k)
	if i == 0 {
		if len(c.looks) >= maxSeen {
			c.forget()
		}
		c.looks = append(c.looks, c.examine(k, table))
		i = int32(len(c.looks))
		c.seen.put(k, i)
	}
	l := &c.looks[i-1]
	for _, u := range l.pairs[:l.n] {
		c.pairs[u].cells++
	}
}

// examine composes a cell and notes which coverages of which inks it has.
func (c *Colors) examine(k key, table *emulator.Table) seenLook {
	l, shape := c.r.compose(k, table, c.palette.colors)
	var out seenLook
	for i, covers := range shape.covers {
		if covers == (coverSet{}) {
			continue
		}
		ink := l.ink[i]
		if covers == (coverSet{1}) {
			ink = l.paper // nothing but paper: whatever the ink
		}
		out.pairs[out.n] = c.usage(l.paper, ink, covers, l.flat)
		out.n++
	}
	for i, p := range shape.picture {
		if shape.cover[i] == 0 && p.A > 0 {
			color := pack(l.over(p))
			if _, ok := c.pictures[color]; ok || len(c.pictures) < maxPictured {
				c.pictures[color]++
			}
		}
	}
	return out
}

// pictured returns the colours of pictures that are not among those of text,
// sorted. Both are in order of the colour.
func (c *Colors) pictured(text []weighted) []weighted {
	all := make([]weighted, 0, len(c.pictures))
	for color, weight := range c.pictures {
		if _, ok := slices.BinarySearchFunc(text, color, weighted.compare); !ok {
			all = append(all, weighted{color, weight})
		}
	}
	slices.SortFunc(all, func(a, b weighted) int { return a.compare(b.color) })
	return all
}

// usage notes coverages of a pair and returns its place in pairs.
func (c *Colors) usage(paper, ink theme.RGB, covers coverSet, flat bool) int32 {
	p := pairOf(paper, ink)
	i, ok := c.index[p]
	if !ok {
		i = int32(len(c.pairs))
		c.index[p] = i
		c.pairs = append(c.pairs, usage{pair: p})
	}
	u := &c.pairs[i]
	if flat {
		u.flat.join(covers)
	} else {
		u.covers.join(covers)
	}
	if c.overflow {
		return i
	}
	if covers.has(0) {
		c.solids[paper] = struct{}{}
	}
	if covers.has(255) {
		c.solids[ink] = struct{}{}
	}
	c.overflow = len(c.solids) > maxColors
	return i
}

// addSprite adds the opaque colours of a sprite.
func (c *Colors) addSprite(s *Sprite) {
	if _, ok := c.sprites[s]; ok {
		return
	}
	c.sprites[s] = struct{}{}
	for _, w := range histogram(s.Img, s.Img.Rect, 1) {
		c.laid[w.color] += w.weight
	}
}

// addAround adds the colours of a part of what surrounds the cells.
func (c *Colors) addAround(part image.Rectangle) {
	bg := c.palette.colors.Bg
	var solid coverSet
	solid.add(255)
	c.pairs[c.usage(bg, bg, solid, false)].cells += int64(c.r.rows)
	if c.r.decor.Plain() {
		return
	}
	a := c.r.around(bg)
	list := a.colors
	if part != a.img.Rect {
		list = histogram(a.img, part, 1)
	}
	for _, w := range list {
		c.around[w.color] += w.weight
	}
}

// aroundWeights returns the colours of the surroundings that are not among
// others, which are sorted; sorted too.
func (c *Colors) aroundWeights(others []weighted) []weighted {
	var list []weighted
	for color, n := range c.around {
		if _, found := slices.BinarySearchFunc(others, color, func(w weighted, c uint32) int { return cmp.Compare(w.color, c) }); !found {
			list = append(list, weighted{color, n})
		}
	}
	slices.SortFunc(list, func(a, b weighted) int { return cmp.Compare(a.color, b.color) })
	return list
}

// weights returns the colours of all but pictures at a number of levels, sorted, with how much they
// are used: paper more than ink, ink more than what lies between. They are valid
// until the next call.
func (c *Colors) weights(levels int) []weighted {
	all := c.weighed[:0]
	for i := range c.pairs {
		u := &c.pairs[i]
		paper, ink := u.pair.colors()
		add := func(i, n int) {
			weight := u.cells + 1
			switch i {
			case 0:
				weight *= 64
			case n:
				weight *= 8
			}
			all = append(all, weighted{pack(mix(paper, ink, i, n)), weight})
		}
		var steps coverSet
		u.covers.all(func(cover uint8) { steps.add(uint8(level(cover, levels))) })
		steps.all(func(step uint8) { add(int(step), levels-1) })
		u.flat.all(func(cover uint8) { add(int(cover), 255) })
	}
	for color, n := range c.laid {
		all = append(all, weighted{color, n})
	}
	slices.SortFunc(all, func(a, b weighted) int { return a.compare(b.color) })
	c.weighed = all
	n := 0
	for _, w := range all {
		if n > 0 && all[n-1].color == w.color {
			all[n-1].weight += w.weight
			continue
		}
		all[n] = w
		n++
	}
	return all[:n]
}

// paletteState is the theme with the program's own colours over it; update
// reports whether cells look different from before.
type paletteState struct {
	colors *theme.Colors
	set    emulator.Palette
	table  *emulator.Table
	theme  theme.Theme
}

func (p *paletteState) update(t *theme.Theme, s *emulator.Screen) bool {
	if p.colors != nil && p.table == s.Table && p.theme == *t && samePalette(p.set, s.Palette) {
		return false
	}
	p.set, p.table, p.theme = s.Palette, s.Table, *t
	p.colors = t.Colors(s.Palette)
	return true
}

func samePalette(a, b emulator.Palette) bool {
	if a.Fg != b.Fg || a.Bg != b.Bg || a.Cursor != b.Cursor || len(a.Indexed) != len(b.Indexed) {
		return false
	}
	for i, c := range a.Indexed {
		if d, ok := b.Indexed[i]; !ok || c != d {
			return false
		}
	}
	return true
}
