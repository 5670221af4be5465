package main

import (
	"path/filepath"

	"scenario/report"
	"scenario/scenario/suite"
)

// reporting is what a call is ended with.
type reporting struct {
	reports     []reportFile
	results     string // as it is given
	failOnFlaky bool
	agent       bool // the standard output gets the report for language models
	several     bool // there are several runs
	missed      int  // scenarios that the shards did not come to
	ended       int  // the status of what ended the call early, 0 for nothing
}

// finish prints the totals of a call, notes what failed, writes the reports, and
// returns the status of all that.
func (a *app) finish(dir string, call *report.Call, c *report.Console, r reporting) error {
	if r.several {
		call.Results = filepath.ToSlash(filepath.Clean(r.results)) + "/"
		if len(call.Bad()) > 0 {
			call.Again = "scenario run --last-failed"
			if r.results != defaultResults {
				call.Again += " --results " + r.results
			}
		}
	}
	c.Finish(call)
	call.Engines = engines()
	code := verdict(call.Totals(), r)
	if err := suite.WriteLastRun(absolute(dir, r.results), call); err != nil {
		a.ui().warn("%s: %v", suite.LastRunFile, cause(err))
	}
	if r.agent {
		r.reports = append(r.reports, reportFile{Kind: report.Kind{Name: "agent", Write: report.Agent}})
	}
	if err := a.writeReports(dir, r.reports, call); err != nil {
		code = a.worse(code, err)
	}
	return status(code)
}

// verdict is the exit status of a call.
func verdict(t report.Totals, r reporting) int {
	switch {
	case r.ended != 0:
		return r.ended
	case t.Failed > 0, r.failOnFlaky && t.Flaky > 0:
		return statusFailed
	case t.Blocked > 0, r.missed > 0:
		return statusBlocked
	}
	return statusOK
}
