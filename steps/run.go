package steps

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps/match"
)

// Run types command lines at the prompt of a shell, one after another, and waits
// for the end of each.
type Run struct {
	Command doc.Text         `yaml:"command" jsonschema:"required,ref=filled"` // one line or several
	Exit    ExitStatus       `yaml:"exit" jsonschema:"default=0"`              // the status it must have; any: whatever it is
	Until   *match.Condition `yaml:"until" jsonschema:"without=exit"`          // go on when this holds, for programs that stay
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
		d.Missing(n, "write run: {command: COMMAND}", "run needs a command")
		return
	}
	v.CheckTyped(d)
	if a.Until != nil {
		refuseStored(d, n.Get("until"), a.Until)
	}
	if u := n.Get("until"); u != nil && n.Get("exit") != nil {
		d.Errorf(n.Get("exit"), "", "run waits for an end with exit, or goes on with until, not both")
	}
}

// Check wants a shell.
func (a *Run) Check(c *Checker) {
	c.Session.Typed, c.Session.Ran = "", true
	if c.Session.Opened && !c.Session.Shell {
		c.Errorf(c.Step.Key, "use enter: TEXT for a program's own prompt, or start the session with shell: bash",
			"run needs a shell, and session %s was started with launch", c.Session.Name)
	}
	if s, ok := a.Command.Static(); ok && !a.Command.IsZero() && strings.TrimSpace(s) == "" {
		c.Errorf(c.Step.Value, "", "the command is empty")
	}
}

// Summary is the command in one line.
func (a *Run) Summary() string { return oneLine(a.raw()) }

func (a *Run) raw() string { return a.Command.String() }

// Run runs the lines.
func (a *Run) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	if t.Shell == nil {
		return t.failure("run needs a shell, and %s is none", t.Program)
	}
	command, err := e.typing(a.Command)
	if err != nil {
		return err
	}
	if err := e.awaitPrompt(ctx, t); err != nil {
		return err
	}
	t.Shell.output.start()
	lines := command.lines()
	for i, typed := range lines {
		line := typed.String()
		l := runLine{text: line, want: a.Exit, last: i == len(lines)-1}
		if !l.last && !a.Exit.Any {
			l.want = ExitStatus{} // only the last one may be meant to fail
		}
		if err := e.typeText(ctx, t, typed, 0); err != nil {
			return err
		}
		t.lastText = "run " + e.quoted(line)
		if err := e.enter(ctx, t, 0); err != nil {
			return err
		}
		if l.last && a.Until != nil {
			err = a.until(ctx, e, t)
		} else {
			err = e.finish(ctx, t, l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// until waits until the program that stays is as wanted. One that has ended
// badly before does not stay.
func (a *Run) until(ctx context.Context, e *Env, t *Term) error {
	err := e.await(ctx, t, a.Until, nil, func(v *session.View) *Failure {
		p, ok := promptAfter(v, t.Shell.marks)
		switch {
		case !ok || p.Status == 0 && !p.More:
			return nil
		case p.More:
			return t.incomplete()
		}
		f := t.failure("ended with status %d", p.Status)
		f.Hint = statusHint(p.Status)
		return f
	})
	var f *Failure
	if !errors.As(err, &f) {
		return err
	}
	if f.Subject != "" {
		f.Subject = Subject(a, e.Mask) + " until " + f.Subject
	}
	if _, ended := promptAfter(t.View(), t.Shell.marks); ended && f.Timeout {
		f.Hint = "the command itself has ended, with status 0"
	}
	return err
}

// runLine is one of the lines of a run step.
type runLine struct {
	text string
	want ExitStatus
	last bool
}

// finish waits for the end of one line and judges it.
func (e *Env) finish(ctx context.Context, t *Term, l runLine) error {
	p, err := t.nextPrompt(ctx)
	switch {
	case errors.Is(err, session.ErrExited):
		t.examined = true
		x := t.View().Exit
		if l.want.Any || x.Signal == "" && x.Status == l.want.Code {
			return nil
		}
		return t.failure("the shell %s", ended(x))
	case errors.Is(err, context.DeadlineExceeded):
		f := t.failure("not finished within %s", Span(e.Timeout))
		f.Subject, f.Timeout = e.quoted(l.text), true
		f.Hint = "for a program that stays, write run: {command: ..., until: CONDITION}"
		switch v := t.View(); {
		case !v.Screen.Modes.AltScreen:
		case promptInAlt(v, t.Shell.marks):
			f.Hint = "it has ended without leaving the alternate screen"
		default:
			f.Hint = "it is a full-screen program: write run: {command: ..., until: CONDITION}"
		}
		return f
	case err != nil:
		return err
	case p.More && l.last:
		return t.incomplete()
	case p.More:
		return nil
	}
	t.Shell.output.end(linesOf(t.View()), t.Shell.lines, p.End)
	if l.want.Any || !startsCommand(l.text) && !p.Started || p.Status == l.want.Code {
		return nil
	}
	f := t.failure("ended with status %d, not %d", p.Status, l.want.Code)
	f.Subject = e.quoted(l.text)
	if l.want.Code == 0 {
		f.Hint = statusHint(p.Status)
	}
	return f
}

func (t *Term) incomplete() *Failure {
	f := t.failure("the command is not complete: the shell waits for more")
	f.Hint = "a quote, a here-document or a loop is still open"
	return f
}

func statusHint(status int) string {
	if status == 127 {
		return "127: the shell did not find the command"
	}
	return fmt.Sprintf("when that is right: run: {command: ..., exit: %d}", status)
}

// startsCommand reports whether a line has a command at all: after a comment or
// an empty line the shell still shows the status of the command before.
func startsCommand(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.HasPrefix(line, "#")
}
