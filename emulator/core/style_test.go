package core

import (
	"testing"

	"scenario/emulator"
)

// The look of row 0 of a 20x6 screen.
func TestStylesAsXterm(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"09 ED2 fills with the background", "\x1b[44m\x1b[2JX", "def/4*20"},
		{"inverse blank erase", "\x1b[7m\x1b[KX", "def/def/reverse*1 def/def*19"},
		{"1049 fills with the background", "\x1b[44m\x1b[?1049hX", "def/4*20"},
		{"35 SGR 21 is double underline", "\x1b[21md\x1b[24mn", "def/def/ul2*1 def/def*19"},
		{"35 overline", "\x1b[53mo\x1b[55mn", "def/def/over*1 def/def*19"},
		{"4:0 resets", "\x1b[4mu\x1b[4:0mn", "def/def/ul1*1 def/def*19"},
		{"underline styles", "\x1b[4:3;58:2::255:0:0mu\x1b[59;24mn", "def/def/ul3/ulc:#ff0000*1 def/def*19"},
		{"underline colour by index", "\x1b[4;58;5;9mu\x1b[0mn", "def/def/ul1/ulc:9*1 def/def*19"},
		{"colon and semicolon colours", "\x1b[38;2;1;2;3;48:5:200ma\x1b[38:2:4:5:6mb\x1b[38:2::7:8:9mc\x1b[m",
			"#010203/200*1 #040506/200*1 #070809/200*1 def/def*17"},
		{"bright colours", "\x1b[97;101ma\x1b[39;49mb", "15/9*1 def/def*19"},
		{"all attributes", "\x1b[1;2;3;4;5;7;8;9;53ma\x1b[22;23;24;25;27;28;29;55mb",
			"def/def/bold/dim/italic/blink/reverse/conceal/strike/over/ul1*1 def/def*19"},
		{"36 hyperlink with a semicolon", "\x1b]8;;http://x/a;b\x1b\\L\x1b]8;;\x1b\\n", "def/def/http://x/a;b*1 def/def*19"},
		{"hyperlink over SGR 0", "\x1b]8;;http://x\aL\x1b[0mM\x1b]8;;\an", "def/def/http://x*2 def/def*18"},
		{"DECSC saves the pen", "\x1b[1;31m\x1b7\x1b[m\x1b8a", "1/def/bold*1 def/def*19"},
		{"DECRC without DECSC resets the pen", "\x1b[1m\x1b8a", "def/def*20"},
		{"wide keeps its look", "\x1b[41m中\x1b[mx", "def/1*2 def/def*18"},
		{"a mark keeps the look of its base", "\x1b[31me\x1b[32m\u0301", "1/def*1 def/def*19"},
		{"ICH fills with the background", "ab\x1b[1G\x1b[44m\x1b[2@", "def/4*2 def/def*18"},
		{"DCH fills with the background", "ab\x1b[1G\x1b[44m\x1b[1P", "def/def*19 def/4*1"},
		{"DECCARA", "abcdef\x1b[1;2;1;4;1$r", "def/def*1 def/def/bold*3 def/def*16"},
		{"DECRARA", "\x1b[1mabcdef\x1b[1;2;1;4;1;4$t", "def/def/bold*1 def/def/ul1*3 def/def/bold*2 def/def*14"},
		{"DECSACE rectangle", "\x1b[2*x\x1b[1;2;2;4;7$r", "def/def*1 def/def/reverse*3 def/def*16"},
		{"DECFRA takes the pen", "\x1b[31m\x1b[88;1;1;1;2$x", "1/def*2 def/def*18"},
		{"XTPUSHSGR", "\x1b[1;31m\x1b[#{\x1b[ma\x1b[#}b", "def/def*1 1/def/bold*1 def/def*18"},
		{"REP after SGR", "a\x1b[31m\x1b[2b", "def/def*20"},
		{"subparameters of what has none", "\x1b[1:2ma", "def/def*20"},
		{"scrolling fills with the background", "\x1b[44m\x1b[T\x1b[m", "def/4*20"},
	} {
		onBoth(t, tt.name, func(engine emulator.Factory) error {
			s, err := screenOf(engine(emulator.Options{Cols: 20, Rows: 6}), tt.in)
			if err != nil {
				return err
			}
			return differs(styles(s, 0), tt.want)
		})
	}
}

func TestFaint_O19(t *testing.T) {
	s := feed(t, newTerm(30, 2), "norm \x1b[2mdim\x1b[22m norm \x1b[2;38;2;255;0;0mdimred\x1b[m")
	want := "def/def*5 def/def/dim*3 def/def*6 #ff0000/def/dim*6 def/def*10"
	if got := styles(s, 0); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLineDrawing_O20(t *testing.T) {
	s := feed(t, newTerm(40, 3), "\x1b(0\x0f mq \x1b(B|\r\n\x1b(0`abcdefghijklmnopqrstuvwxyz{|}~\x1b(B")
	want := " └─ |\n◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"
	if got := s.Text(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestEmojiClusters_O21(t *testing.T) {
	in := "👩‍👩‍👧‍👧|\r\n🇩🇪|🤦‍♂️|❤️|e\u0301|"
	want := "👩‍👩‍👧‍👧|\n🇩🇪|🤦‍♂️|❤️|e\u0301|"
	whole := feed(t, newTerm(20, 2), in)
	single := newTerm(20, 2)
	for i := range len(in) {
		feed(t, single, in[i:i+1])
	}
	for _, s := range []*emulator.Screen{whole, feed(t, single, "")} {
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

func TestOddSGR_O22(t *testing.T) {
	s := feed(t, newTerm(20, 2), "\x1b[38;2;1m\x1b[;m\x1b[38;5m\x1b[38;2m\x1b[48;2;255;m\x1b[99999999999999m"+
		"\x1b[38;2;1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9;0;1;2;3;4;5;6;7;8;9;0;1;2;3m\x1b[?\x1b[\x1b]\x1bP\x1b_x\x1b\\OK")
	if got := s.Text(); got != "OK" {
		t.Errorf("%q", got)
	}
}

func TestWideWraps_O23(t *testing.T) {
	for _, tt := range []struct {
		cols, rows int
		in, want   string
	}{
		{3, 3, "a中文b", "a中\n文b"},
		{5, 2, "a中文b", "a中文\nb"},
		{4, 2, "ab👍c", "ab👍\nc"},
		{1, 2, "a中b", "a\nb"}, // it has no room anywhere
	} {
		if got := feed(t, newTerm(tt.cols, tt.rows), tt.in).Text(); got != tt.want {
			t.Errorf("%dx%d %q: %q, want %q", tt.cols, tt.rows, tt.in, got, tt.want)
		}
	}
}

func TestEmojiWidths_O25(t *testing.T) {
	s := feed(t, newTerm(20, 1), "⌛|⏳|✅|❌|⭐|")
	for i := 2; i < 15; i += 3 {
		if s.Row(0)[i].Glyph != '|' || s.Row(0)[i-2].Width() != 2 {
			t.Errorf("column %d: %q", i, s.RowText(0))
		}
	}
}
