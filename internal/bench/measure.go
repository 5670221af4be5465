//go:build unix

package main

import (
	"bytes"
	"compress/lzw"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"scenario/internal/cpu"
)

// cost is what a process and its children took.
type cost struct {
	wall, cpu time.Duration
	rss       int64 // bytes, of the largest
}

// best runs a command n times and returns the least of each cost. A status
// other than the wanted one is an error.
func (b *bench) best(n, status int, dir, name string, args ...string) (cost, error) {
	var least cost
	for i := range n {
		c, err := b.once(status, dir, name, args...)
		if err != nil {
			return cost{}, err
		}
		if i == 0 {
			least = c
		}
		least = cost{min(least.wall, c.wall), min(least.cpu, c.cpu), min(least.rss, c.rss)}
	}
	return least, nil
}

// once runs a command by way of a small process: the kernel counts the memory of
// the process that starts another as that one's too.
func (b *bench) once(status int, dir, name string, args ...string) (cost, error) {
	cmd := exec.Command(b.self, append([]string{"cost", name}, args...)...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stderr = &out
	report, err := cmd.Output()
	if err != nil {
		return cost{}, fmt.Errorf("%s %v: %w\n%s", filepath.Base(name), args, err, out.Bytes())
	}
	var got, wall, cpu int64
	var c cost
	if _, err := fmt.Sscan(string(report), &got, &wall, &cpu, &c.rss); err != nil {
		return cost{}, err
	}
	if int(got) != status {
		return cost{}, fmt.Errorf("%s %v: status %d, not %d\n%s", filepath.Base(name), args, got, status, out.Bytes())
	}
	c.wall, c.cpu = time.Duration(wall), time.Duration(cpu)
	return c, nil
}

// costOf runs a command and prints its status, wall and CPU nanoseconds and
// bytes of memory; what the command says goes to the standard error.
func costOf(args []string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil {
		return err
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	rss := int64(0)
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		rss = int64(u.Maxrss) << 10
	}
	_, err = fmt.Println(cmd.ProcessState.ExitCode(), wall.Nanoseconds(), cpu.Nanoseconds(), rss)
	return err
}

// per returns the CPU time of one call of f, and what it allocates.
func per(f func() error) (time.Duration, uint64, error) {
	if err := f(); err != nil { // warm
		return 0, 0, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, n := cpu.Used(), 0
	for n < 3 || cpu.Used()-start < 300*time.Millisecond {
		if err := f(); err != nil {
			return 0, 0, err
		}
		n++
	}
	took := cpu.Used() - start
	runtime.ReadMemStats(&after)
	return (took / time.Duration(n)).Round(time.Microsecond), (after.Mallocs - before.Mallocs) / uint64(n), nil
}

// calibrate tells how fast this machine is: the standard library's LZW over a
// screen's pixels. 150 Mpx/s is the machine of the recorded figures.
func (b *bench) calibrate() {
	const width, height, rounds = 1200, 880, 12
	pix := make([]byte, width*height)
	for i := range pix {
		// rows of glyphs: short runs of few colours, the rest is paper
		if x, y := i%width, i/width; y%22 > 4 && y%22 < 18 && (x*7+y/22*13)%10 < 4 {
			pix[i] = byte(1 + (x/10*5+y/22)%7)
		}
	}
	start := cpu.Used()
	for range rounds {
		w := lzw.NewWriter(io.Discard, lzw.LSB, 8)
		w.Write(pix)
		w.Close()
	}
	rate := float64(width*height*rounds) / 1e6 / (cpu.Used() - start).Seconds()
	b.speed = rate / 150
	fmt.Printf("calibration: %.0f Mpx/s of compress/lzw, %.2f x the machine of the recorded figures\n", rate, b.speed)
}

// table prints rows of aligned columns as they come.
type table struct{ widths []int }

func newTable(title string, columns ...string) *table {
	fmt.Printf("\n%s\n", title)
	t := &table{}
	for i, c := range columns {
		w := max(len(c), 14)
		if i == 0 {
			w = 44
		}
		t.widths = append(t.widths, w)
	}
	t.row(columns...)
	return t
}

func (t *table) row(cells ...string) {
	for i, c := range cells {
		switch {
		case i == 0:
			fmt.Printf("%-*s", t.widths[i], c)
		case i < len(t.widths):
			fmt.Printf("  %*s", t.widths[i], c)
		}
	}
	fmt.Println()
}

func secs(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
func mb(n int64) string           { return fmt.Sprintf("%.0f MB", float64(n)/(1<<20)) }
func kb(n int64) string           { return fmt.Sprintf("%.1f KB", float64(n)/1000) }

// ratio is how many times the other's figure is ours.
func ratio(other, ours float64) string {
	if ours <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.1fx", other/ours)
}

func size(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func write(path, text string) error { return os.WriteFile(path, []byte(text), 0o666) }
