package capture

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"scenario/event"
)

// typing is someone typing commands at 80x24 for 20 s, n times.
func typing(t testing.TB, n int) *Source {
	r := newRun(t, 80, 24)
	now := 0
	for round := range n {
		for line := range 12 {
			r.out(now, "\x1b[32muser\x1b[m:\x1b[34m~/project\x1b[m$ ")
			for _, c := range fmt.Sprintf("go test ./pkg%d -run Test%d", line, round) {
				now += 45
				r.out(now, string(c))
			}
			now += 400
			r.out(now, fmt.Sprintf("\r\nok  \tproject/pkg%d\t0.0%ds\r\n", line, line))
		}
	}
	r.exit(now, false)
	return r.source()
}

// monitor is a screen of meters and a table at 120x40, redrawn 8 times a second
// with a part of it changed; n redraws.
func monitor(t testing.TB, n int) *Source {
	r := newRun(t, 120, 40)
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		var b strings.Builder
		b.WriteString("\x1b[?2026h\x1b[?25l")
		for cpu := range 8 {
			used := rnd.IntN(40)
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[36m%3d\x1b[m[\x1b[32m%-40s\x1b[m%4.1f%%]", cpu+1, cpu, strings.Repeat("|", used), float64(used)*2.5)
		}
		for row := 10; row <= 40; row++ {
			if i > 0 && rnd.IntN(4) > 0 {
				continue
			}
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[%dm%7d user  20  0 %5dM %5dM S %5.1f  1.2  0:%02d.%02d /usr/bin/program --number %d\x1b[K\x1b[m",
				row, 30+row%8, 1000+row, rnd.IntN(9999), rnd.IntN(999), rnd.Float64()*100, rnd.IntN(60), rnd.IntN(100), row)
		}
		b.WriteString("\x1b[?2026l")
		r.out(i*125, b.String())
	}
	r.exit(n*125, false)
	return r.source()
}

// sample is a cast of SCENARIO_DATA.
func sample(b *testing.B, name string) *Source {
	dir := os.Getenv("SCENARIO_DATA")
	if dir == "" {
		b.Skip("SCENARIO_DATA names no folder with samples")
	}
	cast, err := os.ReadFile(filepath.Join(dir, "samples", name+".cast"))
	if err != nil {
		b.Fatal(err)
	}
	s := newRun(b, 1, 1).source()
	s.Cast = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(cast)), nil }
	return s
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// BenchmarkRecord draws whole recordings; "replay" is the same without pixels:
// what reading the cast and the terminal take of it.
func BenchmarkRecord(b *testing.B) {
	for _, w := range []struct {
		name string
		make func(b *testing.B) *Source
		size int
	}{
		{"typing", func(b *testing.B) *Source { return typing(b, 1) }, 16},
		{"monitor", func(b *testing.B) *Source { return monitor(b, 90) }, 16},
		{"sample-typing", func(b *testing.B) *Source { return sample(b, "typing") }, 16},
		{"sample-htop", func(b *testing.B) *Source { return sample(b, "htop") }, 16},
		{"sample-scroll", func(b *testing.B) *Source { return sample(b, "scroll") }, 16},
		{"sample-mixed", func(b *testing.B) *Source { return sample(b, "mixed") }, 20},
	} {
		for _, format := range []string{"gif", "apng", "cast"} {
			b.Run(w.name+"/"+format, func(b *testing.B) {
				s := w.make(b)
				l := look()
				l.FontSize = w.size
				b.ReportAllocs()
				for b.Loop() {
					var n counter
					info, err := s.Record(event.Record{Session: "main", FPS: 30}, l, steady(), []File{{Path: "x." + format, W: &n}})
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(n), "file-B")
					b.ReportMetric(info.Play.Seconds(), "play-s")
				}
			})
		}
	}
}

// Twice the recording takes twice the time and no more memory: the peak of the
// heap while it is drawn stays.
func BenchmarkLength(b *testing.B) {
	for _, n := range []int{90, 180, 360, 720} {
		b.Run(fmt.Sprintf("redraws=%d", n), func(b *testing.B) {
			s := monitor(b, n)
			var peak uint64
			for b.Loop() {
				w := &heapMeter{}
				w.base = w.live()
				if _, err := s.Record(event.Record{Session: "main", FPS: 30}, look(), steady(), []File{{Path: "x.gif", W: w}}); err != nil {
					b.Fatal(err)
				}
				peak = max(peak, w.peak)
			}
			b.ReportMetric(float64(peak)/(1<<20), "live-MB")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/redraw")
		})
	}
}

// heapMeter notes how much of the heap is in use at some of its writes.
type heapMeter struct {
	writes     int
	base, peak uint64 // before it began; the most above that
}

func (h *heapMeter) live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func (h *heapMeter) Write(p []byte) (int, error) {
	if h.writes++; h.writes%32 == 0 {
		h.peak = max(h.peak, h.live()-h.base)
	}
	return len(p), nil
}
