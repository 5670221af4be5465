// Package paint draws shapes, gradients, shadows and lines of text into
// pictures, for all that is not cells of a screen: what surrounds a terminal and
// what is laid over it. It is drawn once and kept, so it may be slower than
// cells; but it is integers all the way, so that it has the same pixels on every
// processor. Pictures are image.RGBA, as image/draw blends them.
package paint

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/fogleman/gg"
)

// Color is a colour with alpha that is not multiplied in.
type Color = color.NRGBA

// Fill blends a colour over a rectangle.
func Fill(dst draw.Image, r image.Rectangle, c Color) {
	draw.Draw(dst, r, image.NewUniform(c), image.Point{}, draw.Over)
}

// Cover blends a colour over the picture where a mask, laid at a place, covers
// it.
func Cover(dst draw.Image, at image.Point, mask *image.Alpha, c Color) {
	r := mask.Rect.Sub(mask.Rect.Min).Add(at)
	draw.DrawMask(dst, r, image.NewUniform(c), image.Point{}, mask, mask.Rect.Min, draw.Over)
}

// Over blends a picture over another one, at a place.
func Over(dst draw.Image, at image.Point, src image.Image) {
	b := src.Bounds()
	draw.Draw(dst, b.Sub(b.Min).Add(at), src, b.Min, draw.Over)
}

// Path is an outline in 1/64 pixel, which is what the rasteriser below gg counts
// in, so that no rounding depends on the processor.
type Path struct{ dc *gg.Context }

// NewPath returns an empty outline in a mask of the given size.
func NewPath(size image.Point) Path {
	dc := gg.NewContext(max(size.X, 1), max(size.Y, 1))
	dc.SetRGB(1, 1, 1)
	return Path{dc}
}

func px(x, y int) (float64, float64) { return float64(x) / 64, float64(y) / 64 }

// Move begins a part of the outline; Line and Curve (a parabola with its control
// point) go on with it.
func (p Path) Move(x, y int) { p.dc.MoveTo(px(x, y)) }

// Line goes straight.
func (p Path) Line(x, y int) { p.dc.LineTo(px(x, y)) }

// Curve goes along a parabola; the first point is its control point.
func (p Path) Curve(cx, cy, x, y int) {
	ax, ay := px(cx, cy)
	bx, by := px(x, y)
	p.dc.QuadraticTo(ax, ay, bx, by)
}

// Fill returns what the outline covers; what is enclosed twice is not.
func (p Path) Fill() *image.Alpha {
	p.dc.ClosePath()
	p.dc.SetFillRuleEvenOdd()
	p.dc.Fill()
	return p.dc.AsMask()
}

// Round adds a rectangle with rounded corners, whose radius is cut to half of
// its sides. A square with a radius of half its side is a disc.
func (p Path) Round(x, y, w, h, radius int) {
	r := min(radius, w/2, h/2)
	// An eighth of a circle is a parabola, its control point k = tan(pi/8) from
	// the edge's end; d = 1-sin(pi/4) is where two of them meet.
	k, d := r*4142/10000, r*2929/10000
	x1, y1 := x+w, y+h
	p.Move(x+r, y)
	p.Line(x1-r, y)
	p.Curve(x1-r+k, y, x1-d, y+d)
	p.Curve(x1, y+r-k, x1, y+r)
	p.Line(x1, y1-r)
	p.Curve(x1, y1-r+k, x1-d, y1-d)
	p.Curve(x1-r+k, y1, x1-r, y1)
	p.Line(x+r, y1)
	p.Curve(x+r-k, y1, x+d, y1-d)
	p.Curve(x, y1-r+k, x, y1-r)
	p.Line(x, y+r)
	p.Curve(x, y+r-k, x+d, y+d)
	p.Curve(x+r-k, y, x+r, y)
	p.dc.ClosePath()
}

// Box returns the mask of a rectangle with rounded corners, of whole pixels.
func Box(size image.Point, radius int) *image.Alpha {
	mask := image.NewAlpha(image.Rectangle{Max: size})
	for i := range mask.Pix {
		mask.Pix[i] = 255
	}
	radius = min(radius, size.X/2, size.Y/2)
	if radius == 0 {
		return mask
	}
	p := NewPath(image.Pt(radius, radius))
	p.Round(0, 0, 256*radius, 256*radius, 64*radius)
	corner := p.Fill()
	for y := range radius {
		for x := range radius {
			c := corner.Pix[y*corner.Stride+x]
			for _, at := range [...]image.Point{{x, y}, {size.X - 1 - x, y}, {x, size.Y - 1 - y}, {size.X - 1 - x, size.Y - 1 - y}} {
				mask.Pix[at.Y*mask.Stride+at.X] = c
			}
		}
	}
	return mask
}

// Ring returns the mask of the edge, so thick, of a rectangle with rounded
// corners.
func Ring(size image.Point, radius, thick int) *image.Alpha {
	p := NewPath(size)
	p.Round(0, 0, 64*size.X, 64*size.Y, 64*radius)
	p.Round(64*thick, 64*thick, 64*(size.X-2*thick), 64*(size.Y-2*thick), 64*max(radius-thick, 0))
	return p.Fill()
}

// Stroke adds a straight line of a width, as a rectangle along it; only level,
// upright and diagonal ones are as wide as asked for.
func (p Path) Stroke(x0, y0, x1, y1, width int) {
	dx, dy := sign(x1-x0), sign(y1-y0)
	h := width / 2
	if dx != 0 && dy != 0 {
		h = h * 7071 / 10000
	}
	p.Move(x0-dy*h, y0+dx*h)
	p.Line(x1-dy*h, y1+dx*h)
	p.Line(x1+dy*h, y1-dx*h)
	p.Line(x0+dy*h, y0-dx*h)
	p.dc.ClosePath()
}

func sign(v int) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}
