//go:build e2e && linux

package agent

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"scenario/session"
)

// A thousand sessions opened and closed leave no process, no file descriptor and
// no goroutine.
func TestAThousandSessionsLeaveNothing(t *testing.T) {
	if err := session.SetSubreaper(); err != nil {
		t.Fatal(err)
	}
	s := testServer(t, Options{})
	open := func() int {
		t.Helper()
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	children := func() string {
		t.Helper()
		b, err := os.ReadFile("/proc/thread-self/children")
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	fds, goroutines := 0, goleak.IgnoreCurrent()
	for i := range 1000 {
		c, ctx := s.NewClient(), testContext(t)
		sh, err := c.Start(ctx, StartSpec{Argv: []string{"sh", "-c", "sleep 1000 & echo up; cat"}})
		if err != nil {
			t.Fatal(i, err)
		}
		if i%2 == 0 {
			if _, err := sh.Stop(ctx); err != nil {
				t.Fatal(i, err)
			}
		}
		if err := c.Close(ctx); err != nil {
			t.Fatal(i, err)
		}
		if i == 10 { // what is opened once is open
			fds, goroutines = open(), goleak.IgnoreCurrent()
		}
	}
	if n := open(); n > fds {
		t.Errorf("%d file descriptors, after ten sessions %d", n, fds)
	}
	if err := goleak.Find(goroutines); err != nil {
		t.Errorf("goroutines that were not there after ten sessions: %v", err)
	}
	if c := children(); c != "" {
		t.Errorf("children: %s", c)
	}
}
