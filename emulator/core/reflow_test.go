package core

import (
	"fmt"
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/emulator/emutest"
)

// whole is the history and the screen, wrapped rows marked, and the cursor.
func whole(term emulator.Terminal) string {
	var s emulator.Screen
	term.Snapshot(&s)
	var b strings.Builder
	for _, l := range emutest.Lines(s.Table, term.Scrollback()) {
		b.WriteString(l + "|")
	}
	b.WriteString("|")
	last := s.Rows - 1
	for last > 0 && s.RowText(last) == "" && !s.Wrapped[last-1] {
		last--
	}
	for r := range last + 1 {
		if r > 0 {
			b.WriteString("⏎")
		}
		b.WriteString(s.RowText(r))
		if s.Wrapped[r] {
			b.WriteString("+")
		}
	}
	fmt.Fprintf(&b, " %d,%d %d", s.Cursor.Col, s.Cursor.Row, s.Scrolled)
	return b.String()
}

func TestReflow(t *testing.T) {
	for _, tt := range []struct {
		name       string
		cols, rows int
		in         string
		to         [][2]int
		want       string
	}{
		{"wider joins", 5, 4, "abcdefgh", [][2]int{{10, 4}}, "|abcdefgh 8,0 0"},
		{"narrower wraps", 10, 4, "abcdefgh", [][2]int{{5, 4}}, "|abcde+⏎fgh 3,1 0"},
		{"there and back", 10, 4, "abcdefghij\r\nxy", [][2]int{{3, 4}, {10, 4}}, "|abcdefghij⏎xy 2,1 0"},
		{"narrower pushes into the history", 6, 3, "abcdef\r\nghijkl\r\n$ ", [][2]int{{3, 3}}, "abc+|def||ghi+⏎jkl⏎$ 2,2 2"},
		{"wider takes back from the history", 3, 3, "abcdef\r\nghijkl\r\n$ ", [][2]int{{6, 3}}, "|abcdef⏎ghijkl⏎$ 2,2 0"},
		{"taller takes back from the history", 5, 2, "1\r\n2\r\n3\r\n4", [][2]int{{5, 4}}, "|1⏎2⏎3⏎4 1,3 0"},
		{"shorter pushes into the history", 5, 4, "1\r\n2\r\n3\r\n4", [][2]int{{5, 2}}, "1|2||3⏎4 1,1 2"},
		{"shorter takes blank rows first", 5, 4, "1\r\n2", [][2]int{{5, 2}}, "|1⏎2 1,1 0"},
		{"cursor at the top stays", 5, 4, "1\r\n2\r\n3\r\n4\x1b[H", [][2]int{{5, 2}}, "|1⏎2 0,0 0"},
		{"blank rows under the text stay", 5, 4, "1\r\n2\r\n3\r\n4\r\n5\x1b[2;1H\x1b[J", [][2]int{{5, 5}}, "|1⏎2 0,2 0"},
		{"pending wrap follows", 5, 2, "abcde", [][2]int{{8, 2}}, "|abcde 5,0 0"},
		{"pending wrap comes about", 8, 2, "abcde", [][2]int{{5, 2}}, "|abcde 4,0 0"},
		{"wide characters are not cut", 6, 3, "a中文字", [][2]int{{4, 3}}, "|a中+⏎文字 3,1 0"},
		{"and joined again", 6, 3, "a中文字b", [][2]int{{4, 3}, {8, 3}}, "|a中文字b 7,0 0"},
		{"a row that a wide character did not fill", 4, 3, "abc中d", [][2]int{{8, 3}}, "|abc中d 6,0 0"},
		{"wide in one column is lost", 4, 2, "a中b", [][2]int{{1, 3}}, "|a+⏎b 0,1 0"},
		{"spaces at a wrap count", 5, 3, "ab   cd", [][2]int{{10, 3}}, "|ab   cd 7,0 0"},
		{"a full line that ended is not joined", 5, 3, "abcde\r\nfg", [][2]int{{10, 3}}, "|abcde⏎fg 2,1 0"},
		{"an erased continuation is not joined", 5, 3, "abcdefg\r\x1b[Kxy", [][2]int{{10, 3}}, "|abcde⏎xy 2,1 0"},
		{"history is not joined to a cleared screen", 5, 2, "abcdefghijklmno\x1b[2J\x1b[H$", [][2]int{{20, 2}}, "abcde||$ 1,0 1"},
		{"cursor right of its text", 10, 2, "ab\x1b[9G", [][2]int{{5, 2}}, "|ab 4,0 0"},
		{"the same size", 5, 2, "abcdefg", [][2]int{{5, 2}}, "|abcde+⏎fg 2,1 0"},
		{"alternate is cut", 5, 2, "\x1b[?1049habcdefg", [][2]int{{3, 2}}, "|abc⏎fg 2,1 0"},
		{"alternate keeps the row of its cursor", 5, 3, "\x1b[?1049h1\r\n2\r\n3", [][2]int{{5, 2}}, "|2⏎3 1,1 0"},
		{"primary under the alternate", 5, 3, "abcdefg\x1b[?1049hx", [][2]int{{10, 3}}, "|⏎  x 3,1 0"},
		{"and back to it", 5, 3, "abcdefg\x1b[?1049hx", [][2]int{{10, 3}, {10, 4}}, "|⏎  x 3,1 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(emulator.Options{Cols: tt.cols, Rows: tt.rows})
			emutest.Feed(t, term, tt.in)
			for _, size := range tt.to {
				term.Resize(size[0], size[1])
				mustHold(t, term)
			}
			if got := whole(term); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestReflowUnderAlternate(t *testing.T) {
	term := New(emulator.Options{Cols: 5, Rows: 3})
	emutest.Feed(t, term, "abcdefg\x1b[?1049hother")
	term.Resize(10, 3)
	emutest.Feed(t, term, "\x1b[?1049lX")
	if got := whole(term); got != "|abcdefgX 8,0 0" {
		t.Error(got)
	}
}

func TestReflowKeepsLooks(t *testing.T) {
	term := New(emulator.Options{Cols: 4, Rows: 3})
	emutest.Feed(t, term, "\x1b[31mabc\x1b[44mdefg\x1b[m中")
	term.Resize(20, 3)
	if got := emutest.Styles(emutest.Feed(t, term, ""), 0); got != "1/def*3 1/4*4 def/def*13" {
		t.Error(got)
	}
}
