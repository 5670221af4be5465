package capture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"time"

	"scenario/capture/cast"
	"scenario/event"

	"github.com/google/go-cmp/cmp"
)

func TestEqualScreensAreOneFrame(t *testing.T) {
	r := newRun(t, 20, 3)
	r.out(100, "one")
	r.out(200, "\x1b[1m\x1b[m") // nothing to be seen
	r.out(300, "\rone")
	r.out(400, "\r\ntwo")
	r.out(500, "\x1b]0;title\a")
	r.out(900, "\x1b[2K\rtwo")
	r.exit(1000, false)
	texts, delays := r.source().text(t, event.Record{}, real())
	if diff := cmp.Diff([]string{"one", "one\ntwo"}, texts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(msec(300, 600), delays); diff != "" {
		t.Error(diff)
	}
}

func TestBlankScreensAtTheStartAreDropped(t *testing.T) {
	r := newRun(t, 20, 3)
	r.out(0, "\x1b[2J")
	r.out(1000, "\x1b[H")
	r.out(2000, "here")
	r.out(2500, "\x1b[2J\x1b[H") // blank, but not at the start
	r.out(3000, "again")
	r.exit(4000, false)
	texts, delays := r.source().text(t, event.Record{}, real())
	if diff := cmp.Diff([]string{"here", "", "again"}, texts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(msec(500, 500, 1000), delays); diff != "" {
		t.Error(diff)
	}
}

// A recording of nothing is one blank picture, not an error.
func TestAllBlank(t *testing.T) {
	r := newRun(t, 10, 2)
	r.out(0, "\x1b[2J")
	r.out(1000, "\x1b[5;5H")
	r.exit(2000, false)
	info, out := record(t, r.source(), event.Record{}, look(), real(), "gif")
	if m := playGIF(t, out["gif"]); len(m.frames) != 1 || info.Play != time.Second {
		t.Errorf("%d frames, %v", len(m.frames), info.Play)
	}
}

// A recording is as large as its largest screen, and no larger than what is
// shown of it.
func TestResize(t *testing.T) {
	r := newRun(t, 40, 2)
	r.hide(true)
	r.line(0, cast.Resize, "300x90") // not seen
	r.out(1, "hidden")
	r.line(2, cast.Resize, "10x2")
	r.out(3, "\x1b[2J\x1b[Hsmall")
	r.hide(false)
	r.settled()
	r.input(event.InputResize, 2)
	r.line(5, cast.Resize, "20x4")
	r.out(6, "\x1b[2J\x1b[Hlarge\x1b[4;20H#")
	r.settled()
	r.input(event.InputResize, 3)
	r.line(7, cast.Resize, "12x3")
	r.out(8, "\x1b[2J\x1b[Hsmall again")
	r.settled()
	info, out := record(t, r.source(), event.Record{}, look(), steady(), "gif", "apng", "cast")
	if info.Cols != 20 || info.Rows != 4 {
		t.Errorf("%dx%d cells", info.Cols, info.Rows)
	}
	m := playGIF(t, out["gif"])
	if len(m.frames) != 3 {
		t.Fatalf("%d frames", len(m.frames))
	}
	cell := image.Pt(info.Width/20, info.Height/4)
	corner := image.Rect(19*cell.X, 3*cell.Y, 20*cell.X, 4*cell.Y)
	for i, ink := range []bool{false, true, false} {
		if got := len(colours(m.frames[i].SubImage(corner))) > 1; got != ink {
			t.Errorf("frame %d: ink in the corner: %v", i, got)
		}
	}
	for i, f := range playAPNG(t, out["apng"]).frames {
		if !bytes.Equal(f.Pix, m.frames[i].Pix) {
			t.Errorf("frame %d: GIF and APNG differ", i)
		}
	}
}

// Every colour of every cell is exact: the palette is that of the whole
// recording, whatever its first screen has.
func TestColorsAreExact(t *testing.T) {
	r := newRun(t, 16, 2)
	r.out(0, "\x1b[?25l.")
	r.settled()
	for i := range 16 {
		r.input(event.InputKey, i+2)
		r.out(i, fmt.Sprintf("\x1b[2;%dH\x1b[48;2;%d;%d;9m ", i+1, 10*i, 200-i))
		r.settled()
	}
	info, out := record(t, r.source(), event.Record{}, look(), steady(), "gif", "apng")
	g, a := playGIF(t, out["gif"]), playAPNG(t, out["apng"])
	for name, m := range map[string]*movie{"gif": g, "apng": a} {
		last := m.frames[len(m.frames)-1]
		for i := range 16 {
			want := color.RGBA{uint8(10 * i), uint8(200 - i), 9, 255}
			if got := last.RGBAAt(i*info.Width/16+1, info.Height-1); got != want {
				t.Errorf("%s, cell %d: %v, not %v", name, i, got, want)
			}
		}
	}
}

func TestCursor(t *testing.T) {
	r := newRun(t, 10, 2)
	r.out(0, "ab")
	r.settled()
	for i := range 4 {
		r.input(event.InputKey, i+2)
		r.out(i, fmt.Sprintf("\x1b[1;%dH", i+1))
		r.settled()
	}
	_, out := record(t, r.source(), event.Record{}, look(), steady(), "gif")
	if n := len(playGIF(t, out["gif"]).frames); n != 5 {
		t.Errorf("a moving cursor makes %d frames", n)
	}
	l := look()
	l.Cursor = false
	info, out := record(t, r.source(), event.Record{}, l, steady(), "gif")
	m := playGIF(t, out["gif"])
	if len(m.frames) != 1 || (m.sum()-info.Play).Abs() > 5*time.Millisecond {
		t.Errorf("a cursor that is not drawn makes %d frames, %v of %v", len(m.frames), m.sum(), info.Play)
	}
}

// O07: what lies between the beginning and the end of a synchronized update is
// never seen; one that is not ended is seen from the moment at which the run cut
// it off.
func TestSynchronizedUpdates(t *testing.T) {
	r := newRun(t, 20, 2)
	r.out(0, "before")
	r.out(1000, "\x1b[?2026h\x1b[2J")
	r.out(1100, "\x1b[Haf")
	r.out(1200, "ter")
	r.out(1300, "\x1b[?2026l")
	r.out(2000, "\x1b[?2026h\x1b[2J\x1b[Hnever ended")
	r.line(2900, cast.Marker, "something else")
	r.note(event.TimelinePayload{Do: event.DoSyncCut})
	r.out(3500, "!")
	r.exit(4000, false)
	texts, delays := r.source().text(t, event.Record{}, real())
	if diff := cmp.Diff([]string{"before", "after", "never ended", "never ended!"}, texts); diff != "" {
		t.Error(diff)
	}
	// The cut is known by the line after which it came: the next paint shows it.
	if sum := delays[0] + delays[1] + delays[2] + delays[3]; sum != 4*time.Second || delays[0] != 1300*time.Millisecond {
		t.Errorf("%v", delays)
	}
	_, out := record(t, r.source(), event.Record{}, look(), real(), "gif")
	if n := len(playGIF(t, out["gif"]).frames); n != 4 {
		t.Errorf("%d frames", n)
	}
}

func TestHiddenSteps(t *testing.T) {
	r := newRun(t, 30, 3)
	r.input(event.InputLaunch, 1)
	r.out(0, "$ ")
	r.settled()
	r.hide(true)
	r.out(10, "secret set-up")
	r.typed(2)
	r.input(event.InputEnter, 2)
	r.out(20, "\x1b[2J\x1b[H$ ready")
	r.hide(false)
	r.out(30, " now")
	r.settled()
	r.hold(1000)
	texts, delays := r.source().text(t, event.Record{}, steady())
	if diff := cmp.Diff([]string{"$", "$ ready now"}, texts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(msec(1500, 4000), delays); diff != "" {
		t.Error(diff)
	}
}

func TestSeveralSessions(t *testing.T) {
	r := newRun(t, 10, 2)
	r.open("other", 20, 5)
	r.use("main")
	r.out(0, "main")
	r.settled()
	r.use("other")
	r.out(0, "the other")
	r.settled()
	r.use("main")
	r.input(event.InputKey, 2)
	r.out(10, " 2")
	r.settled()
	s := r.source()
	for name, want := range map[string][]string{"main": {"main", "main 2"}, "other": {"the other"}} {
		if texts, _ := s.text(t, event.Record{Session: name}, steady()); cmp.Diff(want, texts) != "" {
			t.Errorf("%s: %q", name, texts)
		}
	}
	info, _ := record(t, s, event.Record{Session: "other"}, look(), steady(), "gif")
	if info.Cols != 20 || info.Rows != 5 {
		t.Errorf("other is %dx%d", info.Cols, info.Rows)
	}
}

// A cast without a log plays as it was recorded, by its own idle limit.
func TestBareCast(t *testing.T) {
	var buf bytes.Buffer
	w, err := cast.NewWriter(&buf, cast.Header{Version: 2, Cols: 10, Rows: 2, IdleLimit: 500 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"a", "b", "c"} {
		if err := w.Write(cast.Event{Time: time.Duration(i*i) * 400 * time.Millisecond, Code: cast.Output, Data: text}); err != nil {
			t.Fatal(err)
		}
	}
	r := newRun(t, 10, 2)
	s := r.source()
	s.Cast = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(buf.Bytes())), nil }
	texts, delays := s.text(t, event.Record{}, steady())
	if diff := cmp.Diff([]string{"a", "ab", "abc"}, texts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(msec(400, 500, 3000), delays); diff != "" {
		t.Error(diff)
	}
}

// O28: a demo of few states is few frames and few bytes, with the exact times.
func TestFewStatesAreFewBytes(t *testing.T) {
	r := newRun(t, 100, 30)
	for i := 1; i <= 5; i++ {
		r.out((i-1)*3000, fmt.Sprintf("line %d\r\n", i))
	}
	r.exit(15000, false)
	l := look()
	l.FontSize = 16
	info, out := record(t, r.source(), event.Record{}, l, real(), "gif", "apng")
	m := playGIF(t, out["gif"])
	if diff := cmp.Diff(msec(3000, 3000, 3000, 3000, 3000), m.delays); diff != "" {
		t.Error(diff)
	}
	if n := len(out["gif"]); n >= 60_000 {
		t.Errorf("%d bytes", n)
	}
	if info.Play != 15*time.Second || playAPNG(t, out["apng"]).sum() != info.Play {
		t.Errorf("plays %v", info.Play)
	}
}

// O29: a frame's delay is the time until the next change.
func TestDelaysAreNotShifted(t *testing.T) {
	r := newRun(t, 20, 3)
	r.out(30, "X")
	r.out(1030, "-")
	r.out(1130, "X")
	r.exit(2130, false)
	s := r.source()
	texts, delays := s.text(t, event.Record{}, real())
	if diff := cmp.Diff([]string{"X", "X-", "X-X"}, texts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(msec(1000, 100, 1000), delays); diff != "" {
		t.Error(diff)
	}
	_, out := record(t, s, event.Record{}, look(), real(), "gif", "apng")
	for name, m := range map[string]*movie{"gif": playGIF(t, out["gif"]), "apng": playAPNG(t, out["apng"])} {
		if diff := cmp.Diff(msec(1000, 100, 1000), m.delays); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// O08: output that comes faster than frames costs no time.
func TestRealTakesAsLongAsTheRun(t *testing.T) {
	r := newRun(t, 20, 3)
	r.settled() // a log, so that the times of the steps hold
	for i := range 7000 {
		r.out(i/2, fmt.Sprintf("y %d\r\n", i))
	}
	r.out(6500, "end")
	r.note(event.TimelinePayload{Do: event.DoEnd})
	r.exit(8500, false)
	info, out := record(t, r.source(), event.Record{FPS: 30}, look(), real(), "gif", "apng")
	for name, m := range map[string]*movie{"gif": playGIF(t, out["gif"]), "apng": playAPNG(t, out["apng"])} {
		if off := (m.sum() - 8500*time.Millisecond).Abs(); off > 20*time.Millisecond {
			t.Errorf("%s plays %v, the run took 8.5s", name, m.sum())
		}
		if n := len(m.frames); n < 95 || n > 110 {
			t.Errorf("%s has %d frames for 3.5 s of output", name, n)
		}
	}
	if info.Play != 8500*time.Millisecond {
		t.Errorf("plays %v", info.Play)
	}
}

// O27: with more colours than a palette holds an APNG is exact, and a GIF near.
func TestTrueColor(t *testing.T) {
	r := newRun(t, 77, 9)
	var b strings.Builder
	b.WriteString("\x1b[?25l")
	for row := range 9 {
		for c := range 77 {
			fmt.Fprintf(&b, "\x1b[%d;%dH\x1b[48;2;%d;%d;%dm\x1b[38;2;%d;%d;%dm/", row+1, c+1,
				255-c*3, c*6%256, row*28, c*3, 255-c*6%256, 255-row*28)
		}
	}
	r.out(0, b.String())
	r.settled()
	r.input(event.InputKey, 2)
	r.out(1, "\x1b[1;1H\x1b[m ")
	r.settled()
	s := r.source()
	info, out := record(t, s, event.Record{}, look(), steady(), "gif", "apng")
	if !strings.HasPrefix(info.Note, "more than 256 colours") {
		t.Errorf("the note is %q", info.Note)
	}
	g, a := playGIF(t, out["gif"]), playAPNG(t, out["apng"])
	cell := image.Pt(info.Width/77, info.Height/9)
	var off, n int
	for row := range 9 {
		for c := 1; c < 77; c++ {
			x, y := c*cell.X, row*cell.Y // no ink of a slash in this corner
			want := color.RGBA{uint8(255 - c*3), uint8(c * 6 % 256), uint8(row * 28), 255}
			if got := a.frames[1].RGBAAt(x, y); got != want {
				t.Fatalf("apng, cell %d,%d: %v, not %v", row, c, got, want)
			}
			got := g.frames[1].RGBAAt(x, y)
			for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
				off, n = off+max(d, -d), n+1
			}
		}
	}
	if mean := float64(off) / float64(n); mean > 3 {
		t.Errorf("the mean error of the GIF is %.2f a channel", mean)
	}
	if diff := cmp.Diff(a.delays, g.delays, cmp.Comparer(func(a, b time.Duration) bool { return (a - b).Abs() < 10*time.Millisecond })); diff != "" {
		t.Error(diff)
	}
}

// O27: a gradient of 77 colours is exact in a GIF too.
func TestGradientIsNear(t *testing.T) {
	r := newRun(t, 77, 1)
	var b strings.Builder
	for c := range 77 {
		fmt.Fprintf(&b, "\x1b[48;2;%d;%d;%dm\x1b[38;2;%d;%d;%dm/", 255-c*3, c*3, c, c*3, 255-c*3, 255-c)
	}
	r.out(0, b.String())
	r.settled()
	info, out := record(t, r.source(), event.Record{}, look(), steady(), "gif")
	m := playGIF(t, out["gif"])
	for c := range 76 {
		got := m.frames[0].RGBAAt(c*info.Width/77, 0)
		for i, d := range []int{int(got.R) - (255 - c*3), int(got.G) - c*3, int(got.B) - c} {
			if d > 3 || d < -3 {
				t.Errorf("cell %d, channel %d is off by %d", c, i, d)
			}
		}
	}
}

func TestMissingGlyphs(t *testing.T) {
	r := newRun(t, 20, 1)
	r.out(0, "a \U000F0000 b")
	r.settled()
	info, _ := record(t, r.source(), event.Record{}, look(), steady(), "gif")
	if diff := cmp.Diff([]string{"U+F0000"}, info.Missing); diff != "" {
		t.Error(diff)
	}
}

// O30: the same run makes the same bytes, whatever the machine is set to.
func TestSameRunSameBytes(t *testing.T) {
	make := func(workers int) map[string][]byte {
		r := newRun(t, 40, 6)
		r.out(3, "\x1b[31mred\x1b[m plain 日本 \x1b[38;5;208m#\x1b[m")
		r.settled()
		r.input(event.InputKey, 2)
		r.out(workers*7, "\r\n\x1b[44;1mmore")
		r.settled()
		s := r.source()
		s.Workers = workers
		_, out := record(t, s, event.Record{}, look(), steady(), "gif", "apng", "cast", "svg", "sheet.png")
		scr, err := s.Screen("main", -1)
		if err != nil {
			t.Fatal(err)
		}
		for _, ext := range []string{"png", "txt"} {
			var b bytes.Buffer
			if _, err := s.Still(&b, "x."+ext, scr, look(), event.TimelinePayload{}); err != nil {
				t.Fatal(err)
			}
			out[ext] = b.Bytes()
		}
		return out
	}
	t.Setenv("TZ", "Asia/Kathmandu")
	t.Setenv("LC_ALL", "tr_TR.UTF-8")
	a := make(1)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	t.Setenv("TZ", "UTC")
	t.Setenv("LC_ALL", "C")
	b := make(3)
	for name := range a {
		if !bytes.Equal(a[name], b[name]) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestRecordErrors(t *testing.T) {
	r := newRun(t, 10, 2)
	r.out(0, "x")
	r.settled()
	s := r.source()
	lost := look()
	lost.Theme = "solarised-drak"
	huge := look()
	huge.FontSize = 100_000
	empty := newRun(t, 10, 2)
	for _, c := range []struct {
		name string
		s    *Source
		file string
		l    event.Look
		sess string
		want string
	}{
		{"theme", s, "x.gif", lost, "main", "unknown theme: solarised-drak"},
		{"format", s, "x.mpeg", look(), "main", "x.mpeg: not a format of recordings"},
		{"size", s, "x.gif", huge, "main", "font size 100000 is not from"},
		{"session", s, "x.gif", look(), "none", "no session none"},
		{"empty", empty.source(), "x.gif", look(), "main", "session main has nothing to show"},
	} {
		_, err := c.s.Record(event.Record{Session: c.sess}, c.l, steady(), []File{{Path: c.file, W: io.Discard}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	s.ReadFile = func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	if _, err := s.Theme("mine.json"); err == nil || err.Error() != "unknown theme, and no file of that name: mine.json" {
		t.Errorf("%v", err)
	}
	if _, err := s.Record(event.Record{Session: "main"}, look(), steady(), []File{{Path: "x.gif", W: full{}}}); err == nil {
		t.Error("a full disk is no error")
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("no space left on device") }
