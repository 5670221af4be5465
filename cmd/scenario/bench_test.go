package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkCheck1000 checks 1,000 files of 20 steps; at most 0.5 CPU seconds.
func BenchmarkCheck1000(b *testing.B) {
	dir := b.TempDir()
	for i := range 1000 {
		text := fmt.Sprintf("name: Scenario %d\nrecord: out/%d.gif\nsteps:\n  - launch: sh -c 'cat'\n", i, i)
		for j := range 19 {
			text += fmt.Sprintf("  - expect: {text: line %d, in: {rows: [1, 10]}}\n", j)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.yaml", i)), []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	f, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for b.Loop() {
		a := &app{stdin: f, stdout: &stream{f: f}, stderr: &stream{f: f}}
		if code := a.main([]string{"check", dir}); code != 0 {
			b.Fatalf("status %d", code)
		}
	}
}
