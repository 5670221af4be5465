package suite

import (
	"slices"
	"strings"

	"scenario/capture"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/session"
)

// Needs looks at what a scenario needs of the machine and of the environment of
// its caller: programs, what makes its videos, and secrets. A check that is not
// OK would block the scenario. Nothing is started.
func Needs(p *scenario.Plan, caller []string) []event.Check {
	return slices.Concat(programChecks(p, caller), videoChecks(p, caller), secretChecks(p, secrets(p, caller)))
}

// programChecks looks for the programs on PATH.
func programChecks(p *scenario.Plan, caller []string) []event.Check {
	path, ok := lookup(caller, "PATH")
	if !ok {
		path = session.DefaultPath
	}
	if v, ok := p.PathOverride(); ok {
		path = v
	}
	var checks []event.Check
	seen := map[string]bool{}
	for _, n := range p.Programs {
		if seen[n.Program] {
			continue
		}
		seen[n.Program] = true
		c := check("requires "+n.Program, n.Node)
		if !onPath(n.Program, p.Dir, path) {
			c.OK, c.Detail = false, "not on PATH"
		}
		checks = append(checks, c)
	}
	return checks
}

// videoChecks looks for the program that makes videos, on the caller's PATH.
func videoChecks(p *scenario.Plan, caller []string) []event.Check {
	path, c, ok := firstVideo(p)
	if !ok {
		return nil
	}
	if _, err := session.LookPath(session.VideoProgram, "", caller); err != nil {
		c.OK, c.Detail = false, "not on PATH"
		c.Hint = path + " is made by it: install it, or record a .gif, .apng or .svg"
	}
	return []event.Check{c}
}

// firstVideo is the first video that a plan records, with the check of its
// program: at the place that names it, or of the file for one of the command line.
func firstVideo(p *scenario.Plan) (path string, c event.Check, ok bool) {
	const name = "requires " + session.VideoProgram
	for _, r := range p.Record {
		for _, w := range r.To {
			if capture.IsVideo(w.Text) {
				return w.Text, check(name, w.Node), true
			}
		}
	}
	for _, path := range p.Extra {
		if capture.IsVideo(path) {
			return path, event.Check{Name: name, OK: true, File: p.File}, true
		}
	}
	return "", c, false
}

// secretChecks looks at the values of the secrets.
func secretChecks(p *scenario.Plan, secrets map[string]string) []event.Check {
	var checks []event.Check
	for _, w := range p.Secrets {
		c := check("secret "+w.Text, w.Node)
		switch v, set := secrets[w.Text]; {
		case !set:
			c.OK, c.Detail, c.Hint = false, "is not set", w.Text+"=... scenario run "+p.File
		case event.TooShort(v):
			c.OK, c.Detail = false, "is too short to be kept out of logs and pictures"
		}
		checks = append(checks, c)
	}
	return checks
}

// secrets takes the values of the secrets from the caller's environment.
func secrets(p *scenario.Plan, caller []string) map[string]string {
	values := map[string]string{}
	for _, w := range p.Secrets {
		if v, ok := lookup(caller, w.Text); ok && v != "" {
			values[w.Text] = v
		}
	}
	return values
}

func lookup(env []string, name string) (string, bool) {
	for _, e := range slices.Backward(env) {
		if k, v, ok := strings.Cut(e, "="); ok && k == name {
			return v, true
		}
	}
	return "", false
}

func check(name string, n *doc.Node) event.Check {
	return event.Check{Name: name, OK: true, File: n.File, Line: n.Line, Col: n.Col}
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
