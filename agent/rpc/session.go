package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"scenario/agent"
	"scenario/event"
	"scenario/session"
)

// rpcSession is what initialize opens: a name, a size, and a program once one is
// launched.
type rpcSession struct {
	id         string
	name       string
	folder     string // below the root
	cols, rows int
	timeout    time.Duration
	ambiguity  string
	base       int // of columns and rows
	theme      string
	update     bool

	mu    sync.Mutex
	shell *agent.Shell
	watch *subscription
}

// maxTimeout bounds every wait.
const maxTimeout = 24 * time.Hour

// common are the params that every method can have beside its own.
type common struct {
	SessionID string `json:"sessionId"`
}

// session finds the session of a call.
func (s *Server) session(params json.RawMessage) (*rpcSession, error) {
	var c common
	if err := decode(params, &c); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.sessions[c.SessionID]; x != nil {
		return x, nil
	}
	if c.SessionID != "" {
		return nil, noSession().with("details", fmt.Sprintf("no session %q is open", c.SessionID))
	}
	return nil, noSession()
}

// sessionFor finds the session of a call and reads its params.
func (s *Server) sessionFor(params json.RawMessage, into any) (*rpcSession, error) {
	x, err := s.session(params)
	if err != nil {
		return nil, err
	}
	if err := decode(params, into); err != nil {
		return nil, err
	}
	return x, nil
}

// program is the running (or ended) program of a session.
func (x *rpcSession) program() (*agent.Shell, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.shell == nil {
		return nil, methodFailed("no program was launched in this session").with("hint", "call launch first")
	}
	return x.shell, nil
}

type initializeParams struct {
	common
	Name            *string  `json:"name"`
	TimeoutSeconds  *float64 `json:"timeoutSeconds"`
	TerminalCols    *int     `json:"terminalCols"`
	TerminalRows    *int     `json:"terminalRows"`
	AmbiguityMode   *string  `json:"ambiguityMode"`
	SnapshotTheme   *string  `json:"snapshotTheme"`
	UpdateSnapshots bool     `json:"updateSnapshots"`
	CoordinateBase  *int     `json:"coordinateBase"`
}

func (s *Server) initialize(_ context.Context, raw json.RawMessage) (any, error) {
	var p initializeParams
	if err := decode(raw, &p); err != nil {
		return nil, err
	}
	x, err := s.opened(&p)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[x.id] != nil {
		return nil, &Error{codeHasSession, "Session already started", map[string]any{
			"kind": "SessionAlreadyStarted", "details": "the session is open already", "hint": "session.close ends it; sessionId opens another beside it",
		}}
	}
	for _, other := range s.sessions {
		if other.folder == x.folder {
			return nil, badParam("name", "another open session is called %q", x.name)
		}
	}
	if len(s.sessions) >= maxSessions {
		return nil, methodFailed(fmt.Sprintf("there are %d sessions already, which is the limit", len(s.sessions)))
	}
	files := s.o.Agent.Files()
	if err := files.RemoveAll(x.folder); err != nil { // of an earlier run
		return nil, err
	}
	if err := files.MkdirAll(x.folder); err != nil {
		return nil, err
	}
	s.sessions[x.id] = x
	return map[string]any{
		"sessionName": x.name, "artifactRoot": files.Path(x.folder), "rows": x.rows, "cols": x.cols, "version": s.o.Version,
		"sessionId": x.id, "coordinateBase": x.base,
	}, nil
}

const maxSessions = 64

// opened is the session that initialize asks for.
func (s *Server) opened(p *initializeParams) (*rpcSession, error) {
	x := &rpcSession{
		id: p.SessionID, name: "session", cols: s.o.Cols, rows: s.o.Rows, timeout: s.o.Timeout, ambiguity: s.o.Ambiguity, base: 1, update: p.UpdateSnapshots,
	}
	if s.o.ZeroBased {
		x.base = 0
	}
	if p.Name != nil {
		x.name = *p.Name
	}
	if err := oneName("name", x.name); err != nil {
		return nil, err
	}
	x.folder = path.Join("sessions", x.name)
	for _, n := range []struct {
		field string
		value *int
		into  *int
		low   int
		high  int
	}{
		{"terminalCols", p.TerminalCols, &x.cols, 1, 1000},
		{"terminalRows", p.TerminalRows, &x.rows, 1, 1000},
		{"coordinateBase", p.CoordinateBase, &x.base, 0, 1},
	} {
		if n.value == nil {
			continue
		}
		if *n.value < n.low || *n.value > n.high {
			return nil, badParam(n.field, "%d is not from %d to %d", *n.value, n.low, n.high)
		}
		*n.into = *n.value
	}
	if t := p.TimeoutSeconds; t != nil {
		if !(*t > 0 && *t <= maxTimeout.Seconds()) {
			return nil, badParam("timeoutSeconds", "%v is not more than 0", *t)
		}
		x.timeout = time.Duration(*t * float64(time.Second))
	}
	var err error
	if p.AmbiguityMode != nil {
		if x.ambiguity, err = Ambiguity(*p.AmbiguityMode); err != nil {
			return nil, badParam("ambiguityMode", "%v", err)
		}
	}
	if p.SnapshotTheme != nil {
		x.theme = *p.SnapshotTheme
	}
	if x.theme, err = s.theme(x.theme); err != nil {
		return nil, badParam("snapshotTheme", "%v", err)
	}
	return x, nil
}

// theme is one of ours for a name of tuispec's, or of ours.
func (s *Server) theme(name string) (string, error) {
	switch name {
	case "", "auto", "dark", "pty-default-dark":
		return "one-dark", nil
	case "light", "pty-default-light":
		return "one-light", nil
	}
	if s.o.Theme != nil {
		if t := s.o.Theme(name); t != "" {
			return t, nil
		}
	}
	return "", fmt.Errorf("unknown theme %q: auto, dark, light, or a theme of scenario", name)
}

// Ambiguity reads an ambiguity mode: fail, first or first-visible, last or
// last-visible.
func Ambiguity(mode string) (string, error) {
	switch m := strings.TrimSuffix(mode, "-visible"); {
	case m == "first", m == "last", mode == "fail":
		return m, nil
	}
	return "", fmt.Errorf("%q is not fail, first, first-visible, last or last-visible", mode)
}

// oneName checks a name that becomes a folder or a file.
func oneName(field, name string) *Error {
	if err := agent.CheckName(name); err != nil {
		return badParam(field, "%v", err)
	}
	if strings.Contains(name, "/") {
		return badParam(field, "%q is not one name", name)
	}
	return nil
}

// snapshotName checks the param name of a snapshot, which must be there.
func snapshotName(name *string) error {
	if name == nil {
		return badParam("name", "is missing")
	}
	if err := oneName("name", *name); err != nil {
		return err
	}
	return nil
}

func (s *Server) closeSession(ctx context.Context, raw json.RawMessage) (any, error) {
	x, err := s.session(raw)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	delete(s.sessions, x.id)
	s.mu.Unlock()
	exit, err := x.end(ctx)
	if err != nil {
		return nil, err
	}
	return map[string]any{"ok": true, "exit": exit}, nil
}

// end ends the program of a session, if there is one.
func (x *rpcSession) end(ctx context.Context) (map[string]any, error) {
	x.unsubscribe()
	x.mu.Lock()
	sh := x.shell
	x.shell = nil
	x.mu.Unlock()
	if sh == nil {
		return nil, nil
	}
	exit, err := sh.Stop(ctx)
	return exitOf(&exit), err
}

func exitOf(x *session.Exit) map[string]any {
	if x == nil {
		return nil
	}
	out := map[string]any{"ended": x.Ended}
	if x.Signal != "" {
		out["signal"] = x.Signal
	} else {
		out["status"] = x.Status
	}
	return out
}

type launchParams struct {
	common
	Command             *string            `json:"command"`
	Args                []string           `json:"args"`
	Env                 map[string]*string `json:"env"`
	Cwd                 string             `json:"cwd"`
	ReadySelector       *Selector          `json:"readySelector"`
	ReadyTimeoutMs      *int               `json:"readyTimeoutMs"`
	ReadyPollIntervalMs *int               `json:"readyPollIntervalMs"`
}

// launch starts a program. One that the session has already is ended, so that
// the new one has a screen of its own.
func (s *Server) launch(ctx context.Context, raw json.RawMessage) (any, error) {
	var p launchParams
	x, err := s.sessionFor(raw, &p)
	if err != nil {
		return nil, err
	}
	if p.Command == nil || *p.Command == "" {
		return nil, badParam("command", "is missing")
	}
	if p.ReadySelector != nil {
		if err := p.ReadySelector.check("readySelector", x.base, 0); err != nil {
			return nil, err
		}
	}
	if _, err := x.end(ctx); err != nil {
		return nil, err
	}
	dir := p.Cwd
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.o.WorkDir, dir)
	}
	sh, err := s.client.Start(ctx, agent.StartSpec{
		Argv: append([]string{*p.Command}, p.Args...), Dir: dir, Env: p.Env, Cols: x.cols, Rows: x.rows, Theme: x.theme,
		Folder: path.Join(x.folder, "logs"),
	})
	var start *session.StartError
	if errors.As(err, &start) {
		return nil, methodFailed(err.Error()).with("kind", "SpawnFailed")
	}
	if err != nil {
		return nil, methodFailed(err.Error())
	}
	x.mu.Lock()
	x.shell = sh
	x.mu.Unlock()
	x.resubscribe(s)
	if p.ReadySelector != nil {
		if err := x.await(ctx, p.ReadySelector, millis(p.ReadyTimeoutMs), x.ambiguity); err != nil {
			return nil, err
		}
	}
	return ok(), nil
}

func ok() map[string]any { return map[string]any{"ok": true} }

func millis(ms *int) time.Duration {
	if ms == nil {
		return 0
	}
	return time.Duration(*ms) * time.Millisecond
}

// look is how pictures of the session look.
func (x *rpcSession) look(sh *agent.Shell, theme string) event.Look {
	l := sh.Look()
	if theme != "" {
		l.Theme = theme
	}
	return l
}
