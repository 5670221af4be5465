// Package steps is the step kinds of a scenario: how each is written, which
// mistakes can be known before anything runs, and what it does to a program in
// a terminal.
//
// To add a kind: a file with its struct (an Action), a row in the table of
// table.go, `go generate ./...`, a script under cmd/scenario/testdata/script and
// a bad example under testdata/bad.
package steps

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"scenario/internal/doc"
	"scenario/internal/spell"
)

// Step is one step of a file: an action and the keys that may stand beside it.
type Step struct {
	Node    *doc.Node // the whole step
	Key     *doc.Node // the action's key
	Value   *doc.Node // its value
	Kind    Kind
	Action  Action        // nil when the step is wrong
	Name    string        `yaml:"name"`                                       // what reports call it
	Timeout time.Duration `yaml:"timeout"`                                    // how long it may take; the group's, then that of timeouts
	Session string        `yaml:"session" jsonschema:"ref=name,default=main"` // the terminal it is for; the group's, then main
	Fit     time.Duration `yaml:"fit"`                                        // it plays in so long, as it really ran
	If      *Guard        `yaml:"if"`                                         // it is left out unless this holds
	Repeat  int           `yaml:"repeat" jsonschema:"minimum=1,maximum=1000"` // how often it is done, one after another
	Retry   *Retry        `yaml:"retry"`                                      // how many more tries it has when it fails
	Soft    bool          `yaml:"soft"`                                       // when it fails the scenario goes on, and fails at its end
}

// Action is what a step does: one typed struct a kind.
type Action interface {
	doc.Decodable

	// Check reports the mistakes that can be seen without running anything.
	Check(c *Checker)

	// Summary is the action in one line as messages show it, without its key:
	// `Pods`, `ctrl+x`. References stand as they are written in the file.
	Summary() string

	// Run does it. The error is a *Failure when the program did not do what
	// was asked, ctx's when time ran out or the run was interrupted, and any
	// other when the runner itself could not go on. Structure steps (hide,
	// steps) are flattened by the plan and never run.
	Run(ctx context.Context, e *Env) error
}

// Parent is an action that holds steps.
type Parent interface{ Children() []*Step }

// DecodeNode decodes a step: a mapping with exactly one action.
func (s *Step) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s.Node = n
	if n.Kind != doc.Map {
		notAMapping(d, n)
		return
	}
	for _, p := range n.Pairs {
		s.pair(d, p)
	}
	if len(n.Pairs) == 0 {
		d.Errorf(n, "write an action, as - wait: TEXT", "the step is empty")
	}
	if s.Key == nil && len(n.Pairs) > 0 && onlyCommon(n) {
		d.Errorf(n.Pairs[0].Key, "write the action first, as - wait: TEXT", "the step has no action")
	}
}

func (s *Step) pair(d *doc.Decoder, p doc.Pair) {
	switch p.Key.Text {
	case "name":
		s.Name, _ = d.Text(p.Value, "name")
	case "timeout":
		s.Timeout = DecodeSpan(d, p.Value, "timeout")
	case "session":
		s.Session = decodeName(d, p.Value, "session")
	case "fit":
		s.Fit = DecodeSpan(d, p.Value, "fit")
	case "if":
		s.If = new(Guard)
		d.Into(p.Value, s.If, "if")
	case "repeat":
		d.Into(p.Value, &s.Repeat, "repeat")
		checkRange(d, p.Value, "repeat", s.Repeat, maxRepeat)
	case "retry":
		s.Retry = new(Retry)
		d.Into(p.Value, s.Retry, "retry")
	case "soft":
		d.Into(p.Value, &s.Soft, "step")
	default:
		s.action(d, p)
	}
}

func (s *Step) action(d *doc.Decoder, p doc.Pair) {
	k, ok := lookup(p.Key.Text)
	switch {
	case !ok:
		s.unknown(d, p.Key)
	case k.Later:
		reserved(d, p.Key)
	case s.Action != nil:
		d.Errorf(p.Key, "make it two steps", "a step has one action: %q and %q are two", s.Kind.Name, k.Name)
		return
	default:
		s.Kind, s.Action = k, k.New()
		s.Action.DecodeNode(d, p.Value)
	}
	if s.Key == nil {
		s.Key, s.Value = p.Key, p.Value
	}
}

// unknown reports a key that no step has: a word of another tool, a key that
// belongs somewhere else, or a slip. It is the action unless the step has one.
func (s *Step) unknown(d *doc.Decoder, key *doc.Node) {
	what := "step"
	for _, p := range s.Node.Pairs {
		if _, known := lookup(p.Key.Text); known {
			what = "key of a step"
		}
	}
	d.Unknown(key, what, "step", append(names(), commonKeys()...))
}

func reserved(d *doc.Decoder, key *doc.Node) {
	d.Errorf(key, "it is reserved for a later version", "%q is not supported yet", key.Text)
}

// notAMapping reports a step that is written without a value, or as something
// else.
func notAMapping(d *doc.Decoder, n *doc.Node) {
	if n.Broken() {
		return
	}
	if n.Kind != doc.Scalar {
		d.Errorf(n, "write it as - wait: TEXT", "a step is a mapping, not %s", n.Kind)
		return
	}
	hint, isBare := bare(strings.ToLower(n.Text))
	word, rest, colon := strings.Cut(n.Text, ":")
	if _, ok := lookup(word); colon && ok {
		d.Errorf(n, "write "+word+": "+rest, "a colon needs a blank behind it")
		return
	}
	_, isStep := lookup(n.Text)
	_, isForeign := Words()["step."+n.Text]
	switch {
	case isBare:
		d.Errorf(n, hint, "%q needs a value", n.Text)
	case isForeign:
		d.Unknown(n, "step", "step", nil)
	case isStep:
		d.Errorf(n, "write it as - "+n.Text+": VALUE", "%q needs a value", n.Text)
	default:
		hint := "write it as - run: COMMAND or - type: TEXT"
		word, rest, _ := strings.Cut(n.Text, " ")
		if word = strings.ToLower(word); rest != "" { // as in a tape: Type "ls"
			if _, ok := lookup(word); ok {
				hint = "write it as - " + word + ": " + oneLine(strings.TrimSpace(rest))
			}
		}
		d.Errorf(n, hint, "a step is a mapping, not a text")
	}
}

func commonKeys() []string {
	return []string{"name", "timeout", "session", "fit", "if", "repeat", "retry", "soft"}
}

func onlyCommon(n *doc.Node) bool {
	for _, p := range n.Pairs {
		if !slices.Contains(commonKeys(), p.Key.Text) {
			return false
		}
	}
	return true
}

// DecodeSpan takes a DURATION longer than 0.
func DecodeSpan(d *doc.Decoder, n *doc.Node, what string) time.Duration {
	v, ok := d.Duration(n, what)
	if ok && v <= 0 {
		d.Errorf(n, "", "%s must be longer than 0", what)
	}
	return v
}

// decodeName takes a NAME: letters, digits, _ and -.
func decodeName(d *doc.Decoder, n *doc.Node, what string) string {
	s, ok := d.Text(n, what)
	if ok && !IsName(s) {
		d.Errorf(n, "letters, digits, _ and - only", "%s is no name: %s", what, quote(s))
	}
	return s
}

// decodeWord takes one of several words, "" when it is none of them.
func decodeWord(d *doc.Decoder, n *doc.Node, what string, words ...string) string {
	s, ok := d.Text(n, "")
	if !ok || slices.Contains(words, s) {
		return s
	}
	hint := "one of " + strings.Join(words, ", ")
	if w, near := spell.Nearest(s, words); near {
		hint = fmt.Sprintf("did you mean %q?", w)
	}
	d.Errorf(n, hint, "unknown %s: %s", what, s)
	return ""
}

// IsName reports whether s is a NAME: letters, digits, _ and -.
func IsName(s string) bool {
	for _, r := range s {
		if !(r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return false
		}
	}
	return s != ""
}
