package suite

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Watcher tells which files change. It watches folders: editors replace files
// instead of writing them.
type Watcher struct {
	fs      *fsnotify.Watcher
	done    chan struct{}
	mu      sync.Mutex
	folders map[string]bool
	changed map[string]bool
	last    chan struct{} // has something when changed has grown
}

// quiet is how long nothing may change before a change counts as whole: saving a
// file, or all of them, is many changes.
const quiet = 100 * time.Millisecond

// NewWatcher returns a watcher of nothing.
func NewWatcher() (*Watcher, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching files: %w", err)
	}
	w := &Watcher{fs: fs, done: make(chan struct{}), folders: map[string]bool{}, changed: map[string]bool{}, last: make(chan struct{}, 1)}
	go w.collect()
	return w, nil
}

// Close ends the watch.
func (w *Watcher) Close() {
	w.fs.Close()
	<-w.done
}

func (w *Watcher) collect() {
	defer close(w.done)
	for {
		select {
		case e, ok := <-w.fs.Events:
			if !ok {
				return
			}
			if e.Has(fsnotify.Chmod) && !e.Has(fsnotify.Write) {
				continue
			}
			w.mu.Lock()
			w.changed[filepath.Clean(e.Name)] = true
			w.mu.Unlock()
			select {
			case w.last <- struct{}{}:
			default:
			}
		case _, ok := <-w.fs.Errors:
			if !ok { // too many changes at once: what is known of them is enough
				return
			}
		}
	}
}

// Add watches the folders of the files, which are absolute.
func (w *Watcher) Add(files []string) error {
	for _, f := range files {
		dir := filepath.Dir(f)
		if w.folders[dir] {
			continue
		}
		if err := w.fs.Add(dir); err != nil {
			return fmt.Errorf("watching %s: %w", dir, err)
		}
		w.folders[dir] = true
	}
	return nil
}

// Forget drops the changes so far, but for those that keep holds for.
func (w *Watcher) Forget(keep func(file string) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for f := range w.changed {
		if !keep(f) {
			delete(w.changed, f)
		}
	}
}

// Next waits for changes, and until they come to rest, and returns the files.
func (w *Watcher) Next(ctx context.Context) (map[string]bool, error) {
	rest := time.NewTimer(quiet)
	defer rest.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-w.last:
			rest.Reset(quiet)
		case <-rest.C:
			w.mu.Lock()
			changed := w.changed
			w.changed = map[string]bool{}
			w.mu.Unlock()
			if len(changed) > 0 {
				return changed, nil
			}
		}
	}
}
