package scenariotest

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/emulator/xvt"
)

func engines() emulator.Engines { return emulator.Engines{"core": core.New, "xvt": xvt.New} }

// folder is where what a test leaves lies: its artifact folder with -artifacts,
// otherwise one that stays only when the test fails.
func folder(t testing.TB) string {
	t.Helper()
	dir := ""
	if testFlag("artifacts") == "true" {
		dir = t.ArtifactDir()
	} else {
		var err error
		if dir, err = os.MkdirTemp("", "scenariotest-"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if t.Failed() {
				t.Logf("what the failed test has left: %s", dir)
			} else if err := os.RemoveAll(dir); err != nil {
				t.Error(err)
			}
		})
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

// testFlag is the value of a flag of go test.
func testFlag(name string) string {
	if f := flag.Lookup("test." + name); f != nil {
		return f.Value.String()
	}
	return ""
}

// atOnce is how many scenarios run at a time: go test -parallel.
func atOnce() int {
	if n, err := strconv.Atoi(testFlag("parallel")); err == nil && n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// grace is what is left of the time of go test -timeout for programs to be ended
// and the failure to be reported.
const grace = 5 * time.Second

var errDeadline = errors.New("the time of go test -timeout is nearly over")

// beforeDeadline is a context that ends before go test ends the process.
func beforeDeadline(t testing.TB) (context.Context, context.CancelFunc) {
	d, ok := t.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return context.WithCancel(context.Background())
	}
	end, ok := d.Deadline()
	if !ok {
		return context.WithCancel(context.Background())
	}
	return context.WithDeadlineCause(context.Background(), end.Add(-grace), errDeadline)
}
