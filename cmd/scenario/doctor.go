package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"scenario/internal/doc"
	"scenario/scenario/suite"
)

const doctorHelp = `What this machine has for scenarios: whether programs run in a terminal, what the
scenarios of the files need, and which optional programs are there.

Without a path, the scenarios of the current folder are looked at; none need be
there. The status is 3 when something needed is missing, 2 for a mistake in a file.`

func (a *app) doctorCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use: "doctor [PATH]...", Short: "What this machine has, and what is missing", Long: doctorHelp,
		RunE: func(_ *cobra.Command, paths []string) error { return a.doctor(paths, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

// finding is one thing that doctor has looked at. Its keys in JSON are only ever
// added to.
type finding struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Needed bool   `json:"needed"` // without it scenarios don't run; otherwise something is left out
	Detail string `json:"detail,omitempty"`
	Hint   string `json:"hint,omitempty"`
}

func (a *app) doctor(paths []string, asJSON bool) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	findings := a.machine(context.Background())
	of, problems, err := a.needs(dir, paths)
	if err != nil {
		return err
	}
	findings = append(findings, of...)
	missing := 0
	for _, f := range findings {
		if f.Needed && !f.OK {
			missing++
		}
	}
	if asJSON {
		err = json.NewEncoder(a.stdout).Encode(struct {
			OK       bool      `json:"ok"`
			Findings []finding `json:"findings"`
		}{missing == 0 && !problems.Fatal(), findings})
	} else {
		err = a.ui().findings(findings, missing)
	}
	switch {
	case err != nil:
		return failure{err}
	case problems.Fatal():
		a.ui().problems(problems, a.stderr)
		return status(statusUsage)
	case missing > 0:
		return status(statusBlocked)
	}
	return nil
}

// needs looks at what the scenarios of files need. Each thing is one finding,
// at the place that asks for it first.
func (a *app) needs(dir string, paths []string) ([]finding, doc.Problems, error) {
	files, err := suite.Find(dir, paths, a.stdin)
	if err != nil || len(files) == 0 {
		return nil, nil, err
	}
	o, err := new(loadFlags).options(a, dir)
	if err != nil {
		return nil, nil, err
	}
	entries, problems := suite.Load(files, o)
	if problems.Fatal() {
		return []finding{{Name: "files", Detail: tally(problems), Hint: "scenario check shows them"}}, problems, nil
	}
	found := []finding{{Name: "files", OK: true, Detail: count(len(files), "file") + " with " + count(len(entries), "scenario")}}
	seen := map[string]bool{}
	for _, e := range entries {
		if e.Skip != "" {
			continue
		}
		p, err := e.Plan()
		if err != nil {
			return nil, nil, err
		}
		for _, c := range suite.Needs(p, a.env) {
			if seen[c.Name] {
				continue
			}
			seen[c.Name] = true
			f := finding{Name: c.Name, OK: c.OK, Needed: true, Detail: c.Detail, Hint: c.Hint}
			if !c.OK {
				f.Detail += fmt.Sprintf(" (%s:%d)", c.File, c.Line)
			}
			found = append(found, f)
		}
	}
	return found, nil, nil
}

// findings prints what doctor has found.
func (u *ui) findings(findings []finding, missing int) error {
	rows := make([][]string, 0, len(findings))
	for _, f := range findings {
		word := "ok"
		switch {
		case !f.OK && f.Needed:
			word = "MISSING"
		case !f.OK:
			word = "-"
		}
		detail := f.Detail
		if f.Hint != "" {
			detail += "; " + f.Hint
		}
		rows = append(rows, []string{word, f.Name, detail})
	}
	if err := u.a.table(rows); err != nil {
		return err
	}
	last := "all that is needed is there"
	if missing > 0 {
		last = count(missing, "thing") + " missing"
	}
	_, err := fmt.Fprintf(u.a.stdout, "\n%s\n", last)
	return err
}
