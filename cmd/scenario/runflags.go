package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"scenario/capture"
	"scenario/internal/spell"
	"scenario/scenario"
	"scenario/scenario/suite"
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
	frozen       bool
	timeoutScale float64
	suiteTimeout time.Duration

	retries                    int // -1: the file's
	retryIsolated, failOnFlaky bool
	repeat                     int
	list, lastFailed, watch    bool
	testList, onlyChanged      string
	shard, timings             string

	reports   []string
	update    string
	results   string
	output    string
	outputSet func() bool // --output was given
	events    string
	preview   bool
	quiet     bool
	verbose   bool
}

func (f *runFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringArrayVarP(&f.record, "record", "o", nil, "one more recording, in the format of `FILE`'s extension; repeatable")
	f.loadFlags.add(cmd)
	fl.IntVarP(&f.workers, "workers", "j", 2*runtime.GOMAXPROCS(0), "how many scenarios run at a time, `N`")
	fl.StringVarP(&f.grep, "grep", "g", "", "only scenarios whose name or id matches `RE`")
	fl.StringVar(&f.tag, "tag", "", "only scenarios whose tags match `EXPR`: 'fast and not (slow or db)'")
	fl.BoolVar(&f.lastFailed, "last-failed", false, "only what did not pass in the last run")
	fl.StringVar(&f.onlyChanged, "only-changed", "", "only scenarios with files that differ from the git commit `REF`")
	fl.Lookup("only-changed").NoOptDefVal = "HEAD"
	fl.StringVar(&f.testList, "test-list", "", "only the ids and files that `FILE` lists, one a line; - is the standard input")
	fl.StringVar(&f.shard, "shard", "", "only part `i/n` of the scenarios; auto: by the variables of the CI or batch system")
	fl.StringVar(&f.timings, "timings", "", "balance shards by `FILE`, which --report timings has written")
	fl.BoolVar(&f.watch, "watch", false, "run again what changes, until ctrl+c")
	fl.BoolVar(&f.list, "list", false, "list the ids of what would run, start nothing")
	fl.BoolVarP(&f.failFast, "fail-fast", "x", false, "stop after the first failure")
	fl.IntVar(&f.maxFailures, "max-failures", 0, "stop after `N` failures")
	fl.IntVar(&f.retries, "retries", -1, "run what fails `N` more times, over the file's retries")
	fl.Lookup("retries").DefValue = "0" // not to be shown
	fl.BoolVar(&f.retryIsolated, "retry-isolated", false, "retry after all else has ended, one scenario at a time")
	fl.BoolVar(&f.failOnFlaky, "fail-on-flaky", false, "what passes only when it is retried is a failure")
	fl.IntVar(&f.repeat, "repeat", 1, "run each scenario `N` times and tell how often it passed")
	fl.BoolVar(&f.frozen, "frozen", false, "compare the declared pictures with those of this run, write none: one that is out of date fails")
	fl.BoolVar(&f.noRecord, "no-record", false, "judge only, draw nothing but failures")
	fl.Float64Var(&f.timeoutScale, "timeout-scale", 1, "multiply every timeout by `F`, for slow machines")
	fl.DurationVar(&f.suiteTimeout, "suite-timeout", 0, "`TIME` that all scenarios together may take, as 30m")
	fl.StringArrayVar(&f.reports, "report", nil, reportUsage())
	fl.StringVar(&f.results, "results", defaultResults, "`FOLDER` of the results")
	fl.StringVar(&f.output, "output", "pretty", "what the standard output gets, `FORM`: pretty, jsonl, agent (short, for language models)")
	f.outputSet = func() bool { return fl.Changed("output") }
	fl.StringVar(&f.events, "events", "", "print the events of the `WHAT`: runner (the same as --output jsonl)")
	fl.BoolVar(&f.preview, "preview", false, "events of the changing screen too, at most 5 a second")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "nothing of what passed but the totals")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "a line for each step")
	f.updateFlag(fl)
}

// runOptions are the flags of run once they are checked.
type runOptions struct {
	load        scenario.Options
	grep        *regexp.Regexp // nil: all
	tags        suite.TagExpr  // nil: all
	reports     []reportFile
	results     string // from the working directory
	maxFailures int
	update      steps.Update
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
		file := absolute(dir, path)
		if capture.IsFolder(path) {
			file += "/"
		}
		o.load.Record = append(o.load.Record, file)
	}
	if f.frozen && f.noRecord {
		return o, errors.New("--frozen draws pictures, --no-record draws none")
	}
	if o.reports, err = parseReports(f.reports); err != nil {
		return o, err
	}
	if o.update, err = f.updates(a.onCI()); err != nil {
		return o, err
	}
	if f.grep != "" {
		if _, err = regexp.Compile(f.grep); err != nil { // without the flag of ours
			return o, fmt.Errorf("--grep: %w", err)
		}
		o.grep = regexp.MustCompile("(?m)" + f.grep)
	}
	if f.tag != "" {
		if o.tags, err = suite.ParseTags(f.tag); err != nil {
			return o, fmt.Errorf("--tag: %w", err)
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

// defaultResults is the results folder.
const defaultResults = "scenario-results"

// What a call may ask for at most.
const (
	maxRetries = 100
	maxRepeat  = 100000
)

// ranges checks the values that are numbers and words.
func (f *runFlags) ranges() error {
	switch {
	case f.results == "":
		return errors.New("--results: which folder?")
	case f.workers < 1:
		return fmt.Errorf("--workers: %d is too few", f.workers)
	case f.maxFailures < 0:
		return fmt.Errorf("--max-failures: %d is too few", f.maxFailures)
	case f.retries < -1 || f.retries > maxRetries:
		return fmt.Errorf("--retries: %d is not 0 to %d", f.retries, maxRetries)
	case f.repeat < 1 || f.repeat > maxRepeat:
		return fmt.Errorf("--repeat: %d is not 1 to %d", f.repeat, maxRepeat)
	case f.suiteTimeout < 0:
		return fmt.Errorf("--suite-timeout: %v is too short", f.suiteTimeout)
	case !(f.timeoutScale > 0) || math.IsInf(f.timeoutScale, 0) || f.timeoutScale > 1000:
		return fmt.Errorf("--timeout-scale: %v is not above 0 and at most 1000", f.timeoutScale)
	case f.quiet && f.verbose:
		return errors.New("--quiet and --verbose exclude each other")
	}
	if err := f.chooseOutput(); err != nil {
		return err
	}
	return oneOf("--output", f.output, "pretty", "jsonl", "agent")
}

// chooseOutput lets --events runner stand for --output jsonl, and jsonl for
// runner.
func (f *runFlags) chooseOutput() error {
	switch f.events {
	case "":
		return nil
	case "runner", "jsonl":
		if !f.outputSet() {
			f.output = "jsonl"
		}
		return nil
	}
	return oneOf("--events", f.events, "runner")
}

// recordable checks the extension of a recording.
func recordable(flag, path string) error {
	formats := scenario.RecordFormats()
	for _, f := range formats {
		if strings.HasSuffix(strings.ToLower(path), f) {
			return nil
		}
	}
	err := fmt.Errorf("%s: %s: not a format of recordings", flag, path)
	if near, ok := spell.Nearest(strings.ToLower(filepath.Ext(path)), formats); ok {
		return hinted{err, "did you mean " + near + "?"}
	}
	return hinted{err, "the extension is the format: " + steps.FormatNames(formats)}
}
