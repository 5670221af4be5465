// Package doc reads YAML into positioned nodes and decodes them into typed
// structs. It is the only package that knows the YAML library. The source is
// kept beside the nodes, because YAML forgets what a scenario must not lose:
// texts stand as they were written, nothing is converted silently, and every
// message has a file, a line and a column.
package doc

import "fmt"

// Pos is a place in a file; lines and columns count from 1, columns in
// characters.
type Pos struct {
	File      string
	Line, Col int
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Kind is the shape of a node.
type Kind uint8

// The shapes. Null is an empty value, "~" or "null": an error almost
// everywhere, and never an empty text.
const (
	Null Kind = iota
	Scalar
	Map
	List
)

func (k Kind) String() string { return [...]string{"nothing", "a text", "a mapping", "a list"}[k] }

// Style is how a scalar was written.
type Style uint8

// The styles of a scalar.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal // |
	Folded  // >
)

// Node is one positioned value. Aliases are already replaced by what they
// stand for, so a node can be reached in more than one way and must not be
// changed.
type Node struct {
	Pos
	Kind  Kind
	Style Style
	// Flow tells a mapping or list written with { } or [ ].
	Flow bool
	// Text is a scalar's characters as they stand in the file, whatever type
	// YAML would give them, after the quotes or the block have been undone.
	// A block keeps its last newline here (see Decoder.Text). Of a Null it is what
	// was written: "", "~" or "null".
	Text string
	// Parts are set on a scalar by Decoder.Expand when it holds ${{ }} that are
	// known only while running; only a field of type Text takes such a scalar,
	// any other is an error.
	Parts []Part
	Pairs []Pair  // Map, in file order
	Items []*Node // List

	name string // the key it stands under, for messages
	file *File
	off  int  // bytes before it in its line
	bare bool // a key of { } without a colon
	// unknown: it is a key that was refused
	unknown bool
	broken  bool  // a problem has been reported for it, its value is unknown
	from    *Node // the node as written, when Expand has made this one
}

// Pair is one key of a mapping and its value.
type Pair struct{ Key, Value *Node }

// Get returns the value of key in a mapping, nil if it is not there.
func (n *Node) Get(key string) *Node {
	for _, p := range n.Pairs {
		if p.Key.Text == key {
			return p.Value
		}
	}
	return nil
}

// Broken reports whether n stands for a value that could not be read. A
// problem has been reported; the decoder keeps silent about it.
func (n *Node) Broken() bool { return n.broken }

// As returns a quoted text in the place of n: messages show n as it is written.
func (n *Node) As(text string) *Node {
	return &Node{Pos: n.Pos, Kind: Scalar, Style: DoubleQuoted, Text: text, name: n.name, file: n.file, off: n.off, from: n}
}

// WithText returns n with another text, in which references are still filled in.
func (n *Node) WithText(text string) *Node {
	m := *n
	m.Text = text
	return &m
}

// File is the source of a YAML file, one document or several.
type File struct {
	Name  string // as in messages
	Src   []byte
	Docs  []*Node  // mappings; a document that is no mapping is a problem
	lines []string // without line ends and byte order mark
}

// Line returns a line of the file, counted from 1, without its end.
func (f *File) Line(n int) string {
	if f == nil || n < 1 || n > len(f.lines) {
		return ""
	}
	return f.lines[n-1]
}
