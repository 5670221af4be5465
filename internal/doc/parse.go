package doc

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// maxDocs is how many documents a file may hold.
const maxDocs = 1000

// Parse reads all documents of a file. It always returns a File, with what
// could be read: a value that cannot be read is a problem and a Broken node,
// and the rest is read on. name is the file's name in messages.
//
// It accepts the YAML of the format: no tags, no merge keys, no key twice, at
// most 1 MiB of UTF-8, at most 100 levels; and JSON.
func Parse(name string, src []byte) (*File, Problems) {
	f := &File{Name: name, Src: src}
	var ps Problems
	if p := unreadable(f); p != nil {
		return f, Problems{p}
	}
	s := newSource(f, &ps)
	chunks := s.documents()
	for _, c := range chunks {
		if root := s.read(c, len(chunks) == 1); root != nil {
			f.Docs = append(f.Docs, root)
		}
	}
	return f, ps.Sorted()
}

// unreadable reports a file that is not looked into.
func unreadable(f *File) *Problem {
	p := &Problem{Pos: Pos{f.Name, 1, 1}, Width: 1}
	if len(f.Src) > maxSize {
		p.Message = fmt.Sprintf("the file is larger than %d MiB", maxSize>>20)
		p.Hint = "is it a scenario?"
		return p
	}
	if utf8.Valid(f.Src) {
		return nil
	}
	f.lines = splitLines(strings.ToValidUTF8(string(f.Src), "\ufffd"))
	valid := f.Src
	for rest := f.Src; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n == 1 {
			valid = f.Src[:len(f.Src)-len(rest)]
			break
		}
		rest = rest[n:]
	}
	before := splitLines(string(valid))
	p.Line, p.Col = len(before), utf8.RuneCountInString(before[len(before)-1])+1
	p.Source = f.Line(p.Line)
	p.Message, p.Hint = "the file is not UTF-8", "save it as UTF-8"
	return p
}

// chunk is one document: the lines from start to before end. explicit: it
// begins with ---.
type chunk struct {
	start, end int
	explicit   bool
}

// documents splits the source at the lines that begin with ---. YAML does so
// wherever such a line stands, also in a block.
func (s *source) documents() []chunk {
	var out []chunk
	c := chunk{}
	content := false // the document has more than comments
	next := func(i int, n chunk) {
		if c.end = i; c.explicit || content {
			out = append(out, c)
		}
		c, content = n, false
	}
	for i, l := range s.lines {
		switch {
		case isMark(l, "---"):
			if len(out) >= maxDocs {
				s.report(i, 1, 3, "split the file", "more than %d documents in one file", maxDocs)
				return out
			}
			next(i, chunk{start: i, explicit: true})
		case isMark(l, "..."):
			next(i, chunk{start: i + 1})
			s.lines[i] = ""
		case strings.HasPrefix(l, "%") && !c.explicit && !content:
			s.report(i, 1, utf8.RuneCountInString(l), "leave the line out", "YAML directives are not supported")
			s.lines[i] = ""
		default:
			l = strings.TrimLeft(l, " \t")
			content = content || l != "" && l[0] != '#'
		}
	}
	next(len(s.lines), chunk{})
	if len(out) == 0 {
		s.report(0, 1, 1, "a scenario begins with steps:", "the file is empty")
	}
	return out
}

func isMark(line, mark string) bool {
	rest, ok := strings.CutPrefix(line, mark)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// read turns one document into nodes, mending it when YAML cannot read it. It
// returns nil when nothing of it can be used.
func (s *source) read(c chunk, only bool) *Node {
	root, err := s.parse(c)
	if err != nil {
		root = s.mend(c)
	}
	var n *Node
	if root != nil {
		n = newConverter(s, c.start).root(root)
	}
	switch {
	case n == nil && err != nil, n != nil && n.broken:
		return nil // reported
	case n == nil || n.Kind == Null:
		what := "document"
		if only {
			what = "file"
		}
		s.report(c.start, 1, 1, "a scenario begins with steps:", "the %s is empty", what)
		return nil
	case n.Kind == Map:
		return n
	}
	hint := "a scenario begins with steps:"
	if n.Kind == List {
		hint = "write steps: above the list"
	}
	s.report(n.Line-1, n.Col, n.Width(), hint, "a scenario is a mapping, not %s", n.Kind)
	return nil
}

// parse runs the YAML library over the lines of c. The node is nil for an
// empty document.
func (s *source) parse(c chunk) (*yaml.Node, error) {
	return parseText(strings.Join(s.lines[c.start:c.end], "\n"))
}

// parseText parses one document to its end; the library alone would not look
// at what stands after a complete value. Its panics are errors.
func parseText(text string) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	dec := yaml.NewDecoder(strings.NewReader(text))
	var doc, rest yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	if err := dec.Decode(&rest); !errors.Is(err, io.EOF) {
		if err == nil {
			err = errors.New("yaml: did not find expected <document start>")
		}
		return nil, err
	}
	return doc.Content[0], nil
}
