//go:build linux

package session

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"scenario/capture/cast"
	"scenario/emulator"
)

// Case O15: answers reach the program in order, and one that does not read
// them does not stop the run.
func TestReplies(t *testing.T) {
	f := run(t, `stty raw -echo; printf 'at\033[5n\033[6n\033[c'; dd bs=1 count=18 2>/dev/null | od -An -tx1`)
	v := f.exit()
	got := strings.Join(strings.Fields(v.Screen.Text()), "")
	for _, want := range []string{"1b5b306e", "1b5b313b3352", "1b5b3f"} {
		i := strings.Index(got, want)
		if i < 0 {
			t.Fatalf("%s is not in the rest of the answers, %s", want, got)
		}
		got = got[i+len(want):]
	}
}

func TestRepliesNotRead(t *testing.T) {
	f := run(t, `stty raw -echo; i=0; while [ $i -lt 1000 ]; do printf '\033[6n\033[6n\033[6n\033[6n\033[6n\033[6n\033[6n\033[6n\033[6n\033[6n'; i=$((i+1)); done; printf DONE; sleep 1000`)
	f.wait("DONE")
	ctx, cancel := context.WithTimeout(f.ctx, 50*time.Millisecond)
	defer cancel()
	if err := f.Write(ctx, make([]byte, 1<<17)); !errors.Is(err, ErrNotReading) {
		t.Errorf("Write: %v, want ErrNotReading", err)
	}
	canceled, stop := context.WithCancel(f.ctx)
	time.AfterFunc(10*time.Millisecond, stop)
	if err := f.Write(canceled, make([]byte, 1<<17)); !errors.Is(err, context.Canceled) {
		t.Errorf("Write: %v, want context.Canceled", err)
	}
}

func TestUnanswered(t *testing.T) {
	f := run(t, `printf '\033[6n\033]52;c;?\007'; printf DONE; sleep 1000`)
	v := f.wait("DONE")
	if len(v.Unanswered) != 1 || v.Unanswered[0] != "\x1b]52;c;?\a" {
		t.Errorf("Unanswered %q", v.Unanswered)
	}
}

// Case O07: a screen in the middle of a synchronized update is never seen.
func TestSynchronized(t *testing.T) {
	f := run(t, `printf before; read x
		printf '\033[?2026h\033[2J'; read x; printf '\033[Hafter\033[?2026l\033[?2026h\033[2J\033[Hthird\033[?2026l'; read x`)
	f.wait("before")
	seen := map[string]bool{}
	steps := 0
	v, err := f.Until(f.ctx, func(v *View) (bool, time.Duration) {
		seen[strings.TrimSpace(v.Screen.RowText(0))] = true
		if steps < 2 {
			steps++
			go f.Write(f.ctx, []byte("\r"))
			return false, 20 * time.Millisecond
		}
		return strings.HasPrefix(v.Screen.Text(), "third"), 0
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, v.Screen.Text())
	}
	// One that a stopped machine held open for a second was cut off.
	if !seen["before"] || !seen["after"] || seen[""] && len(f.SyncCuts()) == 0 {
		t.Errorf("seen %v", seen)
	}
}

func TestSynchronizedCut(t *testing.T) {
	f := run(t, `printf 'before\033[?2026h\033[2J\033[Hinside'; sleep 1000`)
	f.wait("before")
	ctx, cancel := context.WithTimeout(f.ctx, 100*time.Millisecond)
	defer cancel()
	st, err := f.Settle(ctx)
	got := f.View().Screen.Text()
	cuts := f.SyncCuts() // none, unless the machine stood still for a second
	if err != nil || st.OK && len(cuts) == 0 {
		t.Errorf("settled with an open update: %+v, %v", st, err)
	}
	if got != "before" && len(cuts) == 0 {
		t.Errorf("the open update shows %q", got)
	}
	f.wait("inside")
	if cuts = append(cuts, f.SyncCuts()...); len(cuts) != 1 || cuts[0] < 1 {
		t.Errorf("SyncCuts %v", cuts)
	}
	if cuts := f.SyncCuts(); len(cuts) != 0 {
		t.Errorf("SyncCuts again %v", cuts)
	}
}

func TestSynchronizedResize(t *testing.T) {
	f := run(t, `trap 'printf "size $(stty size)"' WINCH; printf 'before\033[?2026h\033[2J\033[Hinside'; while :; do read x; done`)
	f.wait("before")
	if err := f.Resize(60, 10); err != nil {
		t.Fatal(err)
	}
	f.wait("inside")
	f.wait("size 10 60")
	f.close()
	if got := events(t, f.cast.Bytes(), cast.Resize); len(got) != 1 || got[0] != "60x10" {
		t.Errorf("resize events %q", got)
	}
}

// A text that is there for one read only is seen.
func TestShortLived(t *testing.T) {
	f := run(t, `read x; i=0; while [ $i -lt 20 ]; do printf "\rframe $i "; i=$((i+1)); done; printf '\rgone       '; sleep 1000`)
	go f.Write(f.ctx, []byte("\r"))
	frames := map[string]bool{}
	if _, err := f.Until(f.ctx, func(v *View) (bool, time.Duration) {
		frames[v.Screen.RowText(v.Screen.Cursor.Row)] = true
		return strings.Contains(v.Screen.Text(), "gone"), 0
	}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of 20 frames seen", len(frames))
}

func TestUntilAgain(t *testing.T) {
	f := run(t, `echo R; sleep 1000`)
	v := f.wait("R")
	looks := 0
	last, err := f.Until(f.ctx, func(v *View) (bool, time.Duration) {
		looks++ // nothing else asks for a second look
		return looks > 1, 10 * time.Millisecond
	})
	if err != nil || !last.Now.After(v.Now) || last.Changed.After(v.Now) {
		t.Errorf("%d looks, %v", looks, err)
	}
	ctx, cancel := context.WithTimeout(f.ctx, 10*time.Millisecond)
	defer cancel()
	if v, err := f.Until(ctx, shows("never")); !errors.Is(err, context.DeadlineExceeded) || v == nil {
		t.Errorf("Until: %v, %v", v, err)
	}
}

// What comes true while nobody looks is seen at the deadline.
func TestLookAtTheDeadline(t *testing.T) {
	f := run(t, `echo R; sleep 1000`)
	begin := f.wait("R").Now
	ctx, cancel := context.WithTimeout(f.ctx, 50*time.Millisecond)
	defer cancel()
	looks := 0
	v, err := f.Until(ctx, func(v *View) (bool, time.Duration) {
		looks++
		return v.Now.Sub(begin) >= 50*time.Millisecond, 0
	})
	if err != nil || v == nil {
		t.Errorf("after %d looks: %v", looks, err)
	}
	stop, now := context.WithCancel(f.ctx)
	now()
	if _, err := f.Until(stop, func(*View) (bool, time.Duration) { looks = 0; return false, 0 }); !errors.Is(err, context.Canceled) {
		t.Errorf("Until: %v", err)
	}
}

func TestViewOfInput(t *testing.T) {
	f := run(t, `printf '\a? '; read x; printf '\a\a'; echo "got $x"; stty -echo; printf 'pass: '; read y; sleep 1000`)
	v := f.wait("?")
	if v.InputScreen != nil || !v.LastInput.IsZero() || v.Answered.IsZero() || v.NoEcho {
		t.Errorf("before the input: %+v", v)
	}
	f.send("a\r")
	v = f.wait("pass:")
	if v.InputScreen == nil || v.InputScreen.Text() != "?" || v.BellsAtInput != 1 || v.Screen.Bells != 3 {
		t.Errorf("after the input: bells %d of %d, screen %q", v.BellsAtInput, v.Screen.Bells, v.InputScreen.Text())
	}
	if !v.Answered.After(v.LastInput) || !v.NoEcho {
		t.Errorf("answered %v after %v, no echo %v", v.Answered, v.LastInput, v.NoEcho)
	}
	f.send("hunter2\r")
	f.close()
	if got := strings.Join(events(t, f.cast.Bytes(), cast.Input), "|"); got != "a\r|*******\r" {
		t.Errorf("inputs %q", got)
	}
	if strings.Contains(f.cast.String(), "hunter2") {
		t.Error("the password is in the cast")
	}
}

func TestOnChange(t *testing.T) {
	c, buf := config(t, "sh", "-c", "echo R; read x; echo more; sleep 1000")
	type call struct {
		seq int
		at  time.Time
	}
	told := make(chan call, 100)
	c.OnChange = func(_ *emulator.Screen, seq int) { told <- call{seq, time.Now()} }
	begin := time.Now()
	f := start(t, c, buf)
	first := <-told
	if first.seq < 1 {
		t.Errorf("told of %d events", first.seq)
	}
	f.send("\r")
	second := <-told
	// The first call may have come late, but never before the start.
	if took := second.at.Sub(begin); took < previewEvery || !second.at.After(first.at) {
		t.Errorf("told again %v after the start", took)
	}
}

func TestMark(t *testing.T) {
	f := run(t, `echo R; sleep 1000`)
	f.wait("R")
	n := f.CastSeq()
	f.Mark("chapter")
	if got := f.CastSeq(); got != n+1 {
		t.Errorf("CastSeq %d after a mark, %d before", got, n)
	}
	f.close()
	if got := events(t, f.cast.Bytes(), cast.Marker); len(got) != 1 || got[0] != "chapter" {
		t.Errorf("markers %q", got)
	}
}
