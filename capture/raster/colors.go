package raster

import (
	"math/bits"

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
	pairs    map[pair]*usage
	solids   map[theme.RGB]struct{}
	shown    shown
	overflow bool
}

// pair is an ink on a paper.
type pair struct{ paper, ink theme.RGB }

// usage is which coverages of a pair occur, and in how many cells.
type usage struct {
	covers coverSet // drawn at the next level
	flat   coverSet // drawn as they are
	cells  int64
}

// coverSet has a bit for each coverage.
type coverSet [4]uint64

func (s *coverSet) add(cover uint8)      { s[cover>>6] |= 1 << (cover & 63) }
func (s *coverSet) has(cover uint8) bool { return s[cover>>6]>>(cover&63)&1 != 0 }

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
	pairs [inkCount]*usage
	n     int
}

// The limits of what is remembered: with more solid colours than a palette has
// entries, there is no exact palette, and counting ends.
const (
	maxColors = 256
	maxSeen   = 1 << 16
)

// Colors returns an empty collection for pictures of this renderer.
func (r *Renderer) Colors() *Colors {
	return &Colors{
		r: r, pairs: map[pair]*usage{}, solids: map[theme.RGB]struct{}{},
	}
}

// Add adds the colours of a screen, as Draw would draw it.
func (c *Colors) Add(s *emulator.Screen) {
	if c.overflow {
		return
	}
	whole := c.palette.update(&c.r.theme, s)
	if whole {
		c.seen.reset()
		c.looks = c.looks[:0]
		c.addChrome()
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
			c.seen.reset()
			c.looks = c.looks[:0]
		}
		c.looks = append(c.looks, c.examine(k, table))
		i = int32(len(c.looks))
		c.seen.put(k, i)
	}
	l := &c.looks[i-1]
	for _, u := range l.pairs[:l.n] {
		u.cells++
	}
}

// examine composes a cell and notes which coverages of which inks it has.
func (c *Colors) examine(k key, table *emulator.Table) seenLook {
	l := c.r.compose(k, table, c.palette.colors)
	var covers [inkCount]coverSet
	for i, v := range c.r.cover {
		covers[c.r.inks[i]].add(v)
	}
	var out seenLook
	for ink := range covers {
		if covers[ink] == (coverSet{}) {
			continue
		}
		p := pair{l.paper, l.ink[ink]}
		if covers[ink] == (coverSet{1}) {
			p.ink = p.paper // nothing but paper: whatever the ink
		}
		out.pairs[out.n] = c.usage(p, covers[ink], l.flat)
		out.n++
	}
	return out
}

func (c *Colors) usage(p pair, covers coverSet, flat bool) *usage {
	u := c.pairs[p]
	if u == nil {
		u = new(usage)
		c.pairs[p] = u
	}
	to := &u.covers
	if flat {
		to = &u.flat
	}
	covers.all(to.add)
	if covers.has(0) {
		c.solids[p.paper] = struct{}{}
	}
	if covers.has(255) {
		c.solids[p.ink] = struct{}{}
	}
	if len(c.solids) > maxColors {
		c.overflow = true
	}
	return u
}

// addChrome adds the colours around the cells.
func (c *Colors) addChrome() {
	ch := &c.r.chrome
	var covers coverSet
	covers.add(255)
	if !ch.plain() {
		covers.add(0)
		for _, v := range ch.corner {
			covers.add(v)
		}
	}
	c.usage(pair{ch.margin, c.palette.colors.Bg}, covers, false).cells += int64(c.r.rows)
}

// weights returns the colours at a number of levels, with how much they are
// used: paper more than ink, ink more than what lies between.
func (c *Colors) weights(levels int) map[theme.RGB]int64 {
	out := map[theme.RGB]int64{}
	for p, u := range c.pairs {
		add := func(i, n int) {
			weight := u.cells + 1
			switch i {
			case 0:
				weight *= 64
			case n:
				weight *= 8
			}
			out[mix(p.paper, p.ink, i, n)] += weight
		}
		var steps coverSet
		u.covers.all(func(cover uint8) { steps.add(uint8(level(cover, levels))) })
		steps.all(func(step uint8) { add(int(step), levels-1) })
		u.flat.all(func(cover uint8) { add(int(cover), 255) })
	}
	return out
}

// paletteState is the theme with the program's own colours over it; update
// reports whether cells look different from before.
type paletteState struct {
	colors *theme.Colors
	set    emulator.Palette
	table  *emulator.Table
}

func (p *paletteState) update(t *theme.Theme, s *emulator.Screen) bool {
	if p.colors != nil && p.table == s.Table && samePalette(p.set, s.Palette) {
		return false
	}
	p.set, p.table = s.Palette, s.Table
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
