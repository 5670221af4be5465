package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"scenario/internal/spell"
	"scenario/report"
	"scenario/scenario/suite"
)

// reportFile is one --report: what is written, and where to; "" and - are the
// standard output.
type reportFile struct {
	report.Kind
	path string
}

// parseReport reads KIND=FILE, or KIND for the standard output.
func parseReport(s string) (reportFile, error) {
	kind, path, ok := strings.Cut(s, "=")
	if ok && path == "" {
		return reportFile{}, hinted{fmt.Errorf("--report: %q is not KIND=FILE", s), "write --report junit=report.xml"}
	}
	var names []string
	for _, k := range report.Kinds() {
		if k.Name == kind {
			return reportFile{k, path}, nil
		}
		names = append(names, k.Name)
	}
	err := fmt.Errorf("--report: unknown kind of report: %s", kind)
	switch near, ok := spell.Nearest(kind, names); {
	case kind == "md":
		return reportFile{}, hinted{err, "did you mean markdown?"}
	case kind == "json":
		return reportFile{}, hinted{err, "ctrf is JSON of the whole call, jsonl are the events of all runs"}
	case ok:
		return reportFile{}, hinted{err, "did you mean " + near + "?"}
	}
	return reportFile{}, hinted{err, "one of " + strings.Join(names, ", ")}
}

// parseReports reads all --report flags.
func parseReports(flags []string) ([]reportFile, error) {
	var files []reportFile
	for _, r := range flags {
		file, err := parseReport(r)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// reportUsage is the help of --report.
func reportUsage() string {
	var names []string
	for _, k := range report.Kinds() {
		names = append(names, k.Name)
	}
	return "write a report, `KIND=FILE`, without =FILE to the standard output; repeatable; KIND is one of " + strings.Join(names, ", ")
}

// writeReports writes the reports of a call. Every report is tried; the error is
// the first.
func (a *app) writeReports(dir string, files []reportFile, c *report.Call) error {
	var first error
	for _, r := range files {
		write := func(w io.Writer) error { return r.Write(w, c) }
		var err error
		if r.path == "" || r.path == "-" {
			err = write(a.stdout)
		} else {
			_, err = suite.WriteFile(absolute(dir, r.path), write)
		}
		if err == nil && r.Name == "github" {
			err = a.stepSummary(c)
		}
		if err != nil && first == nil {
			first = failure{fmt.Errorf("report %s: %w", strings.TrimSuffix(r.Name+"="+r.path, "="), cause(err))}
		}
	}
	return first
}

// stepSummary adds the summary in Markdown to the page of the job, where GitHub
// Actions says so. The file may have the summaries of steps before.
func (a *app) stepSummary(c *report.Call) error {
	path := a.getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	err = report.Markdown(f, c)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
