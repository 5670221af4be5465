package emutest

import (
	"fmt"
	"testing"

	"scenario/emulator"
)

func (e Engine) cursorIsGlobal(t *testing.T) {
	s := Feed(t, e.term(20, 6), "\x1b[?25l\x1b[3 q\x1b[?1049h\x1b[?25h\x1b[6 q\x1b[?1049l")
	if !s.Cursor.Visible || s.Cursor.Shape != emulator.CursorBar || s.Cursor.Blink {
		t.Errorf("28: %+v", s.Cursor)
	}
	s = Feed(t, e.term(20, 6), "\x1b7\x1b[?25l\x1b8")
	if s.Cursor.Visible {
		t.Error("28: DECRC shows the cursor")
	}
	for n, want := range []emulator.Cursor{
		{Visible: true}, {Visible: true, Blink: true}, {Visible: true},
		{Visible: true, Shape: emulator.CursorUnderline, Blink: true}, {Visible: true, Shape: emulator.CursorUnderline},
		{Visible: true, Shape: emulator.CursorBar, Blink: true}, {Visible: true, Shape: emulator.CursorBar},
	} {
		if got := Feed(t, e.term(20, 6), fmt.Sprintf("\x1b[%d q", n)).Cursor; got != want {
			t.Errorf("DECSCUSR %d: %+v", n, got)
		}
	}
}

func (e Engine) modesForKeys(t *testing.T) {
	s := Feed(t, e.term(20, 6), "\x1b[?1;67;1003;1004;1006;2004;2026h\x1b[20h\x1b=\x1b[>4;1m\x1b[?1049h\x1b[>3u")
	want := emulator.Modes{
		AltScreen: true, AppCursor: true, AppKeypad: true, BracketedPaste: true, Focus: true,
		Mouse: emulator.MouseAny, MouseEncoding: emulator.MouseEncodingSGR, Backarrow: true, NewLine: true,
		Synchronized: true, ModifyOther: 1, KittyFlags: 3,
	}
	if s.Modes != want {
		t.Errorf("%+v", s.Modes)
	}
	for _, m := range []struct {
		set  int
		want emulator.Modes
	}{
		{9, emulator.Modes{Mouse: emulator.MouseX10}}, {1000, emulator.Modes{Mouse: emulator.MouseNormal}},
		{1002, emulator.Modes{Mouse: emulator.MouseButton}}, {1003, emulator.Modes{Mouse: emulator.MouseAny}},
		{1005, emulator.Modes{MouseEncoding: emulator.MouseEncodingUTF8}}, {1006, emulator.Modes{MouseEncoding: emulator.MouseEncodingSGR}},
		{1015, emulator.Modes{MouseEncoding: emulator.MouseEncodingURXVT}}, {1016, emulator.Modes{MouseEncoding: emulator.MouseEncodingPixel}},
		{1, emulator.Modes{AppCursor: true}}, {66, emulator.Modes{AppKeypad: true}}, {67, emulator.Modes{Backarrow: true}},
		{1004, emulator.Modes{Focus: true}}, {2004, emulator.Modes{BracketedPaste: true}},
		{47, emulator.Modes{AltScreen: true}}, {1047, emulator.Modes{AltScreen: true}}, {1049, emulator.Modes{AltScreen: true}},
	} {
		term := e.term(20, 6)
		if got := Feed(t, term, fmt.Sprintf("\x1b[?%dh", m.set)).Modes; got != m.want {
			t.Errorf("mode %d: %+v", m.set, got)
		}
		if got := Feed(t, term, fmt.Sprintf("\x1b[?%dl", m.set)).Modes; got != (emulator.Modes{}) {
			t.Errorf("mode %d reset: %+v", m.set, got)
		}
	}
	term := e.term(20, 6)
	Feed(t, term, "\x1b[?1000;1006h\x1b[?1003l") // another mode than the one that holds
	if m := Feed(t, term, "").Modes; m.Mouse != emulator.MouseNormal {
		t.Errorf("%+v", m)
	}
	if m := Feed(t, term, "\x1b[?1000s\x1b[?1000l\x1b[?1000r").Modes; m.Mouse != emulator.MouseNormal {
		t.Errorf("XTSAVE, XTRESTORE: %+v", m)
	}
	if m := Feed(t, term, "\x1bc").Modes; m != (emulator.Modes{}) {
		t.Errorf("RIS: %+v", m)
	}
}

func (e Engine) synchronizedUpdate(t *testing.T) {
	term := e.term(20, 6)
	Feed(t, term, "\x1b[?2026h")
	if !term.Synchronized() {
		t.Error("2026 set: not synchronized")
	}
	term.EndSynchronized()
	if term.Synchronized() {
		t.Error("ended from outside: still synchronized")
	}
	Feed(t, term, "\x1b[?2026h")
	term.Resize(30, 6)
	if term.Synchronized() {
		t.Error("resized: still synchronized")
	}
	if Feed(t, term, "\x1b[?2026h\x1b[?2026l"); term.Synchronized() {
		t.Error("2026 reset: still synchronized")
	}
}

// While an update is open the screen is as it was when it was opened; what
// keys send is not.
func (e Engine) synchronizedUpdateIsFrozen(t *testing.T) {
	term := e.term(20, 3)
	s := Feed(t, term, "before\x1b[?2026h\x1b[2J\x1b[Hafter\x1b]2;title\a\x1b[?1h")
	if s.Text() != "before" || s.Cursor.Col != 6 || s.Title != "" || !s.Modes.AppCursor || !s.Modes.Synchronized {
		t.Errorf("%q %+v %q %+v", s.Text(), s.Cursor, s.Title, s.Modes)
	}
	if s = Feed(t, term, "\x1b[?1049hx\n\n\n\x1b[?2026h"); s.Text() != "before" {
		t.Errorf("opened again: %q", s.Text())
	}
	if s = Feed(t, term, "\x1b[?1049l\x1b[?2026l"); s.Text() != "after" || s.Title != "title" {
		t.Errorf("closed: %q", s.Text())
	}
	Feed(t, term, "\x1b[?2026hx")
	term.EndSynchronized()
	if s = Feed(t, term, ""); s.Text() != "afterx" {
		t.Errorf("ended from outside: %q", s.Text())
	}
	Feed(t, term, "\x1b[?2026hy")
	term.Resize(30, 3)
	if s = Feed(t, term, ""); s.Text() != "afterxy" || s.Cols != 30 {
		t.Errorf("resized: %q", s.Text())
	}
	if s = Feed(t, term, "\x1b[?2026h\x1bcz"); s.Text() != "z" {
		t.Errorf("reset: %q", s.Text())
	}
}

func (e Engine) wcwidth(t *testing.T) {
	term := e.New(emulator.Options{Cols: 20, Rows: 2, Width: emulator.WidthWcwidth})
	s := Feed(t, term, "👩\u200d👧|❤\ufe0f|e\u0301|中|\x1b[?2027$p")
	got := Show(s) + string(term.Replies())
	e.check(t, "wcwidth", got, "👩👧|❤\ufe0f|e\u0301|中||12,0\x1b[?2027;4$y")
}

func (e Engine) reverseVideo(t *testing.T) {
	term := e.New(queryOptions())
	for _, step := range []struct{ name, in, want string }{
		{"set", "\x1b[?5h", "true"},
		{"reset", "\x1b[?5l", "false"},
		{"set again, then RIS", "\x1b[?5h\x1bc", "false"},
	} {
		p := Feed(t, term, step.in).Palette
		e.check(t, "reverse video/"+step.name, fmt.Sprint(p.Reverse), step.want)
	}
}
