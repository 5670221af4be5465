package core

import (
	"strings"
	"testing"
)

// Each case is a sequence on which x/vt alone panics, hangs or shows another
// screen (20x6) than xterm does. want is what xterm shows: the rows, and the
// cursor's column and row from 0.
func TestScreenAsXterm(t *testing.T) {
	const full = "abcdefghijklmnopqrst"
	for _, tt := range []struct{ name, in, want string }{
		{"01 IL with margins past the bottom", "A\r\nB\x1b[1;99r\x1b[L", "⏎A⏎B|0,0"},
		{"02 ICH with margins past the right", "\x1b[?69h\x1b[1;99sabc\x1b[H\x1b[@X", "Xabc|1,0"},
		{"04 REP with a huge count", "a\x1b[99999999bX", strings.Repeat("aaaaaaaaaaaaaaaaaaaa⏎", 5) + "aX|2,5"},
		{"06 wide fits exactly", "abcdefghijklmnopqr中X", "abcdefghijklmnopqr中⏎X|1,1"},
		{"07 wide with one column left", "abcdefghijklmnopqrs中X", "abcdefghijklmnopqrs⏎中X|3,1"},
		{"07 wide run", "中文中文中文中文中文中文中文", "中文中文中文中文中文⏎中文中文|8,1"},
		{"10 ED1", "abc\r\ndef\r\nghi\x1b[2;2H\x1b[1J", "⏎  f⏎ghi|1,1"},
		{"11 ED3 keeps the screen", "abc\r\ndef\x1b[3JX", "abc⏎defX|4,1"},
		{"12 SCOSC, SCORC", "ab\x1b[scd\x1b[uX", "abXd|3,0"},
		{"13 NEL", "abc\x1bEd", "abc⏎d|1,1"},
		{"14 SO, SI", "\x1b)0\x0eqqq\x0fq", "───q|4,0"},
		{"15 SS2", "\x1b*0\x1bNqq", "─q|2,0"},
		{"15 LS2", "\x1b*0\x1bnqq\x0fq", "──q|3,0"},
		{"14 UK charset", "\x1b(A#$\x1b(B#", "£$#|3,0"},
		{"16 title with byte 9C", "\x1b]0;✜ok\aX", "X|1,0"},
		{"16 title with quotes", "\x1b]2;“q”\aX", "X|1,0"},
		{"17 truncated character, then ESC", "a\xe2\x82\x1b[31mX", "a\ufffdX|3,0"},
		{"17 lead byte, then ASCII", "a\xc3Xb", "a\ufffdXb|4,0"},
		{"18 raw 9B is no CSI", "abc\x9b1DX", "abc\ufffd1DX|7,0"},
		{"18 encoded C1 is no control", "abc\u009b1DX", "abc1DX|6,0"},
		{"17 lone continuations", "a\x80\xbfb", "a\ufffd\ufffdb|4,0"},
		{"17 0xff", "a\xff\xfeb", "a\ufffd\ufffdb|4,0"},
		{"19 IRM", "abc\x1b[1G\x1b[4hXY\x1b[4l", "XYabc|2,0"},
		{"19 IRM wide", "abc\x1b[1G\x1b[4h中\x1b[4l", "中abc|2,0"},
		{"20 CUF 0", "a\x1b[0CX", "a X|3,0"},
		{"20 huge parameter", "abc\x1b[2147483648CX", "abc                X|19,0"},
		{"21 DECOM homes", "abc\x1b[2;4r\x1b[5;5H\x1b[?6hX", "abc⏎X|1,1"},
		{"21 DECOM reset homes", "\x1b[2;4r\x1b[?6h\x1b[2;2H\x1b[?6lX", "X|1,0"},
		{"22 HVP in origin mode", "\x1b[2;4r\x1b[?6h\x1b[1;1fX", "⏎X|1,1"},
		{"22 VPA in origin mode", "\x1b[2;4r\x1b[?6h\x1b[1dX", "⏎X|1,1"},
		{"22 VPR, HPR in origin mode", "\x1b[2;4r\x1b[?6h\x1b[1eX\x1b[1aY", "⏎⏎X Y|3,2"},
		{"22 HPA with left margin", "\x1b[?69h\x1b[3;10s\x1b[?6h\x1b[1`X", "  X|3,0"},
		{"26 DECSTR", "\x1b[2;3r\x1b[?6h\x1b[4h\x1b[1m\x1b[!p\x1b[HX", "X|1,0"},
		{"27 DECSC saves charset", "\x1b(0\x1b7\x1b(Bq\x1b8q", "─|1,0"},
		{"27 DECSC saves origin mode", "\x1b[2;4r\x1b[?6h\x1b7\x1b[?6l\x1b8\x1b[HX", "⏎X|1,1"},
		{"27 DECSC saves the pending wrap", full + "\x1b7\x1b[H\x1b8X", full + "⏎X|1,1"},
		{"29 1049 does not home", "ab\r\ncd\x1b[?1049hX", "⏎  X|3,1"},
		{"30 47", "abc\x1b[?47hxyz\x1b[?47lD", "abc   D|7,0"},
		{"30 1047", "abc\x1b[?1047hxyz\x1b[?1047lD", "abc   D|7,0"},
		{"30 1047 clears on exit", "\x1b[?1047hxyz\x1b[?1047l\x1b[?47hD", "   D|4,0"},
		{"30 cursor shared over 1047", "abc\x1b[?1047h\x1b[3;3H\x1b[?1047lX", "abc⏎⏎  X|3,2"},
		{"30 1049l without 1049h", "ab\x1b[?1049lcX", "cX|2,0"},
		{"31 pending wrap, ED0", full + "\x1b[JX", "abcdefghijklmnopqrsX|19,0"},
		{"31 pending wrap, EL1", full + "\x1b[1KX", "                   X|19,0"},
		{"31 pending wrap, RI", "\r\n" + full + "\x1bMX", "                   X⏎" + full + "|19,0"},
		{"31 pending wrap, IL", full + "\x1b[LX", "X⏎" + full + "|1,0"},
		{"31 pending wrap, DCH", full + "\x1b[PX", "abcdefghijklmnopqrsX|19,0"},
		{"31 pending wrap, ICH", full + "\x1b[@X", "abcdefghijklmnopqrsX|19,0"},
		{"31 pending wrap, autowrap off and on", full + "\x1b[?7lXY\x1b[?7hZ", "abcdefghijklmnopqrsY⏎Z|1,1"},
		{"32 REP wide", "中\x1b[3bX", "中中中中X|9,0"},
		{"32 REP non-ASCII", "é\x1b[3bX", "ééééX|5,0"},
		{"32 REP after a movement", "a\x1b[2;2H\x1b[3bX", "a⏎ X|2,1"},
		{"33 ICH outside the region", "abc\x1b[3;5r\x1b[1;1H\x1b[@X", "Xabc|1,0"},
		{"33 DCH outside the region", "abc\x1b[3;5r\x1b[1;1H\x1b[P", "bc|0,0"},
		{"34 wrap at the right margin", "\x1b[?69h\x1b[5;10s\x1b[1;5Habcdefghij", "    abcdef⏎    ghij|8,1"},
		{"34 reverse wrap BS", "\x1b[?45h\r\nab\x1b[2G\b\bX", "                   X⏎ab|19,0"},
		{"34 reverse wrap CUB", "\x1b[?45habcdefghijklmnopqrstu\x1b[3DX", "abcdefghijklmnopqrXt⏎u|19,0"},
		{"39 BS within CSI", "abc\x1b[\b1CX", "abcX|4,0"},
		{"40 DECSEL", "\x1b[1\"qab\x1b[0\"qcd\x1b[1G\x1b[?K", "ab|0,0"},
		{"40 DECSED", "\x1b[1\"qab\x1b[0\"qcd\x1b[?2J", "ab|4,0"},
		{"40 DECIC", "abcd\r\nefgh\x1b[1;2H\x1b[2'}", "a  bcd⏎e  fgh|1,0"},
		{"40 DECDC", "abcd\r\nefgh\x1b[1;2H\x1b[2'~", "ad⏎eh|1,0"},
		{"40 SL", "abcd\x1b[2 @", "cd|4,0"},
		{"40 SR", "abcd\x1b[2 A", "  abcd|4,0"},
		{"40 DECBI", "abcd\x1b[1G\x1b6X", "Xabcd|1,0"},
		{"40 DECFI", "abcd\x1b[20G\x1b9X", "bcd                X|19,0"},
		{"41 ICH in a wide character", "a中b\x1b[3G\x1b[@", "a   b|2,0"},
		{"DECSTBM past the bottom", "\x1b[1;99rA\r\nB\r\nC\r\nD\r\nE\r\nF\r\nG", "B⏎C⏎D⏎E⏎F⏎G|1,5"},
		{"25 DECALN resets the margins", "\x1b[2;3r\x1b#8\x1b[6;1H\n\nX", "EEEEEEEEEEEEEEEEEEEE⏎EEEEEEEEEEEEEEEEEEEE⏎EEEEEEEEEEEEEEEEEEEE⏎EEEEEEEEEEEEEEEEEEEE⏎⏎X|1,5"},
		{"overwritten half of a wide character", "a中b\x1b[3GX", "a Xb|3,0"},
		{"EL in a wide character", "中文\x1b[2G\x1b[K", "|1,0"},
		{"wide character without autowrap", full + "\x1b[?7l\x1b[20G中X", "abcdefghijklmnopqrsX|19,0"},
		{"RIS", "abc\x1b[2;3r\x1b[?6h\x1bcX", "X|1,0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := show(feed(t, newTerm(20, 6), tt.in))
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
