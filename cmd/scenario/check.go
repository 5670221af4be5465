package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"scenario/internal/doc"
)

func (a *app) checkCommand() *cobra.Command {
	var f loadFlags
	asJSON := false
	cmd := &cobra.Command{
		Use:   "check [PATH|-]...",
		Short: "All mistakes of files and folders; starts nothing",
		RunE:  func(_ *cobra.Command, args []string) error { return a.check(&f, args, asJSON) },
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func (a *app) check(f *loadFlags, paths []string, asJSON bool) error {
	files, entries, problems, err := a.compile(f, paths)
	if err != nil {
		return err
	}
	if asJSON {
		if err := a.checkJSON(problems, len(files), len(entries)); err != nil {
			return err
		}
	} else {
		u := a.ui()
		u.problems(problems, a.stdout)
		u.checked(problems, len(files), len(entries))
	}
	if problems.Fatal() {
		return status(statusUsage)
	}
	return nil
}

// jsonCheck is what check --json prints. Keys are only ever added.
type jsonCheck struct {
	Files     int           `json:"files"`
	Scenarios int           `json:"scenarios"` // 0 when a mistake is no warning
	Problems  []jsonProblem `json:"problems"`
}

// jsonProblem is one mistake; docs/errors.md explains the codes.
type jsonProblem struct {
	Code    string `json:"code"`
	File    string `json:"file"`
	Line    int    `json:"line"` // from 1, as col
	Col     int    `json:"col"`
	Width   int    `json:"width"` // columns
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Warning bool   `json:"warning"`
}

func (a *app) checkJSON(ps doc.Problems, files, scenarios int) error {
	out := jsonCheck{Files: files, Scenarios: scenarios, Problems: []jsonProblem{}}
	for _, p := range ps.Sorted() {
		out.Problems = append(out.Problems, jsonProblem{p.Code, p.File, p.Line, p.Col, p.Width, p.Message, p.Hint, p.Warning})
	}
	enc := json.NewEncoder(a.stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}
