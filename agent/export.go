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
// at the path, or in the root; and the path as an absolute one.
func (sh *Shell) Export(ctx context.Context, spec ExportSpec) (src []byte, path string, err error) {
	if spec.Path != "" {
		if err := CheckName(spec.Path); err != nil {
			return nil, "", err
		}
	}
	if err := sh.Rest(ctx); err != nil {
		return nil, "", err
	}
	files := sh.c.s.files
	o := scenario.ExportOptions{Name: spec.Name, Record: spec.Record}
	if cwd, err := filepath.Rel(filepath.Dir(files.Path(or(spec.Path, "session.yaml"))), sh.dir); err != nil {
		o.Cwd = sh.dir
	} else if cwd != "." {
		o.Cwd = filepath.ToSlash(cwd)
	}
	if src, err = sh.live.Export(o); err != nil || spec.Path == "" {
		return src, "", err
	}
	a, err := files.Write(spec.Path, func(w io.Writer) error { _, err := w.Write(src); return err })
	return src, a.Path, err
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
