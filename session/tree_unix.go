//go:build unix && !linux

package session

import (
	"context"
	"errors"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithParent is for Linux alone.
func endWithParent(*syscall.SysProcAttr) {}

// exactPending: what a device has pending is not known for sure.
const exactPending = false

// SetSubreaper is for Linux alone; elsewhere it does nothing.
func SetSubreaper() error { return nil }

// tree is, where the system does not tell more, the process group of a child.
type tree struct{ root int }

func newTree(root int, marker string) *tree { return &tree{root: root} }

func (t *tree) look() (print string, rests, ok bool) { return "", true, false }

// end ends the root's group and the foreground group; when that is 0, no
// terminal is hung up.
func (t *tree) end(ctx context.Context, foreground int) error {
	groups := []int{t.root}
	if foreground > 1 && foreground != t.root {
		groups = append(groups, foreground)
	}
	send := func(sig unix.Signal) (gone bool) {
		gone = true
		for _, g := range groups {
			if err := unix.Kill(-g, sig); !errors.Is(err, unix.ESRCH) {
				gone = false
			}
		}
		return gone
	}
	gone := func() bool { return send(0) }
	if foreground != 0 {
		send(unix.SIGHUP)
		send(unix.SIGCONT)
		if waitGone(ctx, endOf.Hangup, gone) {
			return nil
		}
	}
	send(unix.SIGTERM)
	if waitGone(ctx, endOf.Terminate, gone) {
		return nil
	}
	if waitGone(context.Background(), endOf.Kill, func() bool { return send(unix.SIGKILL) }) {
		return nil
	}
	return &survivors{pids: []string{"group " + strconv.Itoa(t.root)}}
}
