package emutest

import (
	"testing"
)

// The look of row 0 of a 20x6 screen.
func (e Engine) styles(t *testing.T) {
	e.table(t, "styles", []oneCase{
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
		{"DECERA takes the pen", "\x1b[7m\x1b[1;1;1;2$z", "def/def/reverse*2 def/def*18"},
		{"DECSERA keeps the look", "\x1b[7mab\x1b[m\x1b[1;1;1;2${", "def/def/reverse*2 def/def*18"},
		{"DECRARA where nothing was written", "\x1b[1;2;1;4;7$t", "def/def*1 def/def/reverse*3 def/def*16"},
		{"XTPUSHSGR", "\x1b[1;31m\x1b[#{\x1b[ma\x1b[#}b", "def/def*1 1/def/bold*1 def/def*18"},
		{"REP after SGR", "a\x1b[31m\x1b[2b", "def/def*20"},
		{"subparameters of what has none", "\x1b[1:2ma", "def/def*20"},
		{"scrolling fills with the background", "\x1b[44m\x1b[T\x1b[m", "def/4*20"},
	}, func(t *testing.T, in string) string { return Styles(Feed(t, e.term(20, 6), in), 0) })
}
