package html

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"

	"scenario/capture"
	"scenario/capture/cast"
	"scenario/emulator"
	"scenario/event"
)

const (
	// reserve is kept for the screens of an attempt when its recording and its
	// pictures take what is left.
	reserve = 128 << 10
	// maxDrawn is how many pictures of steps are drawn: some 5 ms each.
	maxDrawn = 300
	// maxPicture and maxText bound a file that is put into the page.
	maxPicture = 2 << 20
	maxText    = 256 << 10
)

// drawer writes what was seen of attempts.
type drawer struct {
	b     *blocks
	o     Options
	drawn int
}

func newDrawer(b *blocks, o Options) *drawer { return &drawer{b: b, o: o} }

// attempt writes the block id: screens, recordings, files and events of a run.
func (d *drawer) attempt(id string, a Attempt) {
	out := &screensData{Styles: []styleData{}, Lines: [][]runText{}, Screens: []screenData{}, Steps: []stepView{}}
	note := func(what string, err error) {
		if err != nil {
			out.Notes = append(out.Notes, what+": "+reason(err))
		}
	}
	for range a.State.Steps {
		out.Steps = append(out.Steps, stepView{Before: -1, After: -1})
	}
	log, err := readLog(a)
	note(event.LogName, err)
	out.Files = d.files(a)
	if log != nil && len(log.steps) <= len(out.Steps) {
		d.steps(a, log, out)
		for _, session := range log.sessions() {
			note(capture.CastName(session), d.recording(a, log, session, out))
			if d.o.Engines != nil {
				note("screens of "+session, d.screens(a, log, session, out))
			}
		}
		out.Events = d.b.shared("", log.raw)
	}
	data, err := json.Marshal(out)
	if err != nil {
		d.b.err = err
		return
	}
	d.b.text(id, data)
}

// reason is an error without the place on this machine where it happened.
func reason(err error) string {
	for e := err; e != nil; e = errors.Unwrap(e) {
		err = e
	}
	return err.Error()
}

// steps fills in what the events say of each step.
func (d *drawer) steps(a Attempt, l *runLog, out *screensData) {
	for i := range l.steps {
		v := &out.Steps[i]
		v.Input, v.Asserts = l.steps[i].input, l.steps[i].asserts
		for _, c := range l.steps[i].compared {
			out.compare(i, c, a.State.Artifacts)
		}
		for _, shot := range l.steps[i].shots {
			for j, f := range a.State.Artifacts {
				if f.Role == "screenshot" && sameFile(f.Path, shot) {
					v.Shots = append(v.Shots, j)
				}
			}
		}
	}
}

// compare adds what a step has compared, if there is anything to be seen of it.
func (s *screensData) compare(step int, c event.SnapshotCompared, files []event.ArtifactWrittenPayload) {
	block := func(path string) string {
		for i, f := range files {
			if path != "" && f.Role == event.RoleResults && f.Path == path && i < len(s.Files) {
				return s.Files[i]
			}
		}
		return ""
	}
	d := comparedData{Step: step, Name: c.Name, Status: c.Status, Why: c.Why, Expected: block(c.Expected), Actual: block(c.Actual), Diff: block(c.Diff)}
	if d.Expected != "" || d.Actual != "" {
		s.Compared = append(s.Compared, d)
	}
}

// sameFile reports whether a file is the one that a scenario declares, or one
// of its variants: shot-light.png is one of shot.png.
func sameFile(file, declared string) bool {
	ext := path.Ext(declared)
	base := strings.TrimSuffix(path.Base(declared), ext)
	rest, ok := strings.CutPrefix(strings.TrimSuffix(path.Base(file), ext), base)
	return ok && path.Ext(file) == ext && (rest == "" || rest[0] == '-')
}

// recording puts a session's cast into the page, and says when its steps play.
func (d *drawer) recording(a Attempt, l *runLog, session string, out *screensData) error {
	f, err := d.cast(a, session)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := retime(f, l.holds(session), colors(a, l))
	if err != nil {
		return err
	}
	for step, at := range r.play {
		out.Steps[step].Play, out.Steps[step].Bytes = at.Seconds(), escaped(r.input[step])
	}
	rec := castData{Session: session, Block: d.b.shared("", r.cast.Bytes()), Cols: r.cols, Rows: r.rows}
	out.Casts = append(out.Casts, rec)
	if rec.Block == "" {
		return errors.New("not in this page, which would be too large")
	}
	return nil
}

// colors are those of a run's look, for the player; nil: its own.
func colors(a Attempt, l *runLog) *cast.Theme {
	t, err := (&capture.Source{Log: l.draw}).Theme(a.State.Run.Look.Theme)
	if err != nil {
		return nil
	}
	c := &cast.Theme{Fg: rgb(t.Fg), Bg: rgb(t.Bg)}
	for _, p := range t.Palette {
		c.Palette = append(c.Palette, rgb(p))
	}
	return c
}

func (d *drawer) cast(a Attempt, session string) (io.ReadCloser, error) {
	return a.Open(event.ArtifactWrittenPayload{Path: capture.CastName(session), Role: event.RoleResults})
}

// screens replays a session and keeps what it shows before and after each step.
func (d *drawer) screens(a Attempt, l *runLog, session string, out *screensData) error {
	src := &capture.Source{
		Log: l.draw, Engines: d.o.Engines, Fonts: d.o.Fonts,
		Cast: func(s string) (io.ReadCloser, error) { return d.cast(a, s) },
	}
	opts, err := src.RasterOptions(plainLook(a.State.Run.Look))
	if err != nil {
		return err
	}
	var seqs, steps []int
	for i := range l.steps {
		if s := &l.steps[i]; s.session == session {
			seq := s.end
			if n := len(seqs); n > 0 {
				seq = max(seq, seqs[n-1])
			}
			seqs, steps = append(seqs, seq), append(steps, i)
		}
	}
	kept := newScreens(d.o.Fonts, opts, out)
	before, picture, known := -1, "", map[int]string{}
	return src.Screens(session, seqs, func(i int, scr *emulator.Screen) error {
		v := &out.Steps[steps[i]]
		at, err := kept.add(scr)
		if err != nil {
			return err
		}
		v.Before, v.PicBefore, v.After = before, picture, at
		if _, ok := known[at]; !ok {
			known[at] = d.picture(src, scr, a.State.Run.Look)
		}
		picture = known[at]
		v.PicAfter, before = picture, at
		return nil
	})
}

// picture draws a screen as a PNG, if there is room.
func (d *drawer) picture(src *capture.Source, scr *emulator.Screen, look event.Look) string {
	if d.drawn >= maxDrawn || d.b.pictures < 64<<10 {
		return ""
	}
	d.drawn++
	var png bytes.Buffer
	if _, err := src.Still(&png, "screen.png", scr, look, event.TimelinePayload{}); err != nil || png.Len() > maxPicture {
		return "" // a look that this machine has not all of
	}
	return d.b.shared("image/png", png.Bytes())
}
