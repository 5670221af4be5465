package emutest

import (
	"testing"

	"scenario/emulator"
)

func (e Engine) faint(t *testing.T) {
	s := Feed(t, e.term(30, 2), "norm \x1b[2mdim\x1b[22m norm \x1b[2;38;2;255;0;0mdimred\x1b[m")
	want := "def/def*5 def/def/dim*3 def/def*6 #ff0000/def/dim*6 def/def*10"
	if got := Styles(s, 0); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func (e Engine) lineDrawing(t *testing.T) {
	s := Feed(t, e.term(40, 3), "\x1b(0\x0f mq \x1b(B|\r\n\x1b(0_`abcdefghijklmnopqrstuvwxyz{|}~\x1b(B")
	want := " └─ |\n ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"
	if got := s.Text(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func (e Engine) emojiClusters(t *testing.T) {
	in := "👩‍👩‍👧‍👧|\r\n🇩🇪|🤦‍♂️|❤️|e\u0301|"
	want := "👩‍👩‍👧‍👧|\n🇩🇪|🤦‍♂️|❤️|e\u0301|"
	whole := Feed(t, e.term(20, 2), in)
	single := e.term(20, 2)
	for i := range len(in) {
		Feed(t, single, in[i:i+1])
	}
	for _, s := range []*emulator.Screen{whole, Feed(t, single, "")} {
		if got := s.Text(); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
		for _, place := range [][2]int{{0, 2}, {1, 2}, {1, 5}, {1, 8}, {1, 10}} {
			if g := s.Row(place[0])[place[1]].Glyph; g != '|' {
				t.Errorf("row %d column %d: %q, want |", place[0], place[1], s.Table.Text(g))
			}
		}
	}
}

func (e Engine) oddSGR(t *testing.T) {
	s := Feed(t, e.term(20, 2), "\x1b[38;2;1m\x1b[;m\x1b[38;5m\x1b[38;2m\x1b[48;2;255;m\x1b[99999999999999m"+
		"\x1b[38;2;1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9;0;1;2;3;4;5;6;7;8;9;0;1;2;3m\x1b[?\x1b[\x1b]\x1bP\x1b_x\x1b\\OK")
	if got := s.Text(); got != "OK" {
		t.Errorf("%q", got)
	}
}

func (e Engine) wideWraps(t *testing.T) {
	for _, tt := range []struct {
		cols, rows int
		in, want   string
	}{
		{3, 3, "a中文b", "a中\n文b"},
		{5, 2, "a中文b", "a中文\nb"},
		{4, 2, "ab👍c", "ab👍\nc"},
		{1, 2, "a中b", "a\nb"}, // it has no room anywhere
	} {
		if got := Feed(t, e.term(tt.cols, tt.rows), tt.in).Text(); got != tt.want {
			t.Errorf("%dx%d %q: %q, want %q", tt.cols, tt.rows, tt.in, got, tt.want)
		}
	}
}

func (e Engine) emojiWidths(t *testing.T) {
	s := Feed(t, e.term(20, 1), "⌛|⏳|✅|❌|⭐|")
	for i := 2; i < 15; i += 3 {
		if s.Row(0)[i].Glyph != '|' || s.Row(0)[i-2].Width() != 2 {
			t.Errorf("column %d: %q", i, s.RowText(0))
		}
	}
}

func (e Engine) characterInPieces(t *testing.T) {
	term := e.term(10, 2)
	for _, step := range []struct{ in, want string }{
		{"a\xe4", "a|1,0"}, {"\xb8", "a|1,0"}, {"\xad", "a中|3,0"},
		{"\xe4\xb8", "a中|3,0"}, {"x", "a中\ufffdx|5,0"},
		{"e", "a中\ufffdxe|6,0"}, {"\u0301", "a中\ufffdxe\u0301|6,0"},
	} {
		if got := Show(Feed(t, term, step.in)); got != step.want {
			t.Errorf("after %q: %s, want %s", step.in, got, step.want)
		}
	}
}

func (e Engine) lastOutput(t *testing.T) {
	if got := Show(Feed(t, e.term(10, 2), "hello")); got != "hello|5,0" {
		t.Error(got)
	}
}
