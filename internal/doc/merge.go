package doc

// Merge returns the mapping over with the pairs of base that it lacks, which
// come first. The values of the keys in deep are merged in the same way when
// both are mappings; a text there is the short form of a mapping with the one key
// that deep names, "" for none. Neither mapping is changed.
func Merge(base, over *Node, deep map[string]string) *Node {
	if base == nil || base.Kind != Map || over.Kind != Map {
		return over
	}
	m := *over
	m.Pairs = nil
	for _, p := range base.Pairs {
		if over.Get(p.Key.Text) == nil {
			m.Pairs = append(m.Pairs, p)
		}
	}
	for _, p := range over.Pairs {
		short, isDeep := deep[p.Key.Text]
		if below := base.Get(p.Key.Text); isDeep && below != nil {
			p.Value = Merge(long(below, short), long(p.Value, short), nil)
		}
		m.Pairs = append(m.Pairs, p)
	}
	return &m
}

// long is the mapping that a short form stands for.
func long(n *Node, key string) *Node {
	if n.Kind != Scalar || key == "" {
		return n
	}
	return n.Mapping(Pair{Key: n.As(key), Value: n})
}

// Mapping returns a mapping in the place of n.
func (n *Node) Mapping(pairs ...Pair) *Node {
	m := *n
	m.Kind, m.Text, m.Pairs = Map, "", pairs
	return &m
}

// Replace returns a mapping with another value for a key that it has.
func (n *Node) Replace(key string, v *Node) *Node {
	m := *n
	m.Pairs = append([]Pair(nil), n.Pairs...)
	for i := range m.Pairs {
		if m.Pairs[i].Key.Text == key {
			m.Pairs[i].Value = v
		}
	}
	return &m
}

// SourceLine returns a line of n's file.
func (n *Node) SourceLine(line int) string { return n.file.Line(line) }
