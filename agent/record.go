package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"time"

	"scenario/capture"
	"scenario/event"
)

// recording is a part of a session that is being recorded.
type recording struct {
	from int // events of the session before it
	fps  int
	look event.Look
}

// source is the session as capture draws it.
func (sh *Shell) source() *capture.Source {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	return sh.sourceOf(slices.Clone(sh.events))
}

func (sh *Shell) sourceOf(events []event.Envelope) *capture.Source {
	files := sh.c.s.files
	return &capture.Source{
		Log: events, Engines: sh.c.s.o.Engines, Fonts: sh.c.s.o.Fonts, Workers: 2,
		Cast: func(name string) (io.ReadCloser, error) {
			return files.Open(path.Join(sh.Folder, capture.CastName(name)))
		},
		ReadFile: func(name string) ([]byte, error) {
			f, err := files.Open(name)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			var b bytes.Buffer
			_, err = b.ReadFrom(io.LimitReader(f, maxTheme))
			return b.Bytes(), err
		},
	}
}

// maxTheme bounds a theme file.
const maxTheme = 1 << 20

// Picture is a picture that was drawn.
type Picture struct {
	Artifact
	Width, Height int // pixels; 0: a text
	Data          []byte
}

// Screenshot draws the settled screen into files of the root; their extensions
// are their formats (.png .svg .txt .ansi .json .html). All show the same
// screen. keep says whether Data is filled in.
func (sh *Shell) Screenshot(ctx context.Context, look event.Look, keep bool, names ...string) ([]Picture, error) {
	if err := sh.Rest(ctx); err != nil {
		return nil, err
	}
	src, screen := sh.source(), sh.View().Screen
	var all []Picture
	for _, name := range names {
		var p Picture
		var kept bytes.Buffer
		a, err := sh.c.s.files.Write(name, func(w io.Writer) error {
			if keep {
				w = io.MultiWriter(w, &kept)
			}
			info, err := src.Still(w, name, screen, look, event.TimelinePayload{})
			p.Width, p.Height = info.Width, info.Height
			return err
		})
		if err != nil {
			return all, err
		}
		p.Artifact, p.Data = a, kept.Bytes()
		all = append(all, p)
	}
	return all, nil
}

// RecordStart begins a recording with the screen as it is now.
func (sh *Shell) RecordStart(ctx context.Context, fps int, look event.Look) error {
	if err := errors.Join(sh.used(), sh.full()); err != nil {
		return err
	}
	sh.mu.Lock()
	if sh.rec != nil {
		sh.mu.Unlock()
		return errors.New("it is recording already: stop that recording first")
	}
	sh.rec = &recording{fps: min(max(fps, 1), maxFPS), look: look}
	sh.mu.Unlock()
	sh.live.Show(ctx, true)
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.rec.from = len(sh.events)
	return nil
}

const maxFPS = 30

// Recording is a recording that was drawn.
type Recording struct {
	Files  []Picture
	Frames int // at most: equal ones are one
	Play   time.Duration
	Note   string // what is missing in it
}

// RecordStop ends the recording and draws it into files of the root (.gif .apng
// .svg .cast). Whatever happens, the session can record again.
func (sh *Shell) RecordStop(ctx context.Context, pace event.Pace, names ...string) (Recording, error) {
	if err := sh.used(); err != nil {
		return Recording{}, err
	}
	sh.mu.Lock()
	rec := sh.rec
	sh.rec = nil
	sh.mu.Unlock()
	if rec == nil {
		return Recording{}, errors.New("it is not recording: start a recording first")
	}
	sh.live.Show(ctx, false)
	sh.mu.Lock()
	events := only(sh.events, rec.from)
	sh.mu.Unlock()

	var out Recording
	if err := sh.full(); err != nil {
		out.Note = err.Error()
	}
	files, err := sh.draw(events, rec, pace, names, &out)
	out.Files = files
	return out, err
}

func (sh *Shell) draw(events []event.Envelope, rec *recording, pace event.Pace, names []string, out *Recording) ([]Picture, error) {
	src := sh.sourceOf(events)
	var all []Picture
	for _, name := range names {
		var p Picture
		a, err := sh.c.s.files.Write(name, func(w io.Writer) error {
			r := event.Record{To: []string{name}, Session: event.MainSession, FPS: rec.fps}
			info, err := src.Record(r, rec.look, pace, []capture.File{{Path: name, W: w}})
			out.Play = info.Play
			p.Width, p.Height = info.Width, info.Height
			if err == nil && info.Play > sh.c.s.o.Limits.Recording {
				err = fmt.Errorf("the recording plays for %s, the limit is %s", info.Play.Round(time.Second), sh.c.s.o.Limits.Recording)
			}
			return err
		})
		if err != nil {
			return all, err
		}
		p.Artifact = a
		all = append(all, p)
	}
	out.Frames = int(out.Play.Seconds()*float64(rec.fps)) + 1
	return all, nil
}

// only keeps what was shown of a session from an event on: earlier recordings
// are hidden.
func only(events []event.Envelope, from int) []event.Envelope {
	var out []event.Envelope
	hidden := false
	for i, e := range events {
		m, ok := e.Payload.(event.TimelinePayload)
		if ok && m.Do == event.DoHide && i < from-1 {
			if hidden {
				continue // it stays so
			}
			hidden = true
			m.On = true
			e.Payload = m
		}
		out = append(out, e)
	}
	return out
}
