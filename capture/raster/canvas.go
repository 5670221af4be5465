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
	tiles   tileCache
	entries [inkCount][256][4]uint8 // of the cell being made: pixel of each ink and coverage
}

// Paletted returns a canvas of palette indices. The palette is one that was
// planned for the screens that will be drawn; other colours are drawn as the
// nearest ones.
func (r *Renderer) Paletted(p *Palette) *Canvas {
	c := &Canvas{r: r, pal: p, levels: p.Levels, bpp: 1}
	c.frame.Pal = image.NewPaletted(image.Rectangle{Max: r.chrome.size}, p.Colors)
	c.pix, c.stride = c.frame.Pal.Pix, c.frame.Pal.Stride
	return c.init()
}

// RGB returns a canvas of exact colours, with the renderer's levels.
func (r *Renderer) RGB() *Canvas {
	c := &Canvas{r: r, levels: r.levels, bpp: 4}
	c.frame.RGB = image.NewRGBA(image.Rectangle{Max: r.chrome.size})
	c.pix, c.stride = c.frame.RGB.Pix, c.frame.RGB.Stride
	return c.init()
}

func (c *Canvas) init() *Canvas {
	c.shown = newShown(c.r.cols, c.r.rows)
	c.own = c.r.Colors()
	c.frame.CellW, c.frame.CellH = c.r.metrics.CellW, c.r.metrics.CellH
	c.frame.Origin = c.r.chrome.origin
	c.tiles.init(c.frame.CellW * c.frame.CellH * c.bpp)
	return c
}

// Draw draws a screen at the top left of the grid; what it does not reach is
// background. The frame is valid until the next Draw.
func (c *Canvas) Draw(s *emulator.Screen) Frame {
	g := c.r.grid(s)
	whole := c.colors.update(&c.r.theme, s) || !c.drawn
	c.drawn = true
	c.shown.update(&g, whole)
	if c.pal != nil && c.pal.Local && len(c.shown.changed) > 0 {
		c.ownPalette(s.Table, whole)
	}
	if whole {
		c.tiles.reset()
		c.drawChrome()
	}
	for _, run := range c.shown.changed {
		c.drawRun(run, s.Table)
	}
	c.report(whole)
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
		f.Damage = f.Damage.Union(f.Changed[i])
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
	if c.r.chrome.cuts(px) {
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

// drawChrome draws all that is not cells, and under them.
func (c *Canvas) drawChrome() {
	ch, bg := &c.r.chrome, c.colors.colors.Bg
	size := ch.size
	for y := range size.Y {
		row := c.pix[y*c.stride:][:size.X*c.bpp]
		if y > 0 && !ch.differs(y) {
			copy(row, c.pix[(y-1)*c.stride:][:size.X*c.bpp])
			continue
		}
		for x := range size.X {
			step := level(ch.cover(image.Pt(x, y)), c.levels)
			px := c.pixel(mix(ch.margin, bg, step, c.levels-1))
			copy(row[x*c.bpp:(x+1)*c.bpp], px[:])
		}
	}
}

// cutCorners puts the margin back where cells reach beyond a rounded corner.
func (c *Canvas) cutCorners(r image.Rectangle) {
	px := c.pixel(c.r.chrome.margin)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if c.r.chrome.cover(image.Pt(x, y)) < 128 {
				copy(c.pix[y*c.stride+x*c.bpp:][:c.bpp], px[:])
			}
		}
	}
}

// ownPalette gives the frame a palette of its own for the cells that changed:
// exact when they have few enough colours. Other pixels become index 0.
func (c *Canvas) ownPalette(table *emulator.Table, whole bool) {
	colors := c.own
	colors.reset()
	colors.palette = c.colors
	if whole {
		colors.addChrome()
	}
	for _, run := range c.shown.changed {
		if c.r.chrome.cuts(c.r.CellRect(run)) {
			colors.addChrome()
		}
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
