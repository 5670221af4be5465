package scenariotest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenario/agent"
	"scenario/capture/font"
	"scenario/event"
	"scenario/report"
	"scenario/session"
)

// Program is a program to be started in a terminal.
type Program struct {
	Argv []string // the program and its arguments; bash, fish, sh or zsh alone is started clean
	Dir  string   // its working directory; "": the test's
	// Env is added to the environment, which is that of a scenario: clean and the
	// same everywhere, with a temporary home.
	Env        map[string]string
	Cols, Rows int    // of the terminal; 0: 80 and 24
	Theme      string // of pictures; "": the default
	FontSize   int    // of pictures, pixels; 0: the default
}

// Session is a program in a terminal. Its methods are the steps of a scenario: a
// step that does not pass ends the test, as t.Fatal does, and says why. They are
// to be called from the test's goroutine.
type Session struct {
	t      testing.TB
	ctx    context.Context
	dir    string // the test's
	folder string
	sh     *agent.Shell
}

// Launch starts a program in a terminal of 80 columns and 24 rows, without a
// shell. The end of the test ends it, and all that it has started.
func Launch(t testing.TB, argv ...string) *Session {
	t.Helper()
	return Program{Argv: argv}.Start(t)
}

// Shell starts bash, fish, sh or zsh with a fixed prompt and without start files,
// for [Session.Run].
func Shell(t testing.TB, name string) *Session {
	t.Helper()
	return Program{Argv: []string{name}}.Start(t)
}

// Start starts the program. It returns when the first screen has settled, or
// after a second.
func (p Program) Start(t testing.TB) *Session {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.SetSubreaper(); err != nil {
		t.Logf("programs that leave their parents may outlive the test: %v", err)
	}
	s := &Session{t: t, dir: dir, folder: folder(t)}
	ctx, cancel := beforeDeadline(t)
	s.ctx = ctx
	t.Cleanup(cancel)
	if s.sh, err = s.start(p); err != nil {
		t.Fatalf("%s: %v", strings.Join(p.Argv, " "), err)
	}
	return s
}

// start opens the program through a server of its own. The test is trusted with
// every file, so the server's root is that of the machine.
func (s *Session) start(p Program) (*agent.Shell, error) {
	work := p.Dir
	if !filepath.IsAbs(work) {
		work = filepath.Join(s.dir, work)
	}
	work, err := filepath.EvalSymlinks(work)
	if err != nil {
		return nil, err
	}
	root := filepath.VolumeName(work) + string(filepath.Separator)
	server, err := agent.NewServer(agent.Options{Root: root, Engines: engines(), Fonts: font.NewSet(), Caller: os.Environ()})
	if err != nil {
		return nil, err
	}
	s.t.Cleanup(func() { s.end(server) })
	env := map[string]*string{}
	for name, value := range p.Env {
		env[name] = &value
	}
	return server.NewClient().Start(s.ctx, agent.StartSpec{
		Prefix: "test-", Argv: p.Argv, Dir: below(root, work), Env: env,
		Cols: p.Cols, Rows: p.Rows, Theme: p.Theme, Font: p.FontSize, Folder: below(root, s.folder),
	})
}

// below is a path from a root, with /.
func below(root, path string) string { return filepath.ToSlash(strings.TrimPrefix(path, root)) }

// end ends the program; after a failure the screen is kept.
func (s *Session) end(server *agent.Server) {
	if s.sh != nil && s.t.Failed() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), grace)
		defer cancel()
		for _, name := range []string{"screen.txt", "screen.png"} {
			if err := s.picture(ctx, filepath.Join(s.folder, name)); err != nil {
				s.t.Logf("%s: %v", name, err)
			}
		}
	}
	if err := server.Close(context.WithoutCancel(s.ctx)); err != nil {
		s.t.Errorf("the end of the program: %v", err)
	}
}

// Do does one step, written as in a scenario file:
//
//	term.Do("click: {text: OK}")
//	term.Do("wait: {text: ERROR, style: reverse, in: {row: 1}}\ntimeout: 30s")
func (s *Session) Do(step string) {
	s.t.Helper()
	d, err := s.sh.DoSource(s.ctx, []byte(step))
	s.judge(d.Failure, d.Status, step, err)
}

// do does the step of a word.
func (s *Session) do(word string, value any) {
	s.t.Helper()
	d, err := s.sh.Do(s.ctx, map[string]any{word: value})
	s.judge(d.Failure, d.Status, fmt.Sprintf("%s %v", word, value), err)
}

// judge ends the test when a step has not passed.
func (s *Session) judge(f *event.Failure, status, step string, err error) {
	s.t.Helper()
	switch {
	case err != nil:
		s.t.Fatalf("%s: %v", step, err)
	case f != nil:
		s.t.Fatal(report.FailureText(f))
	case status != event.Completed:
		s.t.Fatalf("%s: %s", step, status)
	}
}

// Type types a text.
func (s *Session) Type(text string) { s.t.Helper(); s.do("type", text) }

// Enter types a text and presses Enter.
func (s *Session) Enter(text string) { s.t.Helper(); s.do("enter", text) }

// Keys presses keys, one after another: "ctrl+x", "shift+tab", "down", "f1".
func (s *Session) Keys(keys ...string) { s.t.Helper(); s.do("key", keys) }

// Paste pastes a text, bracketed if the program has asked for it.
func (s *Session) Paste(text string) { s.t.Helper(); s.do("paste", text) }

// Run runs a command line at the prompt of a shell, waits for its end and wants
// its status to be 0. Expect looks for texts in all that the screen shows but the
// command lines.
func (s *Session) Run(command string) { s.t.Helper(); s.do("run", command) }

// Resize changes the size of the terminal.
func (s *Session) Resize(cols, rows int) {
	s.t.Helper()
	s.do("resize", fmt.Sprintf("%dx%d", cols, rows))
}

// Wait waits until the screen shows all texts at once, for 10 s at most.
func (s *Session) Wait(texts ...string) { s.t.Helper(); s.do("wait", conditions(texts)) }

// Expect is Wait for what the test is about: a failure says that it is wrong and
// not that it took too long.
func (s *Session) Expect(texts ...string) { s.t.Helper(); s.do("expect", conditions(texts)) }

// ExpectGone wants the screen to show none of the texts any more.
func (s *Session) ExpectGone(texts ...string) {
	s.t.Helper()
	var all []any
	for _, text := range texts {
		all = append(all, map[string]any{"gone": text})
	}
	s.do("expect", all)
}

// ExpectExit waits for the end of the program and wants it to have this status.
func (s *Session) ExpectExit(status int) {
	s.t.Helper()
	s.do("expect", map[string]any{"exit": status})
}

// conditions are conditions that each want a text.
func conditions(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = map[string]any{"text": text}
	}
	return all
}

// Text returns the settled screen, a string for each row, trailing blanks cut.
func (s *Session) Text() []string {
	s.t.Helper()
	if err := s.sh.Rest(s.ctx); err != nil {
		s.t.Fatal(err)
	}
	return s.sh.Text()
}

// Screenshot draws the settled screen into a file; its extension is the format:
// .png .svg .txt .ansi .html .json. A relative path is from the folder of the
// test.
func (s *Session) Screenshot(path string) {
	s.t.Helper()
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.dir, path)
	}
	if err := s.picture(s.ctx, path); err != nil {
		s.t.Fatalf("screenshot: %v", err)
	}
}

func (s *Session) picture(ctx context.Context, path string) error {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return err
	}
	path = filepath.Join(dir, filepath.Base(path))
	_, err = s.sh.Screenshot(ctx, s.sh.Look(), false, below(filepath.VolumeName(path)+string(filepath.Separator), path))
	return err
}

// Close ends the program and returns how it ended, for a test that does not wait
// for its own end. Closed again it returns the same.
func (s *Session) Close() session.Exit {
	s.t.Helper()
	x, err := s.sh.Stop(s.ctx)
	if err != nil {
		s.t.Fatal(err)
	}
	return x
}
