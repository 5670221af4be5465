package encode

import (
	"bytes"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"scenario/capture/raster"
)

func filled(at image.Point, c color.RGBA) *raster.Sprite {
	img := image.NewRGBA(image.Rect(0, 0, 2, 2))
	for i := range 4 {
		img.SetRGBA(i%2, i/2, c)
	}
	return &raster.Sprite{At: at, Img: img}
}

// TestSVGLayersComeAndGo: what is laid over the cells is seen while it is laid
// over them, is stored once, and lies in the file behind the cells; what is under
// them lies before.
func TestSVGLayersComeAndGo(t *testing.T) {
	scr := drawn(t, 10, 3, "hi")[0]
	var b bytes.Buffer
	w := NewSVG(&b, renderer(t, scr), SVGOptions{Loop: 1})
	under, err := SVGPicture(filled(image.Pt(0, 0), color.RGBA{A: 255}))
	if err != nil {
		t.Fatal(err)
	}
	red := color.RGBA{R: 255, A: 255}
	for i, over := range [][]*raster.Sprite{nil, {filled(image.Pt(1, 1), red)}, {filled(image.Pt(1, 1), red)}, nil} {
		if err := w.Lay(under, over); err != nil {
			t.Fatal(err)
		}
		if err := w.Add(scr, time.Second); err != nil {
			t.Fatalf("screen %d: %v", i, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if n := strings.Count(out, "<image "); n != 2 {
		t.Errorf("%d images, want 2", n)
	}
	if want := "{0%{opacity:0}25%{opacity:1}75%{opacity:0}to{opacity:0}}"; !strings.Contains(out, want) {
		t.Errorf("no keyframes %s in\n%s", want, out)
	}
	if want := "{animation:4000ms step-end 1 forwards}"; !strings.Contains(out, want) {
		t.Errorf("no %s", want)
	}
	first, cells, last := strings.Index(out, "<image "), strings.Index(out, "<svg x="), strings.LastIndex(out, "<image ")
	if first > cells || last < cells {
		t.Errorf("images at %d and %d, cells at %d", first, last, cells)
	}
}
