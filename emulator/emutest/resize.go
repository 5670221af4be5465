package emutest

import (
	"strings"
	"testing"
)

func (e Engine) resize(t *testing.T) {
	term := e.term(10, 4)
	Feed(t, term, "1\r\n2\r\n3\r\n4 long\x1b[1;4r")
	term.Resize(5, 2)
	s := Feed(t, term, "")
	if got := Show(s); got != "1⏎2|0,0" {
		t.Errorf("%s", got)
	}
	term.Resize(8, 3)
	if s = Feed(t, term, "\x1b[3;1H\n"); s.Cols != 8 || s.Rows != 3 || len(s.Cells) != 24 {
		t.Errorf("%dx%d, %d cells", s.Cols, s.Rows, len(s.Cells))
	}
	for _, size := range [][2]int{{0, 0}, {-1, 5}, {1, 1}, {3, 1}, {1000, 2}, {20, 5}} {
		term.Resize(size[0], size[1])
		s = Feed(t, term, "\x1b[99;99H中x\r\n\x1b[L\x1b[M\x1bM\x1b[99@")
		if len(s.Cells) != s.Cols*s.Rows || s.Cursor.Row >= s.Rows || s.Cursor.Col >= s.Cols {
			t.Errorf("%v: %+v", size, s.Cursor)
		}
	}
}

func (e Engine) resizeKeepsTheCursorRow(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"primary", "1\r\n2\r\n3\r\n$ ", "3⏎$|2,1"},
		{"cursor above the new bottom", "1\r\n2\r\n3\r\n4\x1b[1;2H", "1⏎2|1,0"},
		{"while the alternate screen is shown", "1\r\n2\r\n3\r\n$ \x1b[?1049hfull", "3⏎$|2,1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := e.term(10, 4)
			Feed(t, term, tt.in)
			term.Resize(10, 2)
			in := ""
			if strings.Contains(tt.in, "1049") {
				in = "\x1b[?1049l"
			}
			s := Feed(t, term, in)
			if got := Show(s); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if s.Scrolled != len(term.Scrollback()) || (s.Scrolled == 2) != (s.Row(0)[0].Glyph == '3') {
				t.Errorf("scrolled %d, %d lines kept", s.Scrolled, len(term.Scrollback()))
			}
		})
	}
}

// 03: the saved cursor of the hidden screen must not be left outside.
func (e Engine) resizeWhileHidden(t *testing.T) {
	term := e.term(28, 6)
	Feed(t, term, "\x1b[28G\x1b[?1049h")
	term.Resize(21, 7)
	if s := Feed(t, term, "\x1b[?1049l\x1b[gX"); s.Cursor.Col >= 21 {
		t.Errorf("%+v", s.Cursor)
	}
}

func (e Engine) inBandResize(t *testing.T) {
	term := e.term(20, 6)
	Feed(t, term, "\x1b[?2048h")
	term.Resize(30, 5)
	if got := string(term.Replies()); got != "\x1b[48;6;20;120;200t\x1b[48;5;30;100;300t" {
		t.Errorf("%q", got)
	}
}
