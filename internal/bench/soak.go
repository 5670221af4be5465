//go:build unix

package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// soak runs a suite of 20 tests again and again: none may ever fail, and the
// memory of the last runs is that of the first. Then it runs ever larger suites:
// what a test costs stays the same.
func (b *bench) soak(runs, largest int) error {
	dir, err := b.suite(20)
	if err != nil {
		return err
	}
	var rss []int64
	var wall, cpu time.Duration
	flakes := 0
	for i := range runs {
		c, err := b.once(0, dir, b.command, "run", "-j", "4", ".")
		if err != nil {
			flakes++
			fmt.Printf("run %d: %v\n", i+1, err)
			continue
		}
		rss = append(rss, c.rss)
		wall, cpu = wall+c.wall, cpu+c.cpu
	}
	if len(rss) == 0 {
		return fmt.Errorf("no run passed")
	}
	tenth := max(len(rss)/10, 1)
	first, last := slices.Max(rss[:tenth]), slices.Max(rss[len(rss)-tenth:])
	t := newTable(fmt.Sprintf("soak: %d runs of 20 tests, 4 workers", runs), "what", "figure", "target")
	t.row("tests", fmt.Sprint(20*runs), "10000")
	t.row("runs that failed", fmt.Sprint(flakes), "0")
	t.row("wall, CPU of a run", secs(wall/time.Duration(len(rss)))+" "+secs(cpu/time.Duration(len(rss))), "")
	t.row("memory of the first and last tenth", mb(first)+" "+mb(last), "the same")
	g := newTable("growth: suites of one size and the next", "tests", "CPU of a test", "memory", "wall")
	for n := 100; n <= largest; n *= 10 {
		if dir, err = b.suite(n); err != nil {
			return err
		}
		c, err := b.once(0, dir, b.command, "run", "-j", "4", ".")
		if err != nil {
			return err
		}
		g.row(strconv.Itoa(n), fmt.Sprintf("%.2f ms", c.cpu.Seconds()*1000/float64(n)), mb(c.rss), secs(c.wall))
	}
	if flakes > 0 {
		return fmt.Errorf("%d of %d runs failed", flakes, runs)
	}
	return nil
}
