package raster

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"scenario/capture/font"
	"scenario/capture/theme"
	"scenario/emulator"
)

// TestGolden compares decoded pixels, not files.

// corners has cells under all rounded corners.

// Whatever is drawn before, a frame is that of a new canvas; and pixels outside

// of Changed are as they were.

func TestDamageEqualsRedraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const cols, rows = 17, 6
	r := newRenderer(t, Options{FontSize: 11, Padding: 3, Margin: 2, Radius: 9, Cursor: true, Levels: 5}, cols, rows)
	table := emulator.NewTable()
	var screens []*emulator.Screen
	s := randomScreen(rng, cols, rows, table)
	for i := range 60 {
		s = s.Clone()
		switch {
		case i%20 == 19: // a resize
			s = randomScreen(rng, 1+rng.IntN(cols+3), 1+rng.IntN(rows+3), table)
		case i%15 == 14: // OSC 11
			s.Palette.Bg = emulator.RGB(uint8(i), 40, 0)
		case i%7 == 6: // only the cursor
			s.Cursor.Col = rng.IntN(s.Cols)
		default:
			change(rng, s, rng.IntN(9))
		}
		screens = append(screens, s)
	}
	colors := r.Colors()
	for _, s := range screens {
		colors.Add(s)
	}
	exact := colors.Plan(true, 5, 4, 3, 2)
	if exact.Local {
		t.Fatal("colours do not fit")
	}
	for name, canvas := range map[string]func() *Canvas{
		"rgb": r.RGB, "paletted": func() *Canvas { return r.Paletted(exact) },
	} {
		c := canvas()
		var before *image.RGBA
		for i, s := range screens {
			f := c.Draw(s)
			got := pixels(f)
			if want := pixels(canvas().Draw(s)); !slices.Equal(got.Pix, want.Pix) {
				t.Fatalf("%s: frame %d differs from a full redraw", name, i)
			}
			if before != nil {
				checkDamage(t, f, before, got)
			}
			before = got
		}
	}
	// The same in palette and RGB, at the same levels.
	if exact.Levels == 5 {
		for _, s := range screens {
			samePixels(t, pixels(r.Paletted(exact).Draw(s)), pixels(r.RGB().Draw(s)))
		}
	}
}

func checkDamage(t *testing.T, f Frame, before, after *image.RGBA) {
	t.Helper()
	if f.Changed == nil {
		f.Changed = []image.Rectangle{f.Damage}
	}
	var union image.Rectangle
	for i, r := range f.Changed {
		union = union.Union(r)
		for _, o := range f.Changed[:i] {
			if o.Overlaps(r) || o.Min.Y > r.Min.Y || o.Min.Y == r.Min.Y && o.Min.X > r.Min.X {
				t.Fatalf("%v after %v", r, o)
			}
		}
	}
	if union != f.Damage {
		t.Fatalf("damage %v is not the union of %v", f.Damage, f.Changed)
	}
	for i := 0; i < len(after.Pix); i += 4 {
		if slices.Equal(after.Pix[i:i+4], before.Pix[i:i+4]) {
			continue
		}
		p := image.Pt(i/4%after.Rect.Dx(), i/4/after.Rect.Dx())
		if !slices.ContainsFunc(f.Changed, func(r image.Rectangle) bool { return p.In(r) }) {
			t.Fatalf("pixel %v changed outside of %v", p, f.Changed)
		}
	}
}

func TestUnchangedScreenHasNoDamage(t *testing.T) {
	c := newRenderer(t, Options{Cursor: true}, 10, 2).RGB()
	p := newPen(10, 2).put("hello", attr(0))
	if f := c.Draw(p.Screen); f.Damage != f.Bounds() || f.Changed != nil {
		t.Errorf("first frame: damage %v of %v, changed %v", f.Damage, f.Bounds(), f.Changed)
	}
	if f := c.Draw(p.Screen.Clone()); !f.Damage.Empty() || len(f.Changed) != 0 {
		t.Errorf("same screen: damage %v, changed %v", f.Damage, f.Changed)
	}
	p.put("!", attr(0))
	if f := c.Draw(p.Screen); f.Damage != image.Rect(50, 0, 60, 21) || !slices.Equal(f.Changed, []image.Rectangle{f.Damage}) {
		t.Errorf("one cell: damage %v, changed %v", f.Damage, f.Changed)
	}
}

// ink is the sum of the differences from the background, over some cells.

func ink(r *Renderer, img *image.RGBA, cells image.Rectangle) int {
	box := r.CellRect(cells)
	bg := img.RGBAAt(box.Min.X, box.Min.Y)
	sum := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := img.RGBAAt(x, y)
			for _, d := range [...]int{int(c.R) - int(bg.R), int(c.G) - int(bg.G), int(c.B) - int(bg.B)} {
				sum += max(d, -d)
			}
		}
	}
	return sum
}

// Faint is half way to the background, with any colour, and reversed (case O19).

func TestFaint(t *testing.T) {
	for _, c := range []emulator.Cell{
		{}, {Fg: emulator.Indexed(1)}, {Fg: emulator.Indexed(200)}, {Fg: emulator.RGB(255, 0, 0)}, {Attr: emulator.Reverse},
	} {
		faint := c
		faint.Attr |= emulator.Dim
		p := newPen(12, 1).put("norm", c).put("norm", faint).put("norm", c)
		r := newRenderer(t, Options{FontSize: 20}, 12, 1)
		img := pixels(r.RGB().Draw(p.Screen))
		a, b, d := ink(r, img, image.Rect(0, 0, 4, 1)), ink(r, img, image.Rect(4, 0, 8, 1)), ink(r, img, image.Rect(8, 0, 12, 1))
		if a != d || a == 0 {
			t.Errorf("%+v: ink of normal text %d and %d", c, a, d)
		}
		if b < a*45/100 || b > a*55/100 {
			t.Errorf("%+v: ink of faint text %d, of normal text %d", c, b, a)
		}
	}
}

// Wide characters keep their columns, whatever attributes they have (case O26).

func TestWideColumns(t *testing.T) {
	rev := attr(emulator.Reverse)
	p := newPen(5, 3).put("東京|\n", attr(0)).put("東", rev).put("京|\n", attr(0)).put("東", attr(0)).put("京", rev).put("|", attr(0))
	r := newRenderer(t, Options{FontSize: 20, Levels: 2}, 5, 3)
	img := pixels(r.RGB().Draw(p.Screen))
	w, h := r.metrics.CellW, r.metrics.CellH
	bg := r.theme.Bg
	for row := 1; row < 3; row++ {
		for y := range h {
			for x := range 5 * w {
				inked := func(row int) bool {
					c := img.RGBAAt(x, row*h+y)
					is := theme.RGB{R: c.R, G: c.G, B: c.B} != bg
					if reversed := p.Row(row)[x/w].Attr.Has(emulator.Reverse); reversed {
						return !is
					}
					return is
				}
				if inked(0) != inked(row) {
					t.Fatalf("row %d differs at pixel %d,%d", row, x, y)
				}
			}
		}
	}
}

// trueColor is a gradient of 77 columns: slashes in the inverse colour.

// 24-bit colours are exact in RGB and near in a palette (case O27).

// A frame with a palette of its own shows the changed cells exactly when they

// have few colours, even if the recording has many.

func TestDrawDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	r := newRenderer(t, Options{Cursor: true}, 80, 24)
	a := randomScreen(rng, 80, 24, emulator.NewTable())
	b := a.Clone()
	change(rng, b, 300)
	colors := r.Colors()
	colors.Add(a)
	colors.Add(b)
	for name, c := range map[string]*Canvas{"rgb": r.RGB(), "paletted": r.Paletted(colors.Plan(false))} {
		if n := testing.AllocsPerRun(10, func() { c.Draw(a); c.Draw(b) }); n != 0 {
			t.Errorf("%s: %v allocations a frame", name, n)
		}
	}
}

func TestMissing(t *testing.T) {
	p := newPen(9, 1).put("a東b\U0001F600\U0001F9FF\u0378", attr(0))
	r := newRenderer(t, Options{}, 9, 1)
	r.RGB().Draw(p.Screen)
	if got, want := r.Missing(), []string{"U+0378"}; !slices.Equal(got, want) {
		t.Errorf("missing %q, want %q", got, want)
	}
}

func TestCrop(t *testing.T) {
	p := newPen(6, 3).put("one\ntwo\nsix", attr(0))
	r := newRenderer(t, Options{Padding: 5}, 6, 3)
	colors := r.Colors()
	colors.Add(p.Screen)
	to := r.CellRect(image.Rect(0, 1, 3, 2))
	for _, c := range []*Canvas{r.RGB(), r.Paletted(colors.Plan(false))} {
		f := c.Draw(p.Screen)
		samePixels(t, pixels(Crop(f, to)), part(pixels(f), to))
	}
}

// A broken screen is drawn somehow: halves of wide characters alone, a cursor

// out of bounds, clusters that the table does not have.

func TestBrokenScreens(t *testing.T) {
	p := newPen(4, 1)
	p.Cells[0] = emulator.Cell{Attr: emulator.WideTail}
	p.Cells[1] = emulator.Cell{Glyph: 1<<31 | 77}
	p.Cells[2] = emulator.Cell{Glyph: 0x7fffffff, Ext: 9}
	p.Cells[3] = emulator.Cell{Glyph: '東', Attr: emulator.WideHead | emulator.Attr(0).WithUnderline(7)}
	r := newRenderer(t, Options{FontSize: font.MinSize, LineHeight: 0.5, LetterSpacing: -9, Cursor: true}, 4, 1)
	for _, col := range []int{-1, 0, 3, 4} {
		p.Cursor = emulator.Cursor{Row: col, Col: col, Visible: true, Shape: emulator.CursorShape(col & 3)}
		r.RGB().Draw(p.Screen)
	}
}

func TestOptions(t *testing.T) {
	tests := []struct {
		opt        Options
		cols, rows int
		want       string
	}{
		{Options{FontSize: 5}, 80, 24, "font size 5 is not from 6 to 200"},
		{Options{LineHeight: 9}, 80, 24, "line height 9 is not from 0.5 to 4"},
		{Options{Levels: 1}, 80, 24, "levels 1 is not from 2 to 256"},
		{Options{Scale: -1}, 80, 24, "scale -1 is not from 1 to 8"},
		{Options{Padding: -1}, 80, 24, "padding -1 is not from 0 to 2000"},
		{Options{LineHeight: math.NaN()}, 80, 24, "line height NaN is not from 0.5 to 4"},
		{Options{Padding: 2000, Radius: 2000, Scale: 8}, 80, 24, "is too large"},
		{Options{Background: "red"}, 80, 24, `background: "red" is not a colour like #1e2127`},
		{Options{}, 0, 24, "a screen of 0x24 cells is not from 1x1 to 1000x1000"},
		{Options{FontSize: 200, Scale: 8}, 80, 24, "a picture of 76800x50688 pixels is too large: at most 67 million"},
	}
	for _, tt := range tests {
		if _, err := New(font.NewSet(), tt.opt, tt.cols, tt.rows); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: got %v, want %q", tt.opt, err, tt.want)
		}
	}
}
