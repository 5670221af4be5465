package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/steps"
)

const root = "../.."

func TestGeneratedFilesAreFresh(t *testing.T) {
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not as go generate ./... writes it (-want +got):\n%s", name, diff)
		}
	}
}

// Every key that is not reserved is explained.
func TestEveryKeyHasAComment(t *testing.T) {
	texts, err := readComments(root, "scenario", "steps", "steps/match")
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilder(texts)
	b.scenario()
	var look func(where string, s *schema)
	look = func(where string, s *schema) {
		if s == nil {
			return
		}
		for _, p := range s.Properties {
			if p.value.Description == "" || p.value.Description[0] == '\n' {
				t.Errorf("%s.%s has no comment in Go", where, p.key)
			}
			look(where+"."+p.key, p.value)
		}
		for _, inner := range append(append([]*schema{s.Items}, s.OneOf...), s.AnyOf...) {
			look(where, inner)
		}
	}
	look("", b.scenario())
	for name, s := range b.defs {
		look(name, s)
	}
	for _, k := range steps.Kinds() {
		if !k.Later && k.Doc == "" {
			t.Errorf("the step %s has no Doc", k.Name)
		}
	}
}

// What the schema and the documentation call the default is what holds.
func TestDefaults(t *testing.T) {
	load := func(src string) *scenario.Scenario {
		all, problems := scenario.Load("x.yaml", []byte(src), scenario.Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return all[0]
	}
	// Written out, the defaults change nothing.
	written := func(t reflect.Type) string {
		s := ""
		for _, f := range doc.Fields(t) {
			if def := tagOf(f.Tag).def; def != "" && f.Name != "session" {
				s += f.Name + ": '" + def + "', "
			}
		}
		return "{" + s + "}"
	}
	plain := load("steps: [{run: ls}, {hold: 1s}]")
	full := load("look: " + written(reflect.TypeFor[steps.Look]()) +
		"\npace: " + written(reflect.TypeFor[steps.Pace]()) +
		"\ntimeouts: " + written(reflect.TypeFor[scenario.Timeouts]()) +
		"\nterminal: " + written(reflect.TypeFor[scenario.Terminal]()) +
		"\nsize: " + sizeDefault() +
		"\nsteps: [{run: {command: ls, exit: 0}}, {hold: 1s}]")
	for name, pair := range map[string][2]any{
		"look":             {plain.ResolvedLook(), full.ResolvedLook()},
		"pace":             {plain.ResolvedPace(), full.ResolvedPace()},
		"size":             {plain.Size, full.Size},
		"terminal":         {plain.Terminal.Event(), full.Terminal.Event()},
		"scenario timeout": {plain.ScenarioTimeout(), full.ScenarioTimeout()},
		"timeouts of steps": {
			[]time.Duration{scenario.NewPlan(plain).Steps[0].Timeout, scenario.NewPlan(plain).Steps[1].Timeout},
			[]time.Duration{scenario.NewPlan(full).Steps[0].Timeout, scenario.NewPlan(full).Steps[1].Timeout},
		},
	} {
		if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
			t.Errorf("the default of %s is another (-real +documented):\n%s", name, diff)
		}
	}
	rec := load("record: a.gif\nsteps: [{run: ls}]").Record[0]
	fields := map[string]int{"fps": rec.FPS, "loop": rec.Loop}
	for _, f := range doc.Fields(reflect.TypeFor[scenario.Recording]()) {
		if want, ok := fields[f.Name]; ok && defaultValue(tagOf(f.Tag).def) != float64(want) {
			t.Errorf("the default of record.%s is %d", f.Name, want)
		}
	}
	service := load("services: {s: ls}\nsteps: [{run: ls}]").Services[0]
	for _, f := range doc.Fields(reflect.TypeFor[scenario.Service]()) {
		if def := tagOf(f.Tag).def; f.Name == "timeout" && def != "30s" || service.Timeout != 30*time.Second {
			t.Errorf("the default of a service's timeout is %s, not %s", service.Timeout, def)
		}
	}
	if prompt := steps.DefaultShell().Prompt; prompt != "$ " {
		t.Errorf("the default of shell.prompt is %q", prompt)
	}
}

func sizeDefault() string {
	for _, f := range doc.Fields(reflect.TypeFor[scenario.Scenario]()) {
		if f.Name == "size" {
			return tagOf(f.Tag).def
		}
	}
	return ""
}
