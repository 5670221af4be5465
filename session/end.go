package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// endTimes are how long a tree gets to end after each signal.
type endTimes struct {
	Hangup, Terminate, Kill time.Duration
}

// endOf are the times of Close, Stop and Exec.
var endOf = endTimes{Hangup: 300 * time.Millisecond, Terminate: 300 * time.Millisecond, Kill: 10 * time.Second}

// marker returns the part of an environment by which processes of one run are
// known: a TMPDIR that is not the system's.
func marker(env []string) string {
	dir := getenv(env, "TMPDIR")
	if !filepath.IsAbs(dir) || filepath.Clean(dir) == filepath.Clean(os.TempDir()) || filepath.Clean(dir) == "/tmp" {
		return ""
	}
	return "TMPDIR=" + dir
}

// survivors is the error of a tree that can't be ended.
type survivors struct{ pids []string }

func (e *survivors) Error() string {
	return fmt.Sprintf("processes that can't be ended: %s", strings.Join(e.pids, ", "))
}

// waitGone blocks until gone reports true, at most d. It looks at once, then less
// and less often: a tree has no event for its end.
func waitGone(ctx context.Context, d time.Duration, gone func() bool) bool {
	deadline := time.Now().Add(d)
	for pause := 500 * time.Microsecond; ; pause = min(2*pause, 20*time.Millisecond) {
		if gone() {
			return true
		}
		left := time.Until(deadline)
		if left <= 0 {
			return false
		}
		t := time.NewTimer(min(pause, left))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return false
		}
	}
}
