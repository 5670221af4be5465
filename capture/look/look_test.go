package look

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/capture/font"
	"scenario/capture/paint"
	"scenario/capture/theme"
	"scenario/internal/golden"
)

func themed(t *testing.T, name string) theme.Theme {
	th, ok := theme.Lookup(name)
	if !ok {
		t.Fatal(name)
	}
	return th
}

// TestGolden compares the pixels of every kind of window.
func TestGolden(t *testing.T) {
	shadow := &Shadow{Blur: 16, Y: 6, Color: "#000000", Opacity: 45}
	gradient := "linear-gradient(135deg, #8b5cf6, #3b82f6, #06b6d4)"
	tests := []struct {
		name, theme string
		o           Options
	}{
		{"macos", "one-dark", Options{Padding: 12, Margin: 28, Radius: 10, Background: gradient, Frame: Frame{Window: MacOS, Shadow: shadow}}},
		{"windows", "one-light", Options{Padding: 12, Margin: 28, Radius: 8, Background: "#f9a8d4", Frame: Frame{Window: Windows, Shadow: shadow}}},
		{"gnome-2x", "nord", Options{Scale: 2, Padding: 12, Margin: 28, Radius: 12, Frame: Frame{Window: Gnome, Shadow: shadow}}},
		{"transparent", "dracula", Options{Margin: 20, Radius: 10, Background: "transparent", Frame: Frame{Shadow: shadow, Border: &Border{Width: 2, Color: "#ff79c6"}}}},
		{"watermark", "nord", Options{Margin: 30, Frame: Frame{Watermark: &Watermark{Text: "made with scenario", Corner: "bottom_right", Opacity: 60}}}},
		{"sized", "nord", Options{Padding: 4, Frame: Frame{Window: MacOS, Width: 300, Height: 160}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Theme = themed(t, tt.theme)
			if err := tt.o.Check(); err != nil {
				t.Fatal(err)
			}
			d := New(font.NewSet(), tt.o, image.Pt(220*max(tt.o.Scale, 1), 60*max(tt.o.Scale, 1)))
			img := d.Draw(tt.o.Theme.Bg)
			if !d.Title.Empty() {
				paint.Over(img, d.Title.Min, d.DrawTitle("a title that is rather long"))
			}
			compare(t, filepath.Join("testdata", tt.name+".png"), img)
		})
	}
}

func compare(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	if golden.Update() {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := png.Encode(f, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("size %v, want %v", got.Bounds(), want.Bounds())
	}
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			// A PNG does not multiply alpha in: half transparent pixels lose a bit.
			a, b := got.RGBAAt(x, y), want.At(x, y)
			r, g, bl, al := b.RGBA()
			for _, v := range [...][2]int{{int(a.R), int(r >> 8)}, {int(a.G), int(g >> 8)}, {int(a.B), int(bl >> 8)}, {int(a.A), int(al >> 8)}} {
				if v[0]-v[1] > 1 || v[1]-v[0] > 1 || a.A == 255 && v[0] != v[1] {
					t.Fatalf("pixel %d,%d is %v, want %v", x, y, a, b)
				}
			}
		}
	}
}

// The formula of VHS, as it was measured there.
func TestCellsAsInVHS(t *testing.T) {
	for _, tt := range []struct {
		width, height, padding int
		cell                   image.Point
		cols, rows             int
	}{
		{1200, 700, 20, image.Pt(10, 19), 113, 34},
		{1200, 600, 60, image.Pt(14, 26), 75, 18},
		{1000, 500, 10, image.Pt(12, 24), 79, 19},
		{64, 64, 60, image.Pt(14, 26), 1, 1},
	} {
		o := Options{Padding: tt.padding, Frame: Frame{Width: tt.width, Height: tt.height}}
		if cols, rows := Cells(o, tt.cell); cols != tt.cols || rows != tt.rows {
			t.Errorf("%dx%d: %dx%d, want %dx%d", tt.width, tt.height, cols, rows, tt.cols, tt.rows)
		}
	}
}

func TestParseBackground(t *testing.T) {
	b, err := ParseBackground("linear-gradient(90deg, #010203,#040506)")
	want := Background{Angle: 90, Stops: []theme.RGB{{R: 1, G: 2, B: 3}, {R: 4, G: 5, B: 6}}}
	if diff := cmp.Diff(want, b); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for _, s := range []string{"red", "#12", "linear-gradient(", "linear-gradient(90, #010203, #040506)", "linear-gradient(90deg, #010203)", "linear-gradient(400deg, #010203, #040506)", "a.svg"} {
		if _, err := ParseBackground(s); err == nil {
			t.Errorf("%q is accepted", s)
		}
	}
}

func FuzzParseBackground(f *testing.F) {
	f.Add("linear-gradient(135deg, #8b5cf6, #3b82f6)")
	f.Add("#123456")
	f.Fuzz(func(t *testing.T, s string) {
		b, err := ParseBackground(s)
		if err != nil && (b.Stops != nil || b.Image != "" || b.Transparent) {
			t.Error("a background beside an error")
		}
		if len(b.Stops) > maxStops || b.Angle < 0 || b.Angle > 360 {
			t.Errorf("%+v", b)
		}
	})
}
