package suite

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"scenario/event"
	"scenario/report"
	"scenario/scenario"
)

// Review is a snapshot or image that the last run of its scenario did not match.
type Review struct {
	ID       string // of the scenario
	Kind     string // screen, image
	Baseline string // as people see it
	Why      string // "3 cells differ", "there was none"
	// The files of the results folder, absolute: "" where there is none.
	Expected, Actual, Diff string

	abs  string // of the baseline
	plan *scenario.Plan
}

// Reviews returns what the last runs of scenarios left to be decided: each is
// still what the run compared with, and the scenario still compares with it.
func Reviews(workDir, results string, entries []*Entry) ([]Review, error) {
	var all []Review
	for _, e := range entries {
		folder := LastAttempt(filepath.Join(absolute(workDir, results), report.Slug(e.ID)))
		if folder == "" {
			continue
		}
		p, err := e.Plan()
		if err != nil {
			return nil, err
		}
		list, err := reviews(workDir, folder, p)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// reviews reads the log of one attempt. Of several comparisons with one snapshot
// the last counts.
func reviews(workDir, folder string, p *scenario.Plan) (all []Review, err error) {
	f, err := os.Open(filepath.Join(folder, EventsFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var compared []event.SnapshotCompared
	err = event.Read(f, func(e event.Envelope) error {
		if e.Kind != event.Assertion {
			return nil
		}
		payload, err := event.Decode(e)
		if a, ok := payload.(event.AssertionPayload); ok {
			compared = append(compared, a.Snapshots...)
		}
		return err
	})
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // the run was killed while it wrote
	}
	wanted := p.Baselines()
	for _, s := range compared {
		abs := absolute(workDir, filepath.FromSlash(s.Baseline))
		all = slices.DeleteFunc(all, func(r Review) bool { return r.abs == abs })
		if s.Actual == "" || !slices.Contains(wanted, abs) {
			continue
		}
		r := Review{ID: p.ID, Kind: s.Kind, Baseline: s.Baseline, Why: s.Why, abs: abs, plan: p}
		r.Expected, r.Actual, r.Diff = inFolder(folder, s.Expected), inFolder(folder, s.Actual), inFolder(folder, s.Diff)
		if r.open() {
			all = append(all, r)
		}
	}
	return all, err
}

// inFolder is a file that a log names in its folder, "" if it leads out of it.
func inFolder(folder, name string) string {
	name = filepath.FromSlash(name)
	if name == "" || !filepath.IsLocal(name) {
		return ""
	}
	return filepath.Join(folder, name)
}

// open reports whether it is still to be decided.
func (r *Review) open() bool {
	now, err := os.ReadFile(r.Actual)
	if err != nil {
		return false // it was rejected
	}
	stored, err := os.ReadFile(r.abs)
	if errors.Is(err, fs.ErrNotExist) {
		return r.Expected == ""
	}
	if err != nil || bytes.Equal(stored, now) {
		return false
	}
	was, err := os.ReadFile(r.Expected)
	return err == nil && bytes.Equal(was, stored)
}

// Accept stores what there was.
func (r *Review) Accept() error {
	if err := r.plan.Allowed(r.abs); err != nil {
		return err
	}
	now, err := os.ReadFile(r.Actual)
	if err != nil {
		return err
	}
	_, err = WriteFile(r.abs, func(w io.Writer) error {
		_, err := w.Write(now)
		return err
	})
	return err
}

// Reject leaves what is stored as it is, and is not asked about again.
func (r *Review) Reject() error { return os.Remove(r.Actual) }

// Shown is a path as people see it.
func Shown(workDir, abs string) string { return relative(workDir, abs) }
