package raster

import (
	"image"

	"scenario/capture/theme"
	"scenario/emulator"
)

// Canvas is a picture that is drawn again and again: only cells that differ
// from the screen drawn before are touched.
type Canvas struct {
	r       *Renderer
	pal     *Palette // nil: RGB
	levels  int
	frame   Frame
	pix     []uint8
	stride  int
	bpp     int // bytes a pixel
	drawn   bool
	shown   shown
	colors  paletteState
	own     *Colors // of one frame, for a palette of its own
	over    overlay
	bare    []image.Rectangle // parts without cells that are drawn anew
	tiles   tileCache
	entries [inkCount][256][4]uint8 // of the cell being made: pixel of each ink and coverage
}

// Paletted returns a canvas of palette indices. The palette is one that was
// planned for the screens that will be drawn; other colours are drawn as the
// nearest ones.
func (r *Renderer) Paletted(p *Palette) *Canvas {
	c := &Canvas{r: r, pal: p, levels: p.Levels, bpp: 1}
	c.frame.Pal = image.NewPaletted(image.Rectangle{Max: r.decor.Size}, p.Colors)
	c.pix, c.stride = c.frame.Pal.Pix, c.frame.Pal.Stride
	return c.init()
}

// RGB returns a canvas of exact colours, with the renderer's levels.
func (r *Renderer) RGB() *Canvas {
	c := &Canvas{r: r, levels: r.levels, bpp: 4}
	c.frame.RGB = image.NewRGBA(image.Rectangle{Max: r.decor.Size})
	c.pix, c.stride = c.frame.RGB.Pix, c.frame.RGB.Stride
	return c.init()
}

func (c *Canvas) init() *Canvas {
	c.shown = newShown(c.r.cols, c.r.rows)
	c.own = c.r.Colors()
	c.frame.CellW, c.frame.CellH = c.r.metrics.CellW, c.r.metrics.CellH
	c.frame.Origin = c.r.decor.Origin
	c.tiles.init(c.frame.CellW * c.frame.CellH * c.bpp)
	return c
}

// Draw draws a screen at the top left of the grid, what it does not reach being
// background, and sprites over it from the lowest to the highest. The frame is
// valid until the next Draw.
func (c *Canvas) Draw(s *emulator.Screen, over ...*Sprite) Frame {
	g := c.r.grid(s)
	whole := c.colors.update(&c.r.theme, s) || !c.drawn
	c.drawn = true
	c.over.update(over, c.frame.Bounds())
	for _, d := range c.over.dirty {
		c.shown.forget(c.r.cellsIn(d))
	}
	c.shown.update(&g, whole)
	c.bare = c.bare[:0]
	if whole {
		c.bare = append(c.bare, c.frame.Bounds())
	} else {
		grid := c.r.Grid()
		for _, d := range c.over.dirty {
			c.bare = append(c.bare, outside(d, grid)...)
		}
	}
	if c.pal != nil && c.pal.Local && len(c.shown.changed)+len(c.bare) > 0 {
		c.ownPalette(s.Table)
	}
	if whole {
		c.tiles.reset()
	}
	for _, part := range c.bare {
		c.drawAround(part)
	}
	for _, run := range c.shown.changed {
		c.drawRun(run, s.Table)
	}
	c.report(whole)
	if len(c.over.sprites) > 0 {
		if whole {
			c.blend(c.frame.Damage)
		}
		for _, part := range c.frame.Changed {
			c.blend(part)
		}
	}
	return c.frame
}

// report fills in what encoders are told, turning the changed runs into pixels.
func (c *Canvas) report(whole bool) {
	f := &c.frame
	if whole {
		f.Damage, f.Changed = f.Bounds(), nil
		return
	}
	f.Damage = image.Rectangle{}
	f.Changed = c.shown.changed
	for i, run := range f.Changed {
		f.Changed[i] = c.r.CellRect(run)
	}
	f.Changed = append(f.Changed, c.bare...)
	c.shown.changed = f.Changed // its memory is used again
	for _, r := range f.Changed {
		f.Damage = f.Damage.Union(r)
	}
}

// drawRun draws a run of cells of one row.
func (c *Canvas) drawRun(run image.Rectangle, table *emulator.Table) {
	width := c.frame.CellW * c.bpp
	px := c.r.CellRect(run)
	at := px.Min.Y*c.stride + px.Min.X*c.bpp
	for _, k := range c.shown.run(run) {
		tile, ok := c.tiles.find(k)
		if !ok {
			tile = c.makeTile(k, table)
		}
		blit(c.pix[at:], c.stride, tile, width)
		at += width
	}
	if c.r.decor.Cuts(px) {
		c.cutCorners(px)
	}
}

// makeTile draws a cell into the cache.
func (c *Canvas) makeTile(k key, table *emulator.Table) []uint8 {
	l, shape := c.r.compose(k, table, c.colors.colors)
	for ink := range shape.covers {
		shape.covers[ink].all(func(cover uint8) {
			c.entries[ink][cover] = c.pixel(l.color(cover, uint8(ink), c.levels))
		})
	}
	tile := c.tiles.add(k)
	switch text := &c.entries[inkText]; {
	case len(shape.picture) > 0:
		for i, p := range shape.picture {
			px := c.entries[shape.inks[i]][shape.cover[i]]
			if shape.cover[i] == 0 {
				px = c.pixel(l.over(p))
			}
			copy(tile[i*c.bpp:(i+1)*c.bpp], px[:])
		}
	case c.bpp == 1 && shape.text:
		for i, cover := range shape.cover {
			tile[i] = text[cover][0]
		}
	case c.bpp == 1:
		for i, cover := range shape.cover {
			tile[i] = c.entries[shape.inks[i]][cover][0]
		}
	default:
		for i, cover := range shape.cover {
			copy(tile[4*i:4*i+4], c.entries[shape.inks[i]][cover][:])
		}
	}
	return tile
}

// pixel returns a colour as it is stored.
func (c *Canvas) pixel(rgb theme.RGB) [4]uint8 {
	if c.pal != nil {
		return [4]uint8{c.pal.find(rgb)}
	}
	return [4]uint8{rgb.R, rgb.G, rgb.B, 255}
}

// ownPalette gives the frame a palette of its own for what changed: exact when
// there are few enough colours. Other pixels become index 0.
func (c *Canvas) ownPalette(table *emulator.Table) {
	colors := c.own
	colors.reset()
	colors.palette = c.colors
	changed := func(r image.Rectangle) {
		for _, s := range c.over.sprites {
			if s.Rect().Overlaps(r) {
				colors.addSprite(s)
			}
		}
	}
	for _, part := range c.bare {
		colors.addAround(part)
		changed(part)
	}
	for _, run := range c.shown.changed {
		px := c.r.CellRect(run)
		if c.r.decor.Cuts(px) {
			colors.addAround(px)
		}
		changed(px)
		for _, k := range c.shown.run(run) {
			colors.addKey(k, table)
		}
	}
	c.pal = colors.planFrame(c.pal)
	c.levels = c.pal.Levels
	c.frame.Pal.Palette = c.pal.Colors
	c.tiles.reset()
	// The other pixels mean nothing in this palette, and might not be in it.
	clear(c.pix)
}
