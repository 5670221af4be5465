package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"scenario/capture/font"
	"scenario/scenario/suite"
	"scenario/session"
)

// machine looks at the machine and at the caller's terminal.
func (a *app) machine(ctx context.Context) []finding {
	return append([]finding{
		{Name: "platform", OK: true, Detail: fmt.Sprintf("%s/%s, scenario %s", runtime.GOOS, runtime.GOARCH, buildVersion())},
		a.ptyFinding(ctx),
		processesFinding(),
		temporaryFinding(),
		{Name: "fonts", OK: true, Detail: fmt.Sprintf("%d embedded, none of the machine is used", len(font.NewSet().Families()))},
		a.terminalFinding(),
		a.ciFinding(),
	}, a.programFindings()...)
}

// probeTimeout is how long a shell may take to say a word.
const probeTimeout = 10 * time.Second

// ptyFinding runs a program in a terminal, which is what all the rest is about.
func (a *app) ptyFinding(ctx context.Context) finding {
	f := finding{Name: "terminal for programs", Needed: true}
	took, err := a.probe(ctx)
	if err != nil {
		f.Detail, f.Hint = err.Error(), "a program could not be run in a PTY: is /dev/pts mounted?"
		return f
	}
	f.OK, f.Detail = true, fmt.Sprintf("a program ran in a PTY, and its screen had settled after %d ms", took.Milliseconds())
	return f
}

func (a *app) probe(ctx context.Context) (took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	engine, err := engines().Named("")
	if err != nil {
		return 0, err
	}
	began := time.Now()
	s, err := session.Start(ctx, session.Config{
		Name: "doctor", Argv: []string{"sh", "-c", "printf ready; read x"}, Env: session.Environ(session.EnvSpec{Caller: a.env}),
		Cols: 80, Rows: 24, Engine: engine,
	})
	if err != nil {
		return 0, err
	}
	defer func() {
		if _, e := s.Close(ctx); err == nil {
			err = e
		}
	}()
	_, err = s.Until(ctx, func(v *session.View) (bool, time.Duration) { return strings.HasPrefix(v.Screen.Text(), "ready"), 0 })
	if err == nil {
		_, err = s.Settle(ctx)
	}
	return time.Since(began), err
}

// processesFinding looks at what the end of process trees and settled screens
// are made of.
func processesFinding() finding {
	f := finding{Name: "process trees", OK: true, Detail: "orphans are found and ended, threads are seen to rest"}
	_, err := os.ReadFile("/proc/self/schedstat")
	switch {
	case runtime.GOOS != "linux":
		f.OK, f.Detail = false, "not on this system: programs that leave their parents may outlive a run, and a screen has settled after 60 ms of quiet"
	case session.SetSubreaper() != nil:
		f.OK, f.Detail = false, "programs that leave their parents may outlive a run: no PR_SET_CHILD_SUBREAPER here"
	case err != nil:
		f.OK, f.Detail = false, "a screen has settled after 60 ms of quiet: there is no /proc/self/schedstat here"
	}
	return f
}

func temporaryFinding() finding {
	f := finding{Name: "temporary folder", Needed: true, Detail: os.TempDir()}
	dir, err := os.MkdirTemp("", "scenario-doctor-")
	if err == nil {
		err = os.Remove(dir)
	}
	if err != nil {
		f.Detail, f.Hint = fmt.Sprintf("%s: %v", os.TempDir(), cause(err)), "set TMPDIR to a folder that can be written to"
		return f
	}
	f.OK = true
	return f
}

// terminalFinding is what the caller looks at; no scenario depends on it.
func (a *app) terminalFinding() finding {
	f := finding{Name: "your terminal", Detail: "the output is no terminal"}
	if w := a.stdout.width(); w > 0 {
		f.OK, f.Detail = true, fmt.Sprintf("%d columns", w)
	}
	colours := map[string]string{"none": "no colours", "256": "256 colours", "full": "true colour"}[a.chafaColors()]
	text := "ASCII"
	if a.utf8() {
		text = "UTF-8"
	}
	f.Detail += ", " + colours + ", " + text
	return f
}

// ciFinding tells whether this is a CI, and its shard.
func (a *app) ciFinding() finding {
	f := finding{Name: "CI", Detail: "CI is not set"}
	if a.onCI() {
		f.OK, f.Detail = true, "CI is set"
	}
	switch s, err := suite.ShardFromEnv(a.lookup, true); {
	case err == nil:
		f.Detail += fmt.Sprintf(", --shard auto is %d/%d (from %s)", s.Index, s.Total, s.Source)
	case !errors.Is(err, suite.ErrNoShard):
		f.Detail += ", --shard auto: " + err.Error()
	}
	return f
}

// programFindings looks for the programs that some parts use.
func (a *app) programFindings() []finding {
	var all []finding
	for _, p := range []struct{ name, use string }{
		{"bash", "the shell of files that name none"},
		{"zsh", "shell: zsh"},
		{"fish", "shell: fish"},
		{"git", "--only-changed"},
		{session.VideoProgram, "recordings as .mp4 and .webm"},
		{"chafa", "the face beside scenario view"},
	} {
		f := finding{Name: p.name, OK: true, Detail: p.use}
		if _, err := session.LookPath(p.name, "", a.env); err != nil {
			f.OK, f.Detail = false, "not on PATH: "+p.use
		}
		all = append(all, f)
	}
	return all
}
