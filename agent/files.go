package agent

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"unicode"
)

// Files is a folder that nothing leaves: not by .., an absolute path or a
// symbolic link (os.Root). Files appear whole or not at all.
type Files struct {
	root *os.Root
	dir  string // absolute, symbolic links resolved
}

// Artifact is a file that was written.
type Artifact struct {
	Name  string // relative to the root, with /
	Path  string // absolute
	Bytes int64
}

const (
	maxName = 1000 // bytes of a name
	maxPart = 200  // of one of its parts
)

// OpenFiles opens a folder.
func OpenFiles(dir string) (*Files, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	return &Files{root: root, dir: real}, nil
}

// Dir is the folder, absolute.
func (f *Files) Dir() string { return f.dir }

// Path is the absolute path of a name.
func (f *Files) Path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// Close closes the folder.
func (f *Files) Close() error { return f.root.Close() }

// CheckName reports what is wrong with the name of a file that a client gives:
// it must be a relative path that leads nowhere else, of printable characters.
func CheckName(name string) error {
	switch {
	case name == "":
		return errors.New("the name is empty")
	case len(name) > maxName:
		return fmt.Errorf("the name is longer than %d bytes", maxName)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == '\\' || r == unicode.ReplacementChar }):
		return fmt.Errorf("the name %q has characters that no name should have", name)
	case !filepath.IsLocal(name) || path.Clean(name) != name || name == ".":
		return fmt.Errorf("the name %q is not the name of a file below the artifact folder: no .., no leading /", name)
	}
	for _, part := range strings.Split(name, "/") {
		if len(part) > maxPart {
			return fmt.Errorf("a part of the name is longer than %d bytes", maxPart)
		}
		if strings.HasPrefix(part, ".") {
			return fmt.Errorf("the name %q is hidden", name)
		}
	}
	return nil
}

// Write writes a file below the root, and the folders above it, atomically.
func (f *Files) Write(name string, write func(io.Writer) error) (Artifact, error) {
	if !filepath.IsLocal(name) {
		return Artifact{}, fmt.Errorf("%s is not below the artifact folder", name)
	}
	if err := f.MkdirAll(path.Dir(name)); err != nil {
		return Artifact{}, err
	}
	tmp := path.Join(path.Dir(name), ".scenario-"+random(8))
	file, err := f.root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return Artifact{}, escaped(name, err)
	}
	n := &counter{w: file}
	err = errors.Join(write(n), file.Close())
	if err == nil {
		err = f.root.Rename(tmp, name)
	}
	if err != nil {
		return Artifact{}, errors.Join(escaped(name, err), f.root.Remove(tmp))
	}
	return Artifact{Name: name, Path: f.Path(name), Bytes: n.n.Load()}, nil
}

// NoLinks reports a symbolic link in a file or folder that others will read: it
// could lead out of the root.
func (f *Files) NoLinks(name string) error {
	if real, err := filepath.EvalSymlinks(f.Path(name)); err != nil {
		return escaped(name, err)
	} else if real != f.Path(name) {
		return fmt.Errorf("%s is a symbolic link", name)
	}
	return fs.WalkDir(f.root.FS(), name, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			err = fmt.Errorf("%s is a symbolic link", p)
		}
		return err
	})
}

// Open opens a regular file below the root for reading; it does not wait for the
// other end of a pipe.
func (f *Files) Open(name string) (*os.File, error) {
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, escaped(name, err)
	}
	return regular(file, name)
}

// regular is the file, closed when it is no regular one.
func regular(file *os.File, name string) (*os.File, error) {
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		file.Close()
		return nil, fmt.Errorf("%s is no file", name)
	}
	return file, nil
}

// folder is a working directory: below the root, or wherever an absolute path
// leads, where only programs work.
func (f *Files) folder(dir string) (string, error) {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(f.dir, dir)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("no folder %s", dir)
	}
	return dir, nil
}

// MkdirAll makes a folder and those above it.
func (f *Files) MkdirAll(name string) error {
	if name == "." {
		return nil
	}
	return escaped(name, f.root.MkdirAll(name, 0o777))
}

// RemoveAll removes a folder of ours.
func (f *Files) RemoveAll(name string) error { return escaped(name, f.root.RemoveAll(name)) }

// Create opens a new regular file that grows, as a log does; the folders above it
// are made. It does not wait for the other end of a pipe.
func (f *Files) Create(name string) (*os.File, error) {
	if err := f.MkdirAll(path.Dir(name)); err != nil {
		return nil, err
	}
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NONBLOCK, 0o666)
	if err != nil {
		return nil, escaped(name, err)
	}
	return regular(file, name)
}

// escaped is the error with the name alone, not the path of the machine.
func escaped(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", name, pe.Err)
	}
	return err
}

// counter counts what is written through it.
type counter struct {
	w io.Writer
	n atomic.Int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n.Add(int64(n))
	return n, err
}

// random is a name that nobody can guess.
func random(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return hex.EncodeToString(b)
}
