package suite

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"scenario/capture/font"
	"scenario/emulator"
	"scenario/event"
	"scenario/report"
	"scenario/steps"
)

// Options are what a call runs its scenarios with.
type Options struct {
	WorkDir string   // absolute
	Results string   // results folder, absolute or from WorkDir
	Caller  []string // the caller's environment
	// Allow says why a program may not be started, by its absolute path; nil: all
	// may be.
	Allow   func(program string) error
	Workers int // scenarios at a time, at least 1
	Engines emulator.Engines
	Fonts   *font.Set

	NoRecord     bool         // judge only, draw nothing but failures
	Frozen       bool         // compare what is declared with what is there, write nothing
	Preview      bool         // emit screen_changed
	Update       steps.Update // which snapshots and images are written
	TimeoutScale float64      // 0 is 1

	MaxFailures   int  // begin no more after so many; 0: never
	Retries       int  // attempts after one that failed, over the file's; below 0: the file's
	RetryIsolated bool // retries come when all else has ended, one at a time
	Repeat        int  // how often each scenario runs; 0 is 1

	// Kill ends at once what interrupted runs still do: after steps, the end of
	// processes and services in order. nil: never.
	Kill context.Context

	// OnEvent is told of every event as it happens, from several goroutines.
	OnEvent func(event.Envelope)
	// OnDone is told of every scenario that has ended or will not run, one at a
	// time, in their order.
	OnDone func(*report.Case)
	// Warn gets what no log can hold any more.
	Warn io.Writer

	create func(path string) (logFile, error) // makes a log; tests make one that fails
}

func createFile(path string) (logFile, error) { return os.Create(path) }

// Suite runs scenarios.
type Suite struct {
	o    Options
	tmp  tmpFolders
	warn sync.Mutex
}

// New returns a suite.
func New(o Options) *Suite {
	if o.Workers < 1 {
		o.Workers = 1
	}
	o.Repeat = max(o.Repeat, 1)
	if o.OnEvent == nil {
		o.OnEvent = func(event.Envelope) {}
	}
	if o.Warn == nil {
		o.Warn = io.Discard
	}
	if o.create == nil {
		o.create = createFile
	}
	return &Suite{o: o}
}

// Run runs every scenario, each as often as it is to be repeated, and returns how
// each ended: in their order, the repeats of one beside each other.
// When ctx ends nothing more begins; its cause is why, and what runs then is
// interrupted.
func (s *Suite) Run(ctx context.Context, entries []*Entry) ([]report.Case, error) {
	if err := os.MkdirAll(s.results(), 0o777); err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	jobs := s.jobs(entries)
	q := newQueue(jobs, s.o.MaxFailures)
	stop := func() { q.stop(context.Cause(ctx).Error()) }
	if ctx.Err() != nil {
		stop()
	}
	defer context.AfterFunc(ctx, stop)()
	defer s.tmp.remove()
	var workers sync.WaitGroup
	for range min(s.o.Workers, len(jobs)) {
		workers.Go(func() {
			for j := q.next(); j != nil; j = q.next() {
				s.attempts(ctx, q, j)
			}
		})
	}
	cases := make([]report.Case, len(jobs))
	for i, j := range jobs {
		<-j.ended
		cases[i] = j.result
		if s.o.OnDone != nil {
			s.o.OnDone(&cases[i])
		}
	}
	workers.Wait()
	return cases, nil
}

// jobs are the scenarios as often as they are to run. A repeat needs the same repeat
// of the scenarios that its scenario needs.
func (s *Suite) jobs(entries []*Entry) []*job {
	type key struct {
		id     string
		repeat int
	}
	var jobs []*job
	byKey := map[key]*job{}
	for _, e := range entries {
		folder := s.folder(e)
		fresh := sync.OnceValue(func() error { return emptyFolder(folder) })
		for r := range s.o.Repeat {
			j := &job{entry: e, locks: e.Locks, retries: e.Retries, fresh: fresh, ended: make(chan struct{})}
			if s.o.Repeat > 1 {
				j.repeat = r + 1
			}
			if s.o.Retries >= 0 {
				j.retries = s.o.Retries
			}
			j.result = report.Case{ID: e.ID, Name: e.Name, File: e.File, Line: e.Line, Tags: e.Tags, Repeat: j.repeat}
			byKey[key{e.ID, j.repeat}] = j
			jobs = append(jobs, j)
		}
	}
	for i, j := range jobs {
		if len(jobs) > 1 {
			j.order, j.of = i+1, len(jobs)
		}
		for _, id := range j.entry.NeedIDs {
			if n := byKey[key{id, j.repeat}]; n != nil {
				j.needs = append(j.needs, n)
			}
		}
	}
	return jobs
}

// attempts runs a job: once, and again while it fails and may be tried again.
func (s *Suite) attempts(ctx context.Context, q *queue, j *job) {
	for {
		st := s.run(ctx, j)
		j.result.Attempts = append(j.result.Attempts, st)
		again := report.OutcomeOf(st) == report.Fail && len(j.result.Attempts) <= j.retries && !stored(st) && ctx.Err() == nil && !q.over()
		switch {
		case !again:
			q.finish(j)
			return
		case s.o.RetryIsolated && len(j.result.Attempts) == 1:
			q.later(j)
			return
		}
	}
}

// Open opens a file that a run has written.
func (s *Suite) Open(run *event.State, file event.ArtifactWrittenPayload) (io.ReadCloser, error) {
	return openFile(s.o.WorkDir, run, file)
}

func openFile(workDir string, run *event.State, file event.ArtifactWrittenPayload) (io.ReadCloser, error) {
	path := filepath.FromSlash(file.Path)
	if file.Role == event.RoleResults {
		path = filepath.Join(filepath.FromSlash(run.Folder), path)
	}
	return os.Open(absolute(workDir, path))
}

// folder is where the results of a scenario lie.
func (s *Suite) folder(e *Entry) string { return filepath.Join(s.results(), report.Slug(e.ID)) }

func (s *Suite) results() string { return absolute(s.o.WorkDir, s.o.Results) }

func (s *Suite) warnf(format string, args ...any) {
	s.warn.Lock()
	defer s.warn.Unlock()
	fmt.Fprintf(s.o.Warn, format+"\n", args...)
}

// now is the clock of the runs.
func now() time.Time { return time.Now() }
