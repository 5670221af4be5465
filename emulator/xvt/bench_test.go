package xvt

import (
	"fmt"
	"strings"
	"testing"

	"scenario/emulator"
)

func payloads() map[string]string {
	var scroll, dense, rgb, uni, motion strings.Builder
	for i := range 400 {
		fmt.Fprintf(&scroll, "%06d the quick brown fox jumps over the lazy dog and runs away\r\n", i)
		fmt.Fprintf(&uni, "%06d 日本語のテキスト и кириллица, ünïcödé ✓ → done\r\n", i)
		fmt.Fprintf(&dense, "\x1b[%d;1H\x1b[%dm%s", i%40+1, 31+i%7, strings.Repeat("abcdefgh", 14))
		for j := range 30 {
			fmt.Fprintf(&rgb, "\x1b[38;2;%d;%d;%dm\x1b[48;2;%d;%d;%dm▀", i%256, j*8, 7, j, i%256, 9)
		}
		rgb.WriteString("\x1b[m\r")
		fmt.Fprintf(&motion, "\x1b[%d;%dHx\x1b[A\x1b[3Cy\x1b[K", i%40+1, i%110+1)
	}
	return map[string]string{"scroll": scroll.String(), "dense": dense.String(), "truecolor": rgb.String(), "unicode": uni.String(), "motion": motion.String()}
}

func BenchmarkWrite(b *testing.B) {
	for name, p := range payloads() {
		b.Run(name, func(b *testing.B) {
			term := newTerm(120, 40)
			b.SetBytes(int64(len(p)))
			b.ReportAllocs()
			for b.Loop() {
				for rest := []byte(p); len(rest) > 0; {
					n := min(len(rest), 16<<10)
					if err := term.Write(rest[:n]); err != nil {
						b.Fatal(err)
					}
					rest = rest[n:]
				}
			}
		})
	}
}

func BenchmarkSnapshot(b *testing.B) {
	text := "\x1b[2J\x1b[H" + strings.Repeat("\x1b[1;32mok\x1b[m  12.3 ms \x1b[38;2;1;2;3mfile.go\x1b[m", 180)
	for _, bench := range []struct{ name, write string }{
		{"same", ""}, {"one row", "\x1b[5;1Hx\x1b[5;1Hy"}, {"all rows", text},
	} {
		b.Run(bench.name, func(b *testing.B) {
			term := newTerm(120, 40)
			var s emulator.Screen
			if err := term.Write([]byte(text)); err != nil {
				b.Fatal(err)
			}
			term.Snapshot(&s)
			b.ReportAllocs()
			for b.Loop() {
				if bench.name == "all rows" { // as if every row had been written
					p := term.(*terminal).page
					for i := range p.dirty {
						p.dirty[i] = true
					}
				} else if err := term.Write([]byte(bench.write)); err != nil {
					b.Fatal(err)
				}
				term.Snapshot(&s)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newTerm(80, 24)
	}
}
