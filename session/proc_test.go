//go:build linux

package session

import (
	"os"
	"testing"
)

func TestParseStat(t *testing.T) {
	line := "42 (a ) R (b) S 7 42 41 34816 42 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1 2"
	p, ok := parseStat([]byte(line))
	want := proc{pid: 42, ppid: 7, pgrp: 42, sid: 41, tty: 34816, state: 'S', threads: 1, start: 987654}
	if !ok || p != want {
		t.Errorf("%+v, %v", p, ok)
	}
	for _, bad := range []string{"", "x", "42 (a", "42 a) S 1", "42 (a) S 7 42 41", "x (a) S 7 42 41 34816 42 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654"} {
		if p, ok := parseStat([]byte(bad)); ok {
			t.Errorf("%q is %+v", bad, p)
		}
	}
	var r procReader
	if p, ok := r.stat(os.Getpid()); !ok || p.ppid != os.Getppid() || p.gone() {
		t.Errorf("this process is %+v, %v", p, ok)
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add([]byte("42 (a ) R (b) S 7 42 41 34816 42 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1 2"))
	f.Fuzz(func(t *testing.T, b []byte) { parseStat(b) })
}
