package emutest

import (
	"fmt"
	"testing"
	"time"

	"scenario/emulator"
	"scenario/internal/cpu"
)

// FuzzWrite is a fuzz target: whatever the bytes, sizes and chunks, there is no
// panic, nothing is broken within, and the state is the same as in one chunk.
func (e Engine) FuzzWrite(f *testing.F) {
	AddSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		start := cpu.Used()
		program := Program(data)
		whole, a := e.Play(t, program, 0)
		wellFormed(t, whole)
		for _, n := range []int{1, 3} {
			split, b := e.Play(t, program, n)
			if d := Diff(whole, split); d != "" {
				t.Fatalf("split by %d: %s\n%+q", n, d, fmt.Sprint(program))
			}
			if x, y := string(a.Replies()), string(b.Replies()); n == 1 && x != y {
				t.Fatalf("replies %q, split %q", x, y)
			}
			if x, y := fmt.Sprint(Lines(whole.Table, a.Scrollback())), fmt.Sprint(Lines(split.Table, b.Scrollback())); x != y {
				t.Fatalf("scrollback %q, split %q\n%+q", x, y, fmt.Sprint(program))
			}
		}
		if d := cpu.Used() - start; d > 5*time.Second {
			t.Fatalf("took %v: %+q", d, fmt.Sprint(program))
		}
	})
}

func wellFormed(t *testing.T, s *emulator.Screen) {
	t.Helper()
	if c := s.Cursor; c.Row < 0 || c.Row >= s.Rows || c.Col < 0 || c.Col >= s.Cols {
		t.Fatalf("cursor %+v outside of %dx%d", c, s.Cols, s.Rows)
	}
	for r := range s.Rows {
		row := s.Row(r)
		for i, c := range row {
			head := c.Attr.Has(emulator.WideHead)
			if head && (i+1 == s.Cols || !row[i+1].Attr.Has(emulator.WideTail)) {
				t.Fatalf("row %d column %d: half of a wide character", r, i)
			}
			if c.Attr.Has(emulator.WideTail) && (i == 0 || !row[i-1].Attr.Has(emulator.WideHead)) {
				t.Fatalf("row %d column %d: right half alone", r, i)
			}
		}
	}
}
