package suite

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "sub", "a.txt")
	write := func(text string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}
	}
	if n, err := WriteFile(path, write("first")); n != 5 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := WriteFile(path, write("again")); n != 5 || err != nil {
		t.Fatal(n, err)
	}
	broken := errors.New("broken")
	_, err := WriteFile(path, func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	if b, err := os.ReadFile(path); string(b) != "again" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if _, err := WriteFile(filepath.Join(path, "below"), write("x")); err == nil {
		t.Error("a file below a file was written")
	}
	// What is no regular file is written as it comes.
	if n, err := WriteFile(os.DevNull, write("first")); n != 5 || err != nil {
		t.Error(n, err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("the null device was replaced")
	}
}
