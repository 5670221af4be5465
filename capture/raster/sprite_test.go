package raster

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	decor "scenario/capture/look"
	"scenario/emulator"
)

// sprite is a box of a colour, half transparent on its left side.
func sprite(at image.Point, w, h int, c [3]uint8) *Sprite {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		a := uint8(255)
		if i%w < w/2 {
			a = 128
		}
		for k, v := range c {
			img.Pix[4*i+k] = uint8(int(v) * int(a) / 255)
		}
		img.Pix[4*i+3] = a
	}
	return &Sprite{At: at, Img: img}
}

// Whatever was laid over the canvas before, a frame is that of a new one, and
// only Changed differs from the frame before.
func TestSpritesDamageEqualsRedraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	const cols, rows = 14, 6
	r := newRenderer(t, Options{
		FontSize: 11, Padding: 5, Margin: 12, Radius: 9, Background: "linear-gradient(135deg, #8b5cf6, #06b6d4)",
		Frame: decor.Frame{Window: decor.MacOS, Shadow: &decor.Shadow{Blur: 8, Color: "#000000", Opacity: 40}},
	}, cols, rows)
	table := emulator.NewTable()
	size := r.Size()
	var pool []*Sprite
	for range 6 {
		at := image.Pt(rng.IntN(size.X)-10, rng.IntN(size.Y)-10)
		pool = append(pool, sprite(at, 6+rng.IntN(60), 4+rng.IntN(30), [3]uint8{uint8(rng.IntN(256)), uint8(rng.IntN(256)), 90}))
	}
	type shot struct {
		s    *emulator.Screen
		over []*Sprite
	}
	var shots []shot
	s := randomScreen(rng, cols, rows, table)
	colors := r.Colors()
	for range 40 {
		s = s.Clone()
		change(rng, s, rng.IntN(4))
		var over []*Sprite
		for _, p := range pool {
			if rng.IntN(3) == 0 {
				over = append(over, p)
			}
		}
		shots = append(shots, shot{s, over})
		colors.Add(s, over...)
	}
	plan := colors.Plan(true)
	if plan.Local || !plan.Dithered {
		t.Fatalf("local %v, dithered %v", plan.Local, plan.Dithered)
	}
	for name, canvas := range map[string]func() *Canvas{"rgb": r.RGB, "paletted": func() *Canvas { return r.Paletted(plan) }} {
		c := canvas()
		var before *image.RGBA
		for i, f := range shots {
			frame := c.Draw(f.s, f.over...)
			got := pixels(frame)
			if want := pixels(canvas().Draw(f.s, f.over...)); !slices.Equal(got.Pix, want.Pix) {
				t.Fatalf("%s: frame %d differs from a full redraw", name, i)
			}
			if before != nil {
				checkPixels(t, frame, before, got)
			}
			before = got
		}
	}
}

func checkPixels(t *testing.T, f Frame, before, after *image.RGBA) {
	t.Helper()
	changed := f.Changed
	if changed == nil {
		changed = []image.Rectangle{f.Damage}
	}
	for i, r := range changed {
		for _, o := range changed[:i] {
			if o.Overlaps(r) {
				t.Fatalf("%v overlaps %v", r, o)
			}
		}
	}
	for i := 0; i < len(after.Pix); i += 4 {
		if slices.Equal(after.Pix[i:i+4], before.Pix[i:i+4]) {
			continue
		}
		p := image.Pt(i/4%after.Rect.Dx(), i/4/after.Rect.Dx())
		if !slices.ContainsFunc(changed, func(r image.Rectangle) bool { return p.In(r) }) {
			t.Fatalf("pixel %v changed outside of %v", p, changed)
		}
	}
}
