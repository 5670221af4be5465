package session

import (
	"context"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// execTime is how long an orphan is waited for that may be in the middle of
// execve(2); one that has no environment at all is left alone.
const execTime = 50 * time.Millisecond

// end ends all processes of the tree, also those that show up late.
func (t *tree) end(ctx context.Context, foreground int) error {
	for range 10 {
		if err := t.endMembers(ctx, foreground); err != nil || !t.undecided() {
			return err
		}
		late := false
		waitGone(context.Background(), execTime, func() bool {
			late = len(t.members()) > 0
			return late || !t.undecided()
		})
		if !late {
			return nil
		}
	}
	return &survivors{pids: []string{"some that keep coming"}}
}

// undecided reports whether the last scan may have missed a process.
func (t *tree) undecided() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.unsure
}

// endMembers ends the processes that are found: a hangup for the groups of the
// root and of foreground (none when that is 0: no terminal is hung up), then
// terminate, then kill for every process, each with a deadline. The end of ctx
// skips to kill.
func (t *tree) endMembers(ctx context.Context, foreground int) error {
	left := t.members()
	if len(left) == 0 {
		return nil
	}
	gone := func() bool { left = t.members(); return len(left) == 0 }
	if foreground != 0 {
		heard := false
		for _, p := range left {
			if p.pgrp == t.root || p.pgrp == foreground {
				t.kill(p, unix.SIGHUP)
				t.kill(p, unix.SIGCONT) // a stopped one would not hear it
				heard = true
			}
		}
		if heard && waitGone(ctx, endOf.Hangup, gone) {
			return nil
		}
	}
	for _, p := range left {
		t.kill(p, unix.SIGTERM)
		t.kill(p, unix.SIGCONT)
	}
	if waitGone(ctx, endOf.Terminate, gone) {
		return nil
	}
	killed := func() bool {
		for _, p := range left {
			t.kill(p, unix.SIGKILL)
		}
		return gone()
	}
	if waitGone(context.Background(), endOf.Kill, killed) {
		return nil
	}
	e := &survivors{}
	for _, p := range left {
		e.pids = append(e.pids, strconv.Itoa(p.pid))
	}
	return e
}
