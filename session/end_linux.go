package session

import (
	"context"
	"strconv"

	"golang.org/x/sys/unix"
)

// end ends all processes of the tree: a hangup for the groups of the root and
// of foreground (none when that is 0: no terminal is hung up), then terminate,
// then kill for every process, each with a deadline. The end of ctx skips to
// kill.
func (t *tree) end(ctx context.Context, foreground int) error {
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
