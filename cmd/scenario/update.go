package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"scenario/scenario/suite"
	"scenario/steps"
)

// updateFlag adds -u, --update.
func (f *runFlags) updateFlag(fl *pflag.FlagSet) {
	fl.StringVarP(&f.update, "update", "u", "", "write snapshots that are `missing`, changed or all, or none; alone: changed.\nWithout it missing ones are written and fail; on CI none is ever written")
	fl.Lookup("update").NoOptDefVal = string(steps.UpdateChanged)
}

// updates checks --update.
func (f *runFlags) updates(ci bool) (steps.Update, error) {
	u := steps.Update(f.update)
	switch {
	case f.update == "" && ci, f.update == "none":
		return steps.UpdateNone, nil
	case f.update == "":
		return steps.UpdateSoft, nil
	case !slices.Contains(steps.Updates(), f.update):
		return u, oneOf("--update", f.update, steps.Updates()...)
	case ci:
		return u, hinted{errors.New("--update: snapshots are not written on CI (the variable CI is set)"), "run it where you can look at them, and commit them"}
	case f.frozen:
		return u, errors.New("--frozen writes nothing, --update does")
	}
	return u, nil
}

// misread answers the value of --update where a path should be: the flag takes
// none that stands apart.
func (f *runFlags) misread(paths []string) error {
	for _, p := range paths {
		if f.update != string(steps.UpdateChanged) || !slices.Contains(steps.Updates(), p) {
			continue
		}
		if _, err := os.Stat(p); err != nil {
			return hinted{fmt.Errorf("%s: no such file", p), "write --update=" + p}
		}
	}
	return nil
}

// obsolete tells of the snapshots that no scenario compares with, after a run of
// all scenarios of the files.
func (a *app) obsolete(dir string, entries []*suite.Entry) {
	old, err := suite.Obsolete(dir, entries)
	switch {
	case err != nil:
		a.ui().warn("snapshots: %v", cause(err))
	case len(old) == 1:
		a.ui().warn("%s is no longer compared: scenario snapshots prune removes it", old[0])
	case len(old) > 1:
		a.ui().warn("%d snapshots are no longer compared, %s the first: scenario snapshots prune removes them", len(old), old[0])
	}
}
