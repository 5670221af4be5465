package encode

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"scenario/capture/raster"
)

func decodePNG(t testing.TB, file []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// sameImage compares colours with their alpha, wherever the images start.
func sameImage(t testing.TB, want, got image.Image) {
	t.Helper()
	if want.Bounds().Size() != got.Bounds().Size() {
		t.Fatalf("size %v, want %v", got.Bounds().Size(), want.Bounds().Size())
	}
	w, g := want.Bounds(), got.Bounds()
	for y := range w.Dy() {
		for x := range w.Dx() {
			a := color.NRGBAModel.Convert(want.At(w.Min.X+x, w.Min.Y+y))
			b := color.NRGBAModel.Convert(got.At(g.Min.X+x, g.Min.Y+y))
			if a != b {
				t.Fatalf("pixel (%d,%d) is %v, want %v", x, y, b, a)
			}
		}
	}
}

func TestPNGPaletted(t *testing.T) {
	for _, tt := range []struct{ colors, depth int }{{1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 4}, {16, 4}, {17, 8}, {256, 8}} {
		for _, width := range []int{1, 7, 8, 33} {
			img := image.NewPaletted(image.Rect(3, 4, 3+width, 4+300), grays(256))
			for i := range img.Pix { // sparse indices
				img.Pix[i] = byte(255 - i%tt.colors*255/max(1, tt.colors-1))
			}
			var file bytes.Buffer
			if err := PNGImage(&file, img); err != nil {
				t.Fatal(err)
			}
			sameImage(t, img, decodePNG(t, file.Bytes()))
			if depth := int(file.Bytes()[24]); depth != tt.depth {
				t.Errorf("%d colours have %d bits", tt.colors, depth)
			}
		}
	}
}

func TestPNGSubImage(t *testing.T) {
	s := newTestScreen(10, 5, 0, 1)
	s.fill()
	sub := s.img.SubImage(image.Rect(5, 7, 50, 60)).(*image.Paletted)
	var file bytes.Buffer
	if err := PNG(&file, raster.Frame{Pal: sub}); err != nil {
		t.Fatal(err)
	}
	sameImage(t, sub, decodePNG(t, file.Bytes()))
}

func gradient(w, h int, alpha func(x int) uint8) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.NRGBA{uint8(x), uint8(y), uint8(x * y / 64), alpha(x)})
		}
	}
	return img
}

func TestPNGRGBA(t *testing.T) {
	opaque := func(int) uint8 { return 255 }
	few := gradient(100, 100, opaque)
	for i := range few.Pix {
		few.Pix[i] |= 0x3f // at most 64 colours
	}
	for _, tt := range []struct {
		name      string
		img       *image.RGBA
		colorType byte
	}{
		{"RGB", gradient(200, 90, opaque), pngRGB},
		{"RGBA", gradient(200, 90, func(x int) uint8 { return uint8(x) }), pngRGBA},
		{"few colours", few, pngIndexed},
		{"transparent few", gradient(3, 3, func(x int) uint8 { return uint8(100 * x) }), pngIndexed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var file bytes.Buffer
			if err := PNGImage(&file, tt.img); err != nil {
				t.Fatal(err)
			}
			sameImage(t, tt.img, decodePNG(t, file.Bytes()))
			if got := file.Bytes()[25]; got != tt.colorType {
				t.Errorf("colour type %d, want %d", got, tt.colorType)
			}
		})
	}
}

func TestPNGText(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 1, 1), grays(2))
	var file bytes.Buffer
	err := PNGImage(&file, img, Text{"Title", "a tour"}, Text{"Comment", "é€"})
	if err != nil {
		t.Fatal(err)
	}
	decodePNG(t, file.Bytes())
	for _, want := range []string{"tEXtTitle\x00a tour", "iTXtComment\x00\x00\x00\x00\x00é€"} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("no %q in the file", want)
		}
	}
}

func TestPNGErrors(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 1, 1), grays(2))
	beyond := image.NewPaletted(image.Rect(0, 0, 2, 1), grays(2))
	beyond.Pix[1] = 2
	for _, tt := range []struct {
		img  image.Image
		text Text
		want string
	}{
		{image.NewPaletted(image.Rectangle{}, grays(2)), Text{"a", ""}, "size 0x0"},
		{image.NewGray(image.Rect(0, 0, 1, 1)), Text{"a", ""}, "is a *image.Gray"},
		{beyond, Text{"a", ""}, "pixel of index 2, the palette has 2 colours"},
		{img, Text{"", "x"}, `text key ""`},
		{img, Text{" a", "x"}, `text key " a"`},
		{img, Text{"é", "x"}, `text key "é"`},
		{img, Text{strings.Repeat("x", 80), "x"}, "not 1 to 79"},
		{img, Text{"a", "\xff"}, "text of a is not UTF-8"},
		{img, Text{"a", "b\x00c"}, "text of a is not UTF-8"},
	} {
		if err := PNGImage(&bytes.Buffer{}, tt.img, tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
	if err := PNG(&bytes.Buffer{}, raster.Frame{}); err == nil {
		t.Error("an empty frame was written")
	}
	if err := PNGImage(&failingWriter{}, img); !errors.Is(err, errDisk) {
		t.Errorf("disk full: %v", err)
	}
}

func BenchmarkPNG(b *testing.B) {
	s := newTestScreen(120, 40, 0, 1)
	s.fill()
	b.Run("own", func(b *testing.B) {
		var n counter
		for b.Loop() {
			n = 0
			PNG(&n, raster.Frame{Pal: s.img})
		}
		b.ReportMetric(float64(n), "bytes")
	})
	b.Run("image/png paletted", func(b *testing.B) {
		var n counter
		for b.Loop() {
			n = 0
			png.Encode(&n, s.img)
		}
		b.ReportMetric(float64(n), "bytes")
	})
}

func BenchmarkPNGRGB(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	text := newTestScreen(60, 20, 0, 1)
	text.fill()
	colors := image.NewRGBA(text.img.Rect) // text in a colour of its own for each cell
	for i := range text.cells {
		r := text.rect(i)
		fg := [3]uint8{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32())}
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				c := text.img.At(x, y).(color.RGBA)
				k := func(v uint8) uint8 { return uint8(int(v) * int(c.R) >> 8) }
				colors.Set(x, y, color.RGBA{0x20 + k(fg[0])/2, 0x20 + k(fg[1])/2, 0x20 + k(fg[2])/2, 255})
			}
		}
	}
	for name, img := range map[string]*image.RGBA{"text": colors, "gradient": gradient(720, 520, func(int) uint8 { return 255 })} {
		b.Run(name, func(b *testing.B) {
			var n counter
			for b.Loop() {
				n = 0
				PNGImage(&n, img)
			}
			var std counter
			png.Encode(&std, img)
			b.ReportMetric(float64(n), "bytes")
			b.ReportMetric(float64(std), "std-bytes")
		})
	}
}
