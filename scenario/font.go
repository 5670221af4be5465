package scenario

import (
	"strings"

	"scenario/capture/font"
	"scenario/internal/doc"
	"scenario/internal/spell"
)

// font checks one font that a look names; text is whether letters are drawn in
// it. As with themes, a file that is not there is only warned of: a run that
// finds it missing then is blocked.
func (c *checker) font(name string, n *doc.Node, text bool) {
	set := font.NewSet()
	f, ok := set.Family(name)
	switch {
	case ok:
	case font.IsFile(name):
		c.s.FontFiles = append(c.s.FontFiles, Word{name, n})
		if !c.s.readable(name) {
			return
		}
		b, err := c.s.opts.ReadFile(c.s.Abs(name))
		if err != nil {
			c.d.Errorf(n, "the path is relative to the scenario's file", "no font file %s", name).Warning = true
			return
		}
		if f, err = font.Load(name, b); err != nil {
			c.d.Errorf(n, "a TrueType or OpenType file", "%s: %v", name, err)
			return
		}
	default:
		names := families(set, text)
		hint := "one of " + strings.Join(names, ", ") + ", or a TTF or OTF file: fonts of the machine are not used"
		if w, ok := spell.Nearest(name, names); ok {
			hint = "did you mean " + w + "?"
		}
		c.d.Errorf(n, hint, "unknown font: %s", name)
		return
	}
	if text && !f.Text {
		c.d.Errorf(n, "it can stand in fallback", "%s: %v", name, font.ErrNoText)
	}
}

// families are the names of the fonts of the program, those of text only.
func families(set *font.Set, text bool) []string {
	var names []string
	for _, f := range set.Families() {
		if f.Text || !text {
			names = append(names, f.Name)
		}
	}
	return names
}
