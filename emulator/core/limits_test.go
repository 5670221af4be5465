package core

import (
	"runtime"
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/emulator/emutest"
)

// In the steady state no write needs memory.
func TestWritesAllocateNothing(t *testing.T) {
	for _, s := range emutest.Streams() {
		t.Run(s.Name, func(t *testing.T) {
			p := s.Bytes()
			term := newTerm(120, 40)
			write := func() {
				for rest := p; len(rest) > 0; rest = rest[min(len(rest), 16<<10):] {
					if err := term.Write(rest[:min(len(rest), 16<<10)]); err != nil {
						t.Fatal(err)
					}
				}
			}
			write()
			if n := testing.AllocsPerRun(3, write); n > 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

func TestSnapshotAllocatesNothing(t *testing.T) {
	term := newTerm(120, 40)
	var s emulator.Screen
	emutest.Feed(t, term, "text")
	term.Snapshot(&s)
	more := []byte("\r\nmore \x1b[31mtext")
	n := testing.AllocsPerRun(100, func() {
		_ = term.Write(more)
		term.Snapshot(&s)
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestMemory(t *testing.T) {
	const limit = 25 << 20
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	term := New(emulator.Options{Cols: 120, Rows: 40, Scrollback: 10_000})
	line := []byte(strings.Repeat("x", 119) + "\r\n")
	for range 30_000 {
		if err := term.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if got := int64(after.HeapAlloc) - int64(before.HeapAlloc); got > limit {
		t.Errorf("%d MiB with 10,000 lines", got>>20)
	}
	if n := len(term.Scrollback()); n != 10_000 {
		t.Errorf("%d lines", n)
	}
	runtime.KeepAlive(term)
}
