package xvt

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/emulator"
)

func TestSoftWrap(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"wrapped", "abcdefgh", "abcde+ fgh"},
		{"full row, then newline", "abcde\r\nfgh", "abcde fgh"},
		{"pending only", "abcde", "abcde"},
		{"wide character that does not fit", "abcd中", "abcd+ 中"},
		{"erased to the end", "abcdefgh\x1b[1;3H\x1b[K", "ab fgh"},
		{"erased in the middle", "abcdefgh\x1b[1;3H\x1b[X", "ab de+ fgh"},
		{"rewritten past its end", "abcdefgh\x1b[1;4Hxy\r\n", "abcxy fgh"},
		{"rewritten before its end", "abcdefgh\x1b[1;1Hxy", "xycde+ fgh"},
		{"wrapped again", "abcdefgh\x1b[1;4Hxyz", "abcxy+ zgh"},
		{"scrolled", "abcdefgh\x1b[4;1H\n", "fgh"},
		{"scrolled down", "abcdefgh\x1b[H\x1bM", " abcde+ fgh"},
		{"line inserted between", "abcdefgh\x1b[2;1H\x1b[L", "abcde  fgh"},
		{"continuation deleted", "abcdefgh\x1b[2;1H\x1b[M", "abcde"},
		{"cleared", "abcdefgh\x1b[2J", ""},
		{"no autowrap", "\x1b[?7labcdefgh", "abcdh"},
		{"three rows", "abcdefghijklm", "abcde+ fghij+ klm"},
		{"right margin", "\x1b[?69h\x1b[1;3sabcde", "abc de"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := feed(t, newTerm(5, 4), tt.in)
			var rows []string
			for r := range s.Rows {
				text := s.RowText(r)
				if s.Wrapped[r] {
					text += "+"
				}
				rows = append(rows, text)
			}
			if got := strings.TrimRight(strings.Join(rows, " "), " "); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func lines(t *emulator.Table, ls []emulator.Line) []string {
	var out []string
	for _, l := range ls {
		s := t.CellText(l.Cells)
		if l.Wrapped {
			s += "+"
		}
		out = append(out, s)
	}
	return out
}

func TestScrollback(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
		scrolled int
	}{
		{"lines", "1\r\n2\r\n3\r\n4\r\n5", []string{"1", "2"}, 2},
		{"wrapped line", "abcdefgh\r\n\n\n", []string{"abcde+", "fgh"}, 2},
		{"SU", "1\r\n2\r\n3\x1b[2S", []string{"1", "2"}, 2},
		{"ED2 moves nothing there", "1\r\n2\x1b[2J", nil, 0},
		{"37 region below the top", "1\r\n2\r\n3\x1b[2;3r\x1b[3;1H\n\n", nil, 0},
		{"region at the top", "1\r\n2\r\n3\x1b[1;2r\x1b[2;1H\n", []string{"1"}, 1},
		{"37 DL at the top", "1\r\n2\r\n3\x1b[H\x1b[2M", nil, 0},
		{"alternate screen", "\x1b[?1049h1\r\n2\r\n3\r\n4\r\n5\x1b[?1049l", nil, 0},
		{"ED3 forgets them", "1\r\n2\r\n3\r\n4\x1b[3J", nil, 1},
		{"at most 4 kept", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n10\r\n11\r\n12\r\n13\r\n14", []string{"8", "9", "10", "11"}, 11},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(emulator.Options{Cols: 5, Rows: 3, Scrollback: 4})
			s := feed(t, term, tt.in)
			if d := cmp.Diff(tt.want, lines(s.Table, term.Scrollback())); d != "" {
				t.Error(d)
			}
			if s.Scrolled != tt.scrolled {
				t.Errorf("scrolled %d, want %d", s.Scrolled, tt.scrolled)
			}
		})
	}
}

func TestScrollbackLinesStayValid(t *testing.T) {
	term := New(emulator.Options{Cols: 10, Rows: 2, Scrollback: 5})
	var kept [][]emulator.Line
	var want [][]string
	for i := range 100 {
		s := feed(t, term, fmt.Sprintf("line %d\r\n", i))
		sb := term.Scrollback()
		kept, want = append(kept, sb), append(want, lines(s.Table, sb))
	}
	s := feed(t, term, "")
	for i := range kept {
		if d := cmp.Diff(want[i], lines(s.Table, kept[i])); d != "" {
			t.Fatalf("view %d: %s", i, d)
		}
	}
}

func TestCursorIsGlobal(t *testing.T) {
	s := feed(t, newTerm(20, 6), "\x1b[?25l\x1b[3 q\x1b[?1049h\x1b[?25h\x1b[6 q\x1b[?1049l")
	if !s.Cursor.Visible || s.Cursor.Shape != emulator.CursorBar || s.Cursor.Blink {
		t.Errorf("28: %+v", s.Cursor)
	}
	s = feed(t, newTerm(20, 6), "\x1b7\x1b[?25l\x1b8")
	if s.Cursor.Visible {
		t.Error("28: DECRC shows the cursor")
	}
	for n, want := range []emulator.Cursor{
		{Visible: true}, {Visible: true, Blink: true}, {Visible: true},
		{Visible: true, Shape: emulator.CursorUnderline, Blink: true}, {Visible: true, Shape: emulator.CursorUnderline},
		{Visible: true, Shape: emulator.CursorBar, Blink: true}, {Visible: true, Shape: emulator.CursorBar},
	} {
		if got := feed(t, newTerm(20, 6), fmt.Sprintf("\x1b[%d q", n)).Cursor; got != want {
			t.Errorf("DECSCUSR %d: %+v", n, got)
		}
	}
}

func TestModesForKeys(t *testing.T) {
	s := feed(t, newTerm(20, 6), "\x1b[?1;67;1003;1004;1006;2004;2026h\x1b[20h\x1b=\x1b[>4;1m\x1b[?1049h\x1b[>3u")
	want := emulator.Modes{
		AltScreen: true, AppCursor: true, AppKeypad: true, BracketedPaste: true, Focus: true,
		Mouse: emulator.MouseAny, MouseEncoding: emulator.MouseEncodingSGR, Backarrow: true, NewLine: true,
		Synchronized: true, ModifyOther: 1, KittyFlags: 3,
	}
	if s.Modes != want {
		t.Errorf("%+v", s.Modes)
	}
	term := newTerm(20, 6)
	feed(t, term, "\x1b[?1000;1006h\x1b[?1003l") // another mode than the one that holds
	if m := feed(t, term, "").Modes; m.Mouse != emulator.MouseNormal {
		t.Errorf("%+v", m)
	}
	if m := feed(t, term, "\x1b[?1000s\x1b[?1000l\x1b[?1000r").Modes; m.Mouse != emulator.MouseNormal {
		t.Errorf("XTSAVE, XTRESTORE: %+v", m)
	}
	if m := feed(t, term, "\x1bc").Modes; m != (emulator.Modes{}) {
		t.Errorf("RIS: %+v", m)
	}
}

func TestSynchronizedUpdate(t *testing.T) {
	term := newTerm(20, 6)
	feed(t, term, "\x1b[?2026h")
	if !term.Synchronized() {
		t.Error("2026 set: not synchronized")
	}
	term.EndSynchronized()
	if term.Synchronized() {
		t.Error("ended from outside: still synchronized")
	}
	feed(t, term, "\x1b[?2026h")
	term.Resize(30, 6)
	if term.Synchronized() {
		t.Error("resized: still synchronized")
	}
	if feed(t, term, "\x1b[?2026h\x1b[?2026l"); term.Synchronized() {
		t.Error("2026 reset: still synchronized")
	}
}

// While an update is open the screen is as it was when it was opened; what
// keys send is not.
func TestSynchronizedUpdateIsFrozen(t *testing.T) {
	term := newTerm(20, 3)
	s := feed(t, term, "before\x1b[?2026h\x1b[2J\x1b[Hafter\x1b]2;title\a\x1b[?1h")
	if s.Text() != "before" || s.Cursor.Col != 6 || s.Title != "" || !s.Modes.AppCursor || !s.Modes.Synchronized {
		t.Errorf("%q %+v %q %+v", s.Text(), s.Cursor, s.Title, s.Modes)
	}
	if s = feed(t, term, "\x1b[?1049hx\n\n\n\x1b[?2026h"); s.Text() != "before" {
		t.Errorf("opened again: %q", s.Text())
	}
	if s = feed(t, term, "\x1b[?1049l\x1b[?2026l"); s.Text() != "after" || s.Title != "title" {
		t.Errorf("closed: %q", s.Text())
	}
	feed(t, term, "\x1b[?2026hx")
	term.EndSynchronized()
	if s = feed(t, term, ""); s.Text() != "afterx" {
		t.Errorf("ended from outside: %q", s.Text())
	}
	feed(t, term, "\x1b[?2026hy")
	term.Resize(30, 3)
	if s = feed(t, term, ""); s.Text() != "afterxy" || s.Cols != 30 {
		t.Errorf("resized: %q", s.Text())
	}
	if s = feed(t, term, "\x1b[?2026h\x1bcz"); s.Text() != "z" {
		t.Errorf("reset: %q", s.Text())
	}
}

func TestTitles(t *testing.T) {
	term := newTerm(20, 6)
	for _, tt := range []struct{ in, title, icon string }{
		{"\x1b]0;✜ok\a", "✜ok", "✜ok"},
		{"\x1b]2;a;b\x1b\\", "a;b", "✜ok"},
		{"\x1b]1;i\a", "a;b", "i"},
		{"\x1b[22;0t\x1b]0;new\a", "new", "new"},
		{"\x1b[23;2t", "a;b", "new"},
		{"\x1b]2;x\u009b\x01y\xffz\a", "xy\ufffdz", "new"},
		{"\x1b]2;" + strings.Repeat("é", 5000) + "\a", strings.Repeat("é", 512), "new"},
		{"\x1b]2;" + strings.Repeat("x", 100_000) + "\a", strings.Repeat("é", 512), "new"},
		{"\x1b]2;cancelled\x18", strings.Repeat("é", 512), "new"},
	} {
		s := feed(t, term, tt.in)
		if s.Title != tt.title || s.Icon != tt.icon {
			t.Errorf("%.40q: title %.40q, icon %.40q", tt.in, s.Title, s.Icon)
		}
	}
	if s := feed(t, term, "\a\a"); s.Bells != 2 {
		t.Errorf("%d bells", s.Bells)
	}
}

func TestPalette(t *testing.T) {
	term := newTerm(20, 6)
	first := feed(t, term, "\x1b]4;1;rgb:1/2/3;200;#abcdef\a\x1b]10;rgb:ffff/8080/0000\a\x1b]12;#123456\a")
	want := emulator.Palette{
		Fg: emulator.RGB(0xff, 0x80, 0), Cursor: emulator.RGB(0x12, 0x34, 0x56),
		Indexed: map[uint8]emulator.Color{1: emulator.RGB(0x11, 0x22, 0x33), 200: emulator.RGB(0xab, 0xcd, 0xef)},
	}
	if d := cmp.Diff(want, first.Palette); d != "" {
		t.Error(d)
	}
	second := feed(t, term, "\x1b]104;1\a\x1b]110\a")
	if len(first.Palette.Indexed) != 2 {
		t.Error("a palette in a screen has changed")
	}
	if d := cmp.Diff(map[uint8]emulator.Color{200: emulator.RGB(0xab, 0xcd, 0xef)}, second.Palette.Indexed); d != "" || second.Palette.Fg != emulator.DefaultColor {
		t.Error(d, second.Palette)
	}
	if p := feed(t, term, "\x1b]104\a\x1b]112\a").Palette; len(p.Indexed) != 0 || p.Cursor != emulator.DefaultColor {
		t.Errorf("%+v", p)
	}
	if p := feed(t, term, "\x1b]4;300;#000\a\x1b]4;x;#000\a\x1b]4;1;nonsense\a\x1b]11;rgb:1/2\a").Palette; len(p.Indexed) != 0 || p.Bg != emulator.DefaultColor {
		t.Errorf("%+v", p)
	}
}

func TestShellMarks(t *testing.T) {
	term := newTerm(20, 3)
	feed(t, term, "\x1b]133;A\a$ \x1b]133;B\als\r\n\x1b]133;C\x1b\\1\r\n2\r\n3\r\n\x1b]133;D;1\a\x1b[?1049h\x1b]133;A;k=s\a")
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

func TestSnapshotGenerations(t *testing.T) {
	term := newTerm(10, 4)
	var s emulator.Screen
	write := func(in string) []uint64 {
		if err := term.Write([]byte(in)); err != nil {
			t.Fatal(err)
		}
		before := append([]uint64(nil), s.Gen...)
		term.Snapshot(&s)
		return before
	}
	changed := func(before []uint64) (rows []int) {
		for r := range before {
			if before[r] != s.Gen[r] {
				rows = append(rows, r)
			}
		}
		return rows
	}
	write("a\r\nb\r\nc")
	if rows := changed(write("")); rows != nil {
		t.Errorf("nothing written: rows %v changed", rows)
	}
	if rows := changed(write("\x1b[2;1Hb")); rows != nil {
		t.Errorf("the same written again: rows %v changed", rows)
	}
	if rows := changed(write("\x1b[2;1Hx")); !cmp.Equal(rows, []int{1}) {
		t.Errorf("row 1 written: rows %v changed", rows)
	}
	if rows := changed(write("\x1b[4;1H\n")); !cmp.Equal(rows, []int{0, 1, 2}) {
		t.Errorf("scrolled: rows %v changed", rows)
	}
	if rows := changed(write("\x1b[?1049h\x1b[?1049l")); rows != nil {
		t.Errorf("alternate screen and back: rows %v changed", rows)
	}
	if got := s.Text(); got != "x\nc" {
		t.Errorf("%q", got)
	}
	var fresh emulator.Screen
	term.Snapshot(&fresh)
	if !fresh.SameCells(&s) {
		t.Error("a fresh snapshot differs from a kept one")
	}
}

func TestResize(t *testing.T) {
	term := newTerm(10, 4)
	feed(t, term, "1\r\n2\r\n3\r\n4 long\x1b[1;4r")
	term.Resize(5, 2)
	s := feed(t, term, "")
	if got := show(s); got != "1⏎2|0,0" {
		t.Errorf("%s", got)
	}
	term.Resize(8, 3)
	if s = feed(t, term, "\x1b[3;1H\n"); s.Cols != 8 || s.Rows != 3 || len(s.Cells) != 24 {
		t.Errorf("%dx%d, %d cells", s.Cols, s.Rows, len(s.Cells))
	}
	for _, size := range [][2]int{{0, 0}, {-1, 5}, {1, 1}, {3, 1}, {1000, 2}, {20, 5}} {
		term.Resize(size[0], size[1])
		s = feed(t, term, "\x1b[99;99H中x\r\n\x1b[L\x1b[M\x1bM\x1b[99@")
		if len(s.Cells) != s.Cols*s.Rows || s.Cursor.Row >= s.Rows || s.Cursor.Col >= s.Cols {
			t.Errorf("%v: %+v", size, s.Cursor)
		}
	}
}

func TestResizeKeepsTheCursorRow(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"primary", "1\r\n2\r\n3\r\n$ ", "3⏎$|2,1"},
		{"cursor above the new bottom", "1\r\n2\r\n3\r\n4\x1b[1;2H", "1⏎2|1,0"},
		{"while the alternate screen is shown", "1\r\n2\r\n3\r\n$ \x1b[?1049hfull", "3⏎$|2,1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := newTerm(10, 4)
			feed(t, term, tt.in)
			term.Resize(10, 2)
			in := ""
			if strings.Contains(tt.in, "1049") {
				in = "\x1b[?1049l"
			}
			s := feed(t, term, in)
			if got := show(s); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if s.Scrolled != len(term.Scrollback()) || (s.Scrolled == 2) != (s.Row(0)[0].Glyph == '3') {
				t.Errorf("scrolled %d, %d lines kept", s.Scrolled, len(term.Scrollback()))
			}
		})
	}
}

// 03: the saved cursor of the hidden screen must not be left outside.
func TestResizeWhileHidden(t *testing.T) {
	term := newTerm(28, 6)
	feed(t, term, "\x1b[28G\x1b[?1049h")
	term.Resize(21, 7)
	if s := feed(t, term, "\x1b[?1049l\x1b[gX"); s.Cursor.Col >= 21 {
		t.Errorf("%+v", s.Cursor)
	}
}

func TestInBandResize(t *testing.T) {
	term := newTerm(20, 6)
	feed(t, term, "\x1b[?2048h")
	term.Resize(30, 5)
	if got := string(term.Replies()); got != "\x1b[48;6;20;120;200t\x1b[48;5;30;100;300t" {
		t.Errorf("%q", got)
	}
}

func TestFault(t *testing.T) {
	term := newTerm(10, 2)
	feed(t, term, "before")
	term.(*terminal).tabs = nil // an engine that is broken
	err := term.Write([]byte("x\tboom"))
	var f *emulator.Fault
	if !errors.As(err, &f) || !strings.HasSuffix(string(f.Tail), "beforex\t") {
		t.Fatalf("%v", err)
	}
	if err := term.Write([]byte("more")); !errors.As(err, &f) {
		t.Errorf("after a fault: %v", err)
	}
	term.Resize(20, 5)
	var s emulator.Screen
	term.Snapshot(&s)
	if s.Text() != "beforex" {
		t.Errorf("%q", s.Text())
	}
}
