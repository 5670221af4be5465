//go:build linux

package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"scenario/capture/cast"
)

// running returns the processes whose arguments contain all of words.
func running(words ...string) []string {
	var found []string
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		line, err := os.ReadFile(dir + "/cmdline")
		text := string(bytes.ReplaceAll(line, []byte{0}, []byte(" ")))
		all := err == nil && len(line) > 0
		for _, w := range words {
			all = all && strings.Contains(text, w)
		}
		if all {
			found = append(found, dir+" "+text)
		}
	}
	return found
}

// zombies returns the children of this process that nobody has waited for.
func zombies() (found []int) {
	var r procReader
	for _, pid := range numbers("/proc") {
		if p, ok := r.stat(pid); ok && p.gone() && p.ppid == os.Getpid() {
			found = append(found, pid)
		}
	}
	return found
}

// Case O14: nothing of the tree is left, wherever its processes went.
func TestNothingIsLeft(t *testing.T) {
	for i, tt := range []struct{ name, script string }{
		{"jobs and a shell that ignores TERM", `sleep D & sleep D & trap "" TERM; echo R; wait`},
		{"ignores HUP and TERM", `trap "" HUP TERM; sleep D & echo R; wait`},
		{"all ignored", `trap "" HUP TERM INT; echo R; while :; do sleep D; done`},
		{"own session", `setsid sleep D & echo R; wait`},
		{"double fork", `(sleep D & ) ; echo R; sleep D`},
		{"double fork in its own session", `setsid sh -c '(sleep D &) ; exit' ; echo R; sleep D`},
		{"daemon of a program that ended", `setsid sh -c '(trap "" HUP TERM; sleep D >/dev/null 2>&1 </dev/null &)'; echo R`},
		{"holds the terminal open", `(setsid sleep D &); echo R`},
		{"stopped", `sleep D & kill -STOP $!; echo R; wait`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			duration := fmt.Sprintf("3%d%d", 1000+i, os.Getpid())
			f := run(t, strings.ReplaceAll(tt.script, "D", duration))
			f.wait("R")
			begin := time.Now()
			f.close()
			if took := time.Since(begin); took > patience {
				t.Errorf("Close took %v", took)
			}
			if left := running("sleep", duration); len(left) > 0 {
				t.Errorf("left: %q", left)
			}
		})
	}
	t.Cleanup(func() {
		if z := zombies(); len(z) > 0 {
			t.Errorf("zombies: %v", z)
		}
	})
}

// Sessions of one run share the temporary folder; the end of one leaves the
// processes of the other alone.
func TestCloseLeavesOtherSession(t *testing.T) {
	duration := fmt.Sprintf("3777%d", os.Getpid())
	a, _ := config(t, "sh", "-c", "echo R; sleep "+duration)
	b := a
	// What is started waits in a read, so that its arguments are there to be seen.
	b.Argv = []string{"sh", "-c", "setsid sh -c ': " + duration + "; echo R; read x <$TMPDIR/never' & wait"}
	if err := unix.Mkfifo(getenv(b.Env, "TMPDIR")+"/never", 0o600); err != nil {
		t.Fatal(err)
	}
	b.Cast, a.Cast = nil, nil
	fa, fb := start(t, a, nil), start(t, b, nil)
	fa.wait("R")
	fb.wait("R")
	fa.close()
	if left := running("setsid", duration); len(left) != 1 {
		t.Errorf("running %q, want the other session's program", left)
	}
	if left := running("echo R; read x", duration); len(left) != 2 { // sh -c and setsid's
		t.Errorf("running %q, want the two of the other session", left)
	}
	fb.close()
	if left := running(duration); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// A Close whose context has ended skips to the kill.
func TestCloseContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	best := time.Hour
	for range 20 { // one is enough to tell: with the other signals none is so fast
		f := run(t, `trap "" HUP TERM; echo R; while :; do sleep 1000; done`)
		f.wait("R")
		begin := time.Now()
		exit, err := f.Close(ctx)
		best = min(best, time.Since(begin))
		if err != nil || exit.Signal != "KILL" || !exit.Ended {
			t.Errorf("Close: %+v, %v", exit, err)
		}
		if again, err := f.Close(t.Context()); err != nil || again != exit {
			t.Errorf("second Close: %+v, %v", again, err)
		}
		if best < endOf.Hangup+endOf.Terminate {
			return
		}
	}
	t.Errorf("Close with a context that has ended took %v", best)
}

func TestCloseFailsWaits(t *testing.T) {
	f := run(t, `echo R; sleep 1000`)
	f.wait("R")
	errs := make(chan error, 1)
	looked := make(chan bool, 1)
	go func() {
		_, err := f.Until(f.ctx, func(v *View) (bool, time.Duration) {
			select {
			case looked <- true:
			default:
			}
			return false, 0
		})
		errs <- err
	}()
	<-looked
	f.close()
	if err := <-errs; !errors.Is(err, ErrExited) {
		t.Errorf("Until: %v, want ErrExited", err)
	}
}

// The program's signals are at their defaults although this process ignores
// them, and it still does afterwards. Signals are a whole process's, so the test
// runs itself in one of its own that ignores them (see helper).
func TestIgnoredSignals(t *testing.T) {
	if os.Getenv(ignoringEnv) != "" {
		startIgnoring(t)
		return
	}
	out, err := exec.Command(os.Args[0], "ignoring").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestIgnoredSignals") {
		t.Fatalf("%v\n%s", err, out)
	}
}

func ignoredMask(status string) string {
	_, rest, _ := strings.Cut(status, "SigIgn:\t")
	mask, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(mask)
}

func startIgnoring(t *testing.T) {
	before, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	if ignoredMask(string(before)) == strings.Repeat("0", 16) {
		t.Fatal("this process ignores nothing")
	}
	f := run(t, "while read line; do case $line in SigIgn*) echo $line;; esac; done < /proc/self/status")
	v := f.exit()
	if got := v.Screen.Text(); got != "SigIgn: 0000000000000000" {
		t.Errorf("in the child: %q", got)
	}
	after, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	// The stop signals are caught by a handler that does nothing.
	const hupAndInt = 3
	var mask uint64
	fmt.Sscanf(ignoredMask(string(after)), "%x", &mask)
	if mask&hupAndInt != hupAndInt {
		t.Errorf("afterwards %x, HUP and INT no longer ignored", mask)
	}
}

func TestSignal(t *testing.T) {
	f := run(t, `trap 'echo got USR1' USR1; trap 'echo got INT; exit 5' INT; echo R; while :; do read x; done`)
	f.wait("R")
	// between two reads, sh would run the trap only after the next one
	settle := func() {
		if _, err := f.Settle(f.ctx); err != nil {
			t.Fatal(err)
		}
	}
	settle()
	if err := f.Signal("USR1"); err != nil {
		t.Fatal(err)
	}
	f.wait("got USR1")
	if err := f.Signal("NONSENSE"); err == nil {
		t.Error("an unknown signal is sent")
	}
	settle()
	f.send("\x03")
	if v := f.exit(); v.Exit.Status != 5 {
		t.Errorf("after ctrl+c: %+v", v.Exit)
	}
	if err := f.Signal("TERM"); !errors.Is(err, ErrExited) {
		t.Errorf("Signal after the end: %v", err)
	}
}

// Case O17 and bounded memory: the PTY is always read.
func TestFlood(t *testing.T) {
	c, buf := config(t, "sh", "-c", "seq 1 300000; echo END")
	c.Engine = newPlain
	f := start(t, c, buf)
	select {
	case <-f.reaped: // nobody waits on the screen
	case <-f.ctx.Done():
		t.Fatal("the program is stuck")
	}
	if v := f.exit(); !strings.HasSuffix(v.Screen.Text(), "300000\nEND") {
		t.Errorf("the screen ends %q", v.Screen.RowText(22))
	}
	f.close()
	if got := strings.Join(events(t, f.cast.Bytes(), cast.Output), ""); !strings.HasSuffix(got, "300000\r\nEND\r\n") {
		t.Error("the cast has another end")
	}
}

func TestYes(t *testing.T) {
	c, _ := config(t, "yes", "some text that goes on and on")
	written := &counter{}
	c.Cast, c.CastLimit, c.Engine = written, 1<<20, newPlain
	f := start(t, c, nil)
	f.wait("goes on")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	ctx, cancel := context.WithTimeout(f.ctx, time.Second)
	defer cancel()
	looks := 0
	if _, err := f.Until(ctx, func(*View) (bool, time.Duration) { looks++; return false, 0 }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Until: %v", err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
	if st, err := f.Settle(ctx); err != nil || st.OK {
		t.Errorf("Settle: %+v, %v", st, err)
	}
	f.close()
	if written.n > 3<<20 {
		t.Errorf("the cast has %d bytes", written.n)
	}
	if _, limit := f.Redrawn(); !limit {
		t.Error("the limit of the cast is not told")
	}
	t.Logf("%d looks, %d reads, cast %d bytes", looks, f.outputs, written.n)
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }
