package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"scenario/capture"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/session"
	"scenario/steps"
)

// StartSpec is a program to be started.
type StartSpec struct {
	Prefix     string   // of the id: "shell-session-"
	Argv       []string // the program and its arguments
	Dir        string   // working directory below the root; "" is the root
	Env        map[string]*string
	Cols, Rows int    // 0: 80 x 24
	Theme      string // "": the default
	Font       int    // pixels; 0: the default
	Folder     string // below the root, for the logs; "": sessions/ID
	// OnEvent is told of every event as it happens. It must not block.
	OnEvent func(event.Envelope)
}

// Shell is a program in a terminal of a client.
type Shell struct {
	ID      string
	Program string // as it was given
	Folder  string // of its logs, below the root

	c       *Client
	live    *scenario.Live
	log     *event.Log
	logFile *os.File
	logged  counter // writes the log
	tmp     string
	dir     string // working directory, absolute
	started time.Time
	look    event.Look
	pace    event.Pace
	idle    *time.Timer
	once    sync.Once // its end

	mu     sync.Mutex
	events []event.Envelope // what drawing needs of them
	rec    *recording
	exit   *session.Exit // it was stopped
	err    error
}

// Start starts a program and waits until its first screen has settled, or for a
// second. A program that is not there, or may not be started, is an error.
func (c *Client) Start(ctx context.Context, spec StartSpec) (*Shell, error) {
	if len(spec.Argv) == 0 || spec.Argv[0] == "" {
		return nil, errors.New("the command is empty")
	}
	ctx, done, err := c.work.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := c.s.take(); err != nil {
		return nil, err
	}
	sh := &Shell{ID: spec.Prefix + random(8), Program: spec.Argv[0], c: c, started: c.s.o.Now()}
	if err := sh.start(ctx, spec); err != nil {
		sh.cleanUp()
		c.s.release()
		return nil, err
	}
	c.add(sh) // before its time runs: what is ended is forgotten
	sh.mu.Lock()
	sh.idle = time.AfterFunc(c.s.o.Limits.Idle, func() { sh.Stop(context.Background()) })
	sh.mu.Unlock()
	return sh, nil
}

func (sh *Shell) start(ctx context.Context, spec StartSpec) error {
	o := sh.c.s.o
	p, err := sh.plan(spec)
	if err != nil {
		return err
	}
	sh.Folder = spec.Folder
	if sh.Folder == "" {
		sh.Folder = path.Join(sh.c.s.o.Folder, "sessions", sh.ID)
	}
	files := sh.c.s.files
	if err := files.MkdirAll(sh.Folder); err != nil {
		return err
	}
	if sh.logFile, err = files.Create(path.Join(sh.Folder, "events.jsonl")); err != nil {
		return err
	}
	if sh.tmp, err = os.MkdirTemp("", "scenario-"); err != nil {
		return err
	}
	sh.look, sh.pace = p.ResolvedLook(), p.ResolvedPace()
	sh.logged.w = sh.logFile
	sh.log = event.NewLog(&sh.logged, random(8), o.Now, nil, func(e event.Envelope) {
		sh.keep(e)
		if spec.OnEvent != nil {
			spec.OnEvent(e)
		}
	})
	sh.log.Emit(event.RunStarted, event.RunStartedPayload{
		StepTimeoutMs: p.StepTimeout().Milliseconds(), TaskGoal: p.Name, WorkspacePath: files.Dir(),
		ID: sh.ID, File: p.File, Scenario: p.Name, Attempt: 1, Cols: p.Size.Cols, Rows: p.Size.Rows,
		Look: sh.look, Pace: p.ResolvedPace(), Terminal: p.Terminal.Event(),
	})
	opts, err := sh.source().RasterOptions(sh.look)
	if err != nil {
		return err
	}
	live, res, err := scenario.Open(ctx, p, scenario.Setup{
		Log: sh.log, Engines: o.Engines, Now: o.Now, Base: sh.tmp, Tmp: filepath.Join(sh.tmp, "scenario"), Caller: sh.c.s.environ(), Allow: sh.c.s.guard(),
		Values:  func(string) (string, bool) { return "", false },
		CastMax: o.Limits.Cast,
		Cast: func(name string) (io.WriteCloser, error) {
			return files.Create(path.Join(sh.Folder, capture.CastName(name)))
		},
		Terminal: capture.Terminal(o.Fonts, opts), Recorded: true,
	})
	if err != nil {
		return err
	}
	if live == nil {
		return errors.New(res.Error)
	}
	sh.live = live
	live.Show(ctx, false)
	return nil
}

// plan is the scenario that opens the program.
func (sh *Shell) plan(spec StartSpec) (*scenario.Plan, error) {
	s := sh.c.s
	cols, rows := spec.Cols, spec.Rows
	if cols == 0 {
		cols = 80
	}
	if rows == 0 {
		rows = 24
	}
	if cols < 1 || rows < 1 || cols > 1000 || rows > 1000 || cols*rows > s.o.Limits.Cells {
		return nil, fmt.Errorf("a terminal of %d columns and %d rows is not possible here: 1 to 1000 each, %d cells at most", cols, rows, s.o.Limits.Cells)
	}
	dir, err := s.files.folder(spec.Dir)
	if err != nil {
		return nil, err
	}
	program, err := session.LookPath(spec.Argv[0], dir, s.o.Caller)
	if err != nil {
		return nil, err
	}
	if err := s.allowed(program); err != nil {
		return nil, err
	}
	sh.dir = dir
	src, err := header(spec, cols, rows, s.o.Inherit)
	if err != nil {
		return nil, err
	}
	all, problems := scenario.Load("session.yaml", src, scenario.Options{Dir: dir})
	if problems.Fatal() {
		return nil, errors.New(first(problems))
	}
	return scenario.NewPlan(all[0]), nil
}

// first is the first problem, without the place in a file that nobody wrote.
func first(problems doc.Problems) string {
	p := problems[0]
	if p.Hint != "" {
		return p.Message + ": " + p.Hint
	}
	return p.Message
}

// header is the scenario that opens a program, as JSON, which is YAML.
func header(spec StartSpec, cols, rows int, inherit []string) ([]byte, error) {
	type look struct {
		Theme    string `json:"theme,omitempty"`
		FontSize int    `json:"font_size,omitempty"`
	}
	h := struct {
		Name    string             `json:"name"`
		Size    string             `json:"size"`
		Env     map[string]*string `json:"env,omitempty"`
		Inherit []string           `json:"inherit,omitempty"`
		Look    *look              `json:"look,omitempty"`
		Vars    map[string]string  `json:"vars,omitempty"`
		Steps   []any              `json:"steps"`
	}{
		Name: filepath.Base(spec.Argv[0]), Size: fmt.Sprintf("%dx%d", cols, rows), Inherit: inherit,
		Env: map[string]*string{},
	}
	if spec.Theme != "" || spec.Font > 0 {
		h.Look = &look{spec.Theme, spec.Font}
	}
	opens := false
	plain := func(s string) string { // ${{ is not a value here
		opens = opens || strings.Contains(s, "${{")
		return strings.ReplaceAll(s, "${{", "${{ vars.open }}{")
	}
	for k, v := range spec.Env {
		if v != nil {
			text := plain(*v)
			v = &text
		}
		h.Env[k] = v
	}
	argv := make([]string, len(spec.Argv))
	for i, a := range spec.Argv {
		argv[i] = plain(a)
	}
	if plainShell(spec.Argv) {
		h.Steps = []any{map[string]any{"shell": filepath.Base(argv[0])}}
	} else {
		h.Steps = []any{map[string]any{"launch": commandLine(argv)}}
	}
	if opens {
		h.Vars = map[string]string{"open": "${"}
	}
	return json.Marshal(h)
}

// wordRE is an argument that means the same in a command line.
var wordRE = regexp.MustCompile(`^[\w./:=@%+,-]+$`)

// commandLine is a program and its arguments as a person would write them: a
// line, or a list when one has more than plain characters.
func commandLine(argv []string) any {
	if slices.ContainsFunc(argv, func(a string) bool { return !wordRE.MatchString(a) }) {
		return argv
	}
	return strings.Join(argv, " ")
}

// plainShell reports whether a program is a shell that is only asked to be
// interactive: then it is opened as the step shell does, with a prompt that is
// the same everywhere.
func plainShell(argv []string) bool {
	if !slices.Contains([]string{"bash", "zsh", "fish", "sh"}, argv[0]) {
		return false
	}
	return !slices.ContainsFunc(argv[1:], func(a string) bool {
		return !slices.Contains([]string{"-i", "-l", "--login", "--norc", "--noprofile"}, a)
	})
}

// keep keeps the events that drawing needs.
func (sh *Shell) keep(e event.Envelope) {
	switch e.Kind {
	case event.RunStarted, event.Timeline, event.SessionExited:
		sh.mu.Lock()
		defer sh.mu.Unlock()
		sh.events = append(sh.events, e)
	}
}

// used notes that the client has asked for something; the error is that the
// shell has been stopped, or has done too much.
func (sh *Shell) used() error {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if sh.exit != nil {
		return fmt.Errorf("the session was stopped: %s %s", sh.Program, sh.exit)
	}
	if sh.idle != nil {
		sh.idle.Reset(sh.c.s.o.Limits.Idle)
	}
	return nil
}

// Do does one step of a scenario: {"key": "ctrl+x"}. Anything that JSON can
// hold may stand in it. The error says what is wrong with the step, or that the
// session is broken; a step that did not pass is no error.
func (sh *Shell) Do(ctx context.Context, step any) (scenario.Done, error) {
	src, err := json.Marshal(step)
	if err != nil {
		return scenario.Done{}, err
	}
	return sh.DoSource(ctx, src)
}

// DoSource is Do for a step in YAML.
func (sh *Shell) DoSource(ctx context.Context, src []byte) (scenario.Done, error) {
	if err := sh.ready(); err != nil {
		return scenario.Done{}, err
	}
	d, problems, err := sh.live.Do(ctx, src)
	if problems.Fatal() {
		return d, errors.New(first(problems))
	}
	return d, err
}

// Send sends bytes as they are; see scenario.Live.
func (sh *Shell) Send(ctx context.Context, p []byte) (scenario.Done, error) {
	if err := sh.ready(); err != nil {
		return scenario.Done{}, err
	}
	return sh.live.Send(ctx, p)
}

func (sh *Shell) ready() error {
	if err := sh.used(); err != nil {
		return err
	}
	l := sh.c.s.o.Limits
	switch n := sh.Steps(); {
	case n >= l.Steps:
		return fmt.Errorf("the session has done %d steps, which is the limit: %s", n, another)
	case sh.live.Kept()+sh.logged.n.Load() > l.Kept:
		return fmt.Errorf("the log of the session and its %d steps take more than %d MiB, which is the limit: %s", n, l.Kept>>20, another)
	}
	return sh.full()
}

// another is what a client does that has come to a limit of a session.
const another = "export it, stop it and start another"

// full reports that what the program writes is no longer recorded.
func (sh *Shell) full() error {
	if !sh.Term().CastFull() {
		return nil
	}
	return fmt.Errorf("the recording of all that the program wrote takes %d MiB, which is the limit: what came after is on the screen alone; look at it, %s",
		sh.c.s.o.Limits.Cast>>20, another)
}

// Rest waits until the screen has settled, for a second at most.
func (sh *Shell) Rest(ctx context.Context) error {
	if err := sh.used(); err != nil {
		return err
	}
	return sh.live.Rest(ctx)
}

// View is what the terminal shows.
func (sh *Shell) View() *session.View { return sh.live.Term().View() }

// Term is the session, to wait on its screen.
func (sh *Shell) Term() *steps.Term { return sh.live.Term() }

// Text is the text of the screen, a line for each row, trailing blanks cut.
func (sh *Shell) Text() []string { return sh.live.MaskScreen(sh.View()) }

// Look is how its pictures look.
func (sh *Shell) Look() event.Look { return sh.look }

// Pace is how its recordings play.
func (sh *Shell) Pace() event.Pace { return sh.pace }

// Started is when it was started.
func (sh *Shell) Started() time.Time { return sh.started }

// Steps is how many steps were done.
func (sh *Shell) Steps() int { return len(sh.live.Done()) }

// Stop ends the program and all that it has started, and returns how it ended.
// Its logs are complete then. Called again it returns the same.
func (sh *Shell) Stop(ctx context.Context) (session.Exit, error) {
	x, err := sh.end(ctx)
	sh.c.forget(sh)
	return x, err
}

// end ends it once: the client, the idle limit and the server may all want to,
// and whoever comes second waits for the first.
func (sh *Shell) end(ctx context.Context) (session.Exit, error) {
	sh.once.Do(func() {
		sh.mu.Lock()
		if sh.idle != nil {
			sh.idle.Stop()
		}
		sh.mu.Unlock()
		x, err := sh.live.Close(ctx)
		sh.mu.Lock()
		sh.exit, sh.err = &x, err
		sh.mu.Unlock()
		sh.log.Emit(event.ReportStatus, event.ReportStatusPayload{Status: event.Completed})
		sh.log.Emit(event.RunFinished, event.RunFinishedPayload{
			FinalStatus: event.Completed, TotalSteps: sh.live.Started(), DurationMs: sh.c.s.o.Now().Sub(sh.started).Milliseconds(),
		})
		sh.cleanUp()
	})
	sh.mu.Lock()
	defer sh.mu.Unlock()
	return *sh.exit, sh.err
}

// cleanUp closes the log and removes the temporary home.
func (sh *Shell) cleanUp() {
	if sh.logFile != nil {
		sh.logFile.Close()
	}
	if sh.tmp != "" {
		os.RemoveAll(sh.tmp)
	}
}
