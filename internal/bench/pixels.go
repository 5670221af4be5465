package main

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"scenario/capture/encode"
	"scenario/capture/font"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
	"scenario/emulator/xvt"
)

// pixels measures the raster and the encoders, and draws the sample recordings
// where they are given.
func (b *bench) pixels() error {
	t := newTable("pixels", "work", "ours", "naive, here", "naive/ours", "target")
	if err := b.raster(t); err != nil {
		return err
	}
	data := os.Getenv("SCENARIO_DATA")
	if data == "" {
		t.row("SCENARIO_DATA is not set: no recordings of samples")
		return nil
	}
	for _, s := range []struct {
		name, format, size string
		cpu, bytes         string
	}{
		{"typing", "gif", "16", "0.024 s", "162 KB"},
		{"htop", "gif", "16", "0.080 s", "646 KB"},
		{"scroll", "gif", "16", "0.8 s", "12500 KB"},
		{"mixed", "gif", "20", "0.25 s, 64 MB", "3400 KB"},
		{"typing", "apng", "16", "0.015 s", "132 KB"},
	} {
		out := b.path(s.name + "." + s.format)
		c, err := best(3, 0, b.dir, b.command, "render", filepath.Join(data, "samples", s.name+".cast"), "-o", out, "--font-size", s.size)
		if err != nil {
			return err
		}
		n, err := size(out)
		if err != nil {
			return err
		}
		t.row(s.name+".cast to "+s.format+", whole process: CPU", secs(c.cpu)+" "+mb(c.rss), "", "", s.cpu)
		t.row("  size", kb(n), "", "", s.bytes)
	}
	return nil
}

// raster draws one screen of 120x40 in a font of 22 pixels.
func (b *bench) raster(t *table) error {
	th, ok := theme.Lookup("one-dark")
	if !ok {
		return fmt.Errorf("no theme one-dark")
	}
	r, err := raster.New(font.NewSet(), raster.Options{Theme: th, FontSize: 22, Levels: 8}, 120, 40)
	if err != nil {
		return err
	}
	term := xvt.New(emulator.Options{Cols: 120, Rows: 40})
	screens := make([]*emulator.Screen, 2)
	for i := range screens {
		for row := range 40 {
			fmt.Fprintf(terminal{term}, "\x1b[%d;1H\x1b[%dm", row+1, 31+(row+i)%7)
			for col := range 120 {
				fmt.Fprintf(terminal{term}, "%c", 'A'+(row*7+col*3+i)%50)
			}
		}
		screens[i] = new(emulator.Screen)
		term.Snapshot(screens[i])
	}
	colors := r.Colors()
	for _, s := range screens {
		colors.Add(s)
	}
	canvas := r.Paletted(colors.Plan(true))
	n := 0
	full := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			canvas.Draw(screens[n%2])
			n++
		}
	})
	t.row("full repaint, 120x40", fmt.Sprintf("%v, %d allocs", per(full), full.AllocsPerOp()), "", "", "500µs, 0 allocs")
	still, naive := canvas.Draw(screens[0]), &bytes.Buffer{}
	var out bytes.Buffer
	ours := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			out.Reset()
			if err := encode.PNG(&out, still); err != nil {
				b.Fatal(err)
			}
		}
	})
	rgba := r.RGB().Draw(screens[0]).RGB
	other := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			naive.Reset()
			if err := png.Encode(naive, rgba); err != nil {
				b.Fatal(err)
			}
		}
	})
	if rgba.ColorModel() != color.RGBAModel {
		return fmt.Errorf("not an RGBA picture")
	}
	t.row("PNG of a full screen", per(ours).String(), per(other).String(), ratio(float64(per(other)), float64(per(ours))), "3ms")
	t.row("  size", kb(int64(out.Len())), kb(int64(naive.Len())), ratio(float64(naive.Len()), float64(out.Len())), "50 KB")
	return nil
}

// per is the time of one round.
func per(r testing.BenchmarkResult) time.Duration {
	return time.Duration(r.NsPerOp()).Round(time.Microsecond)
}

// terminal writes to an engine as to a file.
type terminal struct{ emulator.Terminal }

func (t terminal) Write(p []byte) (int, error) { return len(p), t.Terminal.Write(p) }
