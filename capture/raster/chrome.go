package raster

import (
	"image"

	"github.com/fogleman/gg"

	"scenario/capture/theme"
)

// chrome is what surrounds the cells: the padding, the rounded corners of the
// terminal and the margin.
type chrome struct {
	size     image.Point
	terminal image.Rectangle // the cells and the padding
	origin   image.Point     // of the cells
	margin   theme.RGB
	fixed    bool // the margin's colour was asked for
	radius   int
	corner   []uint8 // coverage of the upper left corner, radius x radius
}

func newChrome(o *Options, cells image.Point) chrome {
	padding, margin, radius := o.Padding*o.Scale, o.Margin*o.Scale, o.Radius*o.Scale
	outer := cells.Add(image.Pt(2*padding, 2*padding))
	c := chrome{
		size:     outer.Add(image.Pt(2*margin, 2*margin)),
		terminal: image.Rectangle{Max: outer}.Add(image.Pt(margin, margin)),
		origin:   image.Pt(margin+padding, margin+padding),
		radius:   min(radius, outer.X/2, outer.Y/2),
	}
	if rgb, err := theme.ParseRGB(o.Background); err == nil {
		c.margin, c.fixed = rgb, true
	}
	c.recolor(&o.Theme)
	return c
}

// recolor gives the margin the colour that goes with a theme, unless it has one
// of its own.
func (c *chrome) recolor(t *theme.Theme) {
	if !c.fixed {
		c.margin = shade(t)
	}
}

// shade is the margin's colour when none is asked for: the terminal stands out
// from it.
func shade(t *theme.Theme) theme.RGB {
	if t.Dark() {
		return mix(t.Bg, theme.RGB{}, 1, 2)
	}
	return mix(t.Bg, theme.RGB{}, 1, 8)
}

// corner returns the coverage of the upper left corner of a box. The path is
// given in multiples of 1/64 pixel, which is what the rasteriser below gg
// counts in, so no rounding depends on the processor.
func corner(radius int) []uint8 {
	if radius == 0 {
		return nil
	}
	dc := gg.NewContext(radius, radius)
	dc.SetRGB(1, 1, 1)
	at := func(x, y int) (float64, float64) { return float64(x) / 64, float64(y) / 64 }
	r := radius * 64
	// A quarter circle as two parabolas: k = tan(pi/8), d = 1-sin(pi/4).
	k, d := r*4142/10000, r*2929/10000
	quad := func(x0, y0, x1, y1 int) {
		cx, cy := at(x0, y0)
		x, y := at(x1, y1)
		dc.QuadraticTo(cx, cy, x, y)
	}
	dc.MoveTo(at(r, r))
	dc.LineTo(at(0, r))
	quad(0, r-k, d, d)
	quad(r-k, 0, r, 0)
	dc.ClosePath()
	dc.Fill()
	img := dc.Image().(*image.RGBA)
	mask := make([]uint8, radius*radius)
	for i := range mask {
		mask[i] = img.Pix[img.PixOffset(i%radius, i/radius)+3]
	}
	return mask
}

// plain reports whether the whole picture has the terminal's background.
func (c *chrome) plain() bool { return c.terminal.Size() == c.size && c.radius == 0 }

// cover returns how much the terminal covers the pixel at p.
func (c *chrome) cover(p image.Point) uint8 {
	if !p.In(c.terminal) {
		return 0
	}
	p = p.Sub(c.terminal.Min)
	size := c.terminal.Size()
	x, y := min(p.X, size.X-1-p.X), min(p.Y, size.Y-1-p.Y)
	if x >= c.radius || y >= c.radius {
		return 255
	}
	return c.corner[y*c.radius+x]
}

// cuts reports whether the rounded corners cut into r.
func (c *chrome) cuts(r image.Rectangle) bool {
	if c.radius == 0 {
		return false
	}
	t, n := c.terminal, c.radius
	inX := r.Min.X < t.Min.X+n || r.Max.X > t.Max.X-n
	inY := r.Min.Y < t.Min.Y+n || r.Max.Y > t.Max.Y-n
	return inX && inY
}

// differs reports whether row y of the picture can differ from the one above.
func (c *chrome) differs(y int) bool {
	t := c.terminal
	return y == t.Min.Y || y == t.Max.Y || y > t.Min.Y && y <= t.Min.Y+c.radius || y >= t.Max.Y-c.radius && y < t.Max.Y
}
