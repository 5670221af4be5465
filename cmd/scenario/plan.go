package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"scenario/scenario"
	"scenario/scenario/suite"
)

func (a *app) planCommand() *cobra.Command {
	var f loadFlags
	asJSON := false
	cmd := &cobra.Command{
		Use:   "plan PATH...",
		Short: "The numbered steps; starts nothing",
		Args:  minimumArgs("file"),
		RunE:  func(_ *cobra.Command, args []string) error { return a.plan(&f, args, asJSON) },
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func (a *app) plan(f *loadFlags, paths []string, asJSON bool) error {
	_, entries, problems, err := a.compile(f, paths)
	if err != nil {
		return err
	}
	u := a.ui()
	if problems.Fatal() {
		u.problems(problems, a.stdout)
		return status(statusUsage)
	}
	u.problems(problems, a.stderr)
	if asJSON {
		return a.planJSON(entries)
	}
	for i, e := range entries {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		p, err := e.Plan()
		if err != nil {
			return err
		}
		u.plan(p)
	}
	return nil
}

// jsonPlans is what plan --json prints. Keys are only ever added.
type jsonPlans struct {
	Scenarios []jsonPlan `json:"scenarios"`
}

// jsonPlan is one scenario.
type jsonPlan struct {
	ID            string       `json:"id"`   // path from the working directory, #name
	Name          string       `json:"name"` // as reports have it
	File          string       `json:"file"`
	Line          int          `json:"line"` // of its first key
	Tags          []string     `json:"tags"`
	Skip          string       `json:"skip"`    // why it is not run, ""
	Only          bool         `json:"only"`    // nothing else is run
	Xfail         string       `json:"xfail"`   // why it is expected to fail, ""
	Locks         []string     `json:"locks"`   // names
	Needs         []string     `json:"needs"`   // ids of the scenarios that must have passed before
	Retries       int          `json:"retries"` // how often it is run again when it fails
	Cols          int          `json:"cols"`
	Rows          int          `json:"rows"`
	TimeoutMs     int64        `json:"timeoutMs"`     // of all steps together
	ImplicitShell bool         `json:"implicitShell"` // it starts no program: its session begins with shell: bash
	Requires      []string     `json:"requires"`      // programs, each once
	Secrets       []string     `json:"secrets"`       // names
	Outputs       []jsonOutput `json:"outputs"`
	Steps         []jsonStep   `json:"steps"`
}

// jsonOutput is a file that the scenario writes.
type jsonOutput struct {
	Path string `json:"path"` // as in the file
	Role string `json:"role"` // record, screenshot
}

// jsonStep is one step.
type jsonStep struct {
	Index     int      `json:"index"` // from 1
	Phase     string   `json:"phase"` // before, steps, after
	Hidden    bool     `json:"hidden"`
	Session   string   `json:"session"` // "" for exec
	TimeoutMs int64    `json:"timeoutMs"`
	Kind      string   `json:"kind"` // the action's key
	Text      string   `json:"text"` // "wait: Pods"
	Name      string   `json:"name"`
	Groups    []string `json:"groups"` // names of the groups around it, outer first
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Col       int      `json:"col"`
}

func (a *app) planJSON(entries []*suite.Entry) error {
	out := jsonPlans{Scenarios: []jsonPlan{}}
	for _, e := range entries {
		p, err := e.Plan()
		if err != nil {
			return err
		}
		out.Scenarios = append(out.Scenarios, planAsJSON(e, p))
	}
	enc := json.NewEncoder(a.stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func planAsJSON(e *suite.Entry, p *scenario.Plan) jsonPlan {
	j := jsonPlan{
		ID: p.ID, Name: p.Name, File: p.File, Line: p.Node.Line, Tags: append([]string{}, p.Tags...),
		Cols: p.Size.Cols, Rows: p.Size.Rows, TimeoutMs: p.ScenarioTimeout().Milliseconds(), ImplicitShell: p.ImplicitShell,
		Skip: string(p.Skip), Only: p.Only, Xfail: string(p.Xfail), Retries: p.Retries,
		Locks: append([]string{}, p.Lock...), Needs: append([]string{}, e.NeedIDs...),
		Requires: []string{}, Secrets: []string{}, Outputs: []jsonOutput{}, Steps: []jsonStep{},
	}
	seen := map[string]bool{}
	for _, n := range p.Programs {
		if !seen[n.Program] {
			seen[n.Program] = true
			j.Requires = append(j.Requires, n.Program)
		}
	}
	for _, w := range p.Secrets {
		j.Secrets = append(j.Secrets, w.Text)
	}
	for _, o := range p.Outputs {
		j.Outputs = append(j.Outputs, jsonOutput{o.Path, o.Role})
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		pos := s.Pos()
		j.Steps = append(j.Steps, jsonStep{
			Index: s.Index, Phase: s.Phase, Hidden: s.Hidden, Session: s.Session, TimeoutMs: s.Timeout.Milliseconds(),
			Kind: s.Step.Kind.Name, Text: s.Text(), Name: s.Step.Name, Groups: append([]string{}, s.Groups...),
			File: pos.File, Line: pos.Line, Col: pos.Col,
		})
	}
	return j
}
