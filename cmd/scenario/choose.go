package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"scenario/scenario/suite"
)

// choose narrows the plans down to those that the flags ask for. why says what
// is missing when none is left and that is no mistake of the caller's.
func (a *app) choose(dir string, entries []*suite.Entry, f *runFlags, o runOptions) (chosen []*suite.Entry, why string, err error) {
	all := entries
	if only := suite.Filter(entries, func(e *suite.Entry) bool { return e.Only }); len(only) > 0 {
		a.ui().warn("only: %d of %s", len(only), count(len(entries), "scenario"))
		entries = only
	}
	entries = suite.Filter(entries, func(e *suite.Entry) bool {
		return (o.grep == nil || o.grep.MatchString(e.Name) || o.grep.MatchString(e.ID)) && (o.tags == nil || o.tags(e.Tags))
	})
	if len(entries) == 0 {
		return nil, "", fmt.Errorf("none of %s is chosen by --grep and --tag", count(len(all), "scenario"))
	}
	if f.testList != "" {
		if entries, err = a.listed(dir, entries, f.testList); err != nil {
			return nil, "", fmt.Errorf("--test-list: %w", err)
		}
		if len(entries) == 0 {
			return nil, "", fmt.Errorf("--test-list: %s names no scenario", f.testList)
		}
	}
	if f.lastFailed {
		ids, err := suite.ReadLastRun(absolute(dir, f.results))
		if err != nil {
			return nil, "", hinted{fmt.Errorf("--last-failed: %w", err), "run without it first"}
		}
		entries = suite.Filter(entries, func(e *suite.Entry) bool { return slices.Contains(ids, e.ID) })
		why = "none of these failed in the last run"
	}
	if f.onlyChanged != "" {
		changed, err := suite.Changed(context.Background(), dir, f.onlyChanged)
		if err != nil {
			return nil, "", hinted{fmt.Errorf("--only-changed: %w", err), "it needs a git repository with that commit; a shallow clone may lack it"}
		}
		entries = suite.Filter(entries, func(e *suite.Entry) bool { return suite.DependsOn(e, changed) })
		why = "none of these has changed since " + f.onlyChanged
	}
	return suite.WithNeeds(all, entries), why, nil
}

// listed reads a list of scenarios, from the standard input for "-".
func (a *app) listed(dir string, entries []*suite.Entry, path string) ([]*suite.Entry, error) {
	in := a.stdin
	if path != "-" {
		file, err := os.Open(absolute(dir, path))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, cause(err))
		}
		defer file.Close()
		in = file
	}
	list, err := suite.ReadTestList(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, cause(err))
	}
	return list.Choose(entries)
}

// cut leaves the part of this shard, if there are shards.
func (a *app) cut(dir string, ch *chosen, f *runFlags) (err error) {
	ch.entries = ch.whole
	switch f.shard {
	case "", "auto":
		ch.shard, err = suite.ShardFromEnv(a.lookup, f.shard == "auto")
		if errors.Is(err, suite.ErrNoShard) {
			if err = nil; f.shard == "auto" {
				return hinted{errors.New("--shard auto: no variables of a shard are set"), "write --shard i/n, or set SCENARIO_SHARD=i/n"}
			}
		}
	default:
		ch.shard, err = suite.ParseShard(f.shard)
		ch.shard.Source = "--shard"
	}
	if err != nil {
		return fmt.Errorf("--shard: %w", err)
	}
	var t suite.Timings
	if f.timings != "" {
		file, err := os.Open(absolute(dir, f.timings))
		if err == nil {
			defer file.Close()
			t, err = suite.ReadTimings(file)
		}
		if err != nil {
			return fmt.Errorf("--timings: %s: %w", f.timings, cause(err))
		}
		ch.shard.Balanced = filepath.Base(f.timings)
	}
	if ch.shard.Total > 0 {
		ch.entries = suite.Cut(ch.whole, ch.shard.Index, ch.shard.Total, t)
		if len(ch.entries) == 0 && len(ch.whole) > 0 {
			ch.why = "there are more shards than scenarios: none is left for this one"
		}
	}
	ch.hash = suite.PlanHash(ch.whole, ch.files, t, ch.shard.Total, f.repeat)
	return nil
}

// extraRecordings checks the recordings of the command line against what the
// scenarios write.
func extraRecordings(entries []*suite.Entry, o runOptions) error {
	if len(o.load.Record) == 0 || len(entries) == 0 {
		return nil
	}
	if len(entries) > 1 {
		return hinted{fmt.Errorf("--record: there are %d scenarios", len(entries)), "name one file, or write record: in the files"}
	}
	p, err := entries[0].Plan()
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	for _, out := range p.Outputs {
		taken[filepath.Clean(p.Abs(out.Path))] = true
	}
	for _, path := range o.load.Record {
		if taken[path] {
			return fmt.Errorf("--record: %s is written twice", filepath.Base(path))
		}
		taken[path] = true
	}
	return nil
}
