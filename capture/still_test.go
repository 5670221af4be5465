package capture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/emulator/xvt"
	"scenario/event"
)

func stills(t *testing.T) (*Source, *emulator.Screen) {
	t.Helper()
	r := newRun(t, 12, 4)
	r.out(0, "first\r\n\x1b[48;2;1;2;3m  \x1b[m 日本\r\n\r\nlast")
	r.out(10, "\x1b[?25l")
	s := r.source()
	scr, err := s.Screen("main", -1)
	if err != nil {
		t.Fatal(err)
	}
	return s, scr
}

func still(t *testing.T, s *Source, path string, scr *emulator.Screen, crop *event.Rect) (Info, []byte) {
	t.Helper()
	var b bytes.Buffer
	info, err := s.Still(&b, path, scr, look(), event.TimelinePayload{Crop: crop})
	if err != nil {
		t.Fatal(err)
	}
	return info, b.Bytes()
}

func TestStillText(t *testing.T) {
	s, scr := stills(t)
	for _, c := range []struct {
		crop *event.Rect
		want string
	}{
		{nil, "first\n   日本\n\nlast\n"},
		{&event.Rect{Row1: 2, Col1: 3, Row2: 4, Col2: 5}, " 日\n\nst\n"},
		{&event.Rect{Row1: 1, Col1: 1, Row2: 1, Col2: 99}, "first\n"},
	} {
		if _, b := still(t, s, "x.txt", scr, c.crop); string(b) != c.want {
			t.Errorf("%v: %q, not %q", c.crop, b, c.want)
		}
	}
}

// A run is drawn in the terminal that its log names.
func TestTerminalOfTheLog(t *testing.T) {
	const family = "👩\u200d👧"
	for _, tt := range []struct {
		terminal event.Terminal
		engine   string
		col      int
	}{
		{event.Terminal{}, "core", 2},
		{event.Terminal{Engine: "core", Width: "grapheme"}, "core", 2},
		{event.Terminal{Engine: "core", Width: "wcwidth"}, "core", 4},
		{event.Terminal{Engine: "xvt", Width: "grapheme"}, "xvt", 2},
	} {
		r := newRun(t, 12, 4)
		r.log = append(r.log, event.Envelope{Kind: event.RunStarted, Payload: event.RunStartedPayload{Terminal: tt.terminal}})
		r.out(0, family)
		s := r.source()
		made := ""
		s.Engines = emulator.Engines{
			"core": func(o emulator.Options) emulator.Terminal { made = "core"; return core.New(o) },
			"xvt":  func(o emulator.Options) emulator.Terminal { made = "xvt"; return xvt.New(o) },
		}
		scr, err := s.Screen("main", -1)
		if err != nil {
			t.Fatal(err)
		}
		if scr.Cursor.Col != tt.col || made != tt.engine {
			t.Errorf("%+v: column %d, drawn by %s", tt.terminal, scr.Cursor.Col, made)
		}
	}
	for _, bad := range []event.Terminal{{Engine: "other"}, {Width: "other"}} {
		r := newRun(t, 12, 4)
		r.log = append(r.log, event.Envelope{Kind: event.RunStarted, Payload: event.RunStartedPayload{Terminal: bad}})
		r.out(0, family)
		if _, err := r.source().Screen("main", -1); err == nil || !strings.Contains(err.Error(), "other") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestStillCrop(t *testing.T) {
	s, scr := stills(t)
	whole, b := still(t, s, "x.PNG", scr, nil)
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, whole.Width, whole.Height) || whole.Cols != 12 || whole.Rows != 4 {
		t.Errorf("%v, %+v", img.Bounds(), whole)
	}
	cell := image.Pt(whole.Width/12, whole.Height/4)
	info, b := still(t, s, "x.png", scr, &event.Rect{Row1: 2, Col1: 1, Row2: 2, Col2: 2})
	if img, err = png.Decode(bytes.NewReader(b)); err != nil {
		t.Fatal(err)
	}
	if info.Width != 2*cell.X || info.Height != cell.Y || info.Cols != 2 || info.Rows != 1 {
		t.Errorf("%+v", info)
	}
	if got := colours(img); len(got) != 1 || got[color.RGBA{1, 2, 3, 255}] != 2*cell.X*cell.Y {
		t.Errorf("colours %v", got)
	}
	for _, rect := range []event.Rect{{Row1: 9, Col1: 1, Row2: 10, Col2: 3}, {Row1: 2, Col1: 5, Row2: 1, Col2: 2}} {
		if _, err := s.Still(io.Discard, "x.png", scr, look(), event.TimelinePayload{Crop: &rect}); err == nil || !strings.Contains(err.Error(), "nothing of a screen") {
			t.Errorf("%v: %v", rect, err)
		}
	}
	if _, err := s.Still(io.Discard, "x.jpg", scr, look(), event.TimelinePayload{}); err == nil {
		t.Error("a JPEG was written")
	}
}

// A still has every colour, however many there are.
func TestStillTrueColor(t *testing.T) {
	r := newRun(t, 100, 4)
	var b strings.Builder
	for i := range 400 {
		b.WriteString("\x1b[48;2;" + strings.Join([]string{strconv.Itoa(i % 256), strconv.Itoa(i / 2), strconv.Itoa(255 - i%200)}, ";") + "m ")
	}
	r.out(0, b.String())
	s := r.source()
	scr, err := s.Screen("main", -1)
	if err != nil {
		t.Fatal(err)
	}
	l := look()
	l.Cursor = false
	var buf bytes.Buffer
	if _, err := s.Still(&buf, "x.png", scr, l, event.TimelinePayload{}); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(colours(img)); n != 400 {
		t.Errorf("%d colours of 400", n)
	}
}

func TestScreensInOnePass(t *testing.T) {
	r := newRun(t, 12, 2)
	for _, text := range []string{"a", "b", "c", "d"} {
		r.out(0, text)
	}
	opened := 0
	s := r.source()
	open := s.Cast
	s.Cast = func(name string) (io.ReadCloser, error) { opened++; return open(name) }
	var got []string
	err := s.Screens("main", []int{0, 2, 2, 99}, func(i int, scr *emulator.Screen) error {
		got = append(got, scr.RowText(0))
		return nil
	})
	if diff := cmp.Diff([]string{"", "ab", "ab", "abcd"}, got); err != nil || diff != "" || opened != 1 {
		t.Errorf("%v, opened %d times: %s", err, opened, diff)
	}
}
