package raster

import (
	"image"
	"slices"
)

// Sprite is a picture that is laid over the screen: a caption, a mark. Its
// opaque colours are exact in a palette that it was added to; others become the
// nearest ones. It must not change once it was drawn: another picture is another
// Sprite.
type Sprite struct {
	At  image.Point
	Img *image.RGBA
}

// Rect returns the pixels that the sprite lies over.
func (s *Sprite) Rect() image.Rectangle {
	return s.Img.Rect.Sub(s.Img.Rect.Min).Add(s.At)
}

// overlay is the sprites over a canvas, from the lowest to the highest, and the
// places of which they came or went.
type overlay struct {
	sprites []*Sprite
	dirty   []image.Rectangle // without overlap, in pixels
}

// update takes the next sprites and notes where they differ from the last.
func (o *overlay) update(next []*Sprite, bounds image.Rectangle) {
	o.dirty = o.dirty[:0]
	if slices.Equal(o.sprites, next) {
		return
	}
	for _, s := range o.sprites {
		if !slices.Contains(next, s) {
			o.touch(s.Rect().Intersect(bounds))
		}
	}
	for _, s := range next {
		if !slices.Contains(o.sprites, s) {
			o.touch(s.Rect().Intersect(bounds))
		}
	}
	o.sprites = append(o.sprites[:0], next...)
}

// touch adds a rectangle to the dirty ones, joined with those that it overlaps.
func (o *overlay) touch(r image.Rectangle) {
	for i := 0; i < len(o.dirty); {
		if !o.dirty[i].Overlaps(r) {
			i++
			continue
		}
		r = r.Union(o.dirty[i])
		o.dirty = slices.Delete(o.dirty, i, i+1)
		i = 0 // it may reach others now
	}
	if !r.Empty() {
		o.dirty = append(o.dirty, r)
	}
}

// outside returns the parts of r that are not in hole.
func outside(r, hole image.Rectangle) []image.Rectangle {
	in := r.Intersect(hole)
	if in.Empty() {
		return []image.Rectangle{r}
	}
	parts := make([]image.Rectangle, 0, 4)
	for _, p := range [...]image.Rectangle{
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, in.Min.Y),
		image.Rect(r.Min.X, in.Min.Y, in.Min.X, in.Max.Y),
		image.Rect(in.Max.X, in.Min.Y, r.Max.X, in.Max.Y),
		image.Rect(r.Min.X, in.Max.Y, r.Max.X, r.Max.Y),
	} {
		if !p.Empty() {
			parts = append(parts, p)
		}
	}
	return parts
}

// blend lays the sprites over a part of the canvas that shows what is under
// them.
func (c *Canvas) blend(part image.Rectangle) {
	for _, s := range c.over.sprites {
		r := s.Rect().Intersect(part)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			src := s.Img.Pix[s.Img.PixOffset(r.Min.X-s.At.X+s.Img.Rect.Min.X, y-s.At.Y+s.Img.Rect.Min.Y):]
			for x := r.Min.X; x < r.Max.X; x++ {
				c.blendPixel(image.Pt(x, y), [4]uint8(src[:4]))
				src = src[4:]
			}
		}
	}
}

// blendPixel lays one pixel, premultiplied, over the canvas.
func (c *Canvas) blendPixel(at image.Point, p [4]uint8) {
	switch p[3] {
	case 0:
		return
	case 255:
		c.set(at, p)
		return
	}
	under := c.at(at)
	for i, v := range under {
		p[i] += uint8((int(v)*(255-int(p[3])) + 127) / 255)
	}
	c.set(at, p)
}

// at returns the pixel that the canvas shows, premultiplied.
func (c *Canvas) at(p image.Point) [4]uint8 {
	i := p.Y*c.stride + p.X*c.bpp
	if c.pal == nil {
		return [4]uint8(c.pix[i : i+4])
	}
	return c.pal.rgba(c.pix[i])
}

// set makes a pixel a premultiplied colour, or the nearest that there is.
func (c *Canvas) set(p image.Point, v [4]uint8) {
	i := p.Y*c.stride + p.X*c.bpp
	if c.pal == nil {
		copy(c.pix[i:i+4], v[:])
		return
	}
	c.pix[i] = c.pal.nearest(v)
}
