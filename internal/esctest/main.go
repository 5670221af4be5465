// Command esctest runs esctest2, a test program for terminals, in ours: a
// scenario starts it, so it sits in a PTY as any program. It prints a table of
// what passed and why the rest did not, and exits with 1 when a failure has no
// reason, a reason explains nothing any more, or too few tests passed.
//
//	git clone https://github.com/ThomasDickey/esctest2
//	make esctest ESCTEST=esctest2
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed esctest.yaml
var scenarioFile []byte

// least is how many tests must pass. xterm passes 513.
const least = 450

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: esctest FOLDER\nFOLDER is a clone of https://github.com/ThomasDickey/esctest2")
	}
	flag.Parse()
	if flag.NArg() != 1 || flag.Arg(0) == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "esctest:", err)
		os.Exit(1)
	}
}

func run(clone string) error {
	suite, err := filepath.Abs(filepath.Join(clone, "esctest"))
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(suite, "esctest.py")); err != nil {
		return fmt.Errorf("%s is no clone of esctest2: %w", clone, err)
	}
	dir, err := os.MkdirTemp("", "esctest-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	log := filepath.Join(dir, "esctest.log")
	if err := play(dir, suite, log); err != nil {
		return err
	}
	f, err := os.Open(log)
	if err != nil {
		return err
	}
	defer f.Close()
	all, err := readLog(f)
	if err != nil {
		return err
	}
	return judge(os.Stdout, all, reasons())
}

// play runs the scenario with the command, built from here.
func play(dir, suite, log string) error {
	command := filepath.Join(dir, "scenario")
	build := exec.Command("go", "build", "-o", command, "./cmd/scenario")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "esctest.yaml"), scenarioFile, 0o666); err != nil {
		return err
	}
	cmd := exec.Command(command, "run", "esctest.yaml", "--var", "suite="+suite, "--var", "log="+log)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
	return cmd.Run()
}

// judge prints the table of the results and returns what is wrong with them.
func judge(w io.Writer, all []result, reasons []reason) error {
	fmt.Fprintln(w)
	table(w, all)
	explained, errs := failures(w, all, reasons)
	for i, r := range reasons {
		if !explained[i] {
			errs = append(errs, fmt.Errorf("no test fails any more of those explained with %q: take it off the list", r.why))
		}
	}
	fmt.Fprintf(w, "\n%d passed of %d; %d known bugs of xterm\n", count(all, passed), len(all)-count(all, known), count(all, known))
	if n := count(all, passed); n < least {
		errs = append(errs, fmt.Errorf("%d tests passed, fewer than %d", n, least))
	}
	return errors.Join(errs...)
}

// failures prints the failed tests below their reasons and tells which reasons
// were of use. The errors are the failures without one.
func failures(w io.Writer, all []result, reasons []reason) (used map[int]bool, errs []error) {
	used = map[int]bool{}
	for i, reason := range reasons {
		var names []string
		for _, r := range all {
			if r.outcome == failed && reason.tests.MatchString(r.name) {
				names = append(names, r.name)
			}
		}
		if used[i] = names != nil; used[i] {
			fmt.Fprintf(w, "\n%s\n  %s\n", reason.why, strings.Join(names, "\n  "))
		}
	}
	for _, r := range all {
		if r.outcome == unfinished || r.outcome == failed && explain(reasons, r.name) == "" {
			errs = append(errs, fmt.Errorf("%s: %s", r.name, r.why))
		}
	}
	return used, errs
}
