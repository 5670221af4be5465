package suite

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

func TestWatcher(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	write := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := write("a")
	w, err := NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Add([]string{a, filepath.Join(dir, "b")}); err != nil {
		t.Fatal(err)
	}
	// An editor writes beside a file and renames.
	if err := os.Rename(write("a~"), a); err != nil {
		t.Fatal(err)
	}
	b := write("b")
	changed := map[string]bool{}
	for !changed[a] || !changed[b] {
		more, err := w.Next(ctx)
		if err != nil {
			t.Fatalf("%v %v", changed, err)
		}
		maps.Copy(changed, more)
	}
	// What is forgotten is not news.
	write("a")
	write("b")
	for { // until the watcher knows of both
		w.mu.Lock()
		both := w.changed[a] && w.changed[b]
		w.mu.Unlock()
		if both {
			break
		}
		<-w.last
	}
	w.Forget(func(f string) bool { return f == b })
	if changed, err = w.Next(ctx); err != nil || changed[a] || !changed[b] {
		t.Errorf("%v %v", changed, err)
	}
	cancel()
	if _, err := w.Next(ctx); err == nil {
		t.Error("it waits on")
	}
}
