package agent

import (
	"context"
	"os"
	"testing"

	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
)

// What a screenshot at 120x40 takes, in each format and in all four.
func BenchmarkScreenshot(b *testing.B) {
	s, err := NewServer(Options{Root: b.TempDir(), Engines: emulator.Engines{"core": core.New}, Fonts: font.NewSet(), Caller: []string{"PATH=" + os.Getenv("PATH")}})
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	defer s.Close(ctx)
	sh, err := s.NewClient().Start(ctx, StartSpec{Argv: []string{"sh", "-c", "ls -la --color=always /etc | head -60; cat"}, Cols: 120, Rows: 40})
	if err != nil {
		b.Fatal(err)
	}
	for _, names := range [][]string{{"a.png"}, {"a.svg"}, {"a.ansi"}, {"a.txt"}, {"a.png", "a.svg", "a.ansi", "a.txt"}} {
		b.Run(names[len(names)-1], func(b *testing.B) {
			for b.Loop() {
				if _, err := sh.Screenshot(ctx, sh.Look(), true, names...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
