package raster

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/fogleman/gg"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/opentype"

	"scenario/emulator"
)

// benchScreen is a screen of 120x40 with 12 pairs of colours, two thirds ink.
func benchScreen(rng *rand.Rand) *emulator.Screen {
	s := &emulator.Screen{Cols: 120, Rows: 40, Cells: make([]emulator.Cell, 120*40), Table: emulator.NewTable()}
	benchChange(rng, s, s.Cols*s.Rows*2)
	return s
}

func benchChange(rng *rand.Rand, s *emulator.Screen, n int) {
	for range n {
		c := emulator.Cell{Glyph: emulator.Glyph('!' + rng.IntN(94)), Fg: emulator.Indexed(uint8(rng.IntN(6)))}
		if rng.IntN(3) == 0 {
			c.Glyph = 0
		}
		if rng.IntN(4) == 0 {
			c.Attr = emulator.Bold
		}
		s.Cells[rng.IntN(len(s.Cells))] = c
	}
}

// naive is the time of the obvious renderer: gg, a rectangle and a string for
// each cell.
func naive(b *testing.B, s *emulator.Screen) time.Duration {
	ttf, err := opentype.Parse(gomono.TTF)
	if err != nil {
		b.Fatal(err)
	}
	face, err := opentype.NewFace(ttf, &opentype.FaceOptions{Size: 22, DPI: 72})
	if err != nil {
		b.Fatal(err)
	}
	best := time.Hour
	for range 3 {
		start := time.Now()
		dc := gg.NewContext(13*s.Cols, 29*s.Rows)
		dc.SetFontFace(face)
		for i, c := range s.Cells {
			x, y := float64(i%s.Cols*13), float64(i/s.Cols*29)
			dc.SetRGB(0, 0, 0)
			dc.DrawRectangle(x, y, 13, 29)
			dc.Fill()
			dc.SetRGB(1, 1, 1)
			dc.DrawString(s.Table.Text(c.Glyph), x, y+22)
		}
		best = min(best, time.Since(start))
	}
	return best
}

// BenchmarkDraw draws 120x40 cells of a 22 px font.
func BenchmarkDraw(b *testing.B) {
	baseline := naive(b, benchScreen(rand.New(rand.NewPCG(1, 2))))
	for _, bb := range []struct {
		name    string
		rgb     bool
		percent int
	}{
		{"paletted/full", false, 100},
		{"paletted/5%", false, 5},
		{"paletted/same", false, 0},
		{"rgb/full", true, 100},
		{"rgb/5%", true, 5},
	} {
		b.Run(bb.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			r := newRenderer(b, Options{FontSize: 22, Levels: 8}, 120, 40)
			// Two screens in turn, so that the given part of the cells differs.
			screens := [2]*emulator.Screen{benchScreen(rng)}
			screens[1] = screens[0].Clone()
			if bb.percent == 100 {
				for i := range screens[1].Cells {
					screens[1].Cells[i].Fg = emulator.Indexed(uint8(6 + rng.IntN(6)))
				}
			} else {
				benchChange(rng, screens[1], 120*40*bb.percent/100)
			}
			colors := r.Colors()
			colors.Add(screens[0])
			colors.Add(screens[1])
			c := r.RGB()
			if !bb.rgb {
				p := colors.Plan(true)
				if p.Local {
					b.Fatal("colours do not fit")
				}
				c = r.Paletted(p)
			}
			c.Draw(screens[0])
			c.Draw(screens[1])
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				c.Draw(screens[i&1])
			}
			if bb.name == "paletted/full" {
				ours := b.Elapsed() / time.Duration(b.N)
				b.ReportMetric(float64(baseline)/float64(ours), "x-naive")
			}
		})
	}
}

// BenchmarkColors collects the colours of a screen of which 5 % changed.
func BenchmarkColors(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := newRenderer(b, Options{FontSize: 22, Levels: 8}, 120, 40)
	screens := [2]*emulator.Screen{benchScreen(rng)}
	screens[1] = screens[0].Clone()
	benchChange(rng, screens[1], 120*40/20)
	c := r.Colors()
	c.Add(screens[0])
	c.Add(screens[1])
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		c.Add(screens[i&1])
	}
}

// BenchmarkLocal draws a screen with too many colours for a palette, all new.
func BenchmarkLocal(b *testing.B) {
	r := newRenderer(b, Options{FontSize: 22, Levels: 8}, 120, 40)
	var screens [2]*emulator.Screen
	for n := range screens {
		p := newPen(120, 40)
		for i := range p.Cells {
			p.Cells[i] = emulator.Cell{Glyph: '▀',
				Fg: emulator.RGB(uint8(i), uint8(i>>4), uint8(50*n)), Bg: emulator.RGB(uint8(i>>3), uint8(50*n), uint8(i))}
		}
		screens[n] = p.Screen
	}
	c := r.Paletted(r.Colors().localPlan())
	b.ReportAllocs()
	for i := range b.N {
		c.Draw(screens[i&1])
	}
}

// localPlan is the plan of a recording whose colours do not fit.
func (c *Colors) localPlan() *Palette {
	c.overflow = true
	return c.Plan(true)
}
