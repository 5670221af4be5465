package session

import (
	"io"
	"strconv"
	"time"

	"scenario/capture/cast"
	"scenario/emulator"
	"scenario/emulator/redraw"
)

const (
	castLimit = 64 << 20
	drawEvery = time.Second / 30
)

// recorder writes the cast. It is guarded by Session.mu.
type recorder struct {
	w     *cast.Writer
	start time.Time
	err   error

	wanted bool  // somebody keeps the cast
	limit  int64 // raw bytes left
	max    int64 // of the whole cast; 0: no limit
	hide   *hider

	secretShown bool // redraws from here on, because of a secret
	limited     bool // redraws from here on, because of the limit
	full        bool // nothing that the program writes from here on
	drawn       *emulator.Screen
	dirty       bool // the screen may differ from drawn
	lastDraw    time.Time
	timer       *time.Timer
	closed      bool
}

func newRecorder(c Config) (*recorder, error) {
	w := c.Cast
	if w == nil {
		w = io.Discard
	}
	out, err := cast.NewWriter(w, cast.Header{Version: 3, Cols: c.Cols, Rows: c.Rows, Term: getenv(c.Env, "TERM")})
	if err != nil {
		return nil, err
	}
	r := &recorder{w: out, wanted: c.Cast != nil, limit: c.CastLimit, max: c.CastMax}
	if r.limit <= 0 {
		r.limit = castLimit
	}
	if r.wanted {
		r.hide = newHider(c)
	}
	return r, nil
}

func (r *recorder) events() int { return r.w.Events() }

// redraws reports whether the cast holds redraws of the screen by now.
func (r *recorder) redraws() bool { return r.secretShown || r.limited }

func (r *recorder) event(code cast.Code, data string, at time.Time) {
	if err := r.w.Write(cast.Event{Time: at.Sub(r.start), Code: code, Data: data}); err != nil && r.err == nil {
		r.err = err
	}
	if r.max > 0 && !r.full && r.w.Size() > r.max {
		r.full = true
		r.event(cast.Marker, "the recording is full: the output of the program is left out from here on", at)
	}
}

// output records what the program wrote and live has taken.
func (r *recorder) output(p []byte, now time.Time, live emulator.Terminal) {
	if len(p) == 0 || r.full {
		return
	}
	if !r.redraws() && int64(len(p)) > r.limit {
		r.limited = true
		r.event(cast.Marker, "recording limit reached: redraws from here on", now)
	}
	if r.redraws() {
		r.dirty = true
		if r.hide != nil {
			r.hide.note(live)
		}
		return
	}
	r.limit -= int64(len(p))
	if r.hide != nil {
		p = r.hide.output(p)
		if r.hide.leaks(live) {
			r.secretShown, r.dirty = true, true
			return
		}
	}
	if len(p) > 0 {
		r.event(cast.Output, string(p), now)
	}
}

// draw records a screen, where the cast holds redraws.
func (r *recorder) draw(screen *emulator.Screen) {
	r.dirty = false
	if r.full {
		return
	}
	shown := r.shown(screen)
	now := time.Now()
	if data := redraw.Append(nil, r.drawn, shown); len(data) > 0 {
		r.event(cast.Output, string(data), now)
		r.lastDraw = now
	}
	r.drawn = shown
}

// shown is a screen with every secret on it masked.
func (r *recorder) shown(screen *emulator.Screen) *emulator.Screen {
	if r.hide == nil {
		return screen
	}
	return r.hide.screen(screen)
}

// release records what is held back. When that is too much to be shown, the cast
// goes over to redraws.
func (r *recorder) release(now time.Time) {
	if r.hide == nil || r.redraws() {
		return
	}
	p, ok := r.hide.release()
	switch {
	case !ok:
		r.secretShown, r.dirty = true, true
	case len(p) > 0:
		r.event(cast.Output, string(p), now)
	}
}

func (r *recorder) resize(screen *emulator.Screen) {
	r.release(time.Now())
	if r.hide != nil {
		r.hide.resize(screen.Cols, screen.Rows)
	}
	r.event(cast.Resize, cast.FormatSize(screen.Cols, screen.Rows), time.Now())
	r.drawn = nil // a resized screen may have moved its rows
	if r.redraws() {
		r.draw(screen)
	}
}

func (r *recorder) mark(label string) {
	r.event(cast.Marker, label, time.Now())
}

// input records what the scenario sends.
func (r *recorder) input(p []byte, secret, noEcho bool, at time.Time) {
	text := string(p)
	switch {
	case secret && !noEcho && r.wanted:
		if r.hide == nil {
			r.hide = &hider{}
		}
		r.hide.arm(text)
		r.secretShown, r.dirty = true, true
		text = stars(text)
	case secret || noEcho:
		text = stars(text)
	case r.hide != nil:
		r.hide.disarm()
		text = r.hide.input(text)
	}
	r.event(cast.Input, text, at)
}

func (r *recorder) endSynchronized() {
	if r.hide != nil {
		r.hide.endSynchronized()
	}
}

// close ends the cast with the event of the program's exit: its status, or 128
// and the number of the signal as a shell has it.
func (r *recorder) close(exit Exit) {
	if r.timer != nil {
		r.timer.Stop()
	}
	r.closed = true
	status := exit.Status
	if exit.Signal != "" {
		status = 128 + SignalNumber(exit.Signal)
	}
	r.event(cast.Exit, strconv.Itoa(status), exit.At)
	if err := r.w.Close(); err != nil && r.err == nil {
		r.err = err
	}
}

// catchUp makes a replay of the cast so far show the present screen, and
// returns the number of its events; mu is held.
func (s *Session) catchUp() int {
	s.rec.release(time.Now())
	if s.rec.redraws() {
		s.rec.draw(s.screen())
	}
	return s.rec.events()
}

// redraw records the present screen, at most 30 times a second; mu is held.
func (s *Session) redraw(now time.Time) {
	r := s.rec
	if !r.dirty || r.timer != nil {
		return
	}
	if wait := drawEvery - now.Sub(r.lastDraw); wait > 0 {
		r.timer = time.AfterFunc(wait, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			r.timer = nil
			if r.dirty && !r.closed {
				r.draw(s.screen())
			}
		})
		return
	}
	r.draw(s.screen())
}
