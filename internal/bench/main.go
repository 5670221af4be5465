//go:build unix

// Command bench measures the whole command against what there was before it:
// it prints our figure, the other's and the ratio. Where the other can run here
// (the floor: a bare Go loop of PTY, x/vt and text compare) it is measured in
// the same run, and so is tui-test where SCENARIO_TUITEST names a node_modules
// folder that has it; the figures of VHS are recorded ones, on 2 cores.
//
//	make bench
//	make soak
//
// With SCENARIO_DATA naming a folder that has samples/*.cast, these recordings
// are drawn too.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) > 1 {
		if f, ok := helpers()[os.Args[1]]; ok { // this program as a child of itself
			exit(f(os.Args[2:]))
		}
	}
	only := flag.String("only", "", "run the groups whose name contains this `text`")
	soak := flag.Int("soak", 0, "run a suite of 20 tests so `often` instead, and ever larger suites")
	largest := flag.Int("largest", 10000, "the `tests` of the largest of them")
	flag.Parse()
	exit(run(*only, *soak, *largest))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// helpers are what this program does as a child of itself.
func helpers() map[string]func(args []string) error {
	return map[string]func([]string) error{
		"floor":     floor,
		"clock":     clock,
		"animation": animation,
		"cost":      costOf,
	}
}

// bench is one call of this program.
type bench struct {
	self, command string
	dir           string
	speed         float64 // of this machine, by the one of the recorded figures
}

func run(only string, soak, largest int) error {
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, command: filepath.Join(dir, "scenario")}
	if b.self, err = os.Executable(); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-trimpath", "-o", b.command, "./cmd/scenario")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	if soak > 0 {
		return b.soak(soak, largest)
	}
	b.calibrate()
	for _, g := range []struct {
		name string
		run  func() error
	}{
		{"demos", b.demos}, {"tests", b.tests}, {"command", b.small}, {"pixels", b.pixels}, {"emulator", b.emulator},
	} {
		if !strings.Contains(g.name, only) {
			continue
		}
		if err := g.run(); err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
	}
	return nil
}
