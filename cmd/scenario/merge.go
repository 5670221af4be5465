package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"scenario/report"
	"scenario/scenario/suite"
)

// mergeFlags are the flags of merge.
type mergeFlags struct {
	reports     []string
	results     string
	quiet       bool
	failOnFlaky bool
}

func (a *app) mergeCommand() *cobra.Command {
	var f mergeFlags
	cmd := &cobra.Command{
		Use:   "merge DIR|FILE.zip...",
		Short: "Join the blob reports of shards into one",
		Long:  mergeHelp,
		Args:  minimumArgs("folder"),
		RunE:  func(_ *cobra.Command, args []string) error { return a.merge(&f, args) },
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringArrayVar(&f.reports, "report", nil, reportUsage())
	fl.StringVar(&f.results, "results", defaultResults, "`FOLDER` that gets the results of all shards")
	fl.BoolVar(&f.failOnFlaky, "fail-on-flaky", false, "what passed only when it was retried is a failure")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "nothing of what passed but the totals")
	return cmd
}

// merge joins the blobs of shards and reports them as one run.
func (a *app) merge(f *mergeFlags, paths []string) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	reports, err := parseReports(f.reports)
	if err != nil {
		return err
	}
	call, err := suite.Merge(dir, f.results, paths)
	if holes := new(report.MergeError); errors.As(err, &holes) {
		for _, p := range holes.Problems {
			fmt.Fprintf(a.stderr, "scenario: %s\n", p)
		}
		fmt.Fprintln(a.stderr, "nothing was merged")
		return status(statusBlocked)
	}
	if err != nil {
		return err
	}
	c := a.console(&runFlags{quiet: f.quiet, output: "pretty"}, true, nil)
	for i := range call.Cases {
		c.Done(&call.Cases[i])
	}
	return a.finish(dir, call, c, reporting{
		reports: reports, results: f.results, failOnFlaky: f.failOnFlaky, several: true, missed: call.Missed(),
	})
}
