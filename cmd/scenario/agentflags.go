package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"scenario/agent"
	"scenario/capture/font"
)

// agentFlags are the flags of the agent doors, mcp and serve.
type agentFlags struct {
	root     string
	allow    []string
	inherit  []string
	sessions int
	idle     time.Duration
}

func (f *agentFlags) add(fl *pflag.FlagSet) {
	fl.StringVar(&f.root, "root", "", "the `FOLDER` that nothing is read or written outside of; the current one")
	f.addCommon(fl)
}

// addCommon adds what both doors have.
func (f *agentFlags) addCommon(fl *pflag.FlagSet) {
	fl.StringArrayVar(&f.allow, "allow", nil, "start only this `PROGRAM`, by its name or path; repeatable. A guard against accidents: a program can start others")
	fl.StringArrayVar(&f.inherit, "inherit", nil, "let programs see this environment variable, `NAME`; repeatable")
	fl.IntVar(&f.sessions, "max-sessions", 32, "at most `N` programs at a time")
	fl.DurationVar(&f.idle, "idle", time.Hour, "end a session that was not used for so long")
}

// server opens the root.
func (f *agentFlags) server(a *app) (*agent.Server, error) {
	dir, err := workDir()
	if err != nil {
		return nil, err
	}
	if f.sessions < 1 {
		return nil, fmt.Errorf("--max-sessions: %d is too few", f.sessions)
	}
	root := dir
	if f.root != "" {
		root = f.root
		if !filepath.IsAbs(root) {
			root = filepath.Join(dir, root)
		}
	}
	s, err := agent.NewServer(agent.Options{
		Root: root, Engines: engines(), Fonts: font.NewSet(), Caller: a.env, Inherit: f.inherit, Allow: f.allow,
		Limits: agent.Limits{Shells: f.sessions, Idle: f.idle}, Warn: a.stderr,
	})
	if err != nil {
		return nil, fmt.Errorf("--root: %w", cause(err))
	}
	return s, nil
}
