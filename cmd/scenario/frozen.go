package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"scenario/capture"
	"scenario/scenario/suite"
)

// compare compares the files of a group with what is drawn now, and returns how
// many are out of date.
func (a *app) compare(f *renderFlags, src *source, g group) (old int, err error) {
	drawn, files := make([]bytes.Buffer, len(g)), make([]capture.File, len(g))
	folders := make([]string, len(g))
	for i := range g {
		files[i] = capture.File{Path: g[i].path, W: &drawn[i]}
		if g[i].still != nil || !capture.IsFolder(g[i].path) {
			continue
		}
		dir, err := os.MkdirTemp("", "scenario-frames-")
		if err != nil {
			return 0, g.failed(&suite.FileError{Index: i, Err: err})
		}
		defer os.RemoveAll(dir)
		folders[i] = dir
		files[i].Create = func(name string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, name)) }
	}
	infos, err := g.draw(f, src, files)
	if err != nil {
		return 0, g.failed(err)
	}
	for i := range g {
		var why string
		if folders[i] != "" {
			why, err = suite.DiffersFolder(&src.Source, g[i].path, folders[i], infos[i])
		} else {
			why, err = suite.Differs(&src.Source, g[i].path, drawn[i].Bytes(), infos[i])
		}
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
