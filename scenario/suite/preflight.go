package suite

import (
	"context"
	"maps"
	"slices"
	"strings"

	"scenario/event"
	"scenario/scenario"
)

// readSecrets takes the values of the secrets from the caller's environment.
func (a *attempt) readSecrets() {
	a.secrets = secrets(a.plan, a.s.o.Caller)
	a.mask = event.NewMasker(slices.Collect(maps.Values(a.secrets)))
}

// videos looks for what makes the videos, if any will be made.
func (a *attempt) videos() []event.Check {
	if a.s.o.NoRecord {
		return nil
	}
	return videoChecks(a.plan, a.s.o.Caller)
}

// preflight looks at everything that the scenario needs and starts its
// services. It returns why the scenario is blocked, "" if it is not.
func (a *attempt) preflight(ctx context.Context) string {
	var names []string
	var checks []event.Check
	if a.noTmp != nil {
		names = append(names, "temporary folder")
		checks = append(checks, event.Check{Name: "temporary folder", File: a.plan.File, Detail: a.noTmp.Error()})
	}
	for _, n := range a.plan.Programs {
		names = append(names, "requires "+n.Program)
	}
	for _, c := range a.videos() {
		names = append(names, c.Name)
	}
	for _, w := range a.plan.Secrets {
		names = append(names, "secret "+w.Text)
	}
	for _, f := range a.lookFiles() {
		for _, w := range f.words {
			names = append(names, f.kind+" "+w.Text)
		}
	}
	for _, s := range a.plan.Services {
		names = append(names, "service "+s.Name)
	}
	a.log.Emit(event.PreflightStarted, event.PreflightStartedPayload{Checks: unique(names)})
	checks = slices.Concat(checks, programChecks(a.plan, a.s.o.Caller), a.videos(), secretChecks(a.plan, a.secrets), a.lookChecks())
	if ok(checks) {
		checks = append(checks, a.services(ctx)...)
	}
	a.log.Emit(event.PreflightCompleted, event.PreflightCompletedPayload{OK: ok(checks), Checks: checks})
	return reason(checks)
}

// lookFiles is a kind of files that pictures need, and how one is read.
type lookFiles struct {
	kind  string
	words scenario.Words
	read  func(path string) error
}

// lookFiles are the files that the pictures need.
func (a *attempt) lookFiles() []lookFiles {
	src := a.source()
	return []lookFiles{
		{"theme", a.plan.ThemeFiles, func(path string) error { _, err := src.Theme(path); return err }},
		{"font", a.plan.FontFiles, func(path string) error { _, err := src.Font(path); return err }},
		{"image", a.plan.ImageFiles, src.Image},
	}
}

// lookChecks looks at the files that the pictures need.
func (a *attempt) lookChecks() []event.Check {
	var checks []event.Check
	for _, f := range a.lookFiles() {
		for _, w := range f.words {
			c := check(f.kind+" "+w.Text, w.Node)
			if err := f.read(w.Text); err != nil {
				c.OK, c.Detail = false, cause(err).Error()
			}
			checks = append(checks, c)
		}
	}
	return checks
}

func ok(checks []event.Check) bool {
	for _, c := range checks {
		if !c.OK {
			return false
		}
	}
	return true
}

// reason is the first check that failed, in one line.
func reason(checks []event.Check) string {
	for _, c := range checks {
		if c.OK {
			continue
		}
		line, _, _ := strings.Cut(c.Detail, "\n")
		if strings.HasPrefix(line, "is ") {
			return c.Name + " " + line
		}
		return c.Name + ": " + line
	}
	return ""
}

func unique(names []string) []string {
	var out []string
	for _, n := range names {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// services starts the services, in the order of the file.
func (a *attempt) services(ctx context.Context) []event.Check {
	a.svc.init(a)
	var checks []event.Check
	for _, s := range a.plan.Services {
		c := check("service "+s.Name, s.Key)
		err := a.svc.start(ctx, s)
		switch {
		case ctx.Err() != nil:
			c.OK, c.Detail = false, event.Interrupted
		case err != nil:
			c.OK, c.Detail = false, a.svc.detail(s, err)
		}
		checks = append(checks, c)
		if err != nil {
			break
		}
	}
	return checks
}
