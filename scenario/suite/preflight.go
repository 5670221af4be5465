package suite

import (
	"context"
	"maps"
	"slices"
	"strings"

	"scenario/event"
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
	for _, w := range a.plan.ThemeFiles {
		names = append(names, "theme "+w.Text)
	}
	for _, w := range a.plan.FontFiles {
		names = append(names, "font "+w.Text)
	}
	for _, s := range a.plan.Services {
		names = append(names, "service "+s.Name)
	}
	a.log.Emit(event.PreflightStarted, event.PreflightStartedPayload{Checks: unique(names)})
	checks = slices.Concat(checks, programChecks(a.plan, a.s.o.Caller), a.videos(), secretChecks(a.plan, a.secrets), a.themeChecks(), a.fontChecks())
	if ok(checks) {
		checks = append(checks, a.services(ctx)...)
	}
	a.log.Emit(event.PreflightCompleted, event.PreflightCompletedPayload{OK: ok(checks), Checks: checks})
	return reason(checks)
}

// themeChecks looks at the theme files of the pictures.
func (a *attempt) themeChecks() []event.Check {
	src := a.source()
	var checks []event.Check
	for _, w := range a.plan.ThemeFiles {
		c := check("theme "+w.Text, w.Node)
		if _, err := src.Theme(w.Text); err != nil {
			c.OK, c.Detail = false, cause(err).Error()
		}
		checks = append(checks, c)
	}
	return checks
}

// fontChecks looks at the font files of the pictures.
func (a *attempt) fontChecks() []event.Check {
	src := a.source()
	var checks []event.Check
	for _, w := range a.plan.FontFiles {
		c := check("font "+w.Text, w.Node)
		if _, err := src.Font(w.Text); err != nil {
			c.OK, c.Detail = false, cause(err).Error()
		}
		checks = append(checks, c)
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
