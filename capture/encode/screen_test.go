package encode

import (
	"compress/lzw"
	"image"
	"image/color"
	"io"
	"math/rand/v2"
	"time"

	"scenario/capture/raster"
)

const testCellW, testCellH = 12, 26

// testScreen draws made-up text as raster does, so that encoders can be tried
// without it: glyphs are strokes with eight grades of coverage.
type testScreen struct {
	cols, rows int
	pad        int
	rng        *rand.Rand
	img        *image.Paletted
	cells      []int // glyph*2+pair
	dirty      []bool
	first      bool
}

// testPalette is transparent, a background, a ramp for each of two pairs.
func testPalette() color.Palette {
	pal := color.Palette{color.RGBA{}, color.RGBA{0x20, 0x20, 0x28, 255}}
	for i := range 7 {
		v := uint8(0x40 + i*0x1c)
		pal = append(pal, color.RGBA{v, v, v, 255})
	}
	for i := range 7 {
		pal = append(pal, color.RGBA{uint8(0x30 + i*8), uint8(0x40 + i*20), 0x30, 255})
	}
	return pal
}

func newTestScreen(cols, rows, pad int, seed uint64) *testScreen {
	w, h := cols*testCellW+2*pad, rows*testCellH+2*pad
	s := &testScreen{
		cols: cols, rows: rows, pad: pad, rng: rand.New(rand.NewPCG(seed, 1)), first: true,
		img:   image.NewPaletted(image.Rect(0, 0, w, h), testPalette()),
		cells: make([]int, cols*rows), dirty: make([]bool, cols*rows),
	}
	for i := range s.img.Pix {
		s.img.Pix[i] = 1
	}
	return s
}

func (s *testScreen) rect(i int) image.Rectangle {
	x, y := s.pad+i%s.cols*testCellW, s.pad+i/s.cols*testCellH
	return image.Rect(x, y, x+testCellW, y+testCellH)
}

// set draws glyph (0 is blank) with pair 0 or 1 into the cell i.
func (s *testScreen) set(i, glyph, pair int) {
	if s.cells[i] == glyph*2+pair {
		return
	}
	s.cells[i], s.dirty[i] = glyph*2+pair, true
	rng := rand.New(rand.NewPCG(uint64(glyph), 99))
	r := s.rect(i)
	strokeX, strokeY, slope := rng.IntN(8)+1, rng.IntN(18)+3, rng.IntN(3)-1
	for y := range testCellH {
		for x := range testCellW {
			c := byte(1)
			if glyph != 0 && y > 3 && y < 22 && x > 0 && x < 11 {
				d := min(abs(x-strokeX-slope*y/4)*3, abs(y-strokeY)*3)
				c = byte(max(1, 8-d))
			}
			if c > 1 && pair == 1 {
				c += 7
			}
			s.img.Pix[s.img.PixOffset(r.Min.X+x, r.Min.Y+y)] = c
		}
	}
}

func abs(x int) int { return max(x, -x) }

// word writes n random glyphs from cell i on.
func (s *testScreen) word(i, n, pair int) {
	for k := i; k < i+n && k < len(s.cells); k++ {
		s.set(k, 1+s.rng.IntN(60), pair)
	}
}

// fill writes a screen of words.
func (s *testScreen) fill() {
	for i := 0; i < len(s.cells); {
		n := 1 + s.rng.IntN(9)
		s.word(i, n, s.rng.IntN(2))
		i += n
		for n = 1 + s.rng.IntN(12); n > 0 && i < len(s.cells); n-- {
			s.set(i, 0, 0)
			i++
		}
	}
}

// frame returns the picture with what changed since the last call.
func (s *testScreen) frame() raster.Frame {
	f := raster.Frame{Pal: s.img, CellW: testCellW, CellH: testCellH, Origin: image.Pt(s.pad, s.pad)}
	if s.first {
		s.first = false
		clear(s.dirty)
		f.Damage = s.img.Rect
		return f
	}
	for i := 0; i < len(s.cells); i++ {
		if !s.dirty[i] {
			continue
		}
		r := s.rect(i)
		for i+1 < len(s.cells) && s.dirty[i+1] && (i+1)%s.cols != 0 {
			i++
			r.Max.X += testCellW
		}
		f.Changed = append(f.Changed, r)
		f.Damage = f.Damage.Union(r)
	}
	clear(s.dirty)
	return f
}

// truth is a frame as a viewer must see it.
type truth struct {
	img   *image.RGBA
	delay time.Duration
}

func truthOf(f *raster.Frame, delay time.Duration) truth {
	img := image.NewRGBA(f.Bounds())
	if f.RGB != nil {
		copy(img.Pix, f.RGB.Pix)
		return truth{img, delay}
	}
	var colors [256][4]byte
	for i, c := range f.Pal.Palette {
		rgba := color.RGBAModel.Convert(c).(color.RGBA)
		colors[i] = [4]byte{rgba.R, rgba.G, rgba.B, rgba.A}
	}
	for i, c := range f.Pal.Pix {
		copy(img.Pix[4*i:], colors[c][:])
	}
	return truth{img, delay}
}

// textPixels is a screen of text as pixels.
func textPixels(cols, rows int, seed uint64) []byte {
	s := newTestScreen(cols, rows, 0, seed)
	s.fill()
	return s.img.Pix
}

// stdLZW is the time that the standard library needs, and its size.
func stdLZW(pix []byte, width int) (seconds float64, size int) {
	best := time.Hour
	for range 3 {
		var n counter
		start := time.Now()
		w := lzw.NewWriter(&n, lzw.LSB, width)
		w.Write(pix)
		w.Close()
		best, size = min(best, time.Since(start)), int(n)
	}
	return best.Seconds(), size
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func (c *counter) WriteByte(byte) error {
	*c++
	return nil
}

var _ io.ByteWriter = (*counter)(nil)
