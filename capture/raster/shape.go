package raster

import (
	"bytes"
	"image/color"
	"slices"

	"scenario/emulator"
)

// shape is what a cell has whatever its colours.
type shape struct {
	cover []uint8 // of each pixel
	inks  []uint8 // which of the look's inks covers it
	// covers is which coverages each ink has.
	covers [inkCount]coverSet
	text   bool // all pixels are of the text's ink
	flat   bool // and of one coverage
	// picture is set for a picture in colours of its own: its pixels,
	// premultiplied, which lie under all inks.
	picture []color.RGBA
}

// shapeCache keeps shapes, up to a fixed amount of memory. When that is reached
// it starts anew.
type shapeCache struct {
	table *emulator.Table // what the numbers of clusters mean
	index keyTable        // shapes count from 1
	list  []shape
	max   int
}

const (
	maxShapeBytes = 4 << 20
	maxShapes     = 1 << 12
)

// shape returns the shape of a cell.
func (r *Renderer) shape(k key, table *emulator.Table) *shape {
	k.Fg, k.Bg, k.Ext = 0, 0, 0
	c := &r.shapes
	if c.table != table {
		c.table = table
		c.reset()
	}
	if i := c.index.get(k); i != 0 {
		return &c.list[i-1]
	}
	if len(c.list) == c.max {
		c.reset()
	}
	r.drawShape(k, table)
	s := shape{cover: bytes.Clone(r.cover), inks: bytes.Clone(r.inks), picture: slices.Clone(r.picture)}
	s.text, s.flat = true, len(s.picture) == 0
	for i, v := range s.cover {
		s.covers[s.inks[i]].add(v)
		s.text = s.text && s.inks[i] == inkText
		s.flat = s.flat && s.text && v == s.cover[0]
	}
	c.list = append(c.list, s)
	c.index.put(k, int32(len(c.list)))
	return &c.list[len(c.list)-1]
}

// drawShape works out the shape of a cell in r.cover and r.inks.
func (r *Renderer) drawShape(k key, table *emulator.Table) {
	clear(r.cover)
	clear(r.inks)
	r.picture = r.picture[:0]
	if !k.Attr.Has(emulator.Conceal) {
		r.glyph(k, table)
		r.decorate(k.Attr)
	}
	m, stroke := &r.metrics, 2*r.metrics.Stroke
	switch k.Attr & cursorMask {
	case cursorAttr(emulator.CursorUnderline):
		r.line(0, m.CellH-stroke, m.CellW, m.CellH, inkCursor)
	case cursorAttr(emulator.CursorBar):
		if !k.Attr.Has(emulator.WideTail) {
			r.line(0, 0, stroke, m.CellH, inkCursor)
		}
	}
}

func (c *shapeCache) init(size int) {
	c.max = min(max(maxShapeBytes/(2*size), 64), maxShapes)
}

func (c *shapeCache) reset() {
	c.index.reset()
	c.list = c.list[:0]
}
