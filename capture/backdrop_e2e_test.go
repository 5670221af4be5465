//go:build e2e

package capture

import (
	"bytes"
	"image"
	"image/png"
	"testing"
	"time"

	"scenario/event"
	"scenario/internal/chromium"
)

// Chromium shows what is around the cells of an SVG in an <img>, as on GitHub, as
// our own raster draws it: gradient, shadow, border, bar and buttons.
func TestChromiumShowsTheWindow(t *testing.T) {
	r := newRun(t, 30, 6)
	r.out(3, "one \x1b[32mtwo\x1b[m three")
	r.settled()
	for _, window := range []string{"macos", "windows", "gnome"} {
		l := look()
		l.Window, l.Padding, l.Margin, l.Radius = window, 16, 48, 10
		l.Background = "linear-gradient(135deg, #8b5cf6, #3b82f6, #06b6d4)"
		l.Shadow = &event.Shadow{Blur: 32, Y: 12, Color: "#000000", Opacity: 45}
		src := r.source()
		scr, err := src.Screen("main", -1)
		if err != nil {
			t.Fatal(err)
		}
		var svg, ours bytes.Buffer
		info, err := src.Still(&svg, "a.svg", scr, l, event.TimelinePayload{Session: "main"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := src.Still(&ours, "a.png", scr, l, event.TimelinePayload{Session: "main"}); err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(&ours)
		if err != nil {
			t.Fatal(err)
		}
		got := chromium.Shot(t, svg.Bytes(), image.Pt(info.Width, info.Height), time.Second)
		sum, far := 0, 0
		b := want.Bounds()
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				r0, g0, b0, _ := want.At(x, y).RGBA()
				r1, g1, b1, _ := got.At(x, y).RGBA()
				d := 0
				for _, c := range [][2]uint32{{r0, r1}, {g0, g1}, {b0, b1}} {
					d += max(int(c[0]>>8)-int(c[1]>>8), int(c[1]>>8)-int(c[0]>>8))
				}
				if sum += d; d > 150 {
					far++
				}
			}
		}
		mean := float64(sum) / float64(3*b.Dx()*b.Dy())
		t.Logf("%s: %d bytes, mean difference %.2f, %d pixels differ much", window, svg.Len(), mean, far)
		if mean > 1.5 || far > 60 {
			t.Errorf("%s: mean difference %.2f, %d pixels differ much", window, mean, far)
		}
	}
}
