package main

import (
	"bytes"
	"fmt"
	"io"

	"scenario/scenario/suite"
)

// compare compares the files of a group with what is drawn now, and returns how
// many are out of date.
func (a *app) compare(f *renderFlags, src *source, g group) (old int, err error) {
	drawn, ws := make([]bytes.Buffer, len(g)), make([]io.Writer, len(g))
	for i := range g {
		ws[i] = &drawn[i]
	}
	infos, err := g.draw(f, src, ws)
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
