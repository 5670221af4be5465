//go:build unix

package main

import (
	"bytes"
	"compress/lzw"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"scenario/capture/encode"
	"scenario/capture/font"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
	"scenario/emulator/core"
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
		flags              []string
	}{
		{"typing", "gif", "16", "0.024 s", "162 KB", nil},
		{"htop", "gif", "16", "0.080 s", "646 KB", nil},
		{"scroll", "gif", "16", "0.8 s", "12500 KB", nil},
		{"mixed", "gif", "20", "0.25 s, 64 MB", "3400 KB", nil},
		{"typing", "apng", "16", "0.015 s", "132 KB", nil},
		// Beside the first row: a window and a gradient are drawn once.
		{"typing", "gif", "16", "", "", []string{"--look", `{window: macos, shadow: true, background: ["#8b5cf6", "#06b6d4"]}`}},
	} {
		out := b.path(s.name + "." + s.format)
		args := append([]string{"render", filepath.Join(data, "samples", s.name+".cast"), "-o", out, "--font-size", s.size}, s.flags...)
		c, err := b.best(3, 0, b.dir, b.command, args...)
		if err != nil {
			return err
		}
		n, err := size(out)
		if err != nil {
			return err
		}
		what := s.name + ".cast to " + s.format
		if s.flags != nil {
			what += " in a window"
		}
		t.row(what+", whole process: CPU", secs(c.cpu)+" "+mb(c.rss), "", "", s.cpu)
		t.row("  size", kb(n), "", "", s.bytes)
	}
	return b.others(data)
}

// raster draws screens of 120x40 in fonts of 22 and 16 pixels.
func (b *bench) raster(t *table) error {
	th, ok := theme.Lookup("one-dark")
	if !ok {
		return fmt.Errorf("no theme one-dark")
	}
	renderer := func(size int, screens ...*emulator.Screen) (*raster.Renderer, *raster.Canvas, error) {
		r, err := raster.New(font.NewSet(), raster.Options{Theme: th, FontSize: size}, 120, 40)
		if err != nil {
			return nil, nil, err
		}
		colors := r.Colors()
		for _, s := range screens {
			colors.Add(s)
		}
		return r, r.Paletted(colors.Plan(false)), nil
	}
	full, list := letters(), processes()
	_, canvas, err := renderer(22, append(full, twoRows()...)...)
	if err != nil {
		return err
	}
	n := 0
	took, allocs, err := per(func() error {
		n++
		canvas.Draw(full[n%2])
		return nil
	})
	if err != nil {
		return err
	}
	t.row("full repaint, every cell", fmt.Sprintf("%v, %d allocs", took, allocs), "", "", "500µs, 0 allocs")

	few := twoRows()
	if took, allocs, err = per(func() error {
		n++
		canvas.Draw(few[n%2])
		return nil
	}); err != nil {
		return err
	}
	t.row("  5 % of the cells", fmt.Sprintf("%v, %d allocs", took, allocs), "", "", "50µs, 0 allocs")

	r, canvas, err := renderer(16, list)
	if err != nil {
		return err
	}
	still, rgba := canvas.Draw(list), r.RGB().Draw(list).RGB
	var out, naive bytes.Buffer
	ours, _, err := per(func() error {
		out.Reset()
		return encode.PNG(&out, still)
	})
	if err != nil {
		return err
	}
	other, _, err := per(func() error {
		naive.Reset()
		return png.Encode(&naive, rgba)
	})
	if err != nil {
		return err
	}
	if err := compressed(t, still); err != nil {
		return err
	}
	t.row("PNG of a list of processes", ours.String(), other.String(), ratio(float64(other), float64(ours)), "3ms")
	t.row("  size", kb(int64(out.Len())), kb(int64(naive.Len())), ratio(float64(naive.Len()), float64(out.Len())), "50 KB")
	return nil
}

// compressed measures the compressor of GIFs, and the copies that it is given, by
// whole frames: of text, and of one colour. The other is the standard library's.
func compressed(t *table, text raster.Frame) error {
	blank := text
	blank.Pal = image.NewPaletted(text.Pal.Rect, text.Pal.Palette)
	for _, w := range []struct {
		name   string
		frame  raster.Frame
		target string
	}{{"text", text, "400"}, {"one colour", blank, "5000"}} {
		size := w.frame.Bounds().Size()
		w.frame.Damage, w.frame.Changed = w.frame.Bounds(), nil
		g := encode.NewGIF(io.Discard, encode.GIFOptions{Width: size.X, Height: size.Y, Palette: w.frame.Pal.Palette})
		ours, _, err := per(func() error { return g.Add(w.frame, time.Second) })
		if err != nil {
			return err
		}
		other, _, err := per(func() error {
			z := lzw.NewWriter(io.Discard, lzw.LSB, 8)
			z.Write(w.frame.Pal.Pix)
			return z.Close()
		})
		if err != nil {
			return err
		}
		rate := func(d time.Duration) string {
			return fmt.Sprintf("%.0f Mpx/s", float64(size.X*size.Y)/1e6/d.Seconds())
		}
		t.row("LZW of whole frames, "+w.name, rate(ours), rate(other), ratio(float64(other), float64(ours)), w.target+" Mpx/s")
	}
	return nil
}

// twoRows is two screens that differ in two of their 40 rows.
func twoRows() []*emulator.Screen {
	return screensOf(func(w io.Writer, shift int) {
		for row := range 2 {
			fmt.Fprintf(w, "\x1b[%d;1H\x1b[3%dm", 20*row+1, 1+shift)
			for col := range 120 {
				fmt.Fprintf(w, "%c", 'A'+(row*7+col*3+shift)%50)
			}
		}
	}, 0, 1)
}

// letters is two screens of one terminal that are full of them and differ in
// every cell.
func letters() []*emulator.Screen {
	return screensOf(func(w io.Writer, shift int) {
		for row := range 40 {
			fmt.Fprintf(w, "\x1b[%d;1H\x1b[%dm", row+1, 31+(row+shift)%7)
			for col := range 120 {
				fmt.Fprintf(w, "%c", 'A'+(row*7+col*3+shift)%50)
			}
		}
	}, 0, 1)
}

// processes is a screen as a process viewer draws it.
func processes() *emulator.Screen {
	return screensOf(func(w io.Writer, _ int) {
		for cpu := range 8 {
			fmt.Fprintf(w, "\x1b[%d;1H\x1b[36m%3d\x1b[m[\x1b[32m%-40s\x1b[m%4.1f%%]", cpu+1, cpu, strings.Repeat("|", 5*cpu), 12.5*float64(cpu))
		}
		fmt.Fprintf(w, "\x1b[10;1H\x1b[30;42m%-120s\x1b[m", "    PID USER      PRI  NI  VIRT   RES S CPU% MEM%   TIME+  Command")
		for row := 11; row <= 40; row++ {
			fmt.Fprintf(w, "\x1b[%d;1H%7d user       20   0 %5dM %4dM S  %3.1f  1.2  0:%02d.%02d /usr/bin/program --number %d",
				row, 1000+row*37, row*row*7, row*13, float64(row%9), row, row*2, row)
		}
	}, 0)[0]
}

// screensOf draws on one terminal and takes a screen after each drawing.
func screensOf(draw func(w io.Writer, n int), numbers ...int) []*emulator.Screen {
	term := core.New(emulator.Options{Cols: 120, Rows: 40})
	var screens []*emulator.Screen
	for _, n := range numbers {
		draw(terminal{term}, n)
		s := new(emulator.Screen)
		term.Snapshot(s)
		screens = append(screens, s)
	}
	return screens
}

// terminal writes to an engine as to a file.
type terminal struct{ emulator.Terminal }

func (t terminal) Write(p []byte) (int, error) { return len(p), t.Terminal.Write(p) }
