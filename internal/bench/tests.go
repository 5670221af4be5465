//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const keysTest = `name: keys %[1]d
steps:
  - launch: [bash, --norc, -c, 'echo READY; while IFS= read -rsn1 k; do if [ "$k" = q ]; then exit 3; fi; echo "GOT:$k"; done']
  - wait: READY
  - key: j
  - wait: GOT:j
  - screenshot: out/%[1]d.txt
  - key: q
  - expect: {exit: 3}
`

// suite writes n files of one test each.
func (b *bench) suite(n int) (string, error) {
	dir := filepath.Join(b.dir, "suite"+strconv.Itoa(n))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	for i := range n {
		if err := write(filepath.Join(dir, fmt.Sprintf("%d.yaml", i)), fmt.Sprintf(keysTest, i)); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// tests compares suites with the floor and with tui-test: in the same run where
// SCENARIO_TUITEST names it, else with its recorded figures.
func (b *bench) tests() error {
	t := newTable("tests: bash on an 80x24 terminal; wait, key, wait, snapshot, key, exit status", "work", "ours", "floor here", "of the floor", "tui-test", "target")
	for _, w := range []struct {
		n, workers, rounds int
		tuiWall, tuiCPU    float64 // seconds, recorded
		wall, cpu          string
	}{
		{1, 1, 10, 1.54, 0.93, "0.030 s", "0.020 s"},
		{20, 2, 5, 5.8, 1.40, "0.250 s", "0.200 s"},
		{20, 1, 3, 0, 0, "", ""},
		{1000, 2, 1, 0, 0, "", "8 s"},
	} {
		dir, err := b.suite(w.n)
		if err != nil {
			return err
		}
		ours, err := b.best(w.rounds, 0, dir, b.command, "run", "-j", strconv.Itoa(w.workers), ".")
		if err != nil {
			return err
		}
		floor, err := b.best(w.rounds, 0, dir, b.self, "floor", strconv.Itoa(w.n), strconv.Itoa(w.workers))
		if err != nil {
			return err
		}
		what := fmt.Sprintf("%d tests, %d workers", w.n, w.workers)
		if w.n == 1 {
			what = "1 test"
		}
		other := func(v float64) string {
			if v == 0 {
				return "-"
			}
			return fmt.Sprintf("%.2f s", v)
		}
		tuiMemory := "239 MB"
		switch tui, here, err := b.tuiTests(w.n, w.tuiWall > 0); {
		case err != nil:
			return err
		case w.tuiWall == 0:
			tuiMemory = "-"
		case here:
			w.tuiWall, w.tuiCPU, tuiMemory = tui.wall.Seconds(), tui.cpu.Seconds(), mb(tui.rss)
		}
		part := func(a, b time.Duration) string { return ratio(a.Seconds(), b.Seconds()) }
		t.row(what+": wall", secs(ours.wall), secs(floor.wall), part(ours.wall, floor.wall), other(w.tuiWall), w.wall)
		t.row("  CPU", secs(ours.cpu), secs(floor.cpu), part(ours.cpu, floor.cpu), other(w.tuiCPU), w.cpu)
		t.row("  memory", mb(ours.rss), mb(floor.rss), "", tuiMemory, "60 MB")
	}
	return nil
}
