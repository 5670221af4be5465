package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scenario/capture"
	"scenario/event"
)

// compare compares the declared files with what was drawn, and returns those that
// are out of date. What they should be is then in the results folder.
func (d *drawer) compare() (old []string) {
	for _, o := range d.out {
		p := event.ArtifactWrittenPayload{Path: o.path, Role: o.role, Kept: true}
		if o.err == nil {
			o.err = o.close()
		}
		if o.err == nil {
			p.Error = outOfDate(d.src, d.a.plan.Abs(o.declared), o)
		} else {
			p.Error = cause(o.err).Error()
		}
		if p.Error != "" {
			old = append(old, o.path)
			if o.err == nil {
				_, _, o.err = o.move()
			}
		}
		d.a.log.Emit(event.ArtifactWritten, p)
	}
	return old
}

// outOfDate says why a declared file is not what was drawn; "" when it is.
func outOfDate(src *capture.Source, path string, o *output) string {
	if o.folder {
		why, err := DiffersFolder(src, path, o.tmpDir, o.info)
		if err != nil {
			return cause(err).Error()
		}
		return why
	}
	now, err := os.ReadFile(o.tmp.Name())
	if err != nil {
		return cause(err).Error()
	}
	why, err := Differs(src, path, now, o.info)
	if err != nil {
		return cause(err).Error()
	}
	return why
}

// Differs says why the file at path is not what has been drawn now: "out of date:
// at 1.20s row 3, columns 1-12 differ"; "" when it shows the same.
func Differs(src *capture.Source, path string, now []byte, info capture.Info) (string, error) {
	was, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it does not exist", nil
	case err != nil || bytes.Equal(was, now):
		return "", err
	}
	where, err := src.Differ(path, was, now, info)
	if err != nil {
		return "out of date: " + strings.TrimSpace(err.Error()), nil
	}
	if where == "" {
		return "", nil
	}
	return "out of date: " + where, nil
}

// DiffersFolder is Differs of a folder of frames; what has been drawn now lies in
// the folder now.
func DiffersFolder(src *capture.Source, path, now string, info capture.Info) (string, error) {
	there, err := frameFiles(path)
	if err != nil {
		return "", err
	}
	drawn, err := frameFiles(now)
	if err != nil {
		return "", err
	}
	if len(there) == 0 {
		return "it does not exist", nil
	}
	// The list is the last file, so that of two faults the one that is seen is told.
	for _, name := range drawn {
		b, err := os.ReadFile(filepath.Join(now, name))
		if err != nil {
			return "", err
		}
		if !slices.Contains(there, name) {
			break // there are more frames now, see below
		}
		if why, err := Differs(src, filepath.Join(path, name), b, info); why != "" || err != nil {
			return strings.Replace(why, "out of date: ", "out of date: "+name+": ", 1), err
		}
	}
	if len(there) != len(drawn) {
		return fmt.Sprintf("out of date: there were %d frames, are %d", len(there)-1, len(drawn)-1), nil
	}
	return "", nil
}
