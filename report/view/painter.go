package view

import (
	"fmt"
	"io"
	"strings"
)

// painter shows lines on a whole terminal, in its alternate screen, and writes
// only what has changed. Each picture is one synchronized update, so that none
// is seen half drawn.
type painter struct {
	w     io.Writer
	shown []string
	open  bool
}

const (
	enter = "\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J"
	leave = "\x1b[?25h\x1b[?1049l"
)

// paint shows lines instead of those before. They must fit the terminal.
func (p *painter) paint(lines []string) {
	var b strings.Builder
	if !p.open {
		p.open = true
		b.WriteString(enter)
	}
	for i := range max(len(lines), len(p.shown)) {
		var old, line string
		if i < len(p.shown) {
			old = p.shown[i]
		}
		if i < len(lines) {
			line = lines[i]
		}
		if line != old {
			// Erased first: after a full line the cursor still stands on its last
			// character.
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[0m\x1b[K%s\x1b[0m", i+1, line)
		}
	}
	p.shown = lines
	if b.Len() > 0 {
		io.WriteString(p.w, "\x1b[?2026h"+b.String()+"\x1b[?2026l")
	}
}

// clear empties the terminal, whose size has changed.
func (p *painter) clear() {
	p.shown = nil
	if p.open {
		io.WriteString(p.w, "\x1b[2J")
	}
}

// close gives the terminal back as it was.
func (p *painter) close() {
	if p.open {
		p.open, p.shown = false, nil
		io.WriteString(p.w, leave)
	}
}
