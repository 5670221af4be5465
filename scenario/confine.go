package scenario

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"scenario/internal/doc"
)

// Allowed reports whether the runner itself may read or write a path: anywhere,
// or below the folder Options.Confine and the folders that are given beside it.
// Symbolic links are followed, also those above a file that is not there yet.
// What a program of the scenario does is its own.
func (s *Scenario) Allowed(path string, also ...string) error {
	if s.opts.Confine == "" {
		return nil
	}
	real := resolved(path)
	for _, dir := range append(also, s.opts.Confine) {
		if dir == "" {
			continue
		}
		if rel, err := filepath.Rel(resolved(dir), real); err == nil && filepath.IsLocal(rel) {
			return nil
		}
	}
	return fmt.Errorf("%s is outside of the folder that this scenario may use", filepath.Base(path))
}

// ReadFile reads a file for the runner itself, of those that Allowed permits: a
// symbolic link that a program swaps in meanwhile leads nowhere else. What is no
// regular file is an error, and so is one of more than maxRead bytes.
func (s *Scenario) ReadFile(path string, also ...string) ([]byte, error) {
	f, err := s.open(filepath.Clean(path), also)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", filepath.Base(path))
	}
	b, err := io.ReadAll(io.LimitReader(f, maxRead+1))
	if err == nil && len(b) > maxRead {
		err = fmt.Errorf("%s is larger than %d MiB", filepath.Base(path), maxRead>>20)
	}
	return b, err
}

// maxRead bounds a file that the runner reads.
const maxRead = 64 << 20

// readFlags don't wait for the other end of a pipe.
const readFlags = os.O_RDONLY | syscall.O_NONBLOCK

func (s *Scenario) open(path string, also []string) (*os.File, error) {
	if s.opts.Confine == "" {
		return os.OpenFile(path, readFlags, 0)
	}
	if err := s.Allowed(path, also...); err != nil {
		return nil, err
	}
	for _, dir := range append(also, s.opts.Confine) {
		rel, err := filepath.Rel(resolved(dir), resolved(path))
		if dir == "" || err != nil || !filepath.IsLocal(rel) {
			continue
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		return root.OpenFile(rel, readFlags, 0)
	}
	return nil, fmt.Errorf("%s was moved meanwhile", filepath.Base(path))
}

// readable reports whether a check may look at a file of the scenario.
func (s *Scenario) readable(name string) bool {
	return s.opts.ReadFile != nil && s.Allowed(s.Abs(name)) == nil
}

// resolved is a path with the symbolic links of what exists of it followed.
func resolved(path string) string {
	path = filepath.Clean(path)
	rest := ""
	for range maxLinks {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, rest)
		}
		if target, err := os.Readlink(path); err == nil { // it leads to what is not there
			if !filepath.IsAbs(target) {
				target = filepath.Join(filepath.Dir(path), target)
			}
			path = target
			continue
		}
		dir, name := filepath.Split(path)
		if dir = strings.TrimSuffix(dir, "/"); dir == "" {
			return filepath.Join(path, rest)
		}
		path, rest = dir, filepath.Join(name, rest)
	}
	return "" // a loop: it leads nowhere
}

// maxLinks bounds the folders and links of a path.
const maxLinks = 4096

// confined reports what an agent's scenario must not name.
func (c *checker) confined() {
	if c.s.opts.Confine == "" {
		return
	}
	refuse := func(n *doc.Node, path string) {
		if err := c.s.Allowed(c.s.Abs(path)); err != nil {
			c.d.Errorf(n, "files stay below "+c.s.opts.Confine, "%s leads out of the folder that this scenario may use", path)
		}
	}
	for _, o := range c.s.Outputs {
		refuse(o.Node, o.Path)
	}
	for _, w := range slices.Concat(c.s.ThemeFiles, c.s.FontFiles, c.s.ImageFiles) {
		refuse(w.Node, w.Text)
	}
	if t := c.s.Terminal; t.Reports == "all" {
		c.d.Errorf(t.Node.Get("reports"), "leave it out", "an agent's scenario can't have its terminal report everything")
	}
}
