package raster

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"scenario/emulator"
)

func trueColor() *pen {
	p := newPen(77, 1)
	for i := range 77 {
		r, g, b := 255-i*255/76, i*510/76, i*255/76
		if g > 255 {
			g = 510 - g
		}
		p.put("/", emulator.Cell{
			Fg: emulator.RGB(uint8(255-r), uint8(255-g), uint8(255-b)), Bg: emulator.RGB(uint8(r), uint8(g), uint8(b)),
		})
	}
	return p
}

func TestTrueColor(t *testing.T) {
	p := trueColor()
	r := newRenderer(t, Options{FontSize: 16}, 77, 1)
	rgb := pixels(r.RGB().Draw(p.Screen))
	for col, c := range p.Cells {
		red, green, blue, _ := c.Bg.Components()
		at := r.CellRect(image.Rect(col, 0, col+1, 1)).Min
		if got, want := rgb.RGBAAt(at.X, at.Y), (color.RGBA{red, green, blue, 255}); got != want {
			t.Errorf("column %d: background %v, want %v", col, got, want)
		}
	}
	colors := r.Colors()
	colors.Add(p.Screen)
	plan := colors.Plan(true)
	sum := 0
	pal := pixels(r.Paletted(plan).Draw(p.Screen))
	for i := range pal.Pix {
		d := int(pal.Pix[i]) - int(rgb.Pix[i])
		sum += max(d, -d)
	}
	if mean := float64(sum) / float64(len(pal.Pix)*3/4); mean > 3 {
		t.Errorf("mean error %.2f a channel (local palette: %v, %d levels)", mean, plan.Local, plan.Levels)
	}
}

func TestPlan(t *testing.T) {
	r := newRenderer(t, Options{FontSize: 16, Padding: 2}, 32, 6)
	plan := func(p *pen, levels ...int) *Palette {
		c := r.Colors()
		c.Add(p.Screen)
		return c.Plan(true, levels...)
	}
	p := plan(newPen(32, 6).put("hello", attr(0)))
	if p.Local || p.Levels != 16 || len(p.Colors) > 17 {
		t.Errorf("plain text: %d colours, %d levels, local %v", len(p.Colors), p.Levels, p.Local)
	}
	if p.Colors[0] != (color.RGBA{}) {
		t.Errorf("first colour is %v, want transparent", p.Colors[0])
	}
	bg := r.theme.Bg
	if want := (color.RGBA{bg.R, bg.G, bg.B, 255}); p.Colors[1] != want {
		t.Errorf("second colour is %v, want the most used %v", p.Colors[1], want)
	}
	if p := plan(newPen(32, 6).put("█▀▄ ", fg(emulator.Indexed(1)))); len(p.Colors) != 3 {
		t.Errorf("blocks need %d colours, want no more than transparent, paper and ink", len(p.Colors))
	}
	// 30 pairs need fewer levels.
	many := newPen(32, 6)
	for i := range uint8(30) {
		many.put("g", emulator.Cell{Fg: emulator.Indexed(100 + i)})
	}
	if p := plan(many); p.Local || p.Levels >= 16 || len(p.Colors) > 256 {
		t.Errorf("30 pairs: %d colours, %d levels, local %v", len(p.Colors), p.Levels, p.Local)
	}
	if p := r.Colors().Plan(false); p.Local || len(p.Colors) == 0 {
		t.Errorf("no screens: %d colours, local %v", len(p.Colors), p.Local)
	}
	if p := plan(many, 16); !p.Local {
		t.Errorf("30 pairs fit at 16 levels")
	}
}

func TestLocalPalette(t *testing.T) {
	r := newRenderer(t, Options{FontSize: 12, Levels: 4}, 40, 10)
	p := newPen(40, 10)
	for i := range 400 {
		p.put("▄", emulator.Cell{Fg: emulator.RGB(uint8(i), uint8(i>>3), 9), Bg: emulator.RGB(3, uint8(i>>2), uint8(i))})
		if p.col == 40 {
			p.put("\n", attr(0))
		}
	}
	colors := r.Colors()
	colors.Add(p.Screen)
	plan := colors.Plan(true)
	if !plan.Local {
		t.Fatal("400 pairs fit into a palette")
	}
	c, exact := r.Paletted(plan), r.RGB()
	f := c.Draw(p.Screen)
	exact.Draw(p.Screen)
	if n := len(f.Pal.Palette); n > 256 || n < 200 {
		t.Errorf("first frame has %d colours", n)
	}
	p.row, p.col = 4, 0
	p.put("few colours ", fg(emulator.RGB(1, 2, 3)))
	f = c.Draw(p.Screen)
	want := pixels(exact.Draw(p.Screen))
	if f.Damage != r.CellRect(image.Rect(0, 4, 12, 5)) {
		t.Errorf("damage %v", f.Damage)
	}
	if n := len(f.Pal.Palette); n > 5 {
		t.Errorf("second frame has %d colours", n)
	}
	samePixels(t, part(pixels(f), f.Damage), part(want, f.Damage))
}

func part(img *image.RGBA, r image.Rectangle) image.Image {
	out := image.NewRGBA(image.Rectangle{Max: r.Size()})
	for y := range r.Dy() {
		for x := range r.Dx() {
			out.SetRGBA(x, y, img.RGBAAt(r.Min.X+x, r.Min.Y+y))
		}
	}
	return out
}

func TestPlanIsDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	s := randomScreen(rng, 40, 10, emulator.NewTable())
	var want color.Palette
	for range 5 {
		c := newRenderer(t, Options{}, 40, 10).Colors()
		c.Add(s)
		got := c.Plan(true).Colors
		if want != nil && !slices.Equal(got, want) {
			t.Fatal("two plans of one screen differ")
		}
		want = got
	}
}
