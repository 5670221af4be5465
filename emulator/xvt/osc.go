package xvt

import (
	"bytes"
	"strconv"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// OSC executes an operating system command. bel says that BEL, not ST, ended
// it; answers end in the same way.
func (t *terminal) OSC(data []byte, bel bool) {
	t.last.repeats = false
	head, rest, more := bytes.Cut(data, []byte{';'})
	cmd, err := strconv.Atoi(string(head))
	if err != nil || len(head) > 5 {
		return
	}
	end := "\x1b\\"
	if bel {
		end = "\a"
	}
	switch cmd {
	case 0:
		t.titles.Title = vt.Title(rest)
		t.titles.Icon = t.titles.Title
	case 1:
		t.titles.Icon = vt.Title(rest)
	case 2:
		t.titles.Title = vt.Title(rest)
	case 4:
		t.paletteColors(string(rest), end)
	case 8:
		t.hyperlink(string(rest))
	case 10, 11, 12:
		t.dynamicColors(cmd, string(rest), end)
	case 104:
		t.resetPalette(string(rest), more)
	case 110, 111, 112:
		*t.dynamic(cmd - 100) = emulator.DefaultColor
	case 133:
		t.shellMark(string(rest))
	}
}

// hyperlink is OSC 8.
func (t *terminal) hyperlink(s string) {
	if l, ok := vt.Link(s); ok {
		t.link = l
		t.updateExt()
	}
}

// shellMark is OSC 133.
func (t *terminal) shellMark(s string) {
	m, ok := vt.Mark(s)
	if !ok || len(t.marks) >= maxMarks {
		return
	}
	m.Line, m.Col, m.Alt = t.history.scrolled+t.row, t.col, t.page != t.primary
	t.marks = append(t.marks, m)
}
