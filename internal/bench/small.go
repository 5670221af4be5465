//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"scenario/emulator/core"
	"scenario/session"

	"golang.org/x/sys/unix"
)

// small measures what must not be felt: start-up, check, the end of a wait.
func (b *bench) small() error {
	t := newTable("the command", "work", "ours", "target")
	version, err := b.best(20, 0, b.dir, b.command, "version")
	if err != nil {
		return err
	}
	t.row("start-up (version): wall", secs(version.wall), "0.010 s")
	t.row("  CPU, memory", secs(version.cpu)+" "+mb(version.rss), "")
	dir, err := b.suite(1)
	if err != nil {
		return err
	}
	one, err := b.best(10, 0, dir, b.command, "check", "0.yaml")
	if err != nil {
		return err
	}
	t.row("check of one file: wall", secs(one.wall), "0.015 s")
	if dir, err = b.suite(1000); err != nil {
		return err
	}
	many, err := b.best(3, 0, dir, b.command, "check", ".")
	if err != nil {
		return err
	}
	t.row("check of 1,000 files: CPU", secs(many.cpu), "0.500 s")
	n, err := size(b.command)
	if err != nil {
		return err
	}
	t.row("the binary, stripped", fmt.Sprintf("%.1f MB", float64(n)/1e6), "16 MB")
	late, err := b.waits(500)
	if err != nil {
		return err
	}
	at := func(part int) string {
		return late[min(len(late)-1, len(late)*part/100)].Round(time.Microsecond).String()
	}
	t.row("from the write to the end of the wait: median", at(50), "1ms")
	t.row("  p99", at(99), "5ms")
	return nil
}

// clock answers every line with the monotonic clock at that moment.
func clock([]string) error {
	in := bufio.NewScanner(os.Stdin)
	fmt.Println("READY")
	for i := 1; in.Scan(); i++ {
		fmt.Printf("T%d=%d.\n", i, monotonic())
	}
	return nil
}

func monotonic() int64 {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
		return 0
	}
	return ts.Nano()
}

// waits measures the time from the moment at which a program writes a text to
// the end of the wait for it, both by the same clock; sorted.
func (b *bench) waits(n int) ([]time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := session.Start(ctx, session.Config{
		Name: "main", Argv: []string{b.self, "clock"}, Dir: b.dir, Env: os.Environ(), Cols: 80, Rows: 24, Engine: core.New,
	})
	if err != nil {
		return nil, err
	}
	defer s.Close(ctx)
	wait := func(text string) (*session.View, error) {
		return s.Until(ctx, func(v *session.View) (bool, time.Duration) { return strings.Contains(v.Screen.Text(), text), 0 })
	}
	if _, err := wait("READY"); err != nil {
		return nil, err
	}
	var late []time.Duration
	for i := 1; i <= n; i++ {
		if err := s.Write(ctx, []byte("\r")); err != nil {
			return nil, err
		}
		v, err := wait(fmt.Sprintf("T%d=", i))
		now := monotonic()
		if err != nil {
			return nil, err
		}
		_, rest, _ := strings.Cut(v.Screen.Text(), fmt.Sprintf("T%d=", i))
		digits, _, _ := strings.Cut(rest, ".")
		then, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return nil, err
		}
		late = append(late, time.Duration(now-then))
	}
	slices.Sort(late)
	return late, nil
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }
