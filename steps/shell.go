package steps

import (
	"context"
	"fmt"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
)

// Shell starts a clean shell: a fixed prompt, no start files of the user, and
// private marks (OSC 133) that tell where a prompt and an output begin and how a
// command ended.
type Shell struct {
	Command string   `yaml:"command" jsonschema:"required,enum=bash,enum=fish,enum=sh,enum=zsh"` // bash, fish, sh or zsh
	Prompt  string   `yaml:"prompt" jsonschema:"default=$ "`                                     // what it shows when it reads a command
	Cwd     doc.Text `yaml:"cwd"`                                                                // working directory; the file's
	Env     EnvVars  `yaml:"env"`                                                                // added to the file's
	Size    Size     `yaml:"size"`                                                               // the file's
}

// ShellState is what the steps know of a shell.
type ShellState struct {
	// marks is the number of marks seen when a line was entered last: a prompt
	// must come after them.
	marks  int
	moved  *movedPrompt // nil: the prompt stands where its mark says
	lines  []*entered
	output output
}

// movedPrompt is where a prompt stands since the size has changed, for the
// marks seen until then.
type movedPrompt struct {
	at    place
	marks int
}

// DecodeNode takes the name of a shell or {command, prompt, cwd, env, size}.
func (a *Shell) DecodeNode(d *doc.Decoder, n *doc.Node) {
	a.Prompt = "$ "
	v := n
	if n.Kind == doc.Map {
		type long Shell
		d.Into(n, (*long)(a), "shell")
		if v = n.Get("command"); v == nil {
			d.Missing(n, "write shell: {command: bash}", "shell needs a command")
			return
		}
	} else {
		a.Command, _ = d.Text(n, "shell")
	}
	if _, ok := shellNamed(a.Command); !ok && a.Command != "" {
		var names []string
		for _, k := range shellKinds() {
			names = append(names, k.name)
		}
		d.Errorf(v, "for any other program, and its own prompt, use launch", "unknown shell: %s (%s)", a.Command, strings.Join(names, ", "))
	}
}

// Check requires the shell.
func (a *Shell) Check(c *Checker) {
	c.Session.Typed = ""
	c.Session.Opened, c.Session.Shell = true, true
	if a.Command != "" {
		c.Require(c.Step.Value, a.Command)
	}
}

// Summary is the shell's name.
func (a *Shell) Summary() string { return a.Command }

// Run starts it and waits for its first prompt.
func (a *Shell) Run(ctx context.Context, e *Env) error {
	dir, err := e.text(a.Cwd)
	if err != nil {
		return err
	}
	k, ok := shellNamed(a.Command)
	if !ok {
		return fmt.Errorf("unknown shell: %s", a.Command)
	}
	rc, err := e.ShellFile(k.file, k.start(a.Prompt))
	if err != nil {
		return err
	}
	t, err := e.Open(ctx, OpenSpec{
		Name: e.Session, Program: a.Command, Dir: dir, Env: a.Env, Size: a.Size, Argv: k.argv(rc), Extra: k.env(rc),
	})
	if err != nil {
		return startFailure(err)
	}
	t.Shell = &ShellState{}
	e.timeline(t, event.TimelinePayload{Do: event.DoInput, Input: event.InputLaunch})
	return e.awaitPrompt(ctx, t)
}

// DefaultShell is the shell of a file that starts no program itself.
func DefaultShell() *Shell { return &Shell{Command: "bash", Prompt: "$ "} }
