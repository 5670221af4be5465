//go:build e2e

package encode

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scenario/emulator"
	"scenario/internal/chromium"
)

// apart returns the mean difference of a channel, 0 to 255, and in how many of
// 10,000 pixels one differs much.
func apart(a, b image.Image) (mean float64, much int) {
	r := a.Bounds()
	sum, count := 0, 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r0, g0, b0, _ := a.At(x, y).RGBA()
			r1, g1, b1, _ := b.At(x, y).RGBA()
			d := abs(int(r0>>8)-int(r1>>8)) + abs(int(g0>>8)-int(g1>>8)) + abs(int(b0>>8)-int(b1>>8))
			if sum += d; d > 200 {
				count++
			}
		}
	}
	n := r.Dx() * r.Dy()
	return float64(sum) / float64(3*n), count * 10_000 / n
}

// Chromium shows an SVG as our own raster draws it.
func TestChromiumShowsSVG(t *testing.T) {
	const page = "\x1b[1mBold\x1b[m \x1b[3mitalic\x1b[m \x1b[2mdim\x1b[m \x1b[7mreverse\x1b[m \x1b[9mstrike\x1b[m \x1b[53mover\x1b[m <&\">\r\n" +
		"\x1b[4msingle\x1b[m \x1b[4:2mdouble\x1b[m \x1b[4:3;58;5;9mcurly\x1b[m \x1b[4:4mdotted\x1b[m \x1b[4:5mdashed\x1b[m\r\n" +
		"\x1b[32m╭──────┬──────╮ ┌─┬┐ ╔══╦╗ ┏━┳┓ ╱╲╳\x1b[m ░▒▓█ ▁▂▃▄▅▆▇█ ▏▎▍▌▋▊▉ ⣿⠿⡇\r\n" +
		"\x1b[32m│ left │ right│ ├─┼┤ ║  ║║ ┃ ┃┃ ╲╱╳\x1b[m \ue0b0\ue0b1\ue0b2\ue0b3\ue0b4\ue0b6 🬀🬁🬂🬃 ┄┅┆┇┈┉\r\n" +
		"\x1b[32m╰──────┴──────╯ └─┴┘ ╚══╩╝ ┗━┻┛\x1b[m  \x1b[38;2;255;100;0;48;2;0;40;80m truecolor \x1b[m\r\n" +
		"e\u0301 q\u0301 ok | ✓ ✗ → ← λ Ω ≤ ≥\r\nThe quick brown fox jumps over the lazy dog 0123456789\x1b[5 q"
	screens := drawn(t, 70, 8, page, "\x1b[8;1H\x1b[31mlast")
	r := renderer(t, screens[0])
	for _, tt := range []struct {
		name string
		show *emulator.Screen
		svg  string
		at   time.Duration
	}{
		{"still", screens[0], svgOf(t, SVGOptions{}, 0, screens[0]), time.Second},
		{"after its end", screens[1], svgOf(t, SVGOptions{Loop: 1}, 200*time.Millisecond, screens...), 3 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := r.RGB().Draw(tt.show)
			got := chromium.Shot(t, []byte(tt.svg), r.Size(), tt.at)
			if got.Bounds().Size() != r.Size() {
				t.Fatalf("%v, want %v", got.Bounds(), r.Size())
			}
			mean, much := apart(f.RGB, got)
			t.Logf("mean difference %.2f, %d of 10,000 pixels differ much", mean, much)
			if mean > 2 || much > 40 {
				t.Errorf("mean difference %.2f, %d of 10,000 pixels differ much", mean, much)
				if dir := os.Getenv("SCENARIO_KEEP"); dir != "" {
					var ours, theirs bytes.Buffer
					png.Encode(&ours, f.RGB)
					png.Encode(&theirs, got)
					name := filepath.Join(dir, strings.ReplaceAll(tt.name, " ", "-"))
					os.WriteFile(name+"-ours.png", ours.Bytes(), 0o600)
					os.WriteFile(name+"-chromium.png", theirs.Bytes(), 0o600)
				}
			}
		})
	}
}
