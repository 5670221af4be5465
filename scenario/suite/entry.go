package suite

import (
	"fmt"
	"slices"
	"sync"

	"scenario/internal/doc"
	"scenario/scenario"
)

// Entry is a scenario of a call as far as it is chosen and ordered by it. Its
// plan is some fifty times the size of its file: it is made when it is wanted,
// so that of many thousands few are held at a time.
type Entry struct {
	ID, Name string
	File     string // as in messages
	Line     int    // of the document
	Dir      string // the folder of the file, absolute
	Tags     []string
	Skip     string // why it is not run
	Only     bool
	Locks    []string
	Retries  int
	NeedIDs  []string // of the scenarios that must have passed before, sorted
	Vars     []string // the variables that it has or names, sorted
	// Baselines are the snapshots and images that it compares with, absolute and
	// sorted.
	Baselines []string

	loader *loader
	file   *File
	number int // among the scenarios of the file
}

func newEntry(l *loader, file *File, number int, s *scenario.Scenario) *Entry {
	return &Entry{
		ID: s.ID, Name: s.Name, File: s.File, Line: s.Node.Line, Dir: s.Dir, Tags: s.Tags, Skip: string(s.Skip), Only: s.Only,
		Locks: s.Lock, Retries: s.Retries, Vars: s.VarNames(), Baselines: s.Baselines(), loader: l, file: file, number: number,
	}
}

// Plan returns the plan of the scenario. The error is that a file which it is
// read from beside its own has changed since it was checked, and how.
func (e *Entry) Plan() (*scenario.Plan, error) { return e.loader.plan(e) }

// maxHeld is how many plans a loader keeps: small suites are compiled once.
const maxHeld = 256

// loader compiles files, and again those of which it has let the plans go.
type loader struct {
	o    scenario.Options
	mu   sync.Mutex
	held []compiled // the latest last
}

// compiled is a file with its plans.
type compiled struct {
	file  *File
	plans []*scenario.Plan
}

// load compiles a file.
func (l *loader) load(f *File) ([]*scenario.Scenario, doc.Problems) {
	o := l.o
	o.Dir = f.Dir
	return scenario.Load(f.Name, f.Src, o)
}

// hold keeps the plans of a file, and lets go of the oldest when they are many.
func (l *loader) hold(f *File, all []*scenario.Scenario) []*scenario.Plan {
	c := compiled{file: f}
	for _, s := range all {
		c.plans = append(c.plans, scenario.NewPlan(s))
	}
	l.held = append(l.held, c)
	n := 0
	for i := len(l.held) - 1; i >= 0; i-- {
		if n += len(l.held[i].plans); n > maxHeld && i < len(l.held)-1 {
			l.held = slices.Delete(l.held, 0, i+1)
			break
		}
	}
	return c.plans
}

func (l *loader) plan(e *Entry) (*scenario.Plan, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.held {
		if c.file == e.file {
			return c.plans[e.number], nil
		}
	}
	all, ps := l.load(e.file)
	if ps.Fatal() {
		return nil, fmt.Errorf("a file that it is read from has changed: %w", ps)
	}
	if e.number >= len(all) || all[e.number].ID != e.ID {
		return nil, fmt.Errorf("a file that it is read from has changed: there is no %s any more", e.ID)
	}
	return l.hold(e.file, all)[e.number], nil
}
