package keys

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/emulator"
)

func encoded(t *testing.T, chord string, m emulator.Modes) string {
	t.Helper()
	k, err := Parse(chord)
	if err != nil {
		t.Fatal(err)
	}
	return string(Encode(k, m))
}

type encodeCase struct{ chord, want string }

func check(t *testing.T, m emulator.Modes, cases []encodeCase) {
	t.Helper()
	for _, tt := range cases {
		if got := encoded(t, tt.chord, m); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.chord, got, tt.want)
		}
	}
}

func TestCtrlPunctuation_O01(t *testing.T) {
	check(t, emulator.Modes{}, []encodeCase{
		{`ctrl+\`, "\x1c"},
		{"ctrl+]", "\x1d"},
		{"ctrl+^", "\x1e"},
		{"ctrl+_", "\x1f"},
		{"ctrl+space", "\x00"},
		{"ctrl+@", "\x00"},
		{"ctrl+[", "\x1b"},
		{"ctrl+?", "\x7f"},
		{"ctrl+/", "\x1f"},
		{"alt+[", "\x1b["},
		{"ctrl+2", "\x00"},
		{"ctrl+3", "\x1b"},
		{"ctrl+7", "\x1f"},
		{"ctrl+8", "\x7f"},
		{"ctrl+9", "9"},
		{"ctrl+;", ";"},
		{"ctrl++", "+"},
		{"ctrl+é", "é"},
	})
}

func TestEnterIsCR_O02(t *testing.T) {
	check(t, emulator.Modes{}, []encodeCase{
		{"enter", "\r"},
		{"ctrl+j", "\n"},
		{"ctrl+m", "\r"},
		{"ctrl+enter", "\r"},
		{"shift+enter", "\r"},
		{"alt+enter", "\x1b\r"},
	})
	check(t, emulator.Modes{NewLine: true}, []encodeCase{{"enter", "\r\n"}})
	want := [][]byte{[]byte("a"), []byte("\r"), []byte("b")}
	if d := cmp.Diff(want, Text("a\nb", emulator.Modes{})); d != "" {
		t.Error(d)
	}
}

func TestNamedKeys_O03(t *testing.T) {
	check(t, emulator.Modes{}, []encodeCase{
		{"f1", "\x1bOP"}, {"f2", "\x1bOQ"}, {"f3", "\x1bOR"}, {"f4", "\x1bOS"},
		{"f5", "\x1b[15~"}, {"f6", "\x1b[17~"}, {"f7", "\x1b[18~"}, {"f8", "\x1b[19~"},
		{"f9", "\x1b[20~"}, {"f10", "\x1b[21~"}, {"f11", "\x1b[23~"}, {"f12", "\x1b[24~"},
		{"f13", "\x1b[25~"}, {"f14", "\x1b[26~"}, {"f15", "\x1b[28~"}, {"f16", "\x1b[29~"},
		{"f17", "\x1b[31~"}, {"f18", "\x1b[32~"}, {"f19", "\x1b[33~"}, {"f20", "\x1b[34~"},
		{"f21", "\x1b[42~"}, {"f24", "\x1b[45~"},
		{"insert", "\x1b[2~"}, {"delete", "\x1b[3~"}, {"pageup", "\x1b[5~"}, {"pagedown", "\x1b[6~"},
		{"home", "\x1b[H"}, {"end", "\x1b[F"},
		{"up", "\x1b[A"}, {"down", "\x1b[B"}, {"right", "\x1b[C"}, {"left", "\x1b[D"},
		{"shift+f5", "\x1b[15;2~"}, {"shift+f1", "\x1b[1;2P"}, {"ctrl+f12", "\x1b[24;5~"},
		{"shift+tab", "\x1b[Z"}, {"tab", "\t"}, {"ctrl+tab", "\t"}, {"alt+tab", "\x1b\t"},
		{"ctrl+left", "\x1b[1;5D"}, {"alt+up", "\x1b[1;3A"}, {"ctrl+shift+right", "\x1b[1;6C"},
		{"ctrl+alt+shift+home", "\x1b[1;8H"}, {"super+end", "\x1b[1;9F"},
		{"ctrl+delete", "\x1b[3;5~"}, {"shift+pageup", "\x1b[5;2~"},
		{"escape", "\x1b"}, {"alt+escape", "\x1b\x1b"},
		{"space", " "}, {"shift+space", " "}, {"alt+space", "\x1b "},
		{"backspace", "\x7f"}, {"ctrl+backspace", "\b"}, {"alt+backspace", "\x1b\x7f"},
		{"a", "a"}, {"A", "A"}, {"shift+a", "A"}, {"alt+a", "\x1ba"}, {"alt+shift+a", "\x1bA"},
		{"ctrl+a", "\x01"}, {"ctrl+A", "\x01"}, {"ctrl+shift+a", "\x01"}, {"ctrl+alt+a", "\x1b\x01"},
		{"super+a", "a"}, {"alt+é", "\x1bé"}, {"ß", "ß"},
	})
}

func TestModes(t *testing.T) {
	check(t, emulator.Modes{AppCursor: true, AppKeypad: true}, []encodeCase{
		{"up", "\x1bOA"}, {"home", "\x1bOH"}, {"end", "\x1bOF"}, {"ctrl+up", "\x1b[1;5A"},
		{"pageup", "\x1b[5~"}, {"f1", "\x1bOP"}, {"enter", "\r"}, {"1", "1"},
	})
	check(t, emulator.Modes{Backarrow: true}, []encodeCase{
		{"backspace", "\b"}, {"ctrl+backspace", "\x7f"},
	})
}

func TestModifyOtherKeys(t *testing.T) {
	check(t, emulator.Modes{ModifyOther: 1}, []encodeCase{
		{"ctrl+enter", "\x1b[27;5;13~"}, {"shift+enter", "\x1b[27;2;13~"}, {"enter", "\r"},
		{"ctrl+tab", "\x1b[27;5;9~"}, {"shift+tab", "\x1b[Z"},
		{"ctrl+a", "\x01"}, {"alt+a", "\x1ba"}, {"A", "A"}, {"ctrl+space", "\x00"}, {"ctrl+3", "\x1b"},
		{"ctrl+;", "\x1b[27;5;59~"}, {"ctrl+shift+a", "\x1b[27;6;65~"}, {"ctrl+9", "\x1b[27;5;57~"},
		{"ctrl+backspace", "\b"}, {"ctrl+left", "\x1b[1;5D"},
	})
	check(t, emulator.Modes{ModifyOther: 2}, []encodeCase{
		{"ctrl+a", "\x1b[27;5;97~"}, {"alt+a", "\x1b[27;3;97~"}, {"a", "a"}, {"A", "A"},
		{"alt+enter", "\x1b[27;3;13~"}, {"ctrl+backspace", "\x1b[27;5;127~"},
	})
}

func TestKittyKeyboard(t *testing.T) {
	check(t, emulator.Modes{KittyFlags: 1}, []encodeCase{
		{"a", "a"}, {"A", "A"}, {"é", "é"}, {"enter", "\r"}, {"tab", "\t"}, {"backspace", "\x7f"},
		{"escape", "\x1b[27u"}, {"ctrl+c", "\x1b[99;5u"}, {"ctrl+C", "\x1b[99;6u"}, {"ctrl+shift+c", "\x1b[99;6u"},
		{"alt+a", "\x1b[97;3u"}, {"super+k", "\x1b[107;9u"}, {"ctrl+space", "\x1b[32;5u"},
		{"shift+enter", "\x1b[13;2u"}, {"ctrl+enter", "\x1b[13;5u"}, {"shift+tab", "\x1b[9;2u"},
		{"up", "\x1b[A"}, {"ctrl+up", "\x1b[1;5A"}, {"f1", "\x1bOP"}, {"shift+f3", "\x1b[13;2~"},
		{"f13", "\x1b[57376u"}, {"delete", "\x1b[3~"},
	})
	check(t, emulator.Modes{KittyFlags: 8}, []encodeCase{
		{"a", "\x1b[97u"}, {"A", "\x1b[97;2u"}, {"enter", "\x1b[13u"}, {"backspace", "\x1b[127u"},
	})
	check(t, emulator.Modes{KittyFlags: 8 | 16}, []encodeCase{{"a", "\x1b[97;;97u"}, {"A", "\x1b[97;2;65u"}})
	check(t, emulator.Modes{KittyFlags: 1 | 4}, []encodeCase{{"ctrl+shift+a", "\x1b[97:65;6u"}})
}

func TestTextOneGraphemeAWrite_O04(t *testing.T) {
	got := Text("hi\té e\u0301👩‍👧\r\nx\n", emulator.Modes{})
	want := []string{"h", "i", "\t", "é", " ", "e\u0301", "👩‍👧", "\r", "x", "\r"}
	var s []string
	for _, b := range got {
		s = append(s, string(b))
	}
	if d := cmp.Diff(want, s); d != "" {
		t.Error(d)
	}
	if got := Text("", emulator.Modes{}); got != nil {
		t.Errorf("no text: %q", got)
	}
	kitty := Text("a\t", emulator.Modes{KittyFlags: 8})
	if d := cmp.Diff([][]byte{[]byte("\x1b[97u"), []byte("\x1b[9u")}, kitty); d != "" {
		t.Error(d)
	}
}

func TestPaste(t *testing.T) {
	on := emulator.Modes{BracketedPaste: true}
	for _, tt := range []struct {
		s, want string
		m       emulator.Modes
	}{
		{"a\nb\r\nc\td", "a\rb\rc\td", emulator.Modes{}},
		{"a\nb", "\x1b[200~a\rb\x1b[201~", on},
		{"evil\x1b[201~rm", "\x1b[200~evilrm\x1b[201~", on},
		{"x\x1b[20\x1b[201~1~y", "\x1b[200~x [201~y\x1b[201~", on},
		{"\x1b[31m\x03\x04\x00\x7f\b", " [31m\x03    ", emulator.Modes{}},
		{"\u009b201~", " 201~", emulator.Modes{}},
		{"bad \xff", "bad \uFFFD", emulator.Modes{}},
	} {
		if got := string(Paste(tt.s, tt.m)); got != tt.want {
			t.Errorf("Paste(%q) = %q, want %q", tt.s, got, tt.want)
		}
	}
}

func TestFocus(t *testing.T) {
	on := emulator.Modes{Focus: true}
	if !bytes.Equal(FocusIn(on), []byte("\x1b[I")) || !bytes.Equal(FocusOut(on), []byte("\x1b[O")) {
		t.Errorf("%q %q", FocusIn(on), FocusOut(on))
	}
	if FocusIn(emulator.Modes{}) != nil || FocusOut(emulator.Modes{}) != nil {
		t.Error("focus is reported without mode 1004")
	}
}
