package emutest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/emulator"
)

func (e Engine) titles(t *testing.T) {
	term := e.term(20, 6)
	for _, tt := range []struct{ in, title, icon string }{
		{"\x1b]0;✜ok\a", "✜ok", "✜ok"},
		{"\x1b]2;a;b\x1b\\", "a;b", "✜ok"},
		{"\x1b]1;i\a", "a;b", "i"},
		{"\x1b[22;0t\x1b]0;new\a", "new", "new"},
		{"\x1b[23;2t", "a;b", "new"},
		{"\x1b]2;x\u009b\x01y\xffz\a", "xy\ufffdz", "new"},
		{"\x1b]2;" + strings.Repeat("é", 5000) + "\a", strings.Repeat("é", 512), "new"},
		{"\x1b]2;" + strings.Repeat("x", 2_000_000) + "\a", strings.Repeat("é", 512), "new"},
		{"\x1b]2;cancelled\x18", strings.Repeat("é", 512), "new"},
	} {
		s := Feed(t, term, tt.in)
		if s.Title != tt.title || s.Icon != tt.icon {
			t.Errorf("%.40q: title %.40q, icon %.40q", tt.in, s.Title, s.Icon)
		}
	}
	if s := Feed(t, term, "\a\a"); s.Bells != 2 {
		t.Errorf("%d bells", s.Bells)
	}
}

func (e Engine) palette(t *testing.T) {
	term := e.term(20, 6)
	first := Feed(t, term, "\x1b]4;1;rgb:1/2/3;200;#abcdef\a\x1b]10;rgb:ffff/8080/0000\a\x1b]12;#123456\a")
	want := emulator.Palette{
		Fg: emulator.RGB(0xff, 0x80, 0), Cursor: emulator.RGB(0x12, 0x34, 0x56),
		Indexed: map[uint8]emulator.Color{1: emulator.RGB(0x11, 0x22, 0x33), 200: emulator.RGB(0xab, 0xcd, 0xef)},
	}
	if d := cmp.Diff(want, first.Palette); d != "" {
		t.Error(d)
	}
	second := Feed(t, term, "\x1b]104;1\a\x1b]110\a")
	if len(first.Palette.Indexed) != 2 {
		t.Error("a palette in a screen has changed")
	}
	if d := cmp.Diff(map[uint8]emulator.Color{200: emulator.RGB(0xab, 0xcd, 0xef)}, second.Palette.Indexed); d != "" || second.Palette.Fg != emulator.DefaultColor {
		t.Error(d, second.Palette)
	}
	if p := Feed(t, term, "\x1b]104\a\x1b]112\a").Palette; len(p.Indexed) != 0 || p.Cursor != emulator.DefaultColor {
		t.Errorf("%+v", p)
	}
	if p := Feed(t, term, "\x1b]4;300;#000\a\x1b]4;x;#000\a\x1b]4;1;nonsense\a\x1b]11;rgb:1/2\a").Palette; len(p.Indexed) != 0 || p.Bg != emulator.DefaultColor {
		t.Errorf("%+v", p)
	}
}

func (e Engine) shellMarks(t *testing.T) {
	term := e.term(20, 3)
	Feed(t, term, "\x1b]133;A\a$ \x1b]133;B\als\r\n\x1b]133;C\x1b\\1\r\n2\r\n3\r\n\x1b]133;D;1\a\x1b[?1049h\x1b]133;A;k=s\a")
	want := []emulator.Mark{
		{Kind: 'A'}, {Kind: 'B', Col: 2}, {Kind: 'C', Line: 1}, {Kind: 'D', Params: "1", Line: 4},
		{Kind: 'A', Params: "k=s", Line: 4, Alt: true},
	}
	if d := cmp.Diff(want, term.Marks()); d != "" {
		t.Error(d)
	}
	if m := term.Marks(); m != nil {
		t.Errorf("told twice: %v", m)
	}
}

func (e Engine) clipboard(t *testing.T) {
	const hello = "\x1b]52;c;aMOp\a"
	e.table(t, "clipboard", []oneCase{
		{"set", hello, "hé"},
		{"asked for", hello + "\x1b]52;c;?\a", "hé"},
		{"RIS", hello + "\x1bc", "hé"},
		{"no selection named", "\x1b]52;;eA==\x1b\\", "x"},
		{"no base64", hello + "\x1b]52;c;!\a", ""},
		{"no UTF-8", "\x1b]52;c;/w==\a", "\ufffd"},
	}, func(t *testing.T, in string) string {
		term := e.term(20, 2)
		s := Feed(t, term, in)
		return s.Clipboard + string(term.Replies())
	})
}

// What AllReports allows.
func (e Engine) allReports(t *testing.T) {
	e.table(t, "all reports", []oneCase{
		{"clipboard", "\x1b]52;c;aMOp\a\x1b]52;c;?\a", "\x1b]52;c;aMOp\a"},
		{"title", "\x1b]2;t\a\x1b[21t", "\x1b]lt\x1b\\"},
		{"title in hexadecimal", "\x1b]2;t\a\x1b[>1t\x1b[21t", "\x1b]l74\x1b\\"},
	}, func(t *testing.T, in string) string {
		term := e.New(emulator.Options{Cols: 20, Rows: 2, AllReports: true})
		Feed(t, term, in)
		return string(term.Replies())
	})
}
