package scenario

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"scenario/internal/doc"
	"scenario/steps/match"
)

// InlineFile is a file that is written before the first step.
type InlineFile struct {
	Path string      // in the working directory, with slashes
	Text match.Exact // its content
}

// Files are written into a fresh folder, which is the working directory of the
// programs.
type Files []InlineFile

// DecodeNode takes a mapping of paths to texts.
func (l *Files) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		d.Errorf(n, "write files: {PATH: TEXT}", "files is a mapping of paths, not %s", n.Kind)
		return
	}
	for _, p := range n.Pairs {
		f := InlineFile{Path: path.Clean(p.Key.Text)}
		if !filepath.IsLocal(p.Key.Text) || f.Path == "." || strings.HasSuffix(p.Key.Text, "/") {
			d.Errorf(p.Key, "a path inside the working directory, as src/main.go", "%q is no path of a file there", p.Key.Text)
		}
		for _, other := range *l {
			if other.Path == f.Path || strings.HasPrefix(f.Path, other.Path+"/") || strings.HasPrefix(other.Path, f.Path+"/") {
				d.Errorf(p.Key, "", "%s and %s can't both be files", other.Path, f.Path)
			}
		}
		d.Into(p.Value, &f.Text, "files")
		*l = append(*l, f)
	}
}

// files checks what can't stand beside files.
func (c *checker) files() {
	if n := c.s.Node.Get("cwd"); n != nil && len(c.s.Files) > 0 {
		c.d.Errorf(n, "leave it out", "files makes a working directory of its own")
	}
}

// write makes a folder and writes the files into it. One that begins with #!
// can be run.
func (l Files) write(folder string, value func(doc.Ref) (string, error)) error {
	for _, f := range l {
		content, err := f.Text.Resolve(value)
		if err != nil {
			return err
		}
		name := filepath.Join(folder, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		mode := os.FileMode(0o666)
		if strings.HasPrefix(content, "#!") {
			mode = 0o777
		}
		if err := os.WriteFile(name, []byte(content), mode); err != nil {
			return err
		}
	}
	return nil
}
