package steps

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"scenario/emulator"
	"scenario/session"
)

// markID tells the shell's own marks from those of programs.
const markID = "aid=scenario"

// ownMarks returns the shell's marks of v from number n on.
func ownMarks(v *session.View, n int) []emulator.Mark {
	first := v.MarksSeen - len(v.Marks)
	own := slices.Clone(v.Marks[min(len(v.Marks), max(0, n-first)):])
	return slices.DeleteFunc(own, func(m emulator.Mark) bool { return m.Alt || !isOwn(m) })
}

func isOwn(m emulator.Mark) bool {
	return slices.Contains(strings.Split(m.Params, ";"), markID)
}

// promptInAlt reports whether a prompt came back in the alternate screen since
// mark n: perhaps that of a shell inside the program, more likely one whose
// program has ended without leaving it.
func promptInAlt(v *session.View, n int) bool {
	first := v.MarksSeen - len(v.Marks)
	return slices.ContainsFunc(v.Marks[min(len(v.Marks), max(0, n-first)):], func(m emulator.Mark) bool {
		return m.Alt && m.Kind == 'B' && isOwn(m)
	})
}

// promptMark is what a shell said between an entered line and its next prompt.
type promptMark struct {
	More    bool // a continuation prompt: the command is not complete
	Started bool // a command was started (bash tells, sh does not)
	Status  int  // of the last command
	End     place
}

// place is a cell of the session's lines; both count from 0.
type place struct{ line, col int }

// promptAfter looks for a prompt among the marks from number n on.
func promptAfter(v *session.View, n int) (p promptMark, ok bool) {
	ended := false
	for _, m := range ownMarks(v, n) {
		switch m.Kind {
		case 'A':
			if !ended { // a line without a command, in fish
				p.End = place{m.Line, m.Col}
			}
		case 'C':
			p.Started = true
		case 'D':
			s, _, _ := strings.Cut(m.Params, ";")
			p.Status, _ = strconv.Atoi(s)
			ended = true
			p.End = place{m.Line, m.Col}
		case 'P':
			p.More, ok = true, true
		case 'B':
			p.More, ok = false, true
		}
	}
	return p, ok
}

// Ran reports whether a line that was entered between two views of a shell has
// come to its end: before shows the prompt, after the next one. status is that of
// the command.
func Ran(before, after *session.View) (status int, ok bool) {
	marks := ownMarks(before, 0)
	if len(marks) == 0 || marks[len(marks)-1].Kind != 'B' {
		return 0, false
	}
	p, ok := promptAfter(after, before.MarksSeen)
	return p.Status, ok && !p.More
}

// nextPrompt waits for a prompt after the line entered last.
func (t *Term) nextPrompt(ctx context.Context) (promptMark, error) {
	var p promptMark
	_, err := t.Until(ctx, func(v *session.View) (ok bool, again time.Duration) {
		p, ok = promptAfter(v, t.Shell.marks)
		return ok, 0
	})
	return p, err
}

// awaitPrompt waits until the shell reads a command.
func (e *Env) awaitPrompt(ctx context.Context, t *Term) error {
	_, err := t.nextPrompt(ctx)
	switch {
	case errors.Is(err, session.ErrExited):
		f := t.failure("%s %s", t.Program, ended(t.View().Exit))
		f.Hint = "it ended before it showed a prompt"
		return f
	case errors.Is(err, context.DeadlineExceeded):
		f := t.failure("%s is not at its prompt within %s", t.Program, Span(e.Timeout))
		f.Timeout = true
		if t.View().Screen.Modes.AltScreen {
			f.Hint = "a full-screen program is still running"
		}
		return f
	}
	return err
}
