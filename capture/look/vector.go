package look

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"

	"scenario/capture/theme"
)

// Vector returns what Draw does as the markup of an SVG, but for the watermark and
// the title; ok is false where the background is an image. A picture has one
// gradient and one shadow, so their names are fixed.
func (d *Decor) Vector(bg theme.RGB) (markup string, ok bool) {
	b, _ := ParseBackground(d.o.Background) // checked
	if b.Image != "" {
		return "", false
	}
	v := &vector{}
	switch {
	case b.Transparent:
	case len(b.Stops) > 1:
		v.gradient(d.Size, b)
	case len(b.Stops) == 1:
		v.rect(image.Rectangle{Max: d.Size}, b.Stops[0])
	default:
		v.rect(image.Rectangle{Max: d.Size}, Shade(&d.o.Theme))
	}
	if s := d.o.Shadow; s != nil {
		v.shadow(d, s)
	}
	if width, c := d.border(); width > 0 {
		r := d.radius + min(width, d.radius)
		v.round(d.Window.Inset(-width), r, r, c)
	}
	top := d.radius
	if bar := d.bar(); !bar.Empty() {
		v.round(bar, d.radius, 0, d.Paper)
		v.buttons(d)
		top = 0
	}
	v.round(d.Terminal, top, d.radius, bg)
	return v.String(), true
}

// vector is markup that grows.
type vector struct{ strings.Builder }

func (v *vector) add(format string, args ...any) { fmt.Fprintf(v, format+"\n", args...) }

func hex(c theme.RGB) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (v *vector) rect(r image.Rectangle, c theme.RGB) {
	v.add(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, r.Min.X, r.Min.Y, r.Dx(), r.Dy(), hex(c))
}

// round adds a rectangle with rounded corners, of other radii above and below.
func (v *vector) round(r image.Rectangle, above, below int, c theme.RGB) {
	if above == 0 && below == 0 {
		v.rect(r, c)
		return
	}
	v.add(`<path fill="%s" d="%s"/>`, hex(c), roundPath(r, above, below))
}

func roundPath(r image.Rectangle, above, below int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%d %d", r.Min.X+above, r.Min.Y)
	corner := func(radius, dx, dy int) {
		if radius > 0 {
			fmt.Fprintf(&b, "a%d %d 0 0 1 %d %d", radius, radius, dx*radius, dy*radius)
		}
	}
	fmt.Fprintf(&b, "H%d", r.Max.X-above)
	corner(above, 1, 1)
	fmt.Fprintf(&b, "V%d", r.Max.Y-below)
	corner(below, -1, 1)
	fmt.Fprintf(&b, "H%d", r.Min.X+below)
	corner(below, -1, -1)
	fmt.Fprintf(&b, "V%d", r.Min.Y+above)
	corner(above, 1, -1)
	return b.String() + "z"
}

// gradient fills the picture as paint.Gradient does.
func (v *vector) gradient(size image.Point, b Background) {
	sin, cos := math.Sincos(float64(b.Angle) * math.Pi / 180)
	w, h := float64(size.X), float64(size.Y)
	half := (w*math.Abs(sin) + h*math.Abs(cos)) / 2
	at := func(sign float64) (x, y string) {
		return tenth(w/2 + sign*half*sin), tenth(h/2 - sign*half*cos)
	}
	x1, y1 := at(-1)
	x2, y2 := at(1)
	fmt.Fprintf(v, `<linearGradient id="bg" gradientUnits="userSpaceOnUse" x1="%s" y1="%s" x2="%s" y2="%s">`, x1, y1, x2, y2)
	for i, c := range b.Stops {
		fmt.Fprintf(v, `<stop offset="%s%%" stop-color="%s"/>`, tenth(100*float64(i)/float64(len(b.Stops)-1)), hex(c))
	}
	v.add(`</linearGradient><rect width="%d" height="%d" fill="url(#bg)"/>`, size.X, size.Y)
}

// tenth prints a length; so rounded it does not depend on the processor.
func tenth(f float64) string { return strconv.FormatFloat(math.Round(f*10)/10+0, 'f', -1, 64) }

func (v *vector) shadow(d *Decor, s *Shadow) {
	k := d.o.Scale
	r := d.Window.Add(image.Pt(s.X*k, s.Y*k))
	filter := ""
	if blur := s.Blur * k; blur > 0 {
		in := r.Inset(-2 * blur)
		v.add(`<filter id="sh" filterUnits="userSpaceOnUse" x="%d" y="%d" width="%d" height="%d" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="%s"/></filter>`,
			in.Min.X, in.Min.Y, in.Dx(), in.Dy(), tenth(float64(blur)/2))
		filter = ` filter="url(#sh)"`
	}
	c, err := theme.ParseRGB(s.Color)
	if err != nil {
		c = theme.RGB{}
	}
	v.add(`<path fill="%s" fill-opacity="%d%%"%s d="%s"/>`, hex(c), s.Opacity, filter, roundPath(r, d.radius, d.radius))
}

// buttons draws what Decor.buttons does.
func (v *vector) buttons(d *Decor) {
	switch d.o.Window {
	case MacOS:
		for i, r := range d.lights() {
			c, edge := lightColors(i)
			v.disc(r, edge)
			v.disc(r.Inset(max(r.Dx()/12, 1)), c)
		}
	case Windows:
		k, at := d.o.Scale, d.signs()
		v.rect(image.Rect(at[0].Min.X, at[0].Min.Y+at[0].Dy()/2, at[0].Max.X, at[0].Min.Y+at[0].Dy()/2+k), d.Ink)
		outer, inner := at[1], at[1].Inset(k)
		v.add(`<path fill="%s" fill-rule="evenodd" d="%s%s"/>`, hex(d.Ink), roundPath(outer, outer.Dx()/8, outer.Dx()/8), roundPath(inner, 0, 0))
		v.cross(at[2], k, d.Ink)
	case Gnome:
		button, sign := d.closer()
		v.disc(button, d.closerColor())
		v.cross(sign, d.o.Scale, d.Ink)
	}
}

func (v *vector) disc(r image.Rectangle, c theme.RGB) {
	half := float64(r.Dx()) / 2
	v.add(`<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, tenth(float64(r.Min.X)+half), tenth(float64(r.Min.Y)+half), tenth(half), hex(c))
}

// cross adds the sign of that name, of lines so thick.
func (v *vector) cross(r image.Rectangle, thick int, c theme.RGB) {
	e, n := float64(thick)/2, float64(r.Dx()-thick)
	v.add(`<path stroke="%s" stroke-width="%s" d="M%s %sl%s %[5]sm-%[5]s 0l%[5]s-%[5]s"/>`,
		hex(c), tenth(1.25*float64(thick)), tenth(float64(r.Min.X)+e), tenth(float64(r.Min.Y)+e), tenth(n))
}
