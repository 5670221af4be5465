package encode

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"
	"time"

	"scenario/capture/raster"

	"github.com/kettek/apng"
)

// playAPNG is what a viewer sees of an APNG.
func playAPNG(t testing.TB, file []byte) (apng.APNG, []truth) {
	t.Helper()
	a, err := apng.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	decodePNG(t, file) // also a still picture
	canvas := image.NewRGBA(a.Frames[0].Image.Bounds())
	var seen []truth
	for i, f := range a.Frames {
		if f.DisposeOp != apng.DISPOSE_OP_NONE || f.BlendOp != apng.BLEND_OP_SOURCE || f.IsDefault {
			t.Fatalf("frame %d: dispose %d, blend %d, default %v", i, f.DisposeOp, f.BlendOp, f.IsDefault)
		}
		at := image.Pt(f.XOffset, f.YOffset)
		size := f.Image.Bounds().Size()
		draw.Draw(canvas, image.Rectangle{at, at.Add(size)}, f.Image, f.Image.Bounds().Min, draw.Src)
		c := *canvas
		c.Pix = bytes.Clone(canvas.Pix)
		seen = append(seen, truth{&c, time.Duration(f.DelayNumerator) * time.Second / time.Duration(f.DelayDenominator)})
	}
	return a, seen
}

func TestAPNG(t *testing.T) {
	for _, rgb := range []bool{false, true} {
		var first []byte
		for _, workers := range []int{0, 2, 5} {
			t.Run(fmt.Sprintf("rgb %v workers %d", rgb, workers), func(t *testing.T) {
				s := newTestScreen(40, 12, 5, 5)
				opt := APNGOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette, Frames: 30, Workers: workers}
				if rgb {
					opt.Palette = nil
				}
				var file bytes.Buffer
				a := NewAPNG(&file, opt)
				n := 0
				want, err := typing(s, 30, func(f raster.Frame, d time.Duration) error {
					if n++; rgb && n%2 == 0 { // both kinds are taken
						img := image.NewRGBA(f.Bounds())
						draw.Draw(img, img.Rect, f.Pal, image.Point{}, draw.Src)
						f.Pal, f.RGB = nil, img
					}
					return a.Add(f, d)
				})
				if err != nil {
					t.Fatal(err)
				}
				if err := a.Close(); err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = file.Bytes()
					_, got := playAPNG(t, first)
					compareTruth(t, want, got)
				} else if !bytes.Equal(first, file.Bytes()) {
					t.Error("the number of workers changes the file")
				}
			})
		}
	}
}

// Frames with palettes of their own mean something only where they changed.
func TestAPNGOwnPalettesAsRGB(t *testing.T) {
	var file bytes.Buffer
	a := NewAPNG(&file, APNGOptions{Width: 20, Height: 10, Frames: 3})
	canvas := image.NewRGBA(image.Rect(0, 0, 20, 10))
	var want []truth
	for i := range 3 {
		pal := color.Palette{color.RGBA{}, color.RGBA{uint8(i), 1, 2, 255}, color.RGBA{200, uint8(i), 2, 255}}
		f := raster.Frame{Pal: image.NewPaletted(canvas.Rect, pal), Damage: canvas.Rect}
		for k := range f.Pal.Pix {
			f.Pal.Pix[k] = byte(1 + k%2)
		}
		changed := []image.Rectangle{canvas.Rect}
		if i > 0 {
			f.Damage = image.Rect(2, 2, 15, 8)
			f.Changed = []image.Rectangle{image.Rect(2, 2, 4, 4), image.Rect(12+i, 6, 15, 8)}
			changed = f.Changed
		}
		for _, r := range changed {
			draw.Draw(canvas, r, f.Pal, r.Min, draw.Src)
		}
		c := *canvas
		c.Pix = bytes.Clone(canvas.Pix)
		want = append(want, truth{&c, time.Second})
		if err := a.Add(f, time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	_, got := playAPNG(t, file.Bytes())
	compareTruth(t, want, got)
}

// The delays of frames as they are stored: exact milliseconds, no drift.
func TestAPNGDelays(t *testing.T) {
	for _, tt := range []struct {
		name   string
		delays []time.Duration
		want   string
	}{
		{"O29", []time.Duration{1000 * ms, 100 * ms, 1000 * ms}, "1000/1000 100/1000 1000/1000"},
		{"30 fps", []time.Duration{time.Second / 30, time.Second / 30, time.Second / 30, time.Second / 30}, "33/1000 34/1000 33/1000 33/1000"},
		{"none", []time.Duration{0, 0}, "0/1000 0/1000"},
		{"a minute", []time.Duration{65535 * ms}, "65535/1000"},
		{"long", []time.Duration{65536 * ms, 11 * time.Minute, 100 * time.Hour, ms}, "6554/100 6600/10 65535/1 65535/1"},
		{"long then short", []time.Duration{65536 * ms, 100 * ms}, "6554/100 96/1000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			img := image.NewPaletted(image.Rect(0, 0, 4, 4), testPalette())
			var file bytes.Buffer
			a := NewAPNG(&file, APNGOptions{Width: 4, Height: 4, Palette: img.Palette, Frames: len(tt.delays)})
			for _, d := range tt.delays {
				if err := a.Add(raster.Frame{Pal: img}, d); err != nil {
					t.Fatal(err)
				}
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			decoded, _ := playAPNG(t, file.Bytes())
			var got []string
			for _, f := range decoded.Frames {
				got = append(got, fmt.Sprintf("%d/%d", f.DelayNumerator, f.DelayDenominator))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("delays %s, want %s", s, tt.want)
			}
		})
	}
}

// O28: a frame that changes nothing costs a few bytes.
func TestAPNGStoresOnlyChanges(t *testing.T) {
	s := newTestScreen(100, 30, 0, 1)
	var sizes []int
	for _, n := range []int{1, 101} {
		s.first = true
		var file bytes.Buffer
		a := NewAPNG(&file, APNGOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette, Frames: n, Loop: 3})
		for range n {
			a.Add(s.frame(), 40*ms)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		if decoded, _ := playAPNG(t, file.Bytes()); decoded.LoopCount != 3 {
			t.Errorf("loop count %d", decoded.LoopCount)
		}
		sizes = append(sizes, file.Len())
	}
	if per := (sizes[1] - sizes[0]) / 100; per > 80 {
		t.Errorf("%d bytes for a frame that changes nothing", per)
	}
}

func TestAPNGErrors(t *testing.T) {
	pal := testPalette()
	ok := APNGOptions{Width: 20, Height: 10, Palette: pal, Frames: 1}
	frame := raster.Frame{Pal: image.NewPaletted(image.Rect(0, 0, 20, 10), pal)}
	other := raster.Frame{Pal: image.NewPaletted(image.Rect(0, 0, 20, 10), grays(3))}
	rgb := raster.Frame{RGB: image.NewRGBA(image.Rect(0, 0, 20, 10))}
	for _, tt := range []struct {
		name   string
		opt    APNGOptions
		frames []raster.Frame
		want   string
	}{
		{"size", APNGOptions{Frames: 1}, []raster.Frame{frame}, "size 0x0 is not within"},
		{"palette", APNGOptions{Width: 20, Height: 10, Frames: 1, Palette: make(color.Palette, 257)}, []raster.Frame{frame}, "palette of 257 colours"},
		{"no frames announced", APNGOptions{Width: 20, Height: 10}, []raster.Frame{frame}, "no frames"},
		{"no frames", ok, nil, "no frames"},
		{"too few", APNGOptions{Width: 20, Height: 10, Frames: 2}, []raster.Frame{frame}, "1 frames, 2 were announced"},
		{"too many", ok, []raster.Frame{frame, frame}, "more than the 1 frames announced"},
		{"rgb", ok, []raster.Frame{rgb}, "an RGB frame in a recording with a palette"},
		{"other palette", ok, []raster.Frame{other}, "another palette than the recording"},
		{"loop", APNGOptions{Width: 20, Height: 10, Frames: 1, Loop: -1}, []raster.Frame{frame}, "loop count -1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := NewAPNG(&bytes.Buffer{}, tt.opt)
			for _, f := range tt.frames {
				a.Add(f, time.Second)
			}
			err := a.Close()
			if err == nil || !strings.Contains(err.Error(), "apng: ") || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
	for _, workers := range []int{1, 4} {
		for left := range 22 {
			a := NewAPNG(&failingWriter{left}, APNGOptions{Width: 20, Height: 10, Palette: pal, Frames: 20, Workers: workers})
			for range 20 {
				a.Add(frame, time.Second)
			}
			if err := a.Close(); !errors.Is(err, errDisk) {
				t.Errorf("%d workers, disk full after %d writes: %v", workers, left, err)
			}
		}
	}
}
