package redraw

import (
	"testing"

	"scenario/emulator"
	"scenario/emulator/xvt"
)

func screen(t *testing.T, cols, rows int, output ...string) (emulator.Terminal, *emulator.Screen) {
	t.Helper()
	term := xvt.New(emulator.Options{Cols: cols, Rows: rows})
	for _, o := range output {
		if err := term.Write([]byte(o)); err != nil {
			t.Fatal(err)
		}
	}
	s := new(emulator.Screen)
	term.Snapshot(s)
	return term, s
}

// check draws next over a terminal that shows what output made.
func check(t *testing.T, old *emulator.Screen, next *emulator.Screen, output ...string) {
	t.Helper()
	term, got := screen(t, next.Cols, next.Rows, output...)
	if err := term.Write(Append(nil, old, next)); err != nil {
		t.Fatal(err)
	}
	term.Snapshot(got)
	if got.Cursor != next.Cursor {
		t.Errorf("cursor %+v, not %+v", got.Cursor, next.Cursor)
	}
	if got.Palette.Reverse != next.Palette.Reverse {
		t.Errorf("reverse video %v", got.Palette.Reverse)
	}
	for i, c := range got.Cells {
		want := next.Cells[i]
		if got.Table.Text(c.Glyph) != next.Table.Text(want.Glyph) || c.Fg != want.Fg || c.Bg != want.Bg ||
			c.Attr != want.Attr || got.Table.Ext(c.Ext) != next.Table.Ext(want.Ext) {
			t.Errorf("row %d, column %d: %+v, not %+v", i/next.Cols, i%next.Cols, c, want)
		}
	}
}

func TestAppend(t *testing.T) {
	for name, output := range map[string]string{
		"text":      "hello\r\n\r\nworld",
		"attr":      "\x1b[1;3;4mbold\x1b[m \x1b[2;9;53mdim\x1b[m \x1b[4:3;58:2::1:2:3mcurl\x1b[m \x1b[7;8;5mrev",
		"colours":   "\x1b[31;102mansi\x1b[38;5;208;48;5;17m256\x1b[38;2;1;2;3;48;2;200;100;50mrgb",
		"wide":      "日本 👩‍👩‍👧‍👧|é e\u0301|🇩🇪",
		"blanks":    "\x1b[44m\x1b[2J\x1b[2;3H  \x1b[mx\x1b[K",
		"last":      "\x1b[4;20Hx\x1b[4;19Hy",
		"cursor":    "a\x1b[?25l\x1b[3 q",
		"link":      "\x1b]8;id=1;http://a.example\x1b\\there\x1b]8;;\x1b\\ gone",
		"reverse":   "\x1b[?5hlight",
		"combining": "a\u0300\u0301b\u200dc",
	} {
		t.Run(name, func(t *testing.T) {
			term, old := screen(t, 20, 4, "before \x1b[41mall\x1b[m\r\nrows")
			before := old.Clone()
			if err := term.Write([]byte("\x1bc" + output)); err != nil {
				t.Fatal(err)
			}
			next := new(emulator.Screen)
			term.Snapshot(next)
			check(t, nil, next, "any \x1b[1;41mthing\x1b[5;9r\x1b[?25;5l\x1b[?5h")
			check(t, before, next, "before \x1b[41mall\x1b[m\r\nrows")
			if b := Append(nil, next, next); len(b) != 0 {
				t.Errorf("a redraw of the same is %q", b)
			}
		})
	}
}
