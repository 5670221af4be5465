package raster

import (
	"cmp"
	"encoding/binary"
	"image"
	"slices"

	"scenario/capture/theme"
)

// around is the surroundings of the cells as they are drawn on one background.
type around struct {
	bg     theme.RGB
	img    *image.RGBA
	colors []weighted // of the opaque pixels, sorted
}

// around returns the surroundings on the background that a program has.
func (r *Renderer) around(bg theme.RGB) *around {
	if r.surround == nil || r.surround.bg != bg {
		img := r.decor.Draw(bg)
		r.surround = &around{bg: bg, img: img, colors: histogram(img, img.Rect, 1)}
	}
	return r.surround
}

// histogram counts the opaque colours of a part of a picture, sorted.
func histogram(img *image.RGBA, part image.Rectangle, weight int64) []weighted {
	part = part.Intersect(img.Rect)
	counts := map[uint32]int64{}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := img.Pix[img.PixOffset(part.Min.X, y):][:4*part.Dx()]
		for len(row) > 0 {
			px := binary.LittleEndian.Uint32(row)
			n := 4
			for n < len(row) && binary.LittleEndian.Uint32(row[n:]) == px {
				n += 4
			}
			if px>>24 == 255 {
				counts[pack(theme.RGB{R: row[0], G: row[1], B: row[2]})] += int64(n / 4)
			}
			row = row[n:]
		}
	}
	list := make([]weighted, 0, len(counts))
	for c, n := range counts {
		list = append(list, weighted{c, n * weight})
	}
	slices.SortFunc(list, func(a, b weighted) int { return cmp.Compare(a.color, b.color) })
	return list
}

// drawAround draws a part of all that is not cells, and what is under them.
func (c *Canvas) drawAround(part image.Rectangle) {
	bg := c.colors.colors.Bg
	if c.r.decor.Plain() {
		px := c.pixel(bg)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			row := c.pix[y*c.stride+part.Min.X*c.bpp:][:part.Dx()*c.bpp]
			for ; len(row) > 0; row = row[c.bpp:] {
				copy(row[:c.bpp], px[:])
			}
		}
		return
	}
	img := c.r.around(bg).img
	for y := part.Min.Y; y < part.Max.Y; y++ {
		from := img.Pix[img.PixOffset(part.Min.X, y):][:4*part.Dx()]
		to := c.pix[y*c.stride+part.Min.X*c.bpp:]
		if c.pal == nil {
			copy(to, from)
			continue
		}
		for x := range part.Dx() {
			to[x] = c.pal.dither([4]uint8(from[4*x:4*x+4]), part.Min.X+x, y)
		}
	}
}

// cutCorners puts what is behind the window back where cells reach beyond its
// rounded corners.
func (c *Canvas) cutCorners(r image.Rectangle) {
	d := c.r.decor
	behind := d.Behind()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p := image.Pt(x, y)
			cover := int(d.Cover(p))
			if cover == 255 {
				continue
			}
			cell, under := c.at(p), behind.Pix[behind.PixOffset(x, y):]
			for i, v := range cell {
				cell[i] = uint8((int(v)*cover + int(under[i])*(255-cover) + 127) / 255)
			}
			c.set(p, cell)
		}
	}
}
