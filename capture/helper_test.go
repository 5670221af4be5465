package capture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"strings"
	"testing"
	"time"

	"scenario/capture/cast"
	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/event"

	"github.com/kettek/apng"
)

// A run writes the two logs by hand. Times are in ms.
type run struct {
	t    testing.TB
	log  []event.Envelope
	cast map[string]*session
	now  *session
}

type session struct {
	name string
	buf  bytes.Buffer
	w    *cast.Writer
}

func newRun(t testing.TB, cols, rows int) *run {
	t.Helper()
	r := &run{t: t, cast: map[string]*session{}}
	r.open("main", cols, rows)
	return r
}

// open begins a session; what follows is its.
func (r *run) open(name string, cols, rows int) {
	r.t.Helper()
	s := &session{name: name}
	var err error
	if s.w, err = cast.NewWriter(&s.buf, cast.Header{Version: 3, Cols: cols, Rows: rows}); err != nil {
		r.t.Fatal(err)
	}
	r.cast[name], r.now = s, s
}

func (r *run) use(name string) { r.now = r.cast[name] }

func (r *run) line(ms int, code cast.Code, data string) {
	r.t.Helper()
	if err := r.now.w.Write(cast.Event{Time: time.Duration(ms) * time.Millisecond, Code: code, Data: data}); err != nil {
		r.t.Fatal(err)
	}
}

func (r *run) out(ms int, data string) { r.t.Helper(); r.line(ms, cast.Output, data) }

func (r *run) note(p event.TimelinePayload) {
	p.CastSeq, p.Session = r.now.w.Events(), r.now.name
	r.log = append(r.log, event.Envelope{Kind: event.Timeline, Payload: p, Seq: len(r.log) + 1})
}

func (r *run) settled()       { r.note(event.TimelinePayload{Do: event.DoSettled}) }
func (r *run) hold(ms int64)  { r.note(event.TimelinePayload{Do: event.DoHold, Ms: ms}) }
func (r *run) hide(on bool)   { r.note(event.TimelinePayload{Do: event.DoHide, On: on}) }
func (r *run) typed(step int) { r.note(event.TimelinePayload{Do: event.DoType, StepIndex: step}) }
func (r *run) input(in event.Input, step int) {
	r.note(event.TimelinePayload{Do: event.DoInput, Input: in, StepIndex: step})
}

func (r *run) exit(ms int, ended bool) {
	r.line(ms, cast.Exit, "0")
	r.log = append(r.log, event.Envelope{Kind: event.SessionExited, Payload: event.SessionExitedPayload{Session: r.now.name, Ended: ended}})
}

func (r *run) source() *Source {
	return &Source{Log: r.log, Engines: emulator.Engines{"core": core.New}, Fonts: font.NewSet(), Cast: func(name string) (io.ReadCloser, error) {
		s := r.cast[name]
		if s == nil {
			return nil, fmt.Errorf("no session %s", name)
		}
		return io.NopCloser(bytes.NewReader(s.buf.Bytes())), nil
	}}
}

func look() event.Look {
	return event.Look{Theme: "one-dark", FontSize: 12, LineHeight: 1, Scale: 1, Cursor: true}
}

func steady() event.Pace {
	return event.Pace{Timeline: "steady", TypingMs: 50, KeyMs: 100, BeatMs: 400, ReadMs: 1500, IdleMs: 2000, EndMs: 3000, Speed: 1}
}

func real() event.Pace {
	p := steady()
	p.Timeline, p.IdleMs, p.EndMs = "real", 0, 0
	return p
}

// record draws the session main as files of the formats.
func record(t testing.TB, s *Source, r event.Record, l event.Look, p event.Pace, formats ...string) (Info, map[string][]byte) {
	t.Helper()
	if r.Session == "" {
		r.Session = "main"
	}
	var files []File
	out := map[string]*bytes.Buffer{}
	for _, f := range formats {
		out[f] = new(bytes.Buffer)
		files = append(files, File{Path: "x." + f, W: out[f]})
	}
	info, err := s.Record(r, l, p, files)
	if err != nil {
		t.Fatal(err)
	}
	b := map[string][]byte{}
	for f, buf := range out {
		b[f] = buf.Bytes()
	}
	return info, b
}

// movie is what a viewer sees: whole pictures, and how long each stands.
type movie struct {
	frames []*image.RGBA
	delays []time.Duration
}

func (m *movie) sum() time.Duration {
	var sum time.Duration
	for _, d := range m.delays {
		sum += d
	}
	return sum
}

func (m *movie) add(canvas *image.RGBA, d time.Duration) {
	c := *canvas
	c.Pix = append([]uint8(nil), canvas.Pix...)
	m.frames, m.delays = append(m.frames, &c), append(m.delays, d)
}

func playGIF(t testing.TB, b []byte) *movie {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	m := &movie{}
	canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, p := range g.Image {
		draw.Draw(canvas, p.Rect, p, p.Rect.Min, draw.Over)
		m.add(canvas, time.Duration(g.Delay[i])*10*time.Millisecond)
	}
	return m
}

func playAPNG(t testing.TB, b []byte) *movie {
	t.Helper()
	a, err := apng.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	m := &movie{}
	canvas := image.NewRGBA(a.Frames[0].Image.Bounds())
	for _, f := range a.Frames {
		r := f.Image.Bounds().Sub(f.Image.Bounds().Min).Add(image.Pt(f.XOffset, f.YOffset))
		draw.Draw(canvas, r, f.Image, f.Image.Bounds().Min, draw.Src)
		m.add(canvas, time.Duration(float64(time.Second)*f.GetDelay()+.5))
	}
	return m
}

// text returns the text of every frame of a recording.
func (s *Source) text(t testing.TB, r event.Record, p event.Pace) (texts []string, delays []time.Duration) {
	t.Helper()
	if r.Session == "" {
		r.Session = "main"
	}
	plan, err := s.timeline(r, event.Look{Cursor: true}, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.distinct(plan, func(*shown, *emulator.Screen) error { return nil }); err != nil {
		t.Fatal(err)
	}
	err = s.each(plan, func(i int, scr *emulator.Screen) error {
		texts = append(texts, strings.TrimRight(scr.Text(), "\n"))
		delays = append(delays, plan.delay(i))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts, delays
}

// colours counts the colours of a picture.
func colours(img image.Image) map[color.RGBA]int {
	n := map[color.RGBA]int{}
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			n[color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)]++
		}
	}
	return n
}

func msec(n ...int) []time.Duration {
	var d []time.Duration
	for _, v := range n {
		d = append(d, time.Duration(v)*time.Millisecond)
	}
	return d
}
