package suite

import (
	"context"
	"slices"
	"strings"

	"scenario/capture"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/session"
)

// readSecrets takes the values of the secrets from the caller's environment.
func (a *attempt) readSecrets() {
	a.secrets = map[string]string{}
	var values []string
	for _, w := range a.plan.Secrets {
		if v, ok := lookup(a.s.o.Caller, w.Text); ok && v != "" {
			a.secrets[w.Text] = v
			values = append(values, v)
		}
	}
	a.mask = event.NewMasker(values)
}

func lookup(env []string, name string) (string, bool) {
	for _, e := range slices.Backward(env) {
		if k, v, ok := strings.Cut(e, "="); ok && k == name {
			return v, true
		}
	}
	return "", false
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
	for _, c := range a.videoChecks() {
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
	checks = slices.Concat(checks, a.programs(), a.videoChecks(), a.secretChecks(), a.themeChecks(), a.fontChecks())
	if ok(checks) {
		checks = append(checks, a.services(ctx)...)
	}
	a.log.Emit(event.PreflightCompleted, event.PreflightCompletedPayload{OK: ok(checks), Checks: checks})
	return reason(checks)
}

// programs looks for the programs on PATH.
func (a *attempt) programs() []event.Check {
	path, ok := lookup(a.s.o.Caller, "PATH")
	if !ok {
		path = session.DefaultPath
	}
	if v, ok := a.plan.PathOverride(); ok {
		path = v
	}
	var checks []event.Check
	seen := map[string]bool{}
	for _, n := range a.plan.Programs {
		if seen[n.Program] {
			continue
		}
		seen[n.Program] = true
		c := check("requires "+n.Program, n.Node)
		if !onPath(n.Program, a.plan.Dir, path) {
			c.OK, c.Detail = false, "not on PATH"
		}
		checks = append(checks, c)
	}
	return checks
}

// videoChecks looks for the program that makes videos, on the caller's PATH.
func (a *attempt) videoChecks() []event.Check {
	if a.s.o.NoRecord {
		return nil
	}
	for _, r := range a.plan.Record {
		for _, w := range r.To {
			if !capture.IsVideo(w.Text) {
				continue
			}
			c := check("requires "+session.VideoProgram, w.Node)
			if _, err := session.LookPath(session.VideoProgram, "", a.s.o.Caller); err != nil {
				c.OK, c.Detail = false, "not on PATH"
				c.Hint = w.Text + " is made by it: install it, or record a .gif, .apng or .svg"
			}
			return []event.Check{c}
		}
	}
	return nil
}

func (a *attempt) secretChecks() []event.Check {
	var checks []event.Check
	for _, w := range a.plan.Secrets {
		c := check("secret "+w.Text, w.Node)
		switch v, set := a.secrets[w.Text]; {
		case !set:
			c.OK, c.Detail, c.Hint = false, "is not set", w.Text+"=... scenario run "+a.plan.File
		case event.TooShort(v):
			c.OK, c.Detail = false, "is too short to be kept out of logs and pictures"
		}
		checks = append(checks, c)
	}
	return checks
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

func check(name string, n *doc.Node) event.Check {
	return event.Check{Name: name, OK: true, File: n.File, Line: n.Line, Col: n.Col}
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

// onPath looks for a program as starting it would. One that is named by its path
// is looked at only then: a before step may build it.
func onPath(program, dir, path string) bool {
	if strings.Contains(program, "/") {
		return true
	}
	_, err := session.LookPath(program, dir, []string{"PATH=" + path})
	return err == nil
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
