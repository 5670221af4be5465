// Package capture draws a run from its two logs: the events and the casts of its
// sessions. Nothing of the run itself is needed, so a results folder can be
// drawn again, in another theme, font or size.
package capture

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"scenario/capture/cast"
	"scenario/capture/font"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/capture/timeline"
	"scenario/emulator"
	"scenario/event"
)

// Source is a run that can be drawn.
type Source struct {
	Log []event.Envelope
	// Cast opens the cast of a session.
	Cast func(session string) (io.ReadCloser, error)
	// Engines are those that the log may name.
	Engines emulator.Engines
	Fonts   *font.Set
	// ReadFile reads a theme file; nil: there are only the built-in themes.
	ReadFile func(path string) ([]byte, error)
	// Part is what is drawn of the recordings, as timeline.Select takes it; "":
	// all.
	Part string
	// Progress is told how many frames of a recording have been drawn; nil: nobody
	// is.
	Progress func(done, of int)
	// Video starts a program that reads an APNG and, once that is closed, has
	// written it to w as a video of a format (mp4, webm); nil: there is none.
	Video func(w io.Writer, format string, fps int) (apng io.WriteCloser, err error)
	// Workers compress frames in parallel; 0 is 1. The files are the same.
	Workers int
}

// Run returns the payload that opened the run.
func (s *Source) Run() (event.RunStartedPayload, error) {
	for _, e := range s.Log {
		p, err := event.Decode(e)
		if err != nil {
			return event.RunStartedPayload{}, err
		}
		if run, ok := p.(event.RunStartedPayload); ok {
			return run, nil
		}
	}
	return event.RunStartedPayload{}, fmt.Errorf("the log has no run_started")
}

// Moments returns the timeline events of a session, in order.
func (s *Source) Moments(session string) ([]event.TimelinePayload, error) {
	var all []event.TimelinePayload
	for _, e := range s.Log {
		if e.Kind != event.Timeline {
			continue
		}
		p, err := event.Decode(e)
		if err != nil {
			return nil, err
		}
		if m, ok := p.(event.TimelinePayload); ok && m.Session == session {
			all = append(all, m)
		}
	}
	return all, nil
}

// steps returns the steps of the run that have a name.
func (s *Source) steps() (named []timeline.Step, err error) {
	for _, e := range s.Log {
		if e.Kind != event.StepStarted {
			continue
		}
		p, err := event.Decode(e)
		if err != nil {
			return nil, err
		}
		if st, ok := p.(event.StepStartedPayload); ok && st.Name != "" {
			named = append(named, timeline.Step{Index: st.StepIndex, Name: st.Name})
		}
	}
	return named, nil
}

// exited reports whether the program of a session ended by itself.
func (s *Source) exited(session string) (bool, error) {
	for _, e := range s.Log {
		if e.Kind != event.SessionExited {
			continue
		}
		p, err := event.Decode(e)
		if err != nil {
			return false, err
		}
		if x, ok := p.(event.SessionExitedPayload); ok && x.Session == session {
			return !x.Ended, nil
		}
	}
	return false, nil
}

// Theme returns a built-in theme, reads one that is written as a text, or a theme
// file: as the log has it, else
// with ReadFile.
func (s *Source) Theme(name string) (theme.Theme, error) {
	if t, ok := theme.Lookup(name); ok {
		return t, nil
	}
	if theme.IsText(name) {
		return theme.Load([]byte(name))
	}
	if run, err := s.Run(); err == nil && run.ThemeFiles[name] != "" {
		return theme.Load([]byte(run.ThemeFiles[name]))
	}
	if s.ReadFile == nil {
		return theme.Theme{}, fmt.Errorf("unknown theme: %s", name)
	}
	b, err := s.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return theme.Theme{}, fmt.Errorf("unknown theme, and no file of that name: %s", name)
	}
	if err != nil {
		return theme.Theme{}, fmt.Errorf("theme: %w", err)
	}
	t, err := theme.Load(b)
	if err != nil {
		return theme.Theme{}, fmt.Errorf("theme %s: %w", name, err)
	}
	return t, nil
}

// RasterOptions turns a look into what the raster takes.
func (s *Source) RasterOptions(l event.Look) (raster.Options, error) {
	t, err := s.Theme(l.Theme)
	if err != nil {
		return raster.Options{}, err
	}
	fonts, err := s.fonts(l)
	if err != nil {
		return raster.Options{}, err
	}
	frame, err := s.frame(l)
	return raster.Options{
		Theme: t, Fonts: fonts, BoldBright: l.Bold == "bright",
		FontSize: l.FontSize, LineHeight: l.LineHeight, LetterSpacing: l.LetterSpacing,
		Padding: l.Padding, Margin: l.Margin, Radius: l.Radius, Background: l.Background, Frame: frame,
		Scale: l.Scale, Cursor: l.Cursor,
	}, err
}

// Terminal returns the colours and the size of a cell that the program is told
// of, for a look.
func Terminal(set *font.Set, o raster.Options) emulator.Options {
	cell := raster.CellSize(set, o)
	return emulator.Options{
		Fg: o.Theme.Fg, Bg: o.Theme.Bg, Cursor: o.Theme.Cursor, Palette: o.Theme.Palette,
		CellWidth: cell.X, CellHeight: cell.Y,
	}
}

// terminal makes a terminal as the log has it; a cast without a log is drawn in
// the default one.
func (s *Source) terminal(cols, rows int) (emulator.Terminal, error) {
	var t event.Terminal
	if run, err := s.Run(); err == nil {
		t = run.Terminal
	}
	engine, err := s.Engines.Named(t.Engine)
	if err != nil {
		return nil, err
	}
	width, err := emulator.ParseWidthRule(t.Width)
	if err != nil {
		return nil, err
	}
	return engine(emulator.Options{Cols: cols, Rows: rows, Scrollback: 1, Width: width}), nil
}

// openCast opens a session's cast and reads its header.
func (s *Source) openCast(session string) (io.Closer, *cast.Reader, error) {
	f, err := s.Cast(session)
	if err != nil {
		return nil, nil, err
	}
	r, err := cast.NewReader(f)
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("cast of session %s: %w", session, err)
	}
	return f, r, nil
}

// CastName is the name of a session's cast in a results folder.
func CastName(session string) string {
	if session == event.MainSession {
		return "session.cast"
	}
	return "session-" + session + ".cast"
}

// SessionOf returns the session whose cast has that name.
func SessionOf(castName string) (session string, ok bool) {
	if castName == CastName(event.MainSession) {
		return event.MainSession, true
	}
	session, ok = strings.CutPrefix(castName, "session-")
	if ok {
		session, ok = strings.CutSuffix(session, ".cast")
	}
	return session, ok
}
