package emutest

import (
	"fmt"
	"strings"
)

// Stream is what a program writes in one of the measurements of speed.
type Stream struct {
	Name  string
	Speed int     // MB/s that ours must reach
	Ratio float64 // to x/vt
	write func(b *strings.Builder, i int)
}

// Bytes returns about 1 MiB of the stream, for 120 columns and 40 rows.
func (s Stream) Bytes() []byte {
	var b strings.Builder
	for i := 0; b.Len() < 1<<20; i++ {
		s.write(&b, i)
	}
	return []byte(b.String())
}

// Streams are those that can be generated.
func Streams() []Stream {
	return []Stream{
		{"ascii_scroll", 200, 40, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "%06d the quick brown fox jumps over the lazy dog and runs away through the woods\r\n", i)
		}},
		{"dense_cells", 150, 1.5, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "\x1b[%d;1H", i%40+1)
			for j := range 12 {
				fmt.Fprintf(b, "\x1b[%d;%dm%s", 30+(i+j)%8, 40+j%8, "cell text ")
			}
		}},
		{"truecolor_ui", 150, 4, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "\x1b[%d;1H", i%40+1)
			for j := range 40 {
				fmt.Fprintf(b, "\x1b[38;2;%d;%d;%dm\x1b[48;2;%d;%d;%dmabc", (i*3)%256, j*6, 120, 20, j*3, (i+j)%256)
			}
			b.WriteString("\x1b[0m")
		}},
		{"unicode_scroll", 80, 15, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "%06d 日本語のテキスト и кириллица, ünïcödé ✓ → done 👍 e\u0301 한국어 ελληνικά\r\n", i)
		}},
		{"cursor_motion", 150, 1, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "\x1b[%d;%dHx\x1b[A\x1b[3Cyz\x1b[2D\x1b[B*\x1b[K", i%40+1, i*7%110+1)
		}},
		{"scroll_region", 120, 1, func(b *strings.Builder, i int) {
			if i%1000 == 0 {
				b.WriteString("\x1b[5;35r\x1b[35;1H")
			}
			fmt.Fprintf(b, "\r\n%06d a line that scrolls within the region, and no further", i)
		}},
	}
}
