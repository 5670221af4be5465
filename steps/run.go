package steps

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps/match"
)

// Run types command lines at the prompt of a shell, one after another, and waits
// for the end of each.
type Run struct {
	Command doc.Text         `yaml:"command"` // one line or several
	Exit    ExitStatus       `yaml:"exit"`    // the status it must have
	Until   *match.Condition `yaml:"until"`   // go on when this holds, for programs that stay
}

// ExitStatus is a status, or any.
type ExitStatus struct {
	Any  bool
	Code int
}

// DecodeNode takes INT or any.
func (x *ExitStatus) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind == doc.Scalar && n.Text == "any" {
		x.Any = true
		return
	}
	c, ok := d.Int(n, "exit")
	if ok && (c < 0 || c > 255) {
		d.Errorf(n, "a status is 0 to 255", "no program ends with status %d", c)
	}
	x.Code = c
}

// DecodeNode takes COMMAND or {command, exit, until}.
func (a *Run) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		n.CheckTyped(d)
		a.Command.DecodeNode(d, n)
		return
	}
	type long Run
	d.Into(n, (*long)(a), "run")
	v := n.Get("command")
	if v == nil {
		d.Errorf(n, "write run: {command: COMMAND}", "run needs a command")
		return
	}
	v.CheckTyped(d)
	if u := n.Get("until"); u != nil && n.Get("exit") != nil {
		d.Errorf(n.Get("exit"), "", "run waits for an end with exit, or goes on with until, not both")
	}
}

// Check wants a shell.
func (a *Run) Check(c *Checker) {
	c.Session.Typed = ""
	if c.Session.Opened && !c.Session.Shell {
		c.Errorf(c.Step.Key, "use enter: TEXT for a program's own prompt, or start the session with shell: bash",
			"run needs a shell, and session %s was started with launch", c.Session.Name)
	}
	if s, ok := a.Command.Static(); ok && strings.TrimSpace(s) == "" {
		c.Errorf(c.Step.Value, "", "the command is empty")
	}
}

// Summary is the command in one line.
func (a *Run) Summary() string { return oneLine(a.Command.String()) }

// Run runs the lines.
func (a *Run) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	command, err := e.text(a.Command)
	if err != nil {
		return err
	}
	if err := e.awaitPrompt(ctx, t); err != nil {
		return err
	}
	lines := strings.Split(command, "\n")
	for i, line := range lines {
		if err := e.typeText(ctx, t, line, hasSecret(a.Command), 0); err != nil {
			return err
		}
		t.lastText = "run " + quote(a.Summary())
		if err := e.enter(ctx, t, 0); err != nil {
			return err
		}
		last := i == len(lines)-1
		if last && a.Until != nil {
			return e.await(ctx, t, a.Until, "run "+quote(a.Summary())+" until")
		}
		if err := a.finish(ctx, e, t, line, last); err != nil {
			return err
		}
	}
	return nil
}

// finish waits for the end of one line and judges it.
func (a *Run) finish(ctx context.Context, e *Env, t *Term, line string, last bool) error {
	p, err := t.nextPrompt(ctx)
	switch {
	case errors.Is(err, session.ErrExited):
		t.examined = true
		x := t.View().Exit
		if a.Exit.Any || x.Signal == "" && x.Status == a.Exit.Code {
			return nil
		}
		return t.failure("the shell %s", ended(x))
	case errors.Is(err, context.DeadlineExceeded):
		f := t.failure("not finished within %s", Span(e.Timeout))
		f.Timeout = true
		if t.View().Screen.Modes.AltScreen {
			f.Hint = "it is a full-screen program: write run: {command: ..., until: CONDITION}"
		} else {
			f.Hint = "for a program that stays, write run: {command: ..., until: CONDITION}"
		}
		return f
	case err != nil:
		return err
	}
	if p.More {
		if last {
			f := t.failure("the command is not complete: the shell waits for more")
			f.Hint = "a quote, a here-document or a loop is still open"
			return f
		}
		return nil
	}
	t.finishOutput(p)
	if a.Exit.Any || !startsCommand(line) && !p.Started {
		return nil
	}
	if p.Status != a.Exit.Code {
		f := t.failure("ended with status %d, not %d", p.Status, a.Exit.Code)
		if p.Status == 127 {
			f.Hint = "127: the shell did not find the command"
		} else if a.Exit.Code == 0 {
			f.Hint = "when that is right: run: {command: ..., exit: " + strconv.Itoa(p.Status) + "}"
		}
		return f
	}
	return nil
}

// startsCommand reports whether a line has a command at all: after a comment or
// an empty line the shell still shows the status of the command before.
func startsCommand(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.HasPrefix(line, "#")
}

// finishOutput sets the end of what the last run step printed.
func (t *Term) finishOutput(p promptInfo) {
	if t.output == nil {
		return
	}
	t.output.EndLine, t.output.EndCol = p.End.EndLine, p.End.EndCol
	if t.output.EndLine < t.output.Line {
		// the screen was cleared: what was printed begins at its top
		t.output.Line, t.output.Col = t.View().Screen.Scrolled, 0
	}
}
