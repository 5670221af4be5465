package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"scenario/internal/spell"
	"scenario/report"
	"scenario/scenario/suite"
)

// reportFile is one --report: what is written, and where to.
type reportFile struct {
	write func(io.Writer, *report.Call) error
	path  string
}

// parseReport reads KIND=FILE.
func parseReport(s string) (reportFile, error) {
	kind, path, ok := strings.Cut(s, "=")
	if !ok || path == "" {
		return reportFile{}, hinted{fmt.Errorf("--report: %q is not KIND=FILE", s), "write --report junit=report.xml"}
	}
	soon := []string{"ctrf", "github", "html", "json", "markdown", "md", "tap"}
	switch {
	case kind == "junit":
		return reportFile{report.JUnit, path}, nil
	case slices.Contains(soon, kind):
		return reportFile{}, fmt.Errorf("--report: %s is not supported yet", kind)
	}
	err := fmt.Errorf("--report: unknown kind of report: %s", kind)
	if near, ok := spell.Nearest(kind, append(soon, "junit")); ok {
		return reportFile{}, hinted{err, "did you mean " + near + "?"}
	}
	return reportFile{}, hinted{err, "junit"}
}

// writeReports writes the reports of runs. Every report is tried; the error is
// the first.
func writeReports(dir string, files []reportFile, c *report.Call) error {
	var first error
	for _, r := range files {
		_, err := suite.WriteFile(absolute(dir, r.path), func(w io.Writer) error { return r.write(w, c) })
		if err != nil && first == nil {
			first = failure{fmt.Errorf("report %s: %w", r.path, cause(err))}
		}
	}
	return first
}
