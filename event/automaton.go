package event

// automaton finds all of a set of words in one pass, byte by byte (Aho and
// Corasick). State 0 is the empty prefix.
type automaton struct {
	root  [256]int32
	next  map[edge]int32
	nodes []node
}

type edge struct {
	from int32
	c    byte
}

type node struct {
	fail    int32 // the longest proper suffix that is a prefix of a word
	depth   int32 // length of the prefix
	longest int32 // length of the longest word that ends here, 0 for none
}

// span is the place of a word: bytes start to end, end not in it.
type span struct{ start, end int }

func newAutomaton(words []string) *automaton {
	a := &automaton{next: map[edge]int32{}, nodes: make([]node, 1)}
	var edges []edge // in the order of their target, from node 1
	for _, w := range words {
		at := int32(0)
		for i := range len(w) {
			e := edge{at, w[i]}
			to, ok := a.next[e]
			if !ok {
				to = int32(len(a.nodes))
				a.nodes = append(a.nodes, node{depth: a.nodes[at].depth + 1})
				a.next[e] = to
				edges = append(edges, e)
			}
			at = to
		}
		a.nodes[at].longest = int32(len(w))
	}
	for c := range a.root {
		a.root[c] = a.next[edge{0, byte(c)}]
	}
	a.link(edges)
	return a
}

// link sets the fail links, shorter prefixes first.
func (a *automaton) link(edges []edge) {
	byDepth := map[int32][]int32{}
	deepest := int32(0)
	for i := range edges {
		d := a.nodes[i+1].depth
		byDepth[d] = append(byDepth[d], int32(i+1))
		deepest = max(deepest, d)
	}
	for d := int32(2); d <= deepest; d++ {
		for _, n := range byDepth[d] {
			e := edges[n-1]
			fail := a.step(a.nodes[e.from].fail, e.c)
			a.nodes[n].fail = fail
			a.nodes[n].longest = max(a.nodes[n].longest, a.nodes[fail].longest)
		}
	}
}

func (a *automaton) step(state int32, c byte) int32 {
	for state != 0 {
		if to, ok := a.next[edge{state, c}]; ok {
			return to
		}
		state = a.nodes[state].fail
	}
	return a.root[c]
}

// depth is how many of the last bytes may still become a word.
func (a *automaton) depth(state int32) int { return int(a.nodes[state].depth) }

// longest is the length of the longest word that ends here.
func (a *automaton) longest(state int32) int { return int(a.nodes[state].longest) }

// find returns the places of all words, in order; those that overlap are one.
func (a *automaton) find(s string) []span {
	var spans []span
	state := int32(0)
	for i := range len(s) {
		state = a.step(state, s[i])
		if n := a.longest(state); n > 0 {
			spans = addSpan(spans, span{i + 1 - n, i + 1})
		}
	}
	return spans
}

// addSpan adds a span that ends after all others and joins those it overlaps.
func addSpan(spans []span, s span) []span {
	for len(spans) > 0 && spans[len(spans)-1].end > s.start {
		s.start = min(s.start, spans[len(spans)-1].start)
		spans = spans[:len(spans)-1]
	}
	return append(spans, s)
}
