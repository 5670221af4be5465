package main

import (
	"bytes"
	"errors"
	"fmt"

	"scenario/capture"
	"scenario/scenario/suite"
)

// compare compares the files of a group with what is drawn now, and returns how
// many are out of date.
func (a *app) compare(f *renderFlags, src *source, g group) (old int, err error) {
	drawn, files := make([]bytes.Buffer, len(g)), make([]capture.File, len(g))
	for i := range g {
		if g[i].still == nil && capture.IsFolder(g[i].path) {
			return 0, g.failed(&suite.FileError{Index: i, Err: errors.New("--frozen compares files, not folders of frames")})
		}
		files[i] = capture.File{Path: g[i].path, W: &drawn[i]}
	}
	infos, err := g.draw(f, src, files)
	if err != nil {
		return 0, g.failed(err)
	}
	for i := range g {
		why, err := suite.Differs(&src.Source, g[i].path, drawn[i].Bytes(), infos[i])
		switch {
		case err != nil:
			return old, g.failed(&suite.FileError{Index: i, Err: err})
		case why != "":
			old++
			fmt.Fprintf(a.stdout, "%s: %s\n", g[i].shown, why)
		}
	}
	return old, nil
}
