package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scenario/internal/spell"
	"scenario/scenario"
	"scenario/steps"
)

// runFlags are the flags of run, as they are given.
type runFlags struct {
	loadFlags
	record       []string
	workers      int
	grep, tag    string
	failFast     bool
	maxFailures  int
	noRecord     bool
	timeoutScale float64
	reports      []string
	results      string
	output       string
	quiet        bool
	verbose      bool
}

func (f *runFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringArrayVarP(&f.record, "record", "o", nil, "one more recording, in the format of `FILE`'s extension; repeatable")
	f.loadFlags.add(cmd)
	fl.IntVarP(&f.workers, "workers", "j", 2*runtime.GOMAXPROCS(0), "how many scenarios run at a time, `N`")
	fl.StringVarP(&f.grep, "grep", "g", "", "only scenarios whose name or id matches `RE`")
	fl.StringVar(&f.tag, "tag", "", "only scenarios with the tag `NAME`")
	fl.BoolVarP(&f.failFast, "fail-fast", "x", false, "stop after the first failure")
	fl.IntVar(&f.maxFailures, "max-failures", 0, "stop after `N` failures")
	fl.BoolVar(&f.noRecord, "no-record", false, "judge only, draw nothing but failures")
	fl.Float64Var(&f.timeoutScale, "timeout-scale", 1, "multiply every timeout by `F`, for slow machines")
	fl.StringArrayVar(&f.reports, "report", nil, "write a report, `KIND=FILE` (junit); repeatable")
	fl.StringVar(&f.results, "results", "scenario-results", "`FOLDER` of the results")
	fl.StringVar(&f.output, "output", "pretty", "what the standard output gets, `FORM`: pretty, jsonl")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "nothing of what passed but the totals")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "a line for each step")
	for _, name := range []string{"retries", "repeat", "frozen", "fail-on-flaky", "last-failed", "shard", "timings", "watch"} {
		addLater(fl, name, "")
	}
	addLater(fl, "update", "u")
}

// later is the value of a flag that comes with a later version.
type later struct{}

var errLater = errors.New("not supported yet")

func (later) Set(string) error { return errLater }
func (later) String() string   { return "" }
func (later) Type() string     { return "later" }

func addLater(fl *pflag.FlagSet, name, short string) {
	f := fl.VarPF(later{}, name, short, "")
	f.NoOptDefVal, f.Hidden = "yes", true
}

// runOptions are the flags of run once they are checked.
type runOptions struct {
	load        scenario.Options
	grep        *regexp.Regexp // nil: all
	reports     []reportFile
	results     string // from the working directory
	maxFailures int
}

// options checks the flags. dir is the working directory.
func (f *runFlags) options(a *app, dir string) (o runOptions, err error) {
	if o.load, err = f.loadFlags.options(a, dir); err != nil {
		return o, err
	}
	for _, path := range f.record {
		if err := recordable("--record", path); err != nil {
			return o, err
		}
		o.load.Record = append(o.load.Record, absolute(dir, path))
	}
	for _, r := range f.reports {
		file, err := parseReport(r)
		if err != nil {
			return o, err
		}
		o.reports = append(o.reports, file)
	}
	if f.grep != "" {
		if o.grep, err = regexp.Compile("(?m)" + f.grep); err != nil {
			return o, fmt.Errorf("--grep: %w", err)
		}
	}
	if o.results, err = filepath.Rel(dir, absolute(dir, f.results)); err != nil {
		return o, fmt.Errorf("--results: %w", err)
	}
	o.maxFailures = f.maxFailures
	if f.failFast {
		o.maxFailures = 1
	}
	return o, f.ranges()
}

// ranges checks the values that are numbers and words.
func (f *runFlags) ranges() error {
	switch {
	case f.tag != "" && !steps.IsName(f.tag):
		return hinted{fmt.Errorf("--tag: %q is no name of a tag", f.tag), "expressions of tags are not supported yet"}
	case f.results == "":
		return errors.New("--results: which folder?")
	case f.workers < 1:
		return fmt.Errorf("--workers: %d is too few", f.workers)
	case f.maxFailures < 0:
		return fmt.Errorf("--max-failures: %d is too few", f.maxFailures)
	case !(f.timeoutScale > 0) || math.IsInf(f.timeoutScale, 0) || f.timeoutScale > 1000:
		return fmt.Errorf("--timeout-scale: %v is not above 0 and at most 1000", f.timeoutScale)
	case f.quiet && f.verbose:
		return errors.New("--quiet and --verbose exclude each other")
	}
	return oneOf("--output", f.output, "pretty", "jsonl")
}

// recordable checks the extension of a recording.
func recordable(flag, path string) error {
	now, later := scenario.RecordFormats()
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case slices.Contains(now, ext):
		return nil
	case slices.Contains(later, ext):
		return fmt.Errorf("%s: %s: recordings in %s are not supported yet", flag, path, ext)
	default:
		err := fmt.Errorf("%s: %s: not a format of recordings", flag, path)
		if near, ok := spell.Nearest(ext, now); ok {
			return hinted{err, "did you mean " + near + "?"}
		}
		return hinted{err, "the extension is the format: " + strings.Join(now, " ")}
	}
}

// selects reports whether --grep and --tag choose a scenario.
func (f *runFlags) selects(p *scenario.Plan, o runOptions) bool {
	if o.grep != nil && !o.grep.MatchString(p.Name) && !o.grep.MatchString(p.ID) {
		return false
	}
	return f.tag == "" || slices.Contains(p.Tags, f.tag)
}
