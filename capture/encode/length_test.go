package encode

import (
	"io"
	"runtime"
	"testing"
	"time"
)

// A recording of ten minutes at thirty frames a second takes as much memory as
// one of a minute: what was written is forgotten.
func TestTenMinutesInConstantMemory(t *testing.T) {
	const perMinute, minutes = 1800, 10
	live := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for _, format := range []string{"gif", "apng", "frames"} {
		t.Run(format, func(t *testing.T) {
			s := newTestScreen(20, 6, 0, 1)
			var a Animation
			switch size := s.img.Rect; format {
			case "gif":
				a = NewGIF(io.Discard, GIFOptions{Width: size.Dx(), Height: size.Dy(), Palette: s.img.Palette, Workers: 2})
			case "apng":
				a = NewAPNG(io.Discard, APNGOptions{Width: size.Dx(), Height: size.Dy(), Palette: s.img.Palette, Frames: perMinute * minutes, Workers: 2})
			default:
				a = NewFrames(func(string) (io.WriteCloser, error) { return discard{}, nil })
			}
			var first int64
			for i := range perMinute * minutes {
				s.word(s.rng.IntN(len(s.cells)), 1, 0)
				if err := a.Add(s.frame(), time.Second/30); err != nil {
					t.Fatal(err)
				}
				if i == perMinute {
					first = live()
				}
				if format == "frames" && i == 2*perMinute { // each is a file of its own: enough
					break
				}
			}
			if last := live(); last > first+1<<20 {
				t.Errorf("%d bytes are kept after a minute, %d at the end", first, last)
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }
