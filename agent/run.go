package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/report"
	"scenario/scenario"
	"scenario/scenario/suite"
	"scenario/session"
	"scenario/steps"
)

// RunSpec is a scenario file to be looked at or run.
type RunSpec struct {
	YAML     string // its text, or
	Path     string // where it is, below the root
	Vars     map[string]string
	Secrets  map[string]string // beside those of the server's environment
	Theme    string
	NoRecord bool // judge only
	// Update says which snapshots and images are written: "" or none, missing,
	// changed, all.
	Update string
	// OnEvent is told of every event as it happens. It must not block.
	OnEvent func(event.Envelope)
}

// RunResult is what a run of a file has left.
type RunResult struct {
	report.Call
	State *event.State // of the last attempt of the worst scenario
}

// maxScenario bounds the text of a file, as the format does.
const maxScenario = 1 << 20

// Load reads and checks a file without running anything. The entries
// are its scenarios; problems are its mistakes. The error is that there is no
// such file.
func (s *Server) Load(spec RunSpec) ([]*suite.Entry, doc.Problems, error) {
	file, err := s.file(spec)
	if err != nil {
		return nil, nil, err
	}
	vars := spec.Vars
	entries, problems := suite.Load([]suite.File{file}, scenario.Options{
		Vars: vars, Theme: spec.Theme, Env: s.lookup, Confine: s.files.Dir(),
		Exists: func(p string) bool { _, err := s.stat(p); return err == nil },
		ReadFile: func(p string) ([]byte, error) {
			rel, err := filepath.Rel(s.files.Dir(), p)
			if err != nil {
				return nil, err
			}
			f, err := s.files.Open(filepath.ToSlash(rel))
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return io.ReadAll(io.LimitReader(f, maxTheme))
		},
	})
	return entries, problems, nil
}

func (s *Server) stat(p string) (any, error) {
	rel, err := filepath.Rel(s.files.Dir(), p)
	if err != nil {
		return nil, err
	}
	return s.files.root.Stat(filepath.ToSlash(rel))
}

// file is the file of a spec.
func (s *Server) file(spec RunSpec) (suite.File, error) {
	switch {
	case (spec.YAML == "") == (spec.Path == ""):
		return suite.File{}, errors.New("give yaml or path, one of them")
	case spec.YAML != "":
		return suite.File{Name: "submitted.yaml", Dir: s.files.Dir(), Src: []byte(spec.YAML)}, nil
	}
	name := spec.Path
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(s.files.Dir(), name)
		if err != nil || !filepath.IsLocal(rel) {
			return suite.File{}, fmt.Errorf("%s is not below %s", name, s.files.Dir())
		}
		name = filepath.ToSlash(rel)
	}
	f, err := s.files.Open(name)
	if err != nil {
		return suite.File{}, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxScenario+1))
	return suite.File{Name: name, Dir: filepath.Dir(s.files.Path(name)), Src: src}, err
}

// lookup is the environment that scenarios see as ${{ env.X }}.
func (s *Server) lookup(name string) (string, bool) {
	for _, v := range s.environ() {
		if n, value, _ := strings.Cut(v, "="); n == name {
			return value, true
		}
	}
	return "", false
}

// Run runs every scenario of a file that has no mistakes. It is interrupted when
// the client goes.
func (c *Client) Run(ctx context.Context, spec RunSpec) (*RunResult, error) {
	ctx, done, err := c.work.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	s := c.s
	update, err := updates(spec.Update)
	if err != nil {
		return nil, err
	}
	entries, problems, err := s.Load(spec)
	switch {
	case err != nil:
		return nil, err
	case problems.Fatal():
		return nil, problems
	case len(entries) == 0:
		return nil, errors.New("there is no scenario in it")
	}
	for _, e := range entries {
		p, err := e.Plan()
		if err != nil {
			return nil, err
		}
		if err := s.mayRun(p); err != nil {
			return nil, err
		}
	}
	folder := path.Join(s.o.Folder, "runs", random(8))
	if err := s.files.MkdirAll(folder); err != nil {
		return nil, err
	}
	o := suite.Options{
		WorkDir: s.files.Dir(), Results: folder, Caller: withSecrets(s.environ(), spec.Secrets), Allow: s.guard(), Workers: 1, Retries: -1,
		Engines: s.o.Engines, Fonts: s.o.Fonts, NoRecord: spec.NoRecord, Update: update, OnEvent: spec.OnEvent, Warn: s.o.Warn,
	}
	began := s.o.Now()
	cases, err := suite.New(o).Run(ctx, entries)
	if err != nil {
		return nil, err
	}
	res := &RunResult{Call: report.Call{Cases: cases, Started: began, Elapsed: s.o.Now().Sub(began)}}
	for i := range cases {
		if st := cases[i].Last(); st != nil && (res.State == nil || res.State.Final == event.Completed) {
			res.State = st
		}
	}
	if res.State == nil {
		return nil, errors.New("nothing was run")
	}
	return res, nil
}

func withSecrets(env []string, secrets map[string]string) []string {
	for name, value := range secrets {
		env = append(env, name+"="+value)
	}
	return env
}

// updates reads the word for which snapshots are written.
func updates(word string) (steps.Update, error) {
	switch {
	case word == "" || word == "none":
		return steps.UpdateNone, nil
	case slices.Contains(steps.Updates(), word):
		return steps.Update(word), nil
	}
	return "", fmt.Errorf("update is %s, not %q", strings.Join(steps.Updates(), ", "), word)
}

// mayRun reports a program of a scenario that may not be started, before any is;
// the run itself asks again for the path that a program has then.
func (s *Server) mayRun(p *scenario.Plan) error {
	for _, n := range p.Programs {
		program, err := session.LookPath(n.Program, p.Dir, s.o.Caller)
		if err != nil {
			continue // it is missing, which blocks the run
		}
		if err := s.allowed(program); err != nil {
			return fmt.Errorf("%s: %w", n.Node.Pos, err)
		}
	}
	return nil
}
