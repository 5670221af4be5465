package look

import (
	"image"

	"scenario/capture/font"
	"scenario/capture/paint"
	"scenario/capture/theme"
)

// unit is 1/16 of the size of the cells' text, scaled: bars are made of it.
func (d *Decor) unit(n int) int { return max(n*d.o.FontSize*d.o.Scale/16, 1) }

func (d *Decor) barHeight() int {
	switch d.o.Window {
	case MacOS:
		return d.unit(38)
	case Windows:
		return d.unit(34)
	case Gnome:
		return d.unit(42)
	}
	return 0
}

// barColors are those of the bar and its title, between the theme's background
// and its text.
func (d *Decor) barColors() (paper, ink theme.RGB) {
	t := &d.o.Theme
	if t.Dark() {
		return theme.Mix(t.Bg, t.Fg, 1, 14), theme.Mix(t.Bg, t.Fg, 11, 16)
	}
	return theme.Mix(t.Bg, t.Fg, 1, 18), theme.Mix(t.Bg, t.Fg, 12, 16)
}

// titleRect is the part of the bar that belongs to the title: as much on both
// sides as the buttons need, so that it is in the middle of the window.
func (d *Decor) titleRect() image.Rectangle {
	bar := d.bar()
	side := d.unit(84)
	if d.o.Window == Windows {
		side = d.unit(150)
		bar.Min.X += d.unit(14)
		bar.Max.X -= side
	} else {
		bar.Min.X += side
		bar.Max.X -= side
	}
	if bar.Dx() < d.unit(32) {
		return image.Rectangle{}
	}
	h := d.text().Height()
	bar.Min.Y += (bar.Dy() - h) / 2
	bar.Max.Y = bar.Min.Y + h
	return bar
}

func (d *Decor) text() *paint.Text { return paint.NewText(d.set, d.unit(14)) }

// DrawTitle returns the picture of a title, which belongs at Title, on the bar's
// colour.
func (d *Decor) DrawTitle(title string) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: d.Title.Size()})
	paint.Fill(img, img.Rect, opaque(d.Paper))
	t := d.text()
	title = t.Fit(title, img.Rect.Dx())
	at := image.Point{}
	style := font.Regular
	if d.o.Window == Gnome {
		style = font.Bold
	}
	if d.o.Window != Windows {
		at.X = (img.Rect.Dx() - t.Width(title)) / 2
	}
	t.Draw(img, at, title, style, opaque(d.Ink))
	return img
}

// buttons draws the buttons of the bar.
func (d *Decor) buttons(img *image.RGBA) {
	switch d.o.Window {
	case MacOS:
		for i, r := range d.lights() {
			size := r.Dx()
			c, edge := lightColors(i)
			paint.Cover(img, r.Min, paint.Box(r.Size(), (size+1)/2), opaque(c))
			paint.Cover(img, r.Min, paint.Ring(r.Size(), (size+1)/2, max(size/12, 1)), opaque(edge))
		}
	case Windows:
		for i, glyph := range []func(int, int) *image.Alpha{dash, square, cross} {
			r := d.signs()[i]
			paint.Cover(img, r.Min, glyph(r.Dx(), d.o.Scale), opaque(d.Ink))
		}
	case Gnome:
		button, sign := d.closer()
		paint.Cover(img, button.Min, paint.Box(button.Size(), (button.Dx()+1)/2), opaque(d.closerColor()))
		paint.Cover(img, sign.Min, cross(sign.Dx(), d.o.Scale), opaque(d.Ink))
	}
}

// bar is the rectangle of the bar; empty: there is none.
func (d *Decor) bar() image.Rectangle {
	return image.Rectangle{Min: d.Window.Min, Max: image.Pt(d.Window.Max.X, d.Terminal.Min.Y)}
}

func squareAt(x, y, size int) image.Rectangle { return image.Rect(x, y, x+size, y+size) }

// lights are the places of the three discs of macOS.
func (d *Decor) lights() (r [3]image.Rectangle) {
	bar, size, gap := d.bar(), d.unit(12), d.unit(8)
	for i := range r {
		r[i] = squareAt(bar.Min.X+d.unit(14)+i*(size+gap), (bar.Min.Y+bar.Max.Y)/2-size/2, size)
	}
	return r
}

// lightColors are those of a disc and its edge.
func lightColors(i int) (c, edge theme.RGB) {
	c = [3]theme.RGB{{R: 0xff, G: 0x5f, B: 0x57}, {R: 0xfe, G: 0xbc, B: 0x2e}, {R: 0x28, G: 0xc8, B: 0x40}}[i]
	return c, theme.Mix(c, theme.RGB{}, 1, 8)
}

// signs are the places of the signs of Windows: dash, square and cross.
func (d *Decor) signs() (r [3]image.Rectangle) {
	bar, width, size := d.bar(), d.unit(46), d.unit(10)
	for i := range r {
		r[i] = squareAt(bar.Max.X-(3-i)*width+(width-size)/2, (bar.Min.Y+bar.Max.Y)/2-size/2, size)
	}
	return r
}

// closer is the place of the round button of GNOME, and of the cross on it.
func (d *Decor) closer() (button, sign image.Rectangle) {
	bar, size := d.bar(), d.unit(24)
	button = squareAt(bar.Max.X-d.unit(10)-size, (bar.Min.Y+bar.Max.Y)/2-size/2, size)
	x := size / 3
	return button, squareAt(button.Min.X+(size-x)/2, button.Min.Y+(size-x)/2, x)
}

func (d *Decor) closerColor() theme.RGB { return theme.Mix(d.Paper, d.Ink, 1, 6) }

// dash, square and cross are signs of so many pixels, of lines so thick.
func dash(size, thick int) *image.Alpha {
	p := paint.NewPath(image.Pt(size, size))
	y := size / 2
	p.Round(0, 64*y, 64*size, 64*thick, 0)
	return p.Fill()
}

func square(size, thick int) *image.Alpha { return paint.Ring(image.Pt(size, size), size/8, thick) }

func cross(size, thick int) *image.Alpha {
	mask := image.NewAlpha(image.Rect(0, 0, size, size))
	e, w := 64*size-32*thick, 80*thick
	for _, y := range []int{32 * thick, e} {
		p := paint.NewPath(image.Pt(size, size))
		p.Stroke(32*thick, y, e, 64*size-y, w)
		paint.Cover(mask, image.Point{}, p.Fill(), paint.Color{A: 255})
	}
	return mask
}

// Mark returns the watermark and the place of its picture; nil: there is none.
// behind is the picture without cells.
func (d *Decor) Mark(behind *image.RGBA) (img *image.RGBA, at image.Point) {
	w := d.o.Watermark
	if w == nil {
		return nil, at
	}
	mark := w.Image
	if mark == nil {
		t := paint.NewText(d.set, d.unit(13))
		text := t.Fit(w.Text, d.Size.X-2*d.unit(12))
		line := image.NewRGBA(image.Rect(0, 0, t.Width(text), t.Height()))
		t.Draw(line, image.Point{}, text, font.Regular, opaque(d.markColor(behind)))
		mark = line
	} else if k := d.o.Scale; k > 1 {
		mark = paint.Resized(mark, mark.Bounds().Size().Mul(k))
	}
	size, gap := mark.Bounds().Size(), d.unit(12)
	at = image.Pt(gap, gap)
	if w.Corner == "top_right" || w.Corner == "bottom_right" {
		at.X = d.Size.X - gap - size.X
	}
	if w.Corner == "bottom_left" || w.Corner == "bottom_right" {
		at.Y = d.Size.Y - gap - size.Y
	}
	img = image.NewRGBA(image.Rectangle{Max: size})
	paint.Fade(img, image.Point{}, mark, w.Opacity)
	return img, at
}

// overCells reports whether a picture at a place lies over cells, which would be
// drawn over it.
func (d *Decor) overCells(img *image.RGBA, at image.Point) bool {
	return img.Rect.Add(at).Overlaps(image.Rectangle{Max: d.cells}.Add(d.Origin))
}

// MarkOverCells is Mark where it lies over cells, else nil: Draw has drawn it.
func (d *Decor) MarkOverCells() (img *image.RGBA, at image.Point) {
	if d.o.Watermark == nil { // what is behind need not be drawn
		return nil, at
	}
	if img, at = d.Mark(d.Behind()); !d.overCells(img, at) {
		return nil, at
	}
	return img, at
}

// MarkAround is Mark where it does not lie over cells, else nil.
func (d *Decor) MarkAround() (img *image.RGBA, at image.Point) {
	if d.o.Watermark == nil {
		return nil, at
	}
	if img, at = d.Mark(d.Behind()); d.overCells(img, at) {
		return nil, at
	}
	return img, at
}

// markColor is black or white, whichever is seen on the corners of the picture.
func (d *Decor) markColor(img *image.RGBA) theme.RGB {
	c := img.RGBAAt(d.Size.X-1, d.Size.Y-1)
	if c.A < 128 || int(c.R)*299+int(c.G)*587+int(c.B)*114 < 140_000 {
		return theme.RGB{R: 255, G: 255, B: 255}
	}
	return theme.RGB{}
}
