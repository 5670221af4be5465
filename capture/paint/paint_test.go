package paint

import (
	"image"
	"math"
	"testing"

	"scenario/capture/font"
)

// No sine of a whole degree is so near to a half that the last bits of a
// processor's floats could round it elsewhere.
func TestSineIsTheSameEverywhere(t *testing.T) {
	for deg := range 361 {
		v := math.Sin(float64(deg)*math.Pi/180) * 65536
		if d := math.Abs(v - math.Floor(v) - 0.5); d < 1e-6 {
			t.Errorf("sin %d is %v", deg, v)
		}
	}
}

func TestGradient(t *testing.T) {
	black, white := Color{A: 255}, Color{R: 255, G: 255, B: 255, A: 255}
	for _, tt := range []struct {
		angle     int
		low, high image.Point
	}{
		{0, image.Pt(5, 9), image.Pt(5, 0)},
		{90, image.Pt(0, 5), image.Pt(9, 5)},
		{135, image.Pt(0, 0), image.Pt(9, 9)},
		{180, image.Pt(5, 0), image.Pt(5, 9)},
		{270, image.Pt(9, 5), image.Pt(0, 5)},
		{360, image.Pt(5, 9), image.Pt(5, 0)},
	} {
		img := image.NewRGBA(image.Rect(0, 0, 10, 10))
		Gradient(img, tt.angle, []Color{black, white})
		low, high := img.RGBAAt(tt.low.X, tt.low.Y), img.RGBAAt(tt.high.X, tt.high.Y)
		if low.R > 30 || high.R < 225 || low.A != 255 {
			t.Errorf("%d degrees: from %v to %v", tt.angle, low, high)
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, 300, 1))
	Gradient(img, 90, []Color{{R: 255, A: 255}, {G: 255, A: 255}, {B: 255, A: 255}})
	if c := img.RGBAAt(150, 0); c.G < 250 {
		t.Errorf("the middle of three colours is %v", c)
	}
}

// A shadow of a long box has the profile of a short one, its ends and its middle.
func TestShadowIsTheSameStretched(t *testing.T) {
	a, reach := Shadow(image.Pt(90, 90), 8, 12)
	b, _ := Shadow(image.Pt(300, 90), 8, 12)
	if a.Rect.Dx() != 90+2*reach || b.Rect.Dx() != 300+2*reach {
		t.Fatalf("sizes %v and %v, reach %d", a.Rect, b.Rect, reach)
	}
	for x := range 40 {
		for _, y := range []int{0, 10, 50} {
			if p, q := a.AlphaAt(x, y), b.AlphaAt(x, y); p != q {
				t.Fatalf("%d,%d: %v and %v", x, y, p, q)
			}
		}
	}
	if c := b.AlphaAt(160, 55).A; c != 255 {
		t.Errorf("the middle covers %d", c)
	}
	if tiny, _ := Shadow(image.Pt(3, 2), 1, 200); tiny.AlphaAt(tiny.Rect.Dx()/2, tiny.Rect.Dy()/2).A > 20 {
		t.Error("the shadow of a tiny box is dark")
	}
}

func TestBoxIsSymmetric(t *testing.T) {
	m := Box(image.Pt(31, 20), 9)
	for y := range 20 {
		for x := range 31 {
			if m.AlphaAt(x, y) != m.AlphaAt(30-x, y) || m.AlphaAt(x, y) != m.AlphaAt(x, 19-y) {
				t.Fatalf("%d,%d differs from its mirror", x, y)
			}
		}
	}
	if m.AlphaAt(0, 0).A != 0 || m.AlphaAt(15, 0).A != 255 {
		t.Error("corner and edge")
	}
}

func TestWrap(t *testing.T) {
	x := NewText(font.NewSet(), 10)
	w := x.Width("0123456789")
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"short", []string{"short"}},
		{"one two three four", []string{"one two", "three four"}},
		{"a\nb\nc\nd", []string{"a", "b", "c …"}},
		{"東京 東京 東京", []string{"東京 東京", "東京"}},
		{"a\x1b[31mb\x07", []string{"a[31mb"}},
	} {
		got := x.Wrap(tt.text, w, 3)
		if len(got) != len(tt.want) {
			t.Errorf("%q: %q", tt.text, got)
			continue
		}
		for i := range got {
			if got[i] != tt.want[i] {
				t.Errorf("%q: %q", tt.text, got)
			}
		}
	}
	if got := x.Fit("0123456789abc", w); got != "012345678…" {
		t.Errorf("fitted: %q", got)
	}
}

func TestResized(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 4, 2))
	Fill(src, image.Rect(0, 0, 2, 2), Color{R: 200, A: 255})
	Fill(src, image.Rect(2, 0, 4, 2), Color{B: 200, A: 255})
	for _, size := range []image.Point{{2, 1}, {8, 4}, {1, 1}, {3, 7}} {
		img := Resized(src, size)
		if img.Rect.Size() != size || img.RGBAAt(0, 0).A != 255 {
			t.Errorf("%v: %v", size, img.RGBAAt(0, 0))
		}
		if size.X > 1 && (img.RGBAAt(0, 0).R < 150 || img.RGBAAt(size.X-1, 0).B < 150) {
			t.Errorf("%v: %v to %v", size, img.RGBAAt(0, 0), img.RGBAAt(size.X-1, 0))
		}
	}
	if fit := Fitted(src, image.Pt(9, 9)); fit.Rect.Size() != image.Pt(9, 9) || fit.RGBAAt(0, 8).A != 255 {
		t.Error("a fitted picture does not fill its size")
	}
}

// The emoji of a caption are pictures, not blanks.
func TestTextHasEmoji(t *testing.T) {
	text := NewText(font.NewSet(), 16)
	img := image.NewRGBA(image.Rect(0, 0, text.Width("🎉"), text.Height()))
	text.Draw(img, image.Point{}, "🎉", font.Regular, Color{R: 255, G: 255, B: 255, A: 255})
	seen := map[[3]uint8]bool{}
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i+3] == 255 {
			seen[[3]uint8(img.Pix[i:])] = true
		}
	}
	if len(seen) < 8 {
		t.Errorf("%d colours", len(seen))
	}
}
