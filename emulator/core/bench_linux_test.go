package core

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"scenario/emulator"
	"scenario/emulator/emutest"
)

// cpuTime is the time that this thread has worked: on a busy machine the one
// that counts.
func cpuTime() time.Duration {
	const thisThread = 1
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func recording(b *testing.B, name string) []byte {
	raw, err := os.ReadFile(filepath.Join(os.Getenv("SCENARIO_DATA"), "vt-ref", name, "input"))
	if err != nil {
		b.Skip("SCENARIO_DATA does not name the recordings")
	}
	var out []byte
	for len(out) < 1<<20 {
		out = append(out, raw...)
	}
	return out
}

func writeAll(b *testing.B, w io.Writer, p []byte) {
	for len(p) > 0 {
		n := min(len(p), 16<<10)
		if _, err := w.Write(p[:n]); err != nil {
			b.Fatal(err)
		}
		p = p[n:]
	}
}

// writer makes an io.Writer of a terminal.
type writer struct{ emulator.Terminal }

func (w writer) Write(p []byte) (int, error) { return len(p), w.Terminal.Write(p) }

func BenchmarkWrite(b *testing.B) {
	run := func(name string, data func(*testing.B) []byte, cols, rows int) {
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			p := data(b)
			raw := vt.NewEmulator(cols, rows)
			raw.SetScrollbackSize(1000)
			go io.Copy(io.Discard, raw)
			start := cpuTime()
			writeAll(b, raw, p[:len(p)/4])
			other := float64(len(p)/4) / (cpuTime() - start).Seconds() / 1e6
			_ = raw.Close()

			term := New(emulator.Options{Cols: cols, Rows: rows})
			writeAll(b, writer{term}, p)
			b.SetBytes(int64(len(p)))
			b.ReportAllocs()
			b.ResetTimer()
			start = cpuTime()
			for b.Loop() {
				writeAll(b, writer{term}, p)
			}
			own := float64(len(p)) * float64(b.N) / (cpuTime() - start).Seconds() / 1e6
			b.ReportMetric(own, "MB/cpu-s")
			b.ReportMetric(own/other, "x_of_vt")
		})
	}
	for _, s := range emutest.Streams() {
		run(s.Name, func(*testing.B) []byte { return s.Bytes() }, 120, 40)
	}
	run("rec_vim", func(b *testing.B) []byte { return recording(b, "vim_simple_edit") }, 120, 40)
	run("rec_htop", func(b *testing.B) []byte { return recording(b, "tmux_htop") }, 140, 40)
}

func BenchmarkSnapshot(b *testing.B) {
	text := "\x1b[2J\x1b[H" + strings.Repeat("\x1b[1;32mok\x1b[m  12.3 ms \x1b[38;2;1;2;3mfile.go\x1b[m", 180)
	for _, bench := range []struct{ name, write string }{
		{"same", ""}, {"three rows", "\x1b[5;1Hx\x1b[9Hy\x1b[30Hz\x1b[5;1Hy\x1b[9Hx\x1b[30Ha"}, {"all rows", text}, {"scrolled", "\x1b[40H\r\nline"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			term := newTerm(120, 40)
			var s emulator.Screen
			if err := term.Write([]byte(text)); err != nil {
				b.Fatal(err)
			}
			term.Snapshot(&s)
			flip := [2][]byte{[]byte(bench.write), []byte(strings.ReplaceAll(bench.write, "12.3", "45.6"))}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				b.StopTimer()
				if err := term.Write(flip[i&1]); err != nil {
					b.Fatal(err)
				}
				i++
				b.StartTimer()
				term.Snapshot(&s)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newTerm(80, 24)
	}
}

// A resize costs as much as there is history, and no more.
func BenchmarkReflow(b *testing.B) {
	term := New(emulator.Options{Cols: 120, Rows: 40, Scrollback: 10_000})
	writeAll(b, writer{term}, emutest.Streams()[0].Bytes())
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		term.Resize(60+i%2*60, 40)
	}
}
