package steps

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/session"
)

// Launch starts a program in a terminal of its own, without a shell.
type Launch struct {
	Command Command  `yaml:"command" jsonschema:"required"` // command line, or list of arguments
	Cwd     doc.Text `yaml:"cwd"`                           // working directory; the file's
	Env     EnvVars  `yaml:"env"`                           // added to the file's
	Size    Size     `yaml:"size"`                          // the file's
}

// Command is a command line, split as a shell would and started without one, or
// a list of arguments.
type Command struct {
	Node *doc.Node
	Args []doc.Text
	text string
}

// DecodeNode takes TEXT or a list of TEXT.
func (c *Command) DecodeNode(d *doc.Decoder, n *doc.Node) {
	c.Node = n
	if n.Kind == doc.List {
		for _, item := range n.Items {
			var t doc.Text
			t.DecodeNode(d, item)
			c.Args = append(c.Args, t)
			c.text = strings.TrimSpace(c.text + " " + t.String())
		}
		if len(n.Items) == 0 {
			d.Errorf(n, "", "the command is empty")
		}
		return
	}
	var t doc.Text
	t.DecodeNode(d, n)
	args, err := splitCommand(t)
	if err != nil {
		var se *splitError
		if errors.As(err, &se) {
			d.ErrorIn(n, se.at, se.at+1, se.hint, "%s", se.msg)
		}
		return
	}
	if len(args) == 0 && n.Kind == doc.Scalar {
		d.Errorf(n, "", "the command is empty")
	}
	c.Args, c.text = args, t.String()
}

// Program returns the program as it is written, "" when a reference stands in
// it.
func (c *Command) Program() string {
	if len(c.Args) == 0 {
		return ""
	}
	s, _ := c.Args[0].Static()
	return s
}

// name is the program as messages have it.
func (c *Command) name() string {
	if len(c.Args) == 0 {
		return "program"
	}
	return c.Args[0].String()
}

// DecodeNode takes a COMMAND or {command, cwd, env, size}.
func (a *Launch) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		a.Command.DecodeNode(d, n)
		return
	}
	type long Launch
	d.Into(n, (*long)(a), "launch")
	if n.Get("command") == nil {
		d.Missing(n, "write launch: {command: PROGRAM}", "launch needs a command")
	}
}

// Check requires the program, when it is a bare name.
func (a *Launch) Check(c *Checker) {
	c.Session.Typed = ""
	c.Session.Opened, c.Session.Shell = true, false
	if p := a.Command.Program(); p != "" && !strings.Contains(p, "/") {
		c.Require(a.Command.Node, p)
	}
}

// Summary is the command line.
func (a *Launch) Summary() string { return oneLine(a.Command.text) }

// LogSummary is the program and the number of its arguments: a command line
// can hold what does not belong in a log.
func (a *Launch) LogSummary() string {
	p := path.Base(a.Command.name())
	switch n := len(a.Command.Args) - 1; n {
	case 0:
		return p
	case 1:
		return p + " (1 argument)"
	default:
		return fmt.Sprintf("%s (%d arguments)", p, n)
	}
}

// Run starts it.
func (a *Launch) Run(ctx context.Context, e *Env) error {
	argv := make([]string, len(a.Command.Args))
	for i, t := range a.Command.Args {
		s, err := e.text(t)
		if err != nil {
			return err
		}
		argv[i] = s
	}
	dir, err := e.text(a.Cwd)
	if err != nil {
		return err
	}
	t, err := e.Open(ctx, OpenSpec{
		Name: e.Session, Program: a.Command.name(), Argv: argv, Dir: dir, Env: a.Env, Size: a.Size,
	})
	if err != nil {
		return startFailure(err)
	}
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: event.InputLaunch})
	return nil
}

// startFailure turns a program that can't be started into a failed (or, when
// it isn't there, blocked) step.
func startFailure(err error) error {
	var se *session.StartError
	if errors.As(err, &se) {
		return &Failure{Message: se.Error(), Blocked: se.Missing}
	}
	return err
}
