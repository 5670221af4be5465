package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/steps"
)

// override reads a look and a pace of the command line, which are written as in a
// scenario and checked as there. A theme file is named from the working directory.
func override(dir, look, pace string) (*steps.Look, *steps.Pace, error) {
	l, err := topOf(dir, "look", look)
	if err != nil {
		return nil, nil, err
	}
	if l.Look != nil && l.Look.Theme != nil && scenario.IsThemeFile(string(*l.Look.Theme)) {
		path := steps.Theme(absolute(dir, string(*l.Look.Theme)))
		l.Look.Theme = &path
	}
	p, err := topOf(dir, "pace", pace)
	if err != nil {
		return nil, nil, err
	}
	return l.Look, p.Pace, nil
}

// topOf reads one key of the top of a scenario.
func topOf(dir, key, value string) (*scenario.Scenario, error) {
	if value == "" {
		return new(scenario.Scenario), nil
	}
	all, problems := scenario.Load("--"+key, []byte(key+": "+value+"\nsteps: [exec: a]\n"), scenario.Options{
		Dir: dir, ReadFile: os.ReadFile, Exists: func(path string) bool { _, err := os.Stat(path); return err == nil },
	})
	for _, p := range problems {
		if !p.Warning {
			return nil, flagProblem("--"+key, p)
		}
	}
	if len(all) != 1 {
		return nil, fmt.Errorf("--%s: %q is no %s", key, value, key)
	}
	return all[0], nil
}

// flagProblem is a mistake in the value of a flag.
func flagProblem(flag string, p *doc.Problem) error {
	err := errors.New(flag + ": " + strings.TrimSpace(p.Message))
	if p.Hint == "" {
		return err
	}
	return hinted{err, p.Hint}
}
