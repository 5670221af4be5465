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

// watchRuns runs the scenarios, and again those whose files have changed, until
// a signal comes.
func (a *app) watchRuns(dir string, paths []string, f *runFlags, o runOptions) error {
	if slices.Contains(paths, "-") || f.list {
		return errors.New("--watch needs files that can change, and runs them")
	}
	w, err := suite.NewWatcher()
	if err != nil {
		return failure{err}
	}
	defer w.Close()
	ctx, signals := watch(context.Background())
	defer signals.stop()
	var changed map[string]bool // nil: run all
	for {
		ch, err := a.chosen(dir, paths, f, o)
		if err != nil {
			if code := a.status(err); changed == nil && len(ch.files) == 0 {
				return status(code)
			}
		}
		if err := w.Add(watched(ch)); err != nil {
			return failure{err}
		}
		if changed != nil {
			ch.entries = suite.WithNeeds(ch.whole, suite.Filter(ch.entries, func(e *suite.Entry) bool { return suite.DependsOn(e, changed) }))
		}
		if err == nil && len(ch.entries) > 0 {
			if changed != nil && a.stdout.terminal() {
				fmt.Fprint(a.stdout, "\x1b[2J\x1b[3J\x1b[H")
			}
			_ = a.status(a.runOnce(ctx, signals, dir, ch, f, o)) // the files tell what comes next, not the verdict
			if ctx.Err() != nil {
				break // also when the signal came as the last run passed
			}
			// What the runs have written is not news; what was edited meanwhile is.
			w.Forget(func(file string) bool { return isScenario(ch, file) })
		}
		if err != nil || len(ch.entries) > 0 {
			fmt.Fprintf(a.stderr, "watching %s, ctrl+c ends\n", count(len(ch.files), "file"))
		}
		if changed, err = w.Next(ctx); err != nil {
			break
		}
	}
	return status(signals.code.Load())
}

// watched are the files whose changes count.
func watched(ch chosen) (files []string) {
	for _, f := range ch.files {
		files = append(files, filepath.Join(f.Dir, filepath.Base(f.Name)))
	}
	for _, e := range ch.whole {
		if plan, err := e.Plan(); err == nil {
			files = append(files, suite.Files(plan)...)
		}
	}
	return slices.DeleteFunc(files, func(f string) bool { _, err := os.Stat(filepath.Dir(f)); return err != nil })
}

// isScenario reports whether a file has scenarios of the call.
func isScenario(ch chosen, file string) bool {
	return slices.ContainsFunc(ch.files, func(f suite.File) bool {
		return filepath.Join(f.Dir, filepath.Base(f.Name)) == file
	})
}
