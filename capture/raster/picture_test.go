package raster

import (
	"image"
	"slices"
	"testing"

	"scenario/emulator"
)

// A few emoji fit into the palette exactly; with many, text keeps its colours
// and its levels, and they are drawn nearly right.
func TestPalettesWithPictures(t *testing.T) {
	few := newPen(40, 4).put("text 🚀 ✅", attr(0))
	many := newPen(40, 4).put("🌍🌈🍎🍕🎁🎨🏀🐙🐳🐸👑💎💜📚🔥🚀🚗🦊🦋🧀\n", attr(0)).put("🌺🍔🍩🎈🎡🏝🐞🐧👻🤖🥑🦄🌻🍇🎸🐢🐬👽🤡🧩", attr(0)).put("\ntext", fg(emulator.Indexed(2)))
	r := newRenderer(t, Options{FontSize: 20, Levels: 8}, 40, 4)
	for _, tt := range []struct {
		name  string
		p     *pen
		exact bool
	}{{"few", few, true}, {"many", many, false}} {
		colors := r.Colors()
		colors.Add(tt.p.Screen)
		pal := colors.Plan(true)
		if pal.Local || pal.Near == tt.exact || pal.Levels != 8 {
			t.Errorf("%s: local %v, near %v, %d levels", tt.name, pal.Local, pal.Near, pal.Levels)
		}
		got, want := pixels(r.Paletted(pal).Draw(tt.p.Screen)), pixels(r.RGB().Draw(tt.p.Screen))
		if tt.exact {
			samePixels(t, got, want)
			continue
		}
		text := r.CellRect(image.Rect(0, 2, 4, 3))
		samePixels(t, part(got, text), part(want, text))
		sum, worst := 0, 0
		for i := range got.Pix {
			d := max(int(got.Pix[i])-int(want.Pix[i]), int(want.Pix[i])-int(got.Pix[i]))
			sum, worst = sum+d, max(worst, d)
		}
		if mean := sum * 1000 / len(got.Pix); mean > 1000 || worst > 80 {
			t.Errorf("%s: channels differ by %d/1000 in the mean, %d at worst", tt.name, mean, worst)
		}
	}
}

// A picture is drawn once over its two cells, in its own colours on whatever is
// below it; dim and conceal hold for it.
func TestPictureAttributes(t *testing.T) {
	r := newRenderer(t, Options{FontSize: 20}, 2, 1)
	draw := func(c emulator.Cell) []uint8 { return pixels(r.RGB().Draw(newPen(2, 1).put("🔵", c).Screen)).Pix }
	plain := draw(attr(0))
	centre := func(pix []uint8) [3]uint8 {
		i := 4 * (13*r.Size().X + 12)
		return [3]uint8(pix[i : i+3])
	}
	blue := centre(plain)
	if blue[2] < 200 || centre(draw(attr(emulator.Reverse|emulator.Bold|emulator.Italic))) != blue || centre(draw(fg(emulator.Indexed(1)))) != blue {
		t.Errorf("the middle is %v, or depends on the text's colour", blue)
	}
	if dim := centre(draw(attr(emulator.Dim))); dim[2] > 160 || dim[2] < 120 {
		t.Errorf("dim, the middle is %v", dim)
	}
	if hidden := draw(attr(emulator.Conceal)); !slices.Equal(hidden, pixels(r.RGB().Draw(newPen(2, 1).Screen)).Pix) {
		t.Error("a concealed picture is seen")
	}
}

// An icon is drawn over the blank cell after it, which is drawn anew when that
// changes; where something stands, it is made to fit its own cell.
func TestIconSpills(t *testing.T) {
	const icon = "\uf07c" // an open folder, wider than high
	r := newRenderer(t, Options{FontSize: 20}, 4, 1)
	c := r.RGB()
	p := newPen(4, 1).put(icon, attr(0))
	alone := pixels(c.Draw(p.Screen))
	next := r.CellRect(image.Rect(1, 0, 2, 1))
	if ink(r, alone, image.Rect(1, 0, 2, 1)) == 0 {
		t.Error("nothing of the icon is in the next cell")
	}
	p.put("x", attr(0))
	f := c.Draw(p.Screen)
	if !next.In(f.Damage) || !r.CellRect(image.Rect(0, 0, 1, 1)).In(f.Damage) {
		t.Errorf("damage %v", f.Damage)
	}
	samePixels(t, part(pixels(f), next), part(pixels(r.RGB().Draw(newPen(4, 1).put(" x", attr(0)).Screen)), next))
	p.Cells[1] = emulator.Cell{Bg: emulator.Indexed(1)}
	if got := pixels(c.Draw(p.Screen)); ink(r, got, image.Rect(1, 0, 2, 1)) != 0 {
		t.Error("the icon reaches into a cell of another background")
	}
}
