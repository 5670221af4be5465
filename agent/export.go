package agent

import (
	"context"
	"io"
	"path/filepath"

	"scenario/scenario"
)

// ExportSpec is what an export says beside what was done.
type ExportSpec struct {
	Path   string // where it is written, below the root; "": nowhere
	Name   string // of the scenario; "": that of the program
	Record string // a recording that it makes; "": none
}

// Export returns the session so far as a scenario (see scenario.Live), for a file
// at the path, or in the root.
func (sh *Shell) Export(ctx context.Context, spec ExportSpec) (Export, error) {
	if spec.Path != "" {
		if err := CheckName(spec.Path); err != nil {
			return Export{}, err
		}
	}
	if err := sh.Rest(ctx); err != nil {
		return Export{}, err
	}
	files := sh.c.s.files
	o := scenario.ExportOptions{Name: spec.Name, Record: spec.Record}
	if cwd, err := filepath.Rel(filepath.Dir(files.Path(or(spec.Path, "session.yaml"))), sh.dir); err != nil {
		o.Cwd = sh.dir
	} else if cwd != "." {
		o.Cwd = filepath.ToSlash(cwd)
	}
	x, err := sh.live.Export(o)
	if err != nil || spec.Path == "" {
		return Export{Exported: x}, err
	}
	a, err := files.Write(spec.Path, func(w io.Writer) error { _, err := w.Write(x.Source); return err })
	return Export{x, a.Path}, err
}

// Export is a session as a scenario.
type Export struct {
	scenario.Exported
	Path string // absolute; "": it was written nowhere
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
