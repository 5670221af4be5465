package match

import (
	"slices"
	"strings"

	"scenario/internal/doc"
)

// Condition is what wait and expect await: a TEXT, a list of conditions that
// all hold on one screen, or a mapping with exactly one subject.
type Condition struct {
	Pos doc.Pos
	// Is is nil only when decoding failed.
	Is Kind
}

// Kind is one row of the table of conditions: *Shown, *Gone, *Prompt, *Stable,
// *Ended, *CursorAt, *Title, *Clipboard, *Styled, *ModesAre, *Bell, *File, *Snapshot, *Image, *Any,
// *Not, and *All.
type Kind interface {
	// String gives the condition as it is written in the file, in one line.
	String() string
	bind(of *Condition, r Resolve) (Bound, error)
}

// subject is a key that makes a mapping a condition.
type subject struct {
	key     string
	example string // its value, for hints
	make    func() Kind
}

// subjects returns the subjects, sorted.
func subjects() []subject {
	return []subject{
		{"any", "[A, B]", func() Kind { return new(Any) }},
		{"bell", "true", func() Kind { return new(Bell) }},
		{"clipboard", "TEXT", func() Kind { return new(Clipboard) }},
		{"cursor", "{row: 1, col: 1}", func() Kind { return new(CursorAt) }},
		{"exit", "0", func() Kind { return new(Ended) }},
		{"file", "out.txt", func() Kind { return new(File) }},
		{"gone", "TEXT", func() Kind { return new(Gone) }},
		{"image", "NAME", func() Kind { return new(Image) }},
		{"mode", "mouse", func() Kind { return new(ModesAre) }},
		{"not", "{text: TEXT}", func() Kind { return new(Not) }},
		{"prompt", `"$ "`, func() Kind { return new(Prompt) }},
		{"regex", "RE", func() Kind { return new(Shown) }},
		{"snapshot", "NAME", func() Kind { return new(Snapshot) }},
		{"stable", "300ms", func() Kind { return new(Stable) }},
		{"style", "reverse", func() Kind { return new(Styled) }},
		{"text", "TEXT", func() Kind { return new(Shown) }},
		{"title", "TEXT", func() Kind { return new(Title) }},
	}
}

func subjectOf(key string) (subject, bool) {
	all := subjects()
	i, ok := slices.BinarySearchFunc(all, key, func(s subject, key string) int { return strings.Compare(s.key, key) })
	if !ok {
		return subject{}, false
	}
	return all[i], true
}

// Subjects returns the keys of which a condition has exactly one, sorted.
func Subjects() []string {
	var keys []string
	for _, s := range subjects() {
		keys = append(keys, s.key)
	}
	return keys
}

// Kinds returns an empty value of each Kind that is written as a mapping, each
// once, for the schema.
func Kinds() []Kind {
	return []Kind{
		new(Shown), new(Gone), new(Prompt), new(Stable), new(Ended), new(CursorAt),
		new(Title), new(Clipboard), new(Styled), new(ModesAre), new(Bell), new(File), new(Any), new(Not),
		new(Snapshot), new(Image),
	}
}

// DecodeNode takes a scalar, a list or a mapping.
func (c *Condition) DecodeNode(d *doc.Decoder, n *doc.Node) {
	c.Pos = n.Pos
	switch n.Kind {
	case doc.List:
		c.decodeList(d, n)
	case doc.Map:
		c.decodeMap(d, n)
	default:
		if lookAlike(d, n) {
			return
		}
		k := new(Shown)
		decodeAwaited(d, n, &k.Text)
		c.Is = k
	}
}

func (c *Condition) decodeList(d *doc.Decoder, n *doc.Node) {
	if len(n.Items) == 0 {
		d.Errorf(n, "", "the list of conditions is empty")
		return
	}
	k := new(All)
	d.Into(n, (*[]Condition)(k), "condition")
	c.Is = k
}

func (c *Condition) decodeMap(d *doc.Decoder, n *doc.Node) {
	n = withoutTimeout(d, n)
	keys := subjectKeys(n)
	switch {
	case len(keys) == 0:
		for _, p := range n.Pairs {
			if !isOption(p.Key.Text) {
				d.Unknown(p.Key, "condition", "condition", Subjects())
				return
			}
		}
		d.Errorf(n, "one of "+strings.Join(Subjects(), ", "), "a condition is missing")
		return
	case len(keys) > 1:
		d.Errorf(keys[1], oneEach(keys), "one subject a mapping: use a list")
		return
	}
	s, _ := subjectOf(keys[0].Text)
	k := s.make()
	d.Into(n, k, "condition")
	if c, ok := k.(checker); ok {
		c.check(d, n)
	}
	c.Is = k
}

// withoutTimeout reports a timeout, which is no part of a condition.
func withoutTimeout(d *doc.Decoder, n *doc.Node) *doc.Node {
	i := slices.IndexFunc(n.Pairs, func(p doc.Pair) bool { return p.Key.Text == "timeout" })
	if i < 0 {
		return n
	}
	value := "5s"
	if v := n.Pairs[i].Value; v.Kind == doc.Scalar {
		value = v.Text
	}
	d.Errorf(n.Pairs[i].Key, `write "timeout: `+value+`" in the step, below wait or expect`, "timeout stands beside the step")
	m := *n
	m.Pairs = slices.Delete(slices.Clone(n.Pairs), i, i+1)
	return &m
}

// subjectKeys returns the keys of a mapping that are subjects there: beside
// file, text and regex are options, as is style beside text or regex.
func subjectKeys(n *doc.Node) (keys []*doc.Node) {
	has := func(key string) bool { return n.Get(key) != nil }
	for _, p := range n.Pairs {
		key := p.Key.Text
		if _, ok := subjectOf(key); !ok {
			continue
		}
		if has("file") && (key == "text" || key == "regex") || key == "style" && (has("text") || has("regex")) {
			continue
		}
		keys = append(keys, p.Key)
	}
	return keys
}

// oneEach shows two subjects as a list.
func oneEach(keys []*doc.Node) string {
	var items []string
	for _, k := range keys {
		items = append(items, "{"+k.Text+": ...}")
	}
	return "[" + strings.Join(items, ", ") + "] holds when all do"
}

// isOption reports whether key stands only beside a subject.
func isOption(key string) bool {
	switch key {
	case "in", "nth", "count", "new", "equals", "exists", "mask", "max_diff", "threshold":
		return true
	}
	return false
}

// decodeAwaited decodes a text that is looked for.
func decodeAwaited(d *doc.Decoder, n *doc.Node, t *doc.Text) {
	before := len(d.Problems)
	d.Into(n, t, "condition")
	if len(d.Problems) == before && n.Kind == doc.Scalar && n.CheckTyped(d) {
		checkAwaited(d, n, *t)
	}
}

// checkAwaited reports a text that is on every screen, or on none.
func checkAwaited(d *doc.Decoder, n *doc.Node, t doc.Text) {
	s, static := t.Static()
	switch {
	case static && s == "":
		d.Errorf(n, "", "the empty text is on every screen")
	case static && strings.Contains(s, "\t"):
		d.Errorf(n, "write the blanks, or a regex with \\s+", "a screen shows no tabs, only blanks")
	}
}
