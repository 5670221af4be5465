package steps

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"scenario/internal/doc"
)

// Exec runs a script with sh -e, outside the terminal and never seen.
type Exec struct {
	Command doc.Text   `yaml:"command" jsonschema:"required"` // the script
	Cwd     doc.Text   `yaml:"cwd"`                           // working directory; the file's
	Env     EnvVars    `yaml:"env"`                           // added to the caller's
	Exit    ExitStatus `yaml:"exit" jsonschema:"default=0"`   // the status it must have; any: whatever it is
	Into    string     `yaml:"into" jsonschema:"ref=name"`    // vars.NAME gets what it prints, without the last newline
}

// DecodeNode takes SCRIPT or {command, cwd, env, exit, into}.
func (a *Exec) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		a.Command.DecodeNode(d, n)
		return
	}
	type long Exec
	d.Into(n, (*long)(a), "exec")
	if n.Get("command") == nil {
		d.Missing(n, "write exec: {command: SCRIPT}", "exec needs a command")
	}
	if v := n.Get("into"); v != nil && a.Into != "" && !IsName(a.Into) {
		d.Errorf(v, "letters, digits, _ and - only", "into is no name: %s", quote(a.Into))
	}
}

// Check has nothing more to say.
func (a *Exec) Check(*Checker) {}

// Summary is the script in one line.
func (a *Exec) Summary() string { return oneLine(a.raw()) }

func (a *Exec) raw() string { return a.Command.String() }

// Run runs it to its end.
func (a *Exec) Run(ctx context.Context, e *Env) error {
	script, err := e.text(a.Command)
	if err != nil {
		return err
	}
	dir, err := e.text(a.Cwd)
	if err != nil {
		return err
	}
	res, err := e.Exec(ctx, script, dir, a.Env)
	if errors.Is(err, context.DeadlineExceeded) {
		return &Failure{Message: "not finished within " + Span(e.Timeout), Timeout: true, Details: outputLines(res.Output)}
	}
	if err != nil {
		return startFailure(err)
	}
	if res.Signal != "" && !a.Exit.Any {
		return &Failure{Message: "was ended by signal " + res.Signal, Details: outputLines(res.Output)}
	}
	if !a.Exit.Any && res.Status != a.Exit.Code {
		return &Failure{
			Message: fmt.Sprintf("ended with status %d, not %d", res.Status, a.Exit.Code),
			Details: outputLines(res.Output),
		}
	}
	if a.Into != "" {
		e.SetVar(a.Into, strings.TrimRight(res.Stdout, "\n"))
	}
	return nil
}

// maxOutputLines is how much of a script's output a failure shows.
const maxOutputLines = 20

func outputLines(out string) []string {
	out = strings.TrimRight(out, "\n")
	if out == "" {
		return nil
	}
	lines := strings.Split(out, "\n")
	if n := len(lines) - maxOutputLines; n > 0 {
		lines = append([]string{fmt.Sprintf("(%d lines before)", n)}, lines[n:]...)
	}
	for i := range lines {
		lines[i] = "  " + lines[i]
	}
	return append([]string{"its last lines:"}, lines...)
}
