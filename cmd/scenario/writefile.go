package main

import (
	"io"
	"os"
	"path/filepath"
)

// writeFile writes a file in one piece: under a temporary name beside its
// place, then renamed; its folder is made. On an error nothing is left, and
// what was there stays. What is no regular file (a pipe, /dev/stdout) is
// written as it comes.
func writeFile(path string, write func(io.Writer) error) (size int64, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return 0, err
		}
		return finish(f, write)
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	f, err := create(dir, filepath.Ext(path))
	if err != nil {
		return 0, err
	}
	size, err = finish(f, write)
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return size, err
}

// create makes a file with a name of its own and the usual permissions, which
// os.CreateTemp does not give.
func create(dir, ext string) (*os.File, error) {
	f, err := os.CreateTemp(dir, ".scenario-*"+ext)
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	return f, nil
}

// finish writes, closes, and tells the size.
func finish(f *os.File, write func(io.Writer) error) (int64, error) {
	var n counter
	err := write(io.MultiWriter(f, &n))
	if e := f.Close(); err == nil {
		err = e
	}
	return int64(n), err
}

// counter counts bytes.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
