//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"image/gif"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// demos goes from files to GIFs; VHS's figures are recorded ones, as it needs a
// browser, ttyd and ffmpeg.
func (b *bench) demos() error {
	t := newTable("a demo, from file to GIF (VHS 0.11: recorded)", "work", "ours", "VHS", "VHS/ours", "target")
	for _, d := range []struct {
		name, needs, yaml    string
		wall, cpu, mem, file float64 // VHS: s, s, MB, KB
		target               [4]string
	}{
		{
			"echo hello, 5 s for the reader", "bash",
			"size: 80x24\nrecord: demo.gif\nsteps:\n  - shell: bash\n  - enter: echo hello\n  - hold: 5s\n",
			11.2, 10.0, 625, 12.6, [4]string{"0.15 s", "0.06 s", "40 MB", "11 KB"},
		},
		{
			"4 s of typing, 20 s of reading", "bash", typingDemo(),
			47.2, 40.2, 1968, 174, [4]string{"1.0 s", "0.2 s", "60 MB", "150 KB"},
		},
		{
			"htop, 10 s real", "htop",
			"size: 120x40\nlook: {font_size: 16}\nrecord: demo.gif\nsteps:\n  - launch: htop\n  - wait: Load\n  - sleep: 10s\n  - key: q\n  - expect: {exit: 0}\n",
			23.3, 28.3, 822, 9950, [4]string{"10.3 s", "0.4 s", "", "1200 KB"},
		},
		{
			"true colour animation, 30 fps, 10 s", "",
			"size: 120x40\nlook: {font_size: 16}\nrecord: demo.gif\nsteps:\n  - launch: " + b.self + " animation\n  - wait: {cursor: {visible: false}}\n  - sleep: 10s\n",
			43.6, 48.6, 1186, 57_000, [4]string{"12 s", "5 s", "", "57 MB"},
		},
	} {
		if d.needs != "" {
			if _, err := exec.LookPath(d.needs); err != nil {
				return err
			}
		}
		dir := b.path("demo")
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		if err := write(filepath.Join(dir, "demo.yaml"), d.yaml); err != nil {
			return err
		}
		rounds := 3
		if d.wall > 20 && d.needs != "bash" {
			rounds = 1
		}
		c, err := b.best(rounds, 0, dir, b.command, "run", "demo.yaml")
		if err != nil {
			return err
		}
		file, err := os.ReadFile(filepath.Join(dir, "demo.gif"))
		if err != nil {
			return err
		}
		t.row(d.name+": wall", secs(c.wall), fmt.Sprintf("%.1f s", d.wall), ratio(d.wall, c.wall.Seconds()), d.target[0])
		t.row("  CPU", secs(c.cpu), fmt.Sprintf("%.1f s", d.cpu), ratio(d.cpu, c.cpu.Seconds()), d.target[1])
		t.row("  memory", mb(c.rss), fmt.Sprintf("%.0f MB", d.mem), ratio(d.mem, float64(c.rss)/(1<<20)), d.target[2])
		t.row("  GIF", kb(int64(len(file))), fmt.Sprintf("%.1f KB", d.file), ratio(d.file*1000, float64(len(file))), d.target[3])
		g, err := gif.DecodeAll(bytes.NewReader(file))
		if err != nil {
			return err
		}
		sum := 0
		for _, delay := range g.Delay {
			sum += delay
		}
		t.row("  frames, play time", fmt.Sprintf("%d, %.2f s", len(g.Image), float64(sum)/100))
	}
	return nil
}

// typingDemo types for 4 s and leaves 20 s to read.
func typingDemo() string {
	var b strings.Builder
	b.WriteString("size: 80x24\nrecord: demo.gif\nsteps:\n  - shell: bash\n")
	for i, command := range []string{"echo one two three", "seq 1 10", "printf '%s\\n' a b c", "echo done at last"} {
		fmt.Fprintf(&b, "  - run: %s # %d\n  - hold: 5s\n", command, i)
	}
	return b.String()
}

// animation draws moving colours on all of a 120x40 screen, 30 times a second,
// each picture as one synchronized update, until it is ended.
func animation([]string) error {
	out := bufio.NewWriterSize(os.Stdout, 1<<18)
	fmt.Fprint(out, "\x1b[?25l")
	tick := time.NewTicker(time.Second / 30)
	defer tick.Stop()
	for n := 0; ; n++ {
		fmt.Fprint(out, "\x1b[?2026h\x1b[H")
		for y := range 40 {
			fmt.Fprintf(out, "\x1b[%d;1H", y+1)
			for x := range 120 {
				v := math.Sin(float64(x+n)/9) + math.Sin(float64(2*y-n)/7)
				w := math.Sin(float64(x-n)/11) + math.Sin(float64(2*y+n)/5)
				fmt.Fprintf(out, "\x1b[38;2;%d;%d;128;48;2;%d;64;%dm▀", shade(v), shade(w), shade(w), shade(v))
			}
		}
		fmt.Fprint(out, "\x1b[m\x1b[?2026l")
		if err := out.Flush(); err != nil {
			return nil // the terminal is gone
		}
		<-tick.C
	}
}

func shade(v float64) int { return int(127 + 60*v) }
