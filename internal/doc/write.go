package doc

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// Marshal writes a node as YAML that Parse reads back as the same node, apart
// from places, comments and anchors. Texts are quoted only where YAML needs it;
// texts of several plain lines become blocks.
//
// An alias is written out; what is too large then is an error.
func Marshal(n *Node) ([]byte, error) {
	if left := maxSize; !n.fits(&left) {
		return nil, errors.New("too large to be written")
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	root := n.yaml()
	root.Style &^= yaml.FlowStyle
	if err := e.Encode(root); err != nil {
		return nil, err
	}
	return b.Bytes(), e.Close()
}

// fits counts the nodes and bytes down from left and reports whether they are
// within it.
func (n *Node) fits(left *int) bool {
	*left -= 1 + len(n.Text)
	for i := 0; i < len(n.Pairs) && *left > 0; i++ {
		n.Pairs[i].Key.fits(left)
		n.Pairs[i].Value.fits(left)
	}
	for i := 0; i < len(n.Items) && *left > 0; i++ {
		n.Items[i].fits(left)
	}
	return *left > 0
}

// yaml is the node as the library has it.
func (n *Node) yaml() *yaml.Node {
	switch n.Kind {
	case Map:
		m := &yaml.Node{Kind: yaml.MappingNode}
		for _, p := range n.Pairs {
			m.Content = append(m.Content, p.Key.yaml(), p.Value.yaml())
		}
		if n.Flow && n.short() {
			m.Style = yaml.FlowStyle
		}
		return m
	case List:
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for _, item := range n.Items {
			l.Content = append(l.Content, item.yaml())
		}
		if n.Flow && n.short() {
			l.Style = yaml.FlowStyle
		}
		return l
	case Null:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
	}
	s := &yaml.Node{Kind: yaml.ScalarNode, Value: n.Text}
	if n.Style != Plain || n.Text == "" {
		s.Tag = "!!str" // quoted where it would be anything else
	}
	if strings.Contains(n.Text, "\n") {
		s.Style = yaml.DoubleQuotedStyle
		if plainLinesRE().MatchString(n.Text) {
			s.Style = yaml.LiteralStyle
		}
	}
	return s
}

// plainLinesRE are texts of several lines that a block shows as they are.
var plainLinesRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[!-~](?:[ -~]*[!-~])?\n)+$`)
})

// short reports whether a mapping or a list is read at a glance: scalars alone.
func (n *Node) short() bool {
	for _, p := range n.Pairs {
		if p.Value.Kind != Scalar {
			return false
		}
	}
	for _, item := range n.Items {
		if item.Kind != Scalar {
			return false
		}
	}
	return len(n.Pairs)+len(n.Items) <= 4
}
