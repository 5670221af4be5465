package capture

import (
	"bytes"
	"io"
	"testing"
	"time"

	"scenario/capture/cast"
	"scenario/event"

	"github.com/google/go-cmp/cmp"
)

// retimedRun is a run of a few screens, its output in pieces of n bytes.
func retimedRun(t *testing.T, n int) *Source {
	r := newRun(t, 20, 4)
	now := 0
	out := func(text string) {
		for ; len(text) > n; text = text[n:] {
			now += 3
			r.out(now, text[:n])
		}
		now += 5
		r.out(now, text)
	}
	r.input(event.InputLaunch, 1)
	out("\x1b[2J\x1b[H")
	out("$ ")
	r.settled()
	for _, c := range "é日" {
		out(string(c))
		r.typed(2)
	}
	r.input(event.InputEnter, 2)
	r.line(now, cast.Input, "\r")
	out("\r\n\x1b[31manswer\x1b[m \xff\r\n")
	r.settled()
	r.input(event.InputResize, 3)
	r.line(now, cast.Resize, "24x5")
	out("\x1b[?2026h\x1b[2J\x1b[Hresized")
	r.note(event.TimelinePayload{Do: event.DoSyncCut})
	r.settled()
	r.exit(now+100, true)
	return r.source()
}

func TestRetimedPlaysAsTheGIF(t *testing.T) {
	s := retimedRun(t, 7)
	info, out := record(t, s, event.Record{}, look(), steady(), "gif", "cast")
	want, delays := s.text(t, event.Record{}, steady())
	if len(want) != 5 || want[4] != "resized" {
		t.Fatalf("%q", want)
	}
	again := *s
	again.Log = nil
	again.Cast = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(out["cast"])), nil }
	pace := real()
	got, played := again.text(t, event.Record{FPS: 100}, pace)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(delays, played); diff != "" {
		t.Error(diff)
	}
	replayed, redrawn := record(t, &again, event.Record{FPS: 100}, look(), pace, "gif")
	if replayed.Play != info.Play {
		t.Errorf("the cast plays %v, the GIF %v", replayed.Play, info.Play)
	}
	if !bytes.Equal(redrawn["gif"], out["gif"]) {
		t.Error("the GIF of the cast is another")
	}
}

func TestRetimedVersions(t *testing.T) {
	s := retimedRun(t, 100)
	for _, version := range []int{2, 3} {
		var b bytes.Buffer
		info, err := s.Record(event.Record{Session: "main"}, look(), steady(), []File{{Path: "x.cast", W: &b, CastVersion: version}})
		if err != nil {
			t.Fatal(err)
		}
		if info.Width != 0 || info.Play == 0 {
			t.Errorf("%+v", info)
		}
		h, events, err := cast.Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		if h.Version != version || h.Cols != 20 || h.Rows != 4 || len(h.Theme.Palette) != 16 {
			t.Errorf("header %+v", h)
		}
		last := time.Duration(0)
		for e, err := range events {
			if err != nil {
				t.Fatal(err)
			}
			if e.Time < last || e.Code == cast.Input {
				t.Errorf("version %d: %+v after %v", version, e, last)
			}
			last = e.Time
		}
		if last != info.Play {
			t.Errorf("version %d ends at %v, not at %v", version, last, info.Play)
		}
	}
}

// The bytes are the same however the program's output came in pieces.
func TestRetimedIsDeterministic(t *testing.T) {
	var first []byte
	for _, n := range []int{1, 2, 3, 5, 100} {
		_, out := record(t, retimedRun(t, n), event.Record{}, look(), steady(), "cast")
		if first == nil {
			first = out["cast"]
		}
		if diff := cmp.Diff(string(first), string(out["cast"])); diff != "" {
			t.Errorf("pieces of %d: %s", n, diff)
		}
	}
}

// A bare cast keeps its output, and its resizes.
func TestRetimedBareCast(t *testing.T) {
	r := newRun(t, 20, 2)
	r.out(0, "\x1b[31ma")
	r.line(10, cast.Resize, "10x3")
	r.out(20, "b")
	r.out(5000, "c")
	r.exit(6000, false)
	s := r.source()
	s.Log = nil
	var b bytes.Buffer
	if _, err := s.Record(event.Record{Session: "main"}, look(), steady(), []File{{Path: "x.cast", W: &b}}); err != nil {
		t.Fatal(err)
	}
	h, events, err := cast.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range events {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Time.String()+" "+string(rune(e.Code))+" "+e.Data)
	}
	want := []string{"0s o \x1b[31ma", "0s r 10x3", "0s o b", "2.02s o c", "6.02s x 0"}
	if diff := cmp.Diff(want, got); diff != "" || h.Cols != 20 || h.Rows != 2 {
		t.Errorf("%dx%d: %s", h.Cols, h.Rows, diff)
	}
}
