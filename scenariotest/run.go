package scenariotest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"scenario/capture/font"
	"scenario/report"
	"scenario/scenario"
	"scenario/scenario/suite"
	"scenario/session"
)

// SlowTag marks the scenarios that go test -short skips.
const SlowTag = "slow"

// Suite says how scenarios are run. The zero value is what [Run] uses.
type Suite struct {
	Vars   map[string]string // values for the files' vars, as scenario run --var
	Record bool              // draw the recordings and screenshots that the files declare
}

// Run runs each scenario of the files as a parallel subtest of t, named by the
// scenario's id: "testdata/hello.yaml", with "#name" when the file has several
// and "[key=value]" for a run of a matrix. A path is a file, a folder or a
// pattern of filepath.Match, from the folder of the test; one that matches
// nothing is a failure, and so is a mistake in any file: then nothing is run.
//
// go test -run chooses scenarios, together with those that they need, -parallel
// is how many run at a time, -short skips those tagged slow. A scenario that is
// blocked, because a program is missing, fails.
func Run(t *testing.T, paths ...string) {
	t.Helper()
	Suite{}.Run(t, paths...)
}

// Run is like the function Run.
func (s Suite) Run(t *testing.T, paths ...string) {
	t.Helper()
	dir, entries, err := s.load(paths)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{suite: s, t: t, dir: dir, folder: folder(t), all: entries, ended: map[string]*ending{}}
	for _, e := range entries {
		t.Run(e.ID, func(t *testing.T) {
			if testing.Short() && slices.Contains(e.Tags, SlowTag) {
				t.Skip("it is tagged " + SlowTag + ", and -short is set")
			}
			end := r.choose(e)
			t.Parallel() // goes on when all subtests have been chosen
			r.once.Do(r.start)
			<-end.done
			r.judge(t, end)
		})
	}
}

// load finds, reads and checks the files.
func (s Suite) load(paths []string) (dir string, entries []*suite.Entry, err error) {
	if dir, err = os.Getwd(); err != nil {
		return "", nil, err
	}
	var found []string
	for _, p := range paths {
		matches, err := filepath.Glob(p)
		switch {
		case err != nil:
			return "", nil, fmt.Errorf("%s: %w", p, err)
		case len(matches) == 0:
			return "", nil, fmt.Errorf("%s: no such file", p)
		}
		found = append(found, matches...)
	}
	if len(found) == 0 {
		return "", nil, errors.New("which scenarios? name files, folders or patterns")
	}
	files, err := suite.Find(dir, found, nil)
	if err != nil {
		return "", nil, err
	}
	entries, problems := suite.Load(files, scenario.Options{
		Vars: s.Vars, Env: os.LookupEnv, CI: onCI(), ReadFile: os.ReadFile,
		Exists: func(path string) bool { _, err := os.Stat(path); return err == nil },
	})
	if problems.Fatal() {
		var b strings.Builder
		b.WriteByte('\n')
		problems.Format(&b, false)
		return "", nil, errors.New(strings.TrimRight(b.String(), "\n"))
	}
	if len(entries) == 0 {
		return "", nil, fmt.Errorf("no scenario in %s", strings.Join(paths, ", "))
	}
	return dir, entries, nil
}

// onCI reports whether this is a CI, by the variable that all of them set.
func onCI() bool {
	v := strings.ToLower(os.Getenv("CI"))
	return v != "" && v != "false" && v != "0"
}

// runner runs the chosen scenarios of one call of Run.
type runner struct {
	suite       Suite
	t           *testing.T // the parent of the subtests
	dir, folder string
	all, chosen []*suite.Entry
	once        sync.Once
	ended       map[string]*ending // by id
}

// ending is how a scenario has ended, known when done is closed.
type ending struct {
	done chan struct{}
	c    *report.Case
	err  error
}

func (r *runner) choose(p *suite.Entry) *ending {
	e := &ending{done: make(chan struct{})}
	r.chosen, r.ended[p.ID] = append(r.chosen, p), e
	return e
}

// start runs the chosen scenarios, and those that they need.
func (r *runner) start() {
	err := session.SetSubreaper()
	if err != nil {
		r.t.Logf("programs that leave their parents may outlive the test: %v", err)
	}
	retries := -1 // the file's
	s := suite.New(suite.Options{
		WorkDir: r.dir, Results: r.folder, Caller: os.Environ(), Workers: atOnce(), Engines: engines(), Fonts: font.NewSet(),
		NoRecord: !r.suite.Record, Retries: retries, Warn: r.t.Output(), OnDone: r.done,
	})
	ctx, cancel := beforeDeadline(r.t)
	go func() {
		defer cancel()
		_, err := s.Run(ctx, suite.WithNeeds(r.all, r.chosen))
		for _, e := range r.ended {
			if e.c == nil {
				e.err = errors.Join(err, context.Cause(ctx), errors.New("the scenario was not run"))
				close(e.done)
			}
		}
	}()
}

// done is told of every scenario that has ended.
func (r *runner) done(c *report.Case) {
	if e := r.ended[c.ID]; e != nil {
		e.c = c
		close(e.done)
	}
}

// judge reports a scenario as the outcome of its subtest.
func (r *runner) judge(t *testing.T, e *ending) {
	if e.err != nil {
		t.Fatal(e.err)
	}
	report.NewConsole(report.ConsoleOptions{Out: t.Output(), UTF8: true}).Done(e.c)
	switch o := e.c.Outcome(); {
	case o == report.Skip:
		t.Skip(e.c.Skipped)
	case !o.OK():
		t.Fail()
	}
}
