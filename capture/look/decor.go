package look

import (
	"image"
	"image/color"
	"image/draw"

	"scenario/capture/font"
	"scenario/capture/paint"
	"scenario/capture/theme"
)

// Decor is the surroundings of cells, in pixels of the whole picture.
type Decor struct {
	Size     image.Point
	Origin   image.Point     // of the cells
	Window   image.Rectangle // the bar and the terminal
	Terminal image.Rectangle // the cells and the padding, in the program's background
	Title    image.Rectangle // of the bar; empty: no bar
	// Paper and Ink are the colours of the bar and its title.
	Paper, Ink theme.RGB

	o      Options
	set    *font.Set
	cells  image.Point
	radius int
	// Drawn when they are needed.
	cover *image.Alpha // what the window covers of its rectangle
	under *image.RGBA  // all that is behind the terminal
}

// New works out where everything lies around cells of the given size in pixels.
// The options are taken as checked.
func New(set *font.Set, o Options, cells image.Point) *Decor {
	o.Scale = max(o.Scale, 1)
	if o.FontSize == 0 {
		o.FontSize = 16
	}
	k := o.Scale
	d := &Decor{o: o, set: set, cells: cells}
	padding, margin := o.Padding*k, o.Margin*k
	bar := d.barHeight()
	window := cells.Add(image.Pt(2*padding, 2*padding+bar))
	d.Size = window.Add(image.Pt(2*margin, 2*margin))
	// What a given width or height has more than is needed goes to the padding.
	extra := image.Pt(max(o.Width*k-d.Size.X, 0), max(o.Height*k-d.Size.Y, 0))
	d.Size, window = d.Size.Add(extra), window.Add(extra)
	d.Window = image.Rectangle{Max: window}.Add(image.Pt(margin, margin))
	d.Terminal = image.Rectangle{Min: image.Pt(margin, margin+bar), Max: d.Window.Max}
	d.Origin = d.Terminal.Min.Add(image.Pt(padding, padding)).Add(extra.Div(2))
	d.radius = min(o.Radius*k, window.X/2, window.Y/2)
	d.Paper, d.Ink = d.barColors()
	if bar > 0 {
		d.Title = d.titleRect()
	}
	return d
}

// WithTheme returns the same in the colours of another theme.
func (d *Decor) WithTheme(t theme.Theme) *Decor {
	o := d.o
	o.Theme = t
	return New(d.set, o, d.cells)
}

// Plain reports whether there is nothing but the terminal's background.
func (d *Decor) Plain() bool {
	return d.Terminal.Size() == d.Size && d.radius == 0 && d.o.Watermark == nil && d.o.Border == nil
}

// Translucent reports whether what is behind the picture shines through.
func (d *Decor) Translucent() bool {
	b, _ := ParseBackground(d.o.Background) // checked
	return b.Transparent && !d.Plain()
}

// Cover returns how much the window covers the pixel at p, which must be in it.
func (d *Decor) Cover(p image.Point) uint8 {
	if d.radius == 0 {
		return 255
	}
	m := d.mask()
	p = p.Sub(d.Window.Min)
	return m.Pix[p.Y*m.Stride+p.X]
}

func (d *Decor) mask() *image.Alpha {
	if d.cover == nil {
		d.cover = paint.Box(d.Window.Size(), d.radius)
	}
	return d.cover
}

// Cuts reports whether the rounded corners cut into r.
func (d *Decor) Cuts(r image.Rectangle) bool {
	if d.radius == 0 {
		return false
	}
	w, n := d.Window, d.radius
	inX := r.Min.X < w.Min.X+n || r.Max.X > w.Max.X-n
	inY := r.Min.Y < w.Min.Y+n || r.Max.Y > w.Max.Y-n
	return inX && inY
}

// Draw returns the picture without its cells, on the background that the program
// has. It is not opaque where the background is transparent.
func (d *Decor) Draw(bg theme.RGB) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: d.Size})
	copy(img.Pix, d.Behind().Pix)
	d.onWindow(img, d.Terminal, opaque(bg))
	if mark, at := d.MarkAround(); mark != nil {
		paint.Over(img, at, mark)
	}
	return img
}

// onWindow blends a colour over a part of the window, as far as the window's
// corners reach.
func (d *Decor) onWindow(img *image.RGBA, r image.Rectangle, c color.Color) {
	src := image.NewUniform(c)
	if d.radius == 0 {
		draw.Draw(img, r, src, image.Point{}, draw.Over)
		return
	}
	draw.DrawMask(img, r, src, image.Point{}, d.mask(), r.Min.Sub(d.Window.Min), draw.Over)
}

// Behind returns what is behind the terminal: the background, the shadow, the
// border and the bar. It must not be changed.
func (d *Decor) Behind() *image.RGBA {
	if d.under != nil {
		return d.under
	}
	img := image.NewRGBA(image.Rectangle{Max: d.Size})
	d.background(img)
	if s := d.o.Shadow; s != nil {
		d.shadow(img, s)
	}
	if width, c := d.border(); width > 0 {
		outer := d.Window.Inset(-width)
		paint.Cover(img, outer.Min, paint.Box(outer.Size(), d.radius+min(width, d.radius)), opaque(c))
	}
	if bar := d.bar(); !bar.Empty() {
		d.onWindow(img, bar, opaque(d.Paper))
		d.buttons(img)
	}
	d.under = img
	return img
}

// border is the width of the line around the window, and its colour. A window
// with a bar has a hair line unless it is told otherwise.
func (d *Decor) border() (int, theme.RGB) {
	t := &d.o.Theme
	c := theme.Mix(t.Bg, t.Fg, 1, 4)
	b := d.o.Border
	switch {
	case b == nil && d.Title.Empty():
		return 0, c
	case b == nil:
		return d.o.Scale, theme.Mix(t.Bg, t.Fg, 1, 6)
	}
	if rgb, err := theme.ParseRGB(b.Color); err == nil {
		c = rgb
	}
	return b.Width * d.o.Scale, c
}

func (d *Decor) background(img *image.RGBA) {
	b, _ := ParseBackground(d.o.Background) // checked
	switch {
	case b.Transparent:
	case d.o.Image != nil && b.Image != "":
		draw.Draw(img, img.Rect, image.NewUniform(opaque(Shade(&d.o.Theme))), image.Point{}, draw.Src)
		paint.Over(img, image.Point{}, paint.Fitted(d.o.Image, d.Size))
	case len(b.Stops) > 1:
		stops := make([]paint.Color, len(b.Stops))
		for i, c := range b.Stops {
			stops[i] = opaque(c)
		}
		paint.Gradient(img, b.Angle, stops)
	default:
		c := Shade(&d.o.Theme)
		if len(b.Stops) == 1 {
			c = b.Stops[0]
		}
		draw.Draw(img, img.Rect, image.NewUniform(opaque(c)), image.Point{}, draw.Src)
	}
}

func (d *Decor) shadow(img *image.RGBA, s *Shadow) {
	k := d.o.Scale
	mask, reach := paint.Shadow(d.Window.Size(), d.radius, s.Blur*k)
	c, err := theme.ParseRGB(s.Color)
	if err != nil {
		c = theme.RGB{}
	}
	at := d.Window.Min.Add(image.Pt(s.X*k-reach, s.Y*k-reach))
	paint.Cover(img, at, mask, paint.Color{R: c.R, G: c.G, B: c.B, A: uint8(255 * s.Opacity / 100)})
}

// Corner is the radius of the window's corners, in pixels.
func (d *Decor) Corner() int { return d.radius }
