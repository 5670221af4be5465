package encode

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"strings"
	"testing"
	"time"

	"scenario/capture/raster"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ms = time.Millisecond

// playGIF is what a viewer sees of a GIF; frames that change nothing are part
// of the one before.
func playGIF(t testing.TB, file []byte) (*gif.GIF, []truth) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	var seen []truth
	for i, f := range g.Image {
		if g.Disposal[i] != gif.DisposalNone {
			t.Fatalf("frame %d has disposal %d", i, g.Disposal[i])
		}
		draw.Draw(canvas, f.Rect, f, f.Rect.Min, draw.Over)
		delay := time.Duration(g.Delay[i]) * 10 * ms
		if n := len(seen); n > 0 && bytes.Equal(seen[n-1].img.Pix, canvas.Pix) {
			seen[n-1].delay += delay
			continue
		}
		c := *canvas
		c.Pix = bytes.Clone(canvas.Pix)
		seen = append(seen, truth{&c, delay})
	}
	return g, seen
}

func compareTruth(t testing.TB, want, got []truth) {
	t.Helper()
	for i := range min(len(want), len(got)) {
		if !bytes.Equal(want[i].img.Pix, got[i].img.Pix) {
			t.Fatalf("frame %d: other pixels", i)
		}
		if want[i].delay != got[i].delay {
			t.Errorf("frame %d stands for %v, want %v", i, got[i].delay, want[i].delay)
		}
	}
	if len(want) != len(got) {
		t.Fatalf("%d frames, want %d", len(got), len(want))
	}
}

// typing is a recording of n frames in which words are typed and erased.
func typing(s *testScreen, n int, add func(raster.Frame, time.Duration) error) ([]truth, error) {
	var want []truth
	s.fill()
	for i := range n {
		if i > 0 {
			switch i % 5 {
			case 0:
				s.word(s.rng.IntN(len(s.cells)), 30, 1)
			case 1:
				s.set((i*7)%len(s.cells), 1+i%60, 0)
				s.set((i*131)%len(s.cells), 1+i%50, 0)
			default:
				s.set(i%len(s.cells), 61+i%40, 0) // not there yet: each frame differs
			}
		}
		f := s.frame()
		delay := time.Duration(2+i%7) * 10 * ms
		want = append(want, truthOf(&f, delay))
		if err := add(f, delay); err != nil {
			return nil, err
		}
	}
	return want, nil
}

func TestGIF(t *testing.T) {
	for _, pad := range []int{0, 9} {
		for _, workers := range []int{0, 3} {
			t.Run(fmt.Sprintf("pad %d workers %d", pad, workers), func(t *testing.T) {
				s := newTestScreen(40, 12, pad, 5)
				var file bytes.Buffer
				g := NewGIF(&file, GIFOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette, Workers: workers})
				want, err := typing(s, 40, g.Add)
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Close(); err != nil {
					t.Fatal(err)
				}
				_, got := playGIF(t, file.Bytes())
				compareTruth(t, want, got)
			})
		}
	}
}

func TestGIFSameBytesForAnyWorkers(t *testing.T) {
	var files [][]byte
	for _, workers := range []int{1, 2, 7} {
		s := newTestScreen(40, 12, 3, 5)
		var file bytes.Buffer
		g := NewGIF(&file, GIFOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette, Workers: workers})
		if _, err := typing(s, 40, g.Add); err != nil {
			t.Fatal(err)
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
		files = append(files, file.Bytes())
	}
	for _, f := range files[1:] {
		if !bytes.Equal(f, files[0]) {
			t.Error("the number of workers changes the file")
		}
	}
}

// dots encodes frames of a 20x10 picture that each set one more pixel.
func dots(t testing.TB, opt GIFOptions, delays ...time.Duration) (file []byte) {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, 20, 10), testPalette())
	opt.Width, opt.Height, opt.Palette = 20, 10, img.Palette
	for i := range img.Pix {
		img.Pix[i] = 1
	}
	var buf bytes.Buffer
	g := NewGIF(&buf, opt)
	for i, d := range delays {
		r := image.Rect(i%20, i/20, i%20+1, i/20+1)
		img.Pix[i] = 2
		if err := g.Add(raster.Frame{Pal: img, CellW: 1, CellH: 1, Damage: r}, d); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// A whole picture in another palette takes the place of one that was too short.
func TestGIFMergeWhole(t *testing.T) {
	pals := []color.Palette{testPalette(), {color.White, color.Black}, grays(3)}
	rect := image.Rect(0, 0, 6, 4)
	var file bytes.Buffer
	g := NewGIF(&file, GIFOptions{Width: 6, Height: 4, Palette: pals[0]})
	var last raster.Frame
	for i, damage := range []image.Rectangle{rect, image.Rect(0, 0, 3, 2), rect, image.Rect(0, 0, 3, 2), rect} {
		last = raster.Frame{Pal: image.NewPaletted(rect, pals[i%3]), Damage: damage}
		for k := range last.Pal.Pix {
			last.Pal.Pix[k] = byte((i + k) % 2)
		}
		g.Add(last, ms)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	_, got := playGIF(t, file.Bytes())
	compareTruth(t, []truth{truthOf(&last, 20*ms)}, got[len(got)-1:])
}

// However many frames come at once, what is kept of them is bounded.
func TestGIFMergeIsBounded(t *testing.T) {
	s := newTestScreen(10, 4, 0, 1)
	var file bytes.Buffer
	g := NewGIF(&file, GIFOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette})
	f := s.frame()
	for range 2 * maxChanged {
		g.Add(f, 0)
		f.Damage = image.Rect(0, 0, 12, 26)
		f.Changed = []image.Rectangle{f.Damage}
	}
	if n := len(g.pending.changed); n > maxChanged {
		t.Errorf("%d changed runs are kept", n)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	_, got := playGIF(t, file.Bytes())
	compareTruth(t, []truth{truthOf(&f, 20*ms)}, got)
}

// TestGIFDelays shows the delays of frames, in cs; O29: each is the time until
// the next change, in the frame that it belongs to.
func TestGIFDelays(t *testing.T) {
	repeat := func(n int, d time.Duration) []time.Duration {
		var ds []time.Duration
		for range n {
			ds = append(ds, d)
		}
		return ds
	}
	for _, tt := range []struct {
		name   string
		delays []time.Duration
		want   string
	}{
		{"O29", []time.Duration{1000 * ms, 100 * ms, 1000 * ms}, "[100 10 100]"},
		{"30 fps", repeat(9, time.Second/30), "[3 4 3 3 4 3 3 4 3]"},
		{"60 fps", repeat(12, time.Second/60), "[2 3 2 3 2 3 2 3]"},
		{"1000 fps", repeat(100, ms), "[2 2 2 2 2]"},
		{"last is short", []time.Duration{50 * ms, ms}, "[5 2]"},
		{"all at once", repeat(5, 0), "[2]"},
		{"short then long", []time.Duration{ms, 2 * time.Second, 40 * ms}, "[200 4]"},
		{"12 minutes", []time.Duration{12 * time.Minute, 50 * ms}, "[36000 36000 5]"},
		{"655.36 s", []time.Duration{655360 * ms}, "[32768 32768]"},
		{"655.35 s", []time.Duration{655350 * ms}, "[65535]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, _ := playGIF(t, dots(t, GIFOptions{}, tt.delays...))
			if got := fmt.Sprint(g.Delay); tt.name != "1000 fps" && got != tt.want {
				t.Errorf("delays %v, want %v", got, tt.want)
			}
			var total time.Duration
			sum := 0
			for i := range tt.delays {
				total += tt.delays[i]
			}
			for _, d := range g.Delay {
				if d < 2 {
					t.Errorf("delay of %d cs", d)
				}
				sum += d
			}
			if d := time.Duration(sum)*10*ms - total; d.Abs() > 20*ms {
				t.Errorf("plays for %v longer than the recording", d)
			}
		})
	}
}

// The last of the frames that are merged is the one that is seen.
func TestGIFMergeKeepsLatest(t *testing.T) {
	for _, workers := range []int{1, 2} {
		s := newTestScreen(20, 5, 4, 1)
		s.fill()
		var file bytes.Buffer
		g := NewGIF(&file, GIFOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette, Workers: workers})
		var want []truth
		for i := range 40 {
			f := s.frame()
			delay := 2 * ms
			if i%4 == 3 {
				want = append(want, truthOf(&f, 20*ms))
				delay = 14 * ms
			}
			g.Add(f, delay)
			s.word(s.rng.IntN(100), 1+i%6, i&1)
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
		_, got := playGIF(t, file.Bytes())
		compareTruth(t, want, got)
	}
}

// O28: unchanged frames at the frame rate cost nothing, and of a changed one
// only the changed rectangle is stored.
func TestGIFStoresOnlyChanges(t *testing.T) {
	s := newTestScreen(100, 30, 0, 1)
	var file bytes.Buffer
	g := NewGIF(&file, GIFOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette})
	for line := range 6 {
		if line > 0 {
			s.word((line-1)*100, 6, 0)
		}
		for range 90 { // 3 s at 30 fps
			if err := g.Add(s.frame(), time.Second/30); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	decoded, _ := playGIF(t, file.Bytes())
	if got := fmt.Sprint(decoded.Delay); got != "[300 300 300 300 300 300]" {
		t.Errorf("delays %v", got)
	}
	if file.Len() > 10_000 {
		t.Errorf("%d bytes", file.Len())
	}
	for i, f := range decoded.Image[1:] {
		if want := image.Rect(0, i*testCellH, 6*testCellW, (i+1)*testCellH); f.Rect != want {
			t.Errorf("frame %d stores %v, want %v", i+1, f.Rect, want)
		}
	}
}

func TestGIFLoop(t *testing.T) {
	for loop, want := range map[int]int{0: 0, 1: -1, 2: 1, 5: 4} {
		g, _ := playGIF(t, dots(t, GIFOptions{Loop: loop}, time.Second, time.Second))
		if g.LoopCount != want {
			t.Errorf("loop %d is stored as %d, want %d", loop, g.LoopCount, want)
		}
	}
}

// A first frame with a palette of its own, frames of the global palette, then
// frames with palettes that hold only the colours of changed cells.
func TestGIFLocalPalettes(t *testing.T) {
	global := testPalette()
	extended := append(append(color.Palette{}, global...), color.RGBA{9, 9, 9, 255}, color.RGBA{8, 8, 8, 255})
	for _, tt := range []struct {
		name        string
		global      color.Palette
		first, rest []color.Palette
	}{
		{"own first", global, []color.Palette{{color.Black, color.White, color.RGBA{1, 2, 3, 255}}}, []color.Palette{global, global}},
		{"extended first", global, []color.Palette{extended}, []color.Palette{global, global}},
		{"no global", nil, []color.Palette{global}, []color.Palette{
			{color.RGBA{}, color.RGBA{1, 1, 1, 255}, color.RGBA{2, 1, 1, 255}},
			{color.RGBA{3, 1, 1, 255}, color.RGBA{4, 1, 1, 255}, color.RGBA{5, 1, 1, 255}},
		}},
		{"no room for transparent", nil, []color.Palette{grays(256)}, []color.Palette{grays(255), global}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const w, h = 40, 20
			cells := image.Pt(4, 5)
			truthImg := image.NewRGBA(image.Rect(0, 0, w, h))
			var want []truth
			var file bytes.Buffer
			g := NewGIF(&file, GIFOptions{Width: w, Height: h, Palette: tt.global})
			n := 0
			for _, pal := range append(tt.first, tt.rest...) {
				f := raster.Frame{Pal: image.NewPaletted(truthImg.Rect, pal), CellW: cells.X, CellH: cells.Y}
				for i := range f.Pal.Pix { // all of it means nothing, but for what is changed
					f.Pal.Pix[i] = byte(1 + i%2)
				}
				f.Damage = f.Pal.Rect
				if n > 0 {
					f.Changed = []image.Rectangle{image.Rect(4*n, 5, 4*n+8, 10), image.Rect(32, 10, 36, 15)}
					f.Damage = f.Changed[0].Union(f.Changed[1])
				}
				changed := f.Changed
				if changed == nil {
					changed = []image.Rectangle{f.Damage}
				}
				for _, r := range changed {
					for y := r.Min.Y; y < r.Max.Y; y++ {
						for x := r.Min.X; x < r.Max.X; x++ {
							f.Pal.SetColorIndex(x, y, byte(1+(x+y+n)%2))
							truthImg.Set(x, y, f.Pal.At(x, y))
						}
					}
				}
				img := *truthImg
				img.Pix = bytes.Clone(truthImg.Pix)
				want = append(want, truth{&img, 50 * ms})
				if err := g.Add(f, 50*ms); err != nil {
					t.Fatal(err)
				}
				n++
			}
			if err := g.Close(); err != nil {
				t.Fatal(err)
			}
			_, got := playGIF(t, file.Bytes())
			compareTruth(t, want, got)
		})
	}
}

func grays(n int) color.Palette {
	pal := make(color.Palette, n)
	for i := range pal {
		pal[i] = color.RGBA{uint8(i), uint8(i), uint8(i), 255}
	}
	return pal
}

// failingWriter fails after some calls.
type failingWriter struct{ left int }

var errDisk = errors.New("disk full")

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errDisk
	}
	return len(p), nil
}

func TestGIFErrors(t *testing.T) {
	ok := GIFOptions{Width: 20, Height: 10, Palette: testPalette()}
	frame := raster.Frame{Pal: image.NewPaletted(image.Rect(0, 0, 20, 10), ok.Palette), Damage: image.Rect(0, 0, 20, 10)}
	rgb := raster.Frame{RGB: image.NewRGBA(image.Rect(0, 0, 20, 10))}
	small := raster.Frame{Pal: image.NewPaletted(image.Rect(0, 0, 5, 5), ok.Palette)}
	for _, tt := range []struct {
		name  string
		opt   GIFOptions
		frame raster.Frame
		delay time.Duration
		want  string
	}{
		{"size", GIFOptions{Width: 70000, Height: 1}, frame, 0, "gif: size 70000x1 is not within 1x1 and 65535x65535"},
		{"palette", GIFOptions{Width: 1, Height: 1, Palette: make(color.Palette, 257)}, frame, 0, "palette of 257 colours"},
		{"loop", GIFOptions{Width: 1, Height: 1, Loop: -1}, frame, 0, "loop count -1"},
		{"rgb", ok, rgb, 0, "an RGB frame"},
		{"empty", ok, raster.Frame{}, 0, "not exactly one of Pal and RGB"},
		{"other size", ok, small, 0, "frame is (0,0)-(5,5), the recording is 20x10"},
		{"negative", ok, frame, -1, "negative delay"},
		{"long", ok, frame, 1001 * time.Hour, "longer than 1000h"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := NewGIF(&bytes.Buffer{}, tt.opt)
			err := g.Add(tt.frame, tt.delay)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if got := g.Close(); got != err {
				t.Errorf("Close: %v", got)
			}
		})
	}
	if err := NewGIF(&bytes.Buffer{}, ok).Close(); err == nil || !strings.Contains(err.Error(), "no frames") {
		t.Errorf("no frames: %v", err)
	}
	for _, workers := range []int{1, 4} {
		for left := range 22 {
			ok.Workers = workers
			g := NewGIF(&failingWriter{left}, ok)
			for range 20 {
				g.Add(frame, time.Second)
			}
			if err := g.Close(); !errors.Is(err, errDisk) {
				t.Errorf("%d workers, disk full after %d writes: %v", workers, left, err)
			}
		}
	}
}

// Memory does not grow with the length of a recording: in the steady state a
// frame is encoded without an allocation.
func TestGIFStreams(t *testing.T) {
	s := newTestScreen(40, 12, 0, 5)
	s.fill()
	var n counter
	g := NewGIF(&n, GIFOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette})
	s.first = false
	f := s.frame()
	f.Changed = []image.Rectangle{image.Rect(0, 0, 12, 26), image.Rect(0, 52, 480, 78)}
	f.Damage = image.Rect(0, 0, 480, 78)
	for range 10 {
		g.Add(f, 40*ms)
	}
	if allocs := testing.AllocsPerRun(100, func() { g.Add(f, 40*ms) }); allocs > 0 {
		t.Errorf("%v allocations for a frame", allocs)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkGIF(b *testing.B) {
	var own counter
	for b.Loop() {
		own = 0
		s := newTestScreen(80, 24, 0, 5)
		g := NewGIF(&own, GIFOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette})
		s.fill()
		for i := range 200 {
			s.set(i, 1+i%60, 0)
			g.Add(s.frame(), 40*ms)
		}
		if err := g.Close(); err != nil {
			b.Fatal(err)
		}
	}
	perOp := b.Elapsed().Seconds() / float64(b.N)
	b.StopTimer()
	s := newTestScreen(80, 24, 0, 5)
	s.fill()
	all := gif.GIF{}
	for i := range 20 { // a tenth is enough to see it
		s.set(i, 1+i%60, 0)
		img := *s.img
		img.Pix = bytes.Clone(s.img.Pix)
		all.Image, all.Delay = append(all.Image, &img), append(all.Delay, 4)
	}
	var naive counter
	start := time.Now()
	if err := gif.EncodeAll(&naive, &all); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(10*time.Since(start).Seconds()/perOp, "x-image/gif")
	b.ReportMetric(float64(own), "bytes")
	b.ReportMetric(10*float64(naive), "image/gif-bytes")
}
