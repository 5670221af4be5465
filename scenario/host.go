package scenario

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"scenario/emulator"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps"
)

// runner is a plan being run; it is the Host of its steps.
type runner struct {
	tries    map[*Block]int  // how often each has been tried again
	outgrown map[string]bool // sessions whose cast has reached its limit and that was told
	p        *Plan
	s        Setup
	limit    time.Duration // of before and steps together
	mask     *event.Masker
	screens  screenMask
	terms    []*steps.Term // in the order of their opening
	openers  map[string]*steps.Step
	casts    []io.Closer
	vars     map[string]string // of exec: into
	cwd      string

	now     *PlanStep             // being done
	last    *PlanStep             // of steps
	looks   map[string]event.Look // of sessions, where a step has changed it
	paces   map[string]event.Pace
	fits    map[string]*Fit // of sessions, while their steps play in a given time
	blind   bool            // the step types where the terminal does not echo
	started int
	typed   int // characters, in the step
	shots   int
	hidden  bool
	res     Result
	// onlySoft: the run has failed, and only because snapshots were not there.
	onlySoft bool
	fault    error
}

func newRunner(p *Plan, s Setup) *runner {
	r := &runner{p: p, s: s, vars: map[string]string{}, tries: map[*Block]int{}, outgrown: map[string]bool{}, openers: map[string]*steps.Step{},
		looks: map[string]event.Look{}, paces: map[string]event.Pace{}, fits: map[string]*Fit{}}
	r.mask = event.NewMasker(r.secretValues())
	r.screens = newScreenMask(r.mask, r.secretValues())
	r.res.Status = event.Completed
	for i := range p.Steps {
		if p.Steps[i].Phase == phaseSteps {
			r.last = &p.Steps[i]
		}
	}
	return r
}

func (r *runner) secretValues() []string { return slices.Sorted(maps.Values(r.s.Secrets)) }

func (r *runner) emit(k event.Kind, payload any) { r.s.Log.Emit(k, payload) }

// Emit writes an event.
func (r *runner) Emit(k event.Kind, payload any) {
	if m, ok := payload.(event.TimelinePayload); ok && m.Do == event.DoType {
		r.typed++
	}
	r.emit(k, payload)
}

// Recorded reports whether pictures will be drawn.
func (r *runner) Recorded() bool { return r.s.Recorded }

// Look returns the look in force in a session.
func (r *runner) Look(session string) (l event.Look, changed bool) {
	if l, changed = r.looks[session]; changed {
		return l, true
	}
	return r.p.ResolvedLook(), false
}

// SetLook puts a look in force.
func (r *runner) SetLook(session string, l event.Look) { r.looks[session] = l }

// Pace returns the pace in force in a session.
func (r *runner) Pace(session string) event.Pace {
	if p, ok := r.paces[session]; ok {
		return p
	}
	return r.p.ResolvedPace()
}

// SetPace puts a pace in force.
func (r *runner) SetPace(session string, p event.Pace) { r.paces[session] = p }

// Mask takes the secrets out of a text.
func (r *runner) Mask(s string) string { return r.mask.String(s) }

// MaskScreen takes the secrets out of the text of a screen.
func (r *runner) MaskScreen(s *emulator.Screen) []string { return r.screens.rows(s) }

// Shot numbers a screenshot.
func (r *runner) Shot() int { r.shots++; return r.shots }

// Term returns an open session.
func (r *runner) Term(name string) *steps.Term {
	for _, t := range r.terms {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Value returns what a reference stands for.
func (r *runner) Value(ref doc.Ref) (string, error) {
	switch ref.Space {
	case "secrets":
		if v, ok := r.s.Secrets[ref.Name]; ok {
			return v, nil
		}
	case "vars":
		if v, ok := r.vars[ref.Name]; ok {
			return v, nil
		}
		if v, ok := r.p.Vars[ref.Name]; ok {
			return v, nil
		}
		return "", &steps.Failure{Message: "vars." + ref.Name + " has no value yet: its exec step has not run"}
	case "scenario":
		if ref.Name == "tmp" {
			return r.s.Tmp, nil
		}
	case "services":
		if v, ok := r.s.Values(ref.Name); ok {
			return v, nil
		}
	}
	return "", &steps.Failure{Message: fmt.Sprintf("%s.%s has no value", ref.Space, ref.Name)}
}

// SetVar gives a variable its value.
func (r *runner) SetVar(name, value string) { r.vars[name] = value }

// dir resolves a working directory; "" is the scenario's cwd. Beside files it
// is relative to their folder.
func (r *runner) dir(given string) (string, error) {
	base := r.p.Dir
	if given == "" || len(r.p.Files) > 0 {
		var err error
		if base, err = r.workDir(); err != nil || given == "" {
			return base, err
		}
	}
	path := given
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	if !isFolder(path) {
		return "", &steps.Failure{Message: "no folder " + given}
	}
	return path, nil
}

// workDir is the scenario's cwd, which it makes when the scenario has files.
func (r *runner) workDir() (string, error) {
	if r.cwd != "" {
		return r.cwd, nil
	}
	cwd := r.p.Dir
	switch {
	case len(r.p.Files) > 0:
		cwd = filepath.Join(r.s.Base, "work")
		if err := r.p.Files.write(cwd, r.Value); err != nil {
			return "", err
		}
	case !r.p.Cwd.IsZero():
		s, err := r.p.Cwd.Resolve(r.Value)
		if err != nil {
			return "", err
		}
		cwd = r.p.Abs(s)
	}
	if !isFolder(cwd) {
		given := r.p.Cwd.String()
		return "", &steps.Failure{Message: "cwd: no folder " + given, Whole: true, Pos: r.p.Cwd.Pos, Width: len([]rune(given))}
	}
	r.cwd = cwd
	return cwd, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Open starts a program in a new session.
func (r *runner) Open(ctx context.Context, o steps.OpenSpec) (*steps.Term, error) {
	dir, err := r.dir(o.Dir)
	if err != nil {
		return nil, err
	}
	env, err := r.environ(o.Env, o.Extra)
	if err != nil {
		return nil, err
	}
	if err := r.mayStart(o.Argv[0], dir, env); err != nil {
		return nil, err
	}
	size := o.Size
	if size.IsZero() {
		size = r.p.Size
	}
	cast, err := r.s.Cast(o.Name)
	if err != nil {
		return nil, err
	}
	r.casts = append(r.casts, cast)
	engine, opts, err := r.terminal()
	if err != nil {
		return nil, err
	}
	s, err := session.Start(ctx, session.Config{
		Name: o.Name, Argv: o.Argv, Dir: dir, Env: env, Cols: size.Cols, Rows: size.Rows,
		Engine: engine, Terminal: opts, Cast: cast, CastMax: r.s.CastMax, Secrets: r.secretValues(), OnChange: r.preview(o.Name),
	})
	if err != nil {
		return nil, err
	}
	t := steps.NewTerm(s, o)
	r.terms = append(r.terms, t)
	if !r.p.ImplicitShell {
		r.openers[o.Name] = r.now.Step
	}
	r.emit(event.SessionStarted, event.SessionStartedPayload{Session: o.Name, Program: path.Base(o.Program), Cols: size.Cols, Rows: size.Rows})
	if r.hidden {
		r.emit(event.Timeline, event.TimelinePayload{Session: o.Name, StepIndex: r.index(), Do: event.DoHide, On: true})
	}
	return t, nil
}

// mayStart asks whether a program may be started, by the path that it has there.
// One that is not there is for the start to report.
func (r *runner) mayStart(program, dir string, env []string) error {
	if r.s.Allow == nil {
		return nil
	}
	path, err := session.LookPath(program, dir, env)
	if err != nil {
		return nil
	}
	if err := r.s.Allow(path); err != nil {
		return &steps.Failure{Message: err.Error()}
	}
	return nil
}

// preview tells of the screen of a session while it changes; nil when nobody
// asked.
func (r *runner) preview(session string) func(*emulator.Screen, int) {
	if !r.s.Preview {
		return nil
	}
	return func(s *emulator.Screen, castSeq int) {
		r.emit(event.ScreenChanged, event.ScreenChangedPayload{Session: session, CastSeq: castSeq, Cols: s.Cols, Rows: r.MaskScreen(s)})
	}
}

// Exec runs a script outside every terminal, in the caller's environment.
func (r *runner) Exec(ctx context.Context, script, dir string, env steps.EnvVars) (steps.ExecResult, error) {
	dir, err := r.dir(dir)
	if err != nil {
		return steps.ExecResult{}, err
	}
	vars, err := r.tooling(env)
	if err != nil {
		return steps.ExecResult{}, err
	}
	if err := r.mayStart("sh", dir, vars); err != nil {
		return steps.ExecResult{}, err
	}
	res, err := session.Exec(ctx, session.ExecConfig{Script: script, Dir: dir, Env: vars, Secrets: r.secretValues()})
	return steps.ExecResult{Status: res.Exit.Status, Signal: res.Exit.Signal, Stdout: res.Stdout, Output: res.Output}, err
}

// ReadSource reads a file named relative to the scenario's file.
func (r *runner) ReadSource(rel string) ([]byte, error) {
	return r.p.ReadFile(r.p.Abs(rel))
}

// ReadFile reads a file named relative to the scenario's cwd.
func (r *runner) ReadFile(path string) ([]byte, error) {
	if !filepath.IsAbs(path) {
		dir, err := r.dir("")
		if err != nil {
			return nil, err
		}
		path = filepath.Join(dir, path)
	}
	return r.p.ReadFile(path, r.s.Base, r.s.Tmp)
}

// HasProgram reports whether a program is on the PATH of the scenario.
func (r *runner) HasProgram(name string) bool {
	env, err := r.environ(nil, nil)
	if err != nil {
		return false
	}
	_, err = session.LookPath(name, r.p.Dir, env)
	return err == nil
}

// ShellFile writes a start file of a shell beside the temporary home.
func (r *runner) ShellFile(name, content string) (string, error) {
	path := filepath.Join(r.s.Base, name)
	os.Remove(path) // a link that a program has put there is not followed
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(content)
	return path, errors.Join(err, f.Close())
}

// close ends every session, in the order of their opening.
func (r *runner) close(ctx context.Context) error {
	ctx, cancel := r.detached(ctx, closeGrace, nil)
	defer cancel()
	var first error
	for _, t := range r.terms {
		x, err := t.Close(ctx)
		if err != nil && first == nil {
			first = err
		}
		r.emit(event.SessionExited, event.SessionExitedPayload{
			Session: t.Name, CastSeq: t.CastSeq(), Status: x.Status, Signal: x.Signal, Ended: x.Ended,
		})
	}
	for _, c := range r.casts {
		if err := c.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

var _ steps.Host = (*runner)(nil)
