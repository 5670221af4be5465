package main

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"time"

	"scenario/event"
	"scenario/report/view/avatar"
)

// picture is the avatar beside the steps, if it is wanted, and why it is not
// there in the end.
func (a *app) picture(ctx context.Context, f *viewFlags) (func(*event.State, time.Time) []string, func() string) {
	if f.avatar != "chafa" || f.noAvatar {
		return nil, func() string { return "" }
	}
	face := avatar.Start(ctx, chafa, a.chafaColors())
	frame := func(st *event.State, now time.Time) []string { return face.Frame(avatar.MoodOf(st), now) }
	return frame, face.Hint
}

// chafaColors is how many colours the avatar may have.
func (a *app) chafaColors() string {
	switch {
	case !a.wantsColor(a.stdout):
		return "none"
	case a.getenv("COLORTERM") == "truecolor" || a.getenv("COLORTERM") == "24bit":
		return "full"
	}
	return "256"
}

// chafaTimeout is how long one picture may take.
const chafaTimeout = 5 * time.Second

// chafa runs chafa.
func chafa(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, chafaTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "chafa", args...)
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("is not on PATH")
	}
	return out, err
}
