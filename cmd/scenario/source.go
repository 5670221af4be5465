package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scenario/capture"
	"scenario/capture/font"
	"scenario/event"
	"scenario/scenario/suite"
	"scenario/session"
	"scenario/steps"
)

// source is what render draws: the two logs of a run, or a bare cast.
type source struct {
	capture.Source
	isRun     bool
	truncated bool // the log of a killed run
	look      event.Look
	pace      event.Pace
	records   []event.Record          // those that the scenario declares
	stills    []event.TimelinePayload // the pictures that were taken
	sessions  []string
	moment    *event.TimelinePayload // that --at names
}

// openSource opens a results folder (of a run, or of all its attempts: the last
// one) or a .cast.
func openSource(dir, path string) (*source, error) {
	abs := absolute(dir, path)
	info, err := os.Stat(abs)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, cause(err))
	}
	if !info.IsDir() {
		if !strings.EqualFold(filepath.Ext(abs), ".cast") {
			return nil, hinted{fmt.Errorf("%s is neither a results folder nor a .cast", path), "draw a folder of scenario-results/"}
		}
		return castSource(abs), nil
	}
	folder, err := runFolder(abs, path)
	if err != nil {
		return nil, err
	}
	s, err := runSource(folder)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// newSource is a source with the defaults that are not in a log.
func newSource() *source {
	return &source{
		Source: capture.Source{Engines: engines(), Fonts: font.NewSet(), Workers: 2,
			Video: func(w io.Writer, format string, fps int) (io.WriteCloser, error) {
				return session.NewVideo(w, format, fps, os.Environ())
			}},
		look: steps.DefaultLook(), pace: steps.DefaultPace(),
	}
}

func castSource(path string) *source {
	s := newSource()
	s.sessions = []string{event.MainSession}
	s.Cast = func(string) (io.ReadCloser, error) { return os.Open(path) }
	s.ReadFile = os.ReadFile
	return s
}

func runSource(folder string) (*source, error) {
	s := newSource()
	s.isRun = true
	f, err := os.Open(filepath.Join(folder, suite.EventsFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s.Log, err = capture.ReadLog(f)
	if s.truncated = errors.Is(err, io.ErrUnexpectedEOF); err != nil && !s.truncated {
		return nil, fmt.Errorf("%s: %w", suite.EventsFile, err)
	}
	run, err := s.Run()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", suite.EventsFile, err)
	}
	s.look, s.pace, s.records = run.Look, run.Pace, run.Record
	s.Cast = func(session string) (io.ReadCloser, error) {
		name := capture.CastName(session)
		f, err := os.Open(filepath.Join(folder, name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no %s in %s", name, folder)
		}
		return f, err
	}
	// A theme file is named from the scenario's file.
	base := filepath.Join(run.WorkspacePath, filepath.FromSlash(filepath.Dir(run.File)))
	s.ReadFile = func(path string) ([]byte, error) { return os.ReadFile(absolute(base, path)) }
	return s, s.readMoments(folder)
}

// readMoments collects the sessions and the pictures of a run.
func (s *source) readMoments(folder string) error {
	casts, err := filepath.Glob(filepath.Join(folder, "session*.cast"))
	if err != nil {
		return err
	}
	for _, c := range casts {
		if session, ok := capture.SessionOf(filepath.Base(c)); ok {
			s.sessions = append(s.sessions, session)
		}
	}
	for _, session := range s.sessions {
		moments, err := s.Moments(session)
		if err != nil {
			return err
		}
		for _, m := range moments {
			if m.Do == event.DoScreenshot {
				s.stills = append(s.stills, m)
			}
		}
	}
	slices.SortStableFunc(s.stills, func(a, b event.TimelinePayload) int { return a.Number - b.Number })
	return nil
}

// runFolder finds the folder with the log: the one given, its last attempt, or
// the only run in it.
func runFolder(abs, shown string) (string, error) {
	if suite.HasLog(abs) {
		return abs, nil
	}
	if last := suite.LastAttempt(abs); last != "" {
		return last, nil
	}
	entries, err := os.ReadDir(abs)
	if err != nil {
		return "", fmt.Errorf("%s: %w", shown, cause(err))
	}
	var runs []string
	for _, e := range entries {
		if e.IsDir() && suite.LastAttempt(filepath.Join(abs, e.Name())) != "" {
			runs = append(runs, e.Name())
		}
	}
	switch len(runs) {
	case 0:
		return "", hinted{fmt.Errorf("%s: no %s in it", shown, suite.EventsFile), "a results folder is scenario-results/NAME, or its attempt-1"}
	case 1:
		return suite.LastAttempt(filepath.Join(abs, runs[0])), nil
	}
	const most = 8
	if len(runs) > most {
		runs = append(runs[:most:most], "...")
	}
	return "", hinted{fmt.Errorf("%s has several runs", shown), "name one: " + strings.Join(runs, ", ")}
}

// recordFor is the declared recording that a file stands for: the one that has
// a file of that name, else the first of the session, else one with the
// defaults.
func (s *source) recordFor(path, session string) (event.Record, error) {
	var first *event.Record
	for i := range s.records {
		r := &s.records[i]
		if session != "" && r.Session != session {
			continue
		}
		if slices.ContainsFunc(r.To, func(to string) bool { return filepath.Base(to) == filepath.Base(path) }) {
			return *r, nil
		}
		if first == nil {
			first = r
		}
	}
	if first != nil {
		return *first, nil
	}
	session, err := s.oneSession(session)
	return event.Record{Session: session}, err
}

// stillFor is the picture that a file stands for: the one that was taken under
// that name, else the last screen of the session.
func (s *source) stillFor(path, session string) (*event.TimelinePayload, error) {
	for i := range s.stills {
		m := &s.stills[i]
		if (session == "" || m.Session == session) &&
			slices.ContainsFunc(m.To, func(to string) bool { return filepath.Base(to) == filepath.Base(path) }) {
			return m, nil
		}
	}
	session, err := s.oneSession(session)
	return &event.TimelinePayload{Session: session, CastSeq: -1}, err
}

// declares reports whether a picture was taken under the name of a file.
func (s *source) declares(path string) bool {
	return slices.ContainsFunc(s.stills, func(m event.TimelinePayload) bool {
		return slices.ContainsFunc(m.To, func(to string) bool { return filepath.Base(to) == filepath.Base(path) })
	})
}

// oneSession is the session to be drawn when nothing else says it.
func (s *source) oneSession(given string) (string, error) {
	switch {
	case given != "":
		return given, nil
	case len(s.sessions) == 0:
		return "", errors.New("there is no session.cast: no program was started, or the file is lost")
	case len(s.sessions) == 1:
		return s.sessions[0], nil
	case slices.Contains(s.sessions, event.MainSession):
		return event.MainSession, nil
	}
	return "", hinted{errors.New("the run has several sessions"), "write --session: " + strings.Join(s.sessions, ", ")}
}
