package capture

import (
	"bytes"
	"testing"

	"scenario/event"
)

// What lies around the cells is in an SVG that moves, too.
func TestSVGHasItsSurroundings(t *testing.T) {
	r := newRun(t, 20, 3)
	r.out(3, "one")
	r.settled()
	r.input(event.InputKey, 2)
	r.out(30, "\r\ntwo")
	r.settled()
	for margin, want := range map[int]string{0: "", 12: `fill="url(#bg)"`} {
		l := look()
		l.Margin, l.Radius = margin, margin/2
		l.Background = "linear-gradient(90deg, #000000, #ffffff)"
		_, out := record(t, r.source(), event.Record{}, l, steady(), "svg")
		if !bytes.Contains(out["svg"], []byte(want)) || want == "" && bytes.Contains(out["svg"], []byte("#bg")) {
			t.Errorf("margin %d: no %s behind the cells", margin, want)
		}
		if bytes.Contains(out["svg"], []byte("<image")) {
			t.Errorf("margin %d: a picture of pixels", margin)
		}
		if !bytes.Contains(out["svg"], []byte("@keyframes")) {
			t.Error("nothing moves")
		}
	}
}

// A recording that starts elsewhere shows the same frames for the same times, in
// another order.
func TestStartTurnsTheRecording(t *testing.T) {
	r := newRun(t, 20, 3)
	for i, word := range []string{"one", "\r\ntwo", "\r\nthree"} {
		r.out(10*i, word)
		r.settled()
		r.hold(1000)
	}
	rec := event.Record{Session: "main"}
	_, out := record(t, r.source(), rec, look(), steady(), "gif")
	plain := playGIF(t, out["gif"])
	rec.StartMs = 1500
	_, out = record(t, r.source(), rec, look(), steady(), "gif")
	turned := playGIF(t, out["gif"])
	if plain.sum() != turned.sum() {
		t.Errorf("plays for %v, want %v", turned.sum(), plain.sum())
	}
	if n := len(plain.frames); n != 3 || len(turned.frames) != n+1 {
		t.Fatalf("%d frames, %d when turned", n, len(turned.frames))
	}
	for i, k := range []int{1, 2, 0, 1} {
		if !bytes.Equal(turned.frames[i].Pix, plain.frames[k].Pix) {
			t.Errorf("frame %d is not frame %d", i, k)
		}
	}
	rec.StartMs = 60_000
	if _, err := r.source().Record(rec, look(), steady(), []File{{Path: "x.gif", W: new(bytes.Buffer)}}); err == nil {
		t.Error("it can start after its end")
	}
}

// max_size is kept, and the note says what it took.
func TestMaxSizeIsKept(t *testing.T) {
	r := newRun(t, 60, 20)
	for i := range 20 {
		r.out(i*40, "The quick brown fox jumps over the lazy dog 0123456789\r\n")
		r.settled()
		r.input(event.InputKey, i+2)
	}
	rec := event.Record{Session: "main", MaxSize: 12_000}
	for _, format := range []string{"gif", "apng"} {
		info, out := record(t, r.source(), rec, look(), steady(), format)
		if n := int64(len(out[format])); n == 0 || n > rec.MaxSize || info.Note == "" {
			t.Errorf("%s: %d bytes, note %q", format, n, info.Note)
		}
	}
}
