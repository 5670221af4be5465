//go:build unix

package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/vt"

	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/emulator/emutest"
)

//go:embed xtermjs.js
var xtermJS string

// part is how much a program writes at once.
const part = 16 << 10

// emulator measures the terminal beside x/vt and, where SCENARIO_XTERMJS names
// it, xterm.js: CPU time on 120x40.
func (b *bench) emulator() error {
	t := newTable("the terminal, MB/s of CPU time on 120x40, 16 KiB a write",
		"stream", "ours", "x/vt", "ours/x/vt", "xterm.js", "ours/xterm.js", "target", "allocations", "")
	for _, s := range emutest.Streams() {
		if err := b.stream(t, s.Name, s.Bytes(), float64(s.Speed), s.Ratio); err != nil {
			return err
		}
	}
	for _, r := range []struct{ name, recording string }{{"rec_vim", "vim_simple_edit"}, {"rec_htop", "tmux_htop"}} {
		data, err := recorded(r.recording)
		if errors.Is(err, os.ErrNotExist) {
			t.row(r.name, "SCENARIO_DATA has no recording")
			continue
		}
		if err != nil {
			return err
		}
		if err := b.stream(t, r.name, data, 130, 1); err != nil {
			return err
		}
	}
	return b.screen()
}

// recorded repeats a recorded program to a MiB.
func recorded(name string) ([]byte, error) {
	raw, err := os.ReadFile(filepath.Join(os.Getenv("SCENARIO_DATA"), "vt-ref", name, "input"))
	if err != nil {
		return nil, err
	}
	var out []byte
	for len(out) < 1<<20 {
		out = append(out, raw...)
	}
	return out, nil
}

// stream measures one stream. The targets are the speed, by this machine's, and
// the ratio to x/vt.
func (b *bench) stream(t *table, name string, data []byte, speed, atLeast float64) error {
	ours := core.New(emulator.Options{Cols: 120, Rows: 40, Scrollback: 1000})
	took, allocations, err := per(func() error {
		for p := range parts(data) {
			if err := ours.Write(p); err != nil {
				return err
			}
			ours.Replies()
		}
		return nil
	})
	if err != nil {
		return err
	}
	other := vt.NewEmulator(120, 40)
	other.SetScrollbackSize(1000)
	go io.Copy(io.Discard, other) // its answers: it waits until they are read
	short := data[:len(data)/4]   // of the slow one
	otherTook, _, err := per(func() error {
		for p := range parts(short) {
			if _, err := other.Write(p); err != nil {
				return err
			}
		}
		return nil
	})
	_ = other.Close()
	if err != nil {
		return err
	}
	mine, theirs := rate(len(data), took), rate(len(short), otherTook)
	js, err := b.xtermJS(data)
	if err != nil {
		return err
	}
	jsRate, jsRatio := "-", "-"
	if js > 0 {
		jsRate, jsRatio = fmt.Sprintf("%.0f", js), ratio(mine, js)
	}
	verdict := "met"
	if mine < speed*b.speed || mine < atLeast*theirs {
		verdict = "missed"
	}
	writes := (len(data) + part - 1) / part
	t.row(name, fmt.Sprintf("%.0f", mine), fmt.Sprintf("%.1f", theirs), ratio(mine, theirs), jsRate, jsRatio,
		fmt.Sprintf("%.0f, %gx", speed*b.speed, atLeast), fmt.Sprintf("%.2f a write", float64(allocations)/float64(writes)), verdict)
	return nil
}

// rate is MB/s.
func rate(n int, took time.Duration) float64 { return float64(n) / took.Seconds() / 1e6 }

func parts(p []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(p) > 0 {
			n := min(len(p), part)
			if !yield(p[:n]) {
				return
			}
			p = p[n:]
		}
	}
}

// xtermJS returns the MB/s of xterm.js, 0 where it is not given.
func (b *bench) xtermJS(data []byte) (float64, error) {
	if os.Getenv("SCENARIO_XTERMJS") == "" {
		return 0, nil
	}
	if err := os.WriteFile(b.path("stream"), data, 0o666); err != nil {
		return 0, err
	}
	cmd := exec.Command("node", "-e", xtermJS, b.path("stream"), strconv.Itoa(part))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("xterm.js: %w", err)
	}
	return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
}

// screen measures a snapshot and the memory of a long scrollback.
func (b *bench) screen() error {
	t := newTable("a screen of 120x40", "work", "ours", "target")
	text := "\x1b[2J\x1b[H" + strings.Repeat("\x1b[1;32mok\x1b[m  12.3 ms \x1b[38;2;1;2;3mfile.go\x1b[m", 180)
	flips := [2][]byte{[]byte(text), []byte(strings.ReplaceAll(text, "12.3", "45.6"))}
	term := core.New(emulator.Options{Cols: 120, Rows: 40})
	var s emulator.Screen
	i := 0
	write := func() error {
		i++
		return term.Write(flips[i&1])
	}
	const times = 100 // more than the clock's grain
	written, _, err := per(func() error {
		for range times {
			if err := write(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	both, _, err := per(func() error {
		for range times {
			if err := write(); err != nil {
				return err
			}
			term.Snapshot(&s)
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.row("packed snapshot, all rows new", fmt.Sprintf("%.1f us", float64(both-written)/times/1e3), "5.0 us")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	full := core.New(emulator.Options{Cols: 120, Rows: 40, Scrollback: 10_000})
	for range 11_000 {
		if err := full.Write([]byte(strings.Repeat("x", 119) + "\r\n")); err != nil {
			return err
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.row("memory with 10,000 lines of scrollback", mb(int64(after.HeapAlloc-before.HeapAlloc)), "25 MB")
	runtime.KeepAlive(full)
	return nil
}
