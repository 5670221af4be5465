package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

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
	for _, w := range c.s.ThemeFiles {
		refuse(w.Node, w.Text)
	}
	if t := c.s.Terminal; t.Reports == "all" {
		c.d.Errorf(t.Node.Get("reports"), "leave it out", "an agent's scenario can't have its terminal report everything")
	}
}
