package agent

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"scenario/capture"
	"scenario/capture/cast"
	"scenario/event"
)

// memory is what a process holds, in bytes.
type memory struct{ heap, resident int }

func memoryNow(t *testing.T) (m memory) {
	t.Helper()
	var ms runtime.MemStats
	debug.FreeOSMemory() // what is free, but not yet given back, is nothing that is held
	runtime.ReadMemStats(&ms)
	m.heap = int(ms.HeapAlloc)
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return m // not on this system
	}
	var size, pages int
	if _, err := fmt.Sscan(string(b), &size, &pages); err != nil {
		t.Fatal(err)
	}
	m.resident = pages * os.Getpagesize()
	return m
}

// noisy drives a program that prints 2 MB for every input, and returns what the
// process held after some inputs and after many more.
func noisy(ctx context.Context, t *testing.T, some, many int) (before, after memory) {
	t.Helper()
	s := testServer(t, Options{})
	sh, err := s.NewClient().Start(ctx, StartSpec{Cols: 120, Rows: 40, Argv: []string{"sh", "-c", `
line=$(printf '%0115d' 7)
block=$(i=0; while [ $i -lt 200 ]; do echo "$i $line"; i=$((i+1)); done)
while read n; do i=0; while [ $i -lt 80 ]; do echo "$block"; i=$((i+1)); done; echo "round $n"; done`}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range some + many {
		if i == some {
			before = memoryNow(t)
		}
		for _, step := range []map[string]any{{"enter": "again"}, {"wait": map[string]any{"text": "round", "new": true}, "timeout": "4m"}} {
			if d, err := sh.Do(ctx, step); err != nil || d.Status != event.Completed {
				t.Fatal(d, err)
			}
		}
	}
	after = memoryNow(t)
	info, err := os.Stat(filepath.Join(s.o.Root, sh.Folder, capture.CastName(event.MainSession)))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d steps keep %d KiB, the log has %d KiB, the cast %d MiB; the heap went from %d KiB to %d", sh.Steps(), sh.live.Kept()>>10, sh.logged.n.Load()>>10, info.Size()>>20, before.heap>>10, after.heap>>10)
	if info.Size() > s.o.Limits.Cast {
		t.Errorf("the cast has %d MiB", info.Size()>>20)
	}
	return before, after
}

// What the steps of a long session have left on the screen is not kept: a program
// that fills its scrollback for each of them takes no more memory.
func TestALongNoisySessionTakesNoMoreMemory(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	// a full scrollback takes 19 MiB
	if before, after := noisy(ctx, t, 2, 5); after.heap > before.heap+24<<20 {
		t.Errorf("%d MiB after 2 rounds, %d MiB after 7", before.heap>>20, after.heap>>20)
	}
}

// At its limits a session says what is missing and what to do. It can still be
// looked at, exported and stopped, and its logs are whole.
func TestASessionAtItsLimitsSaysSo(t *testing.T) {
	for what, l := range map[string]Limits{
		"steps take more than":       {Kept: 6 << 10},
		"which is the limit: export": {Steps: 3},
		"what came after is on the":  {Cast: 2 << 10},
	} {
		t.Run(what, func(t *testing.T) {
			s := testServer(t, Options{Limits: l})
			c, ctx := s.NewClient(), testContext(t)
			sh, err := c.Start(ctx, StartSpec{Argv: []string{"sh"}})
			if err != nil {
				t.Fatal(err)
			}
			for range 100 {
				if _, err = sh.Do(ctx, map[string]any{"run": "echo some text that the program prints; echo and more"}); err != nil {
					break
				}
			}
			if err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), "start another") {
				t.Fatal(err)
			}
			if _, err := sh.Screenshot(ctx, sh.Look(), false, "shot.png"); err != nil {
				t.Error(err)
			}
			if x, err := sh.Export(ctx, ExportSpec{}); err != nil || !strings.Contains(string(x.Source), "run: echo some text") {
				t.Error(string(x.Source), err)
			}
			if _, err := sh.Stop(ctx); err != nil {
				t.Error(err)
			}
			wholeCast(t, filepath.Join(s.o.Root, sh.Folder, capture.CastName(event.MainSession)))
			log, err := os.Open(filepath.Join(s.o.Root, sh.Folder, "events.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			if err := event.Verify(log); err != nil {
				t.Error(err)
			}
		})
	}
}

// A recording that the limit cuts says so.
func TestARecordingThatIsCutSaysSo(t *testing.T) {
	s := testServer(t, Options{Limits: Limits{Cast: 4 << 10}})
	c, ctx := s.NewClient(), testContext(t)
	sh, err := c.Start(ctx, StartSpec{Argv: []string{"sh"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := sh.RecordStart(ctx, 10, sh.Look()); err != nil {
		t.Fatal(err)
	}
	if _, err := sh.Do(ctx, map[string]any{"run": "i=0; while [ $i -lt 500 ]; do echo $i; i=$((i+1)); done"}); err != nil {
		t.Fatal(err)
	}
	rec, err := sh.RecordStop(ctx, sh.Pace(), "a.gif")
	if err != nil || !strings.Contains(rec.Note, "what came after is on the screen alone") {
		t.Error(rec.Note, err)
	}
	if err := sh.RecordStart(ctx, 10, sh.Look()); err == nil {
		t.Error("it records again, into nothing")
	}
	if got := strings.Join(sh.Text(), "\n"); !strings.Contains(got, "499") {
		t.Error(got)
	}
}

// wholeCast reads a cast, which ends with the end of the program.
func wholeCast(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := cast.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var last cast.Event
	for {
		e, err := r.Next()
		if err != nil {
			break
		}
		last = e
	}
	if last.Code != cast.Exit {
		t.Errorf("the last event is %q", last.Code)
	}
}
