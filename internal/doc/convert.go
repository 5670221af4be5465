package doc

import (
	"math"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

const (
	// maxDepth is how deep values may nest.
	maxDepth = 100
	// maxShared is how many values aliases may stand for in all: an alias is a
	// pointer here, but who walks the document walks every copy.
	maxShared = 100_000
)

// converter turns the library's nodes of one document into ours.
type converter struct {
	*source
	start  int // line index of the document
	cursor cursor
	count  int                      // values so far, those behind aliases each time
	shared int                      // of them, behind aliases
	done   map[*yaml.Node]*anchored // anchored values; nil while being converted
	deep   bool                     // too deep has been reported
}

// anchored is a value with an anchor, and the number of values in it.
type anchored struct {
	node *Node
	size int
}

func newConverter(s *source, start int) *converter {
	return &converter{source: s, start: start, cursor: cursor{line: -1}, done: map[*yaml.Node]*anchored{}}
}

func (c *converter) root(y *yaml.Node) *Node { return c.value(y, "", 0) }

// value converts y, which stands under the key name.
func (c *converter) value(y *yaml.Node, name string, depth int) *Node {
	c.count++
	if y.Kind == yaml.AliasNode {
		return c.alias(y)
	}
	n := c.place(y, name)
	if depth > maxDepth {
		if !c.deep {
			c.deep = true
			c.errorf(n, "is it a scenario?", "nested deeper than %d levels", maxDepth)
		}
		n.broken = true
		return n
	}
	if y.Anchor != "" {
		c.done[y] = nil
		before := c.count
		defer func() { c.done[y] = &anchored{n, c.count - before + 1} }()
	}
	c.tag(y, n)
	switch y.Kind {
	case yaml.ScalarNode:
		c.scalar(y, n)
	case yaml.MappingNode:
		c.mapping(y, n, depth)
	case yaml.SequenceNode:
		n.Kind = List
		n.Items = make([]*Node, len(y.Content))
		for i, item := range y.Content {
			n.Items[i] = c.value(item, name, depth+1)
		}
	}
	return n
}

// place makes the node with its position.
func (c *converter) place(y *yaml.Node, name string) *Node {
	line := c.start + y.Line - 1
	n := &Node{name: name, file: c.file, Flow: y.Style&yaml.FlowStyle != 0}
	n.Pos = Pos{c.file.Name, line + 1, max(1, y.Column-c.shift[line])}
	if line >= len(c.file.lines) { // an empty value behind the last line
		n.Line, n.Col = len(c.file.lines), math.MaxInt
	}
	n.off, n.Col = c.cursor.seek(c.file.Line(n.Line), n.Line-1, n.Col)
	return n
}

// alias returns the very node that the alias stands for.
func (c *converter) alias(y *yaml.Node) *Node {
	made, ok := c.done[y.Alias]
	switch {
	case ok && made == nil:
		n := c.place(y, "")
		c.errorf(n, "write the value out", "the alias *%s stands inside its own anchor", y.Value)
		n.broken = true
		return n
	case !ok: // its anchor is in a part that was left out
		n := c.place(y, "")
		n.broken = true
		return n
	}
	c.count += made.size
	c.shared += made.size
	if c.shared > maxShared {
		n := c.place(y, "")
		if c.shared-made.size <= maxShared {
			c.errorf(n, "write the values out", "the aliases stand for more than %d values", maxShared)
		}
		n.broken = true
		return n
	}
	return made.node
}

// tag refuses what stands before a value and begins with !. The library keeps
// no trace of a lone !, the source does.
func (c *converter) tag(y *yaml.Node, n *Node) {
	at, props := c.skipProperties(y, n)
	tagged := strings.HasPrefix(props, "!")
	if y.Kind == yaml.MappingNode && !n.Flow && len(y.Content) > 0 && y.Line == y.Content[0].Line && y.Column == y.Content[0].Column {
		tagged = false // it belongs to the first key
	}
	if tagged || y.Style&yaml.TaggedStyle != 0 {
		c.tagged(n, props)
		n.broken = true
		return
	}
	if y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&^yaml.TaggedStyle == 0 {
		return // nothing follows: the place of the anchor is that of the value
	}
	n.Line, n.Col, n.off = at.Line, at.Col, at.off
}

func (c *converter) tagged(n *Node, props string) {
	word, rest, _ := strings.Cut(props, " ")
	if word == "!" && strings.TrimSpace(rest) != "" {
		text := strings.TrimRight(cutComment(props), " \t")
		c.report(n.Line-1, n.Col, utf8.RuneCountInString(text), quoteHint(text), "an unquoted text can't begin with ! (YAML takes it for a tag and drops it)")
		return
	}
	if word == "!" {
		c.errorf(n, `quote it: "!"`, "! begins a YAML tag, so nothing is left")
		return
	}
	c.errorf(n, "quote the text", "YAML tags are not supported")
}

// skipProperties finds where the value itself begins behind its anchor. props
// is the source from the first property that is no anchor.
func (c *converter) skipProperties(y *yaml.Node, n *Node) (at Node, props string) {
	at = Node{Pos: n.Pos, off: n.off}
	rest := c.file.Line(at.Line)[at.off:]
	for y.Anchor != "" {
		switch {
		case strings.HasPrefix(rest, "&"):
			end := strings.IndexAny(rest, " \t")
			if end < 0 {
				end = len(rest)
			}
			at.step(end, rest)
			rest = rest[end:]
		case rest == "" || rest[0] == '#':
			if at.Line >= len(c.file.lines) {
				return at, rest
			}
			at.Line, at.Col, at.off = at.Line+1, 1, 0
			rest = c.file.Line(at.Line)
		case rest[0] == ' ' || rest[0] == '\t':
			end := len(rest) - len(strings.TrimLeft(rest, " \t"))
			at.step(end, rest)
			rest = rest[end:]
		default:
			return at, rest
		}
	}
	return at, rest
}

// step moves a position over the first n bytes of rest.
func (n *Node) step(bytes int, rest string) {
	n.off += bytes
	n.Col += utf8.RuneCountInString(rest[:bytes])
}

func (c *converter) scalar(y *yaml.Node, n *Node) {
	n.Kind = Scalar
	n.Text = c.restore(y)
	switch style := y.Style &^ yaml.TaggedStyle; style {
	case yaml.DoubleQuotedStyle:
		n.Style = DoubleQuoted
	case yaml.SingleQuotedStyle:
		n.Style = SingleQuoted
	case yaml.LiteralStyle, yaml.FoldedStyle:
		n.Style = Literal
		if style == yaml.FoldedStyle {
			n.Style = Folded
		}
		if n.Text == "" {
			n.Kind = Null
		}
	default:
		if isNull(n.Text) {
			n.Kind = Null
		}
		n.broken = n.broken || c.blanked(y.Value)
	}
	if n.broken {
		n.Kind, n.Text = Scalar, ""
	}
}

// isNull reports what YAML takes for nothing.
func isNull(s string) bool {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

func (c *converter) mapping(y *yaml.Node, n *Node, depth int) {
	n.Kind = Map
	n.Pairs = make([]Pair, 0, len(y.Content)/2)
	var first map[string]*Node
	if len(y.Content) > 32 {
		first = make(map[string]*Node, len(y.Content)/2)
	}
	for i := 0; i+1 < len(y.Content); i += 2 {
		k := c.key(y.Content[i], depth)
		v := c.value(y.Content[i+1], k.Text, depth+1)
		if k.broken {
			continue
		}
		if old := seen(n, first, k.Text); old != nil {
			c.errorf(k, "leave one of them out", "%q is there twice, first in line %d", k.Text, old.Line)
			continue
		}
		if first != nil {
			first[k.Text] = k
		}
		v2 := v
		if v.Kind == Null && n.Flow && v.Text == "" && !v.broken {
			v2 = c.colonless(k, v)
		}
		n.Pairs = append(n.Pairs, Pair{k, v2})
	}
}

// seen returns the key of n with that text. Few keys are looked through, for
// many there is the map.
func seen(n *Node, first map[string]*Node, text string) *Node {
	if first != nil {
		return first[text]
	}
	for _, p := range n.Pairs {
		if p.Key.Text == text {
			return p.Key
		}
	}
	return nil
}

// key converts the key of a mapping, which must be a text.
func (c *converter) key(y *yaml.Node, depth int) *Node {
	k := c.value(y, "", depth+1)
	switch {
	case k.broken:
	case k.Kind == Map || k.Kind == List:
		c.errorf(k, "{{ }} and [ ] in a text need quotes", "a key is a text, not %s", k.Kind)
		k.broken = true
	case k.Kind == Null && k.Text == "":
		c.errorf(k, "write KEY: VALUE", "a key is missing before the colon")
		k.broken = true
	case k.Style == Plain && k.Text == "<<":
		c.errorf(k, "write the keys out", "merge keys (<<) are not supported")
		k.broken = true
	}
	k.Kind = Scalar
	return k
}

// colonless marks the null of {a, b}: a comma that was meant as text.
func (c *converter) colonless(k, v *Node) *Node {
	line := c.file.Line(k.Line)
	end := min(k.off+len(k.source()), len(line))
	if strings.HasPrefix(strings.TrimLeft(line[end:], " \t"), ":") {
		return v
	}
	k.bare = true
	return v
}

func (c *converter) errorf(n *Node, hint, format string, args ...any) {
	c.report(n.Line-1, n.Col, n.Width(), hint, format, args...)
}

// cursor turns columns into bytes; values come in the order of the file, so a
// long line is walked once.
type cursor struct{ line, col, off int }

// seek returns the byte offset of col in the line with that index, and col, or
// the column behind the line when it is shorter.
func (c *cursor) seek(text string, line, col int) (int, int) {
	if c.line != line || col < c.col {
		*c = cursor{line, 1, 0}
	}
	for c.col < col && c.off < len(text) {
		_, n := utf8.DecodeRuneInString(text[c.off:])
		c.off += n
		c.col++
	}
	return c.off, c.col
}
