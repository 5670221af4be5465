package scenario

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/session"
)

// Export returns a scenario file that does what was done in a live session: the
// keys of the scenario that opened it, the steps that opened the program, and
// every step since then that passed. Behind an input stands a wait for what it
// brought onto the screen (see anchor), unless a wait of the session's own
// follows. The last wait is an expect. What was typed where the terminal showed
// nothing is a secret, which the file asks for.
func (l *Live) Export(o ExportOptions) (Exported, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := exporter{}
	x.pair(literal("name", or(o.Name, l.r.p.Name)).Pairs[0])
	for _, p := range l.r.p.Node.Pairs {
		if p.Key.Text != "steps" && p.Key.Text != "name" {
			x.pair(p)
		}
	}
	if o.Cwd != "" {
		x.pair(literal("cwd", o.Cwd).Pairs[0])
	}
	if o.Record != "" {
		x.pair(literal("record", o.Record).Pairs[0])
	}
	x.head, x.b = x.b, bytes.Buffer{}
	for i := range l.opening {
		x.step(l.r.p.Steps[i].Step.Node)
	}
	v := l.view()
	l.prompted(v)
	last, _ := sightOf(v, l.lastSight())
	x.done(l.done, last)
	if x.err != nil {
		return Exported{}, x.err
	}
	x.head.WriteString(x.secretsLine())
	if x.opens {
		x.head.WriteString("vars: {open: \"${\"} # a text has ${{ in it\n")
	}
	x.head.WriteString("steps:\n")
	x.head.Write(x.b.Bytes())
	return Exported{x.head.Bytes(), x.named()}, nil
}

// Exported is a session as a file.
type Exported struct {
	Source  []byte
	Secrets map[string]string // that it asks for, by their names
}

// ExportOptions are what an export says beside what was done.
type ExportOptions struct {
	Name   string // of the scenario; "": that of the program
	Record string // a recording that it makes; "": none
	Cwd    string // of the program, seen from the file; "": the file's folder
}

type exporter struct {
	head, b bytes.Buffer
	secrets []string // what was typed unseen
	opens   bool     // a text has ${{, which the file must not take for a value
	err     error
}

// done writes the steps of a session; last is what the screen shows now.
func (x *exporter) done(done []Done, last *sight) {
	if last == nil {
		return
	}
	from := firstScreen(done, last)
	x.inferred("", from, nextWaits(done, 0), len(done) == 0)
	var typed strings.Builder // what was typed since the screen before
	for i, d := range done {
		if d.Status != event.Completed {
			continue
		}
		after := last
		if i+1 < len(done) {
			after = done[i+1].before
		}
		if run := ran(done[:i+1]); run != nil {
			x.step(run)
			typed.Reset()
			continue
		}
		if d.node != nil {
			x.sent(wordFirst(d.node, d.word), d.blind)
		}
		if !isInput(d) || nextWaits(done, i+1) {
			typed.Reset()
			continue
		}
		typed.WriteString(d.typed())
		if nextTypes(done, i+1) && d.word == "type" {
			continue // the echo of what is typed on
		}
		x.change(d.before, after, typed.String(), i+1 == len(done))
		typed.Reset()
	}
}

// firstScreen is the screen that the program came up with.
func firstScreen(done []Done, last *sight) *sight {
	if len(done) > 0 {
		return done[0].before
	}
	return last
}

// change writes a wait for what came onto the screen, or for the end of the
// program.
func (x *exporter) change(before, after *sight, typed string, last bool) {
	if before == nil || after == nil {
		return
	}
	if after.exit != nil && before.exit == nil && !after.exit.Ended {
		x.exit(after.exit)
		return
	}
	x.await(anchor(before.lines, after.lines, typed), last)
}

// inferred writes a wait for the first screen of the program.
func (x *exporter) inferred(typed string, s *sight, waits, last bool) {
	switch {
	case waits || s == nil:
	case s.exit != nil && !s.exit.Ended:
		x.exit(s.exit)
	default:
		x.await(anchor(nil, s.lines, typed), last)
	}
}

func (x *exporter) exit(e *session.Exit) {
	how := strconv.Itoa(e.Status)
	if e.Signal != "" {
		how = e.Signal
	}
	x.step(mapping("expect", &doc.Node{Kind: doc.Map, Flow: true, Pairs: []doc.Pair{{
		Key: &doc.Node{Kind: doc.Scalar, Text: "exit"}, Value: &doc.Node{Kind: doc.Scalar, Text: how},
	}}}))
}

func (x *exporter) await(text string, last bool) {
	if text == "" {
		return
	}
	word := "wait"
	if last {
		word = "expect"
	}
	x.step(literal(word, text))
}

// ran is the last of the steps as a run, when it entered a command at the prompt
// of a shell, and the next prompt has come; nil if not.
func ran(done []Done) *doc.Node {
	d := done[len(done)-1]
	if d.word != "enter" || d.node == nil || len(d.node.Pairs) != 1 || d.ran == nil {
		return nil
	}
	text := d.node.Pairs[0].Value
	if text.Kind != doc.Scalar || strings.TrimSpace(text.Text) == "" || typedOn(done[:len(done)-1]) {
		return nil
	}
	if *d.ran == 0 {
		return literal("run", text.Text)
	}
	return mapping("run", &doc.Node{Kind: doc.Map, Flow: true, Pairs: []doc.Pair{
		{Key: &doc.Node{Kind: doc.Scalar, Text: "command"}, Value: text},
		{Key: &doc.Node{Kind: doc.Scalar, Text: "exit"}, Value: &doc.Node{Kind: doc.Scalar, Text: strconv.Itoa(*d.ran)}},
	}})
}

// typedOn reports whether the last step that passed has left something in the
// line that is being edited.
func typedOn(done []Done) bool {
	for _, d := range slices.Backward(done) {
		if d.Status == event.Completed {
			return d.word == "type" || d.word == "key" || d.word == "paste"
		}
	}
	return false
}

// wordFirst is a step with its name and its word in front of the other keys,
// whatever order they came in.
func wordFirst(n *doc.Node, word string) *doc.Node {
	m := *n
	rank := func(p doc.Pair) int {
		switch p.Key.Text {
		case "name":
			return 0
		case word:
			return 1
		}
		return 2
	}
	m.Pairs = slices.Clone(n.Pairs)
	slices.SortStableFunc(m.Pairs, func(a, b doc.Pair) int { return rank(a) - rank(b) })
	return &m
}

func mapping(key string, value *doc.Node) *doc.Node {
	return &doc.Node{Kind: doc.Map, Pairs: []doc.Pair{{Key: &doc.Node{Kind: doc.Scalar, Text: key}, Value: value}}}
}

// pair writes a key of the file.
func (x *exporter) pair(p doc.Pair) {
	x.write(&doc.Node{Kind: doc.Map, Pairs: []doc.Pair{p}}, "", "")
}

// sent writes a step that sends something, perhaps unseen.
func (x *exporter) sent(n *doc.Node, blind bool) {
	if blind {
		n = x.unseen(n)
	} else {
		n = x.escaped(n)
	}
	x.write(n, "  - ", "    ")
}

// step writes one step.
func (x *exporter) step(n *doc.Node) { x.sent(n, false) }

// write writes a mapping with something in front of its first and of its other
// lines.
func (x *exporter) write(n *doc.Node, first, others string) {
	out, err := doc.Marshal(n)
	if err != nil {
		x.err = err
		return
	}
	for i, line := range strings.Split(strings.TrimRight(string(out), "\n"), "\n") {
		indent := others
		if i == 0 {
			indent = first
		}
		x.b.WriteString(strings.TrimRight(indent+line, " ") + "\n")
	}
}

// escaped is the node with ${{ written as a value.
func (x *exporter) escaped(n *doc.Node) *doc.Node {
	m := *n
	if n.Kind == doc.Scalar && strings.Contains(n.Text, open) {
		x.opens = true
		m.Text = strings.ReplaceAll(n.Text, open, "${{ vars.open }}{")
	}
	m.Pairs, m.Items = nil, nil
	for _, p := range n.Pairs {
		m.Pairs = append(m.Pairs, doc.Pair{Key: p.Key, Value: x.escaped(p.Value)})
	}
	for _, item := range n.Items {
		m.Items = append(m.Items, x.escaped(item))
	}
	return &m
}

// typed is what an input types, which the program may echo.
func (d *Done) typed() string {
	if d.node == nil || len(d.node.Pairs) == 0 {
		return ""
	}
	v := d.node.Pairs[0].Value
	if t := v.Get("text"); t != nil {
		v = t
	}
	return v.Text
}

// isInput reports whether a step sends something to the program.
func isInput(d Done) bool {
	switch d.word {
	case "type", "enter", "key", "paste", "click", "drag", "scroll", "resize", "signal":
		return true
	}
	return false
}

// nextWaits reports whether the next step that passed waits for something.
func nextWaits(done []Done, i int) bool {
	for ; i < len(done); i++ {
		if done[i].Status == event.Completed {
			return done[i].word == "wait" || done[i].word == "expect" || done[i].word == "run"
		}
	}
	return false
}

// nextTypes reports whether the next step types on, or ends what was typed.
func nextTypes(done []Done, i int) bool {
	return i < len(done) && (done[i].word == "type" || done[i].word == "enter" || done[i].word == "key")
}
