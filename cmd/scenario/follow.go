package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fsnotify/fsnotify"
)

// followed reads a file that is still written, or not there yet: where it ends,
// a read waits until the file has changed. It ends when the file is removed, and
// with ctx.
type followed struct {
	ctx  context.Context
	name string // absolute
	f    *os.File
	w    *fsnotify.Watcher
}

// follow begins to read a file. Its folder must be there.
func follow(ctx context.Context, name string) (io.ReadCloser, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, failure{fmt.Errorf("--follow: %w", err)}
	}
	// The folder, not the file: it tells of a file that is made later, too.
	if err := w.Add(filepath.Dir(abs)); err != nil {
		w.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Dir(name), cause(err))
	}
	return &followed{ctx: ctx, name: abs, w: w}, nil
}

func (r *followed) Read(p []byte) (int, error) {
	for {
		if r.f == nil {
			f, err := os.Open(r.name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return 0, err
			}
			r.f = f
		}
		if r.f != nil {
			if n, err := r.f.Read(p); n > 0 || !errors.Is(err, io.EOF) {
				return n, err
			}
		}
		if err := r.changed(); err != nil {
			return 0, err
		}
	}
}

// changed waits until the file may have more. io.EOF is its end.
func (r *followed) changed() error {
	for {
		select {
		case e, ok := <-r.w.Events:
			switch {
			case !ok:
				return io.EOF
			case e.Name != r.name:
			case e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename):
				return io.EOF
			default:
				return nil
			}
		case err, ok := <-r.w.Errors:
			if !ok {
				return io.EOF
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return err
			}
			return nil
		case <-r.ctx.Done():
			return r.ctx.Err()
		}
	}
}

func (r *followed) Close() error {
	err := r.w.Close()
	if r.f != nil {
		err = errors.Join(err, r.f.Close())
	}
	return err
}
