package scenario

import (
	"scenario/capture/look"
	"scenario/internal/doc"
)

// image checks one image that a look names. As with themes, a file that is not
// there is only warned of: a run that finds it missing then is blocked.
func (c *checker) image(name string, n *doc.Node) {
	if v := n.Get("image"); v != nil {
		n = v
	}
	c.s.ImageFiles = append(c.s.ImageFiles, Word{name, n})
	if !c.s.readable(name) {
		return
	}
	b, err := c.s.opts.ReadFile(c.s.Abs(name))
	if err != nil {
		c.d.Errorf(n, "the path is relative to the scenario's file", "no image %s", name).Warning = true
		return
	}
	if _, err := look.ReadImage(b); err != nil {
		c.d.Errorf(n, "a PNG or a JPEG", "%s: %v", name, err)
	}
}
