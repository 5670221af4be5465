package suite

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"scenario/capture"
)

// output is one file: drawn into a temporary file beside its place, then moved.
type output struct {
	path     string // as people see it
	abs      string
	role     string
	declared string   // as in the file
	tmp      *os.File // nil once it is moved
	info     capture.Info
	err      error

	special bool // no regular file: written as it comes

	// An output that is a folder of files has a temporary folder instead, "" once
	// it is moved.
	folder bool
	tmpDir string
}

var (
	errFolder   = errors.New("there is a folder of that name")
	errSpecial  = errors.New("it is no regular file")
	errReadOnly = errors.New("the file is read-only")
)

// create makes the temporary file, if the output may stand in its place: a
// device, a folder or a read-only file is not replaced. A symbolic link is
// followed.
func (o *output) create() error {
	if o.folder {
		return o.createFolder()
	}
	if target, err := filepath.EvalSymlinks(o.abs); err == nil {
		o.abs = target
	}
	info, err := os.Stat(o.abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.IsDir():
		return errFolder
	case !info.Mode().IsRegular():
		return errSpecial
	case info.Mode().Perm()&0o200 == 0:
		return errReadOnly
	}
	dir := filepath.Dir(o.abs)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := filepath.Join(dir, ".scenario-"+runID()+filepath.Ext(o.abs))
	if o.tmp, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err != nil || info == nil {
		return err
	}
	return o.tmp.Chmod(info.Mode().Perm())
}

// WriteFiles writes files as the outputs of a scenario are written: whole or not
// at all, all or none, only those whose bytes differ, and with their folders. What
// is no regular file (a pipe, /dev/stdout) is written as it comes; a path that
// ends in a slash is a folder of frames. write gets a file for each path; sizes
// are theirs. The error is a *FileError when one file is to blame.
func WriteFiles(paths []string, write func([]capture.File) error) (sizes []int64, err error) {
	sizes = make([]int64, len(paths))
	outs, files := make([]*output, len(paths)), make([]capture.File, len(paths))
	for i, path := range paths {
		o := &output{abs: filepath.Clean(path), folder: capture.IsFolder(path)}
		outs[i] = o
		defer o.discard()
		if o.err = o.create(); errors.Is(o.err, errSpecial) {
			o.tmp, o.err = os.OpenFile(path, os.O_WRONLY, 0)
			o.special = true
		}
		if o.err != nil {
			return nil, &FileError{i, o.err}
		}
		files[i] = capture.File{Path: path, W: &counter{w: o.tmp, n: &sizes[i]}, Create: o.file}
	}
	if err := write(files); err != nil {
		return nil, err
	}
	for i, o := range outs {
		if err := o.close(); err != nil {
			return nil, &FileError{i, err}
		}
	}
	for i, o := range outs {
		if o.special {
			continue
		}
		if sizes[i], _, err = o.move(); err != nil {
			return nil, &FileError{i, err}
		}
	}
	return sizes, nil
}

// FileError is why one of several files can't be written.
type FileError struct {
	Index int // in the paths
	Err   error
}

func (e *FileError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *FileError) Unwrap() error { return e.Err }

// WriteFile is WriteFiles of one.
func WriteFile(path string, write func(io.Writer) error) (size int64, err error) {
	sizes, err := WriteFiles([]string{path}, func(f []capture.File) error { return write(f[0].W) })
	if err != nil {
		return 0, err
	}
	return sizes[0], nil
}

// counter counts bytes.
type counter struct {
	w io.Writer
	n *int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	*c.n += int64(n)
	return n, err
}

// close ends the drawing.
func (o *output) close() error {
	if o.tmp == nil {
		return nil
	}
	return o.tmp.Close()
}

// move puts a drawn file in place, unless the bytes there are the same.
func (o *output) move() (size int64, same bool, err error) {
	if o.folder {
		return o.moveFolder()
	}
	info, err := os.Stat(o.tmp.Name())
	if err != nil {
		return 0, false, err
	}
	if same, err = sameBytes(o.tmp.Name(), o.abs); same || err != nil {
		return info.Size(), same, err
	}
	if err := os.Rename(o.tmp.Name(), o.abs); err != nil {
		return 0, false, err
	}
	o.tmp = nil
	return info.Size(), false, nil
}

// discard removes what was not moved.
func (o *output) discard() {
	if o.tmpDir != "" {
		os.RemoveAll(o.tmpDir)
	}
	if o.tmp == nil {
		return
	}
	o.tmp.Close()
	if !o.special {
		os.Remove(o.tmp.Name())
	}
}

// sameBytes reports whether the file at place has the bytes of the drawn one.
func sameBytes(drawn, place string) (bool, error) {
	a, err := os.Stat(drawn)
	if err != nil {
		return false, err
	}
	b, err := os.Stat(place)
	if err != nil || a.Size() != b.Size() {
		return false, nil // nothing there that can be read
	}
	x, err := os.ReadFile(drawn)
	if err != nil {
		return false, err
	}
	y, err := os.ReadFile(place)
	return err == nil && bytes.Equal(x, y), nil
}
