package steps

import (
	"context"
	"errors"
	"strings"
	"time"

	"scenario/emulator/keys"
	"scenario/internal/doc"
)

// Key presses chords one after another: `down*3 enter`, `ctrl+b d`.
type Key struct {
	Keys  []keys.Chord  `yaml:"keys" jsonschema:"required"` // the chords
	Every time.Duration `yaml:"every"`                      // between two chords; the file's pace.key
	text  string
}

// DecodeNode takes KEYS or {keys, every}.
func (a *Key) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind == doc.Map {
		var long struct {
			Keys  *doc.Node     `yaml:"keys"`
			Every time.Duration `yaml:"every"`
		}
		d.Into(n, &long, "key")
		a.Every = long.Every
		if long.Keys == nil {
			d.Missing(n, "write key: {keys: down*3, every: 200ms}", "key needs keys")
			return
		}
		n = long.Keys
	}
	if n.Kind != doc.List {
		a.chords(d, n, "key")
		return
	}
	if len(n.Items) == 0 {
		d.Errorf(n, "", "no key given")
	}
	for _, item := range n.Items {
		a.chords(d, item, "key")
	}
}

// didYouMean makes a question of a hint that is one chord.
func didYouMean(hint string) string {
	if _, err := keys.Parse(hint); err == nil {
		return "did you mean " + hint + "?"
	}
	return hint
}

func (a *Key) chords(d *doc.Decoder, n *doc.Node, what string) {
	s, ok := d.Text(n, what)
	if !ok {
		return
	}
	cs, err := keys.ParseChords(s)
	var wrong *keys.Error
	if errors.As(err, &wrong) {
		d.ErrorIn(n, wrong.Offset, wrong.Offset+wrong.Len, didYouMean(wrong.Hint), "%v", err)
		return
	}
	a.Keys = append(a.Keys, cs...)
	a.text = strings.TrimSpace(a.text + " " + s)
}

// Check has nothing more to say: an unknown key is an error of its own.
func (a *Key) Check(c *Checker) { c.Session.Typed = "" }

// Summary is the chords as they were written.
func (a *Key) Summary() string { return a.text }

// Run presses them; each waits until the screen has settled after the one
// before.
func (a *Key) Run(ctx context.Context, e *Env) error {
	t, err := e.term()
	if err != nil {
		return err
	}
	for _, c := range a.Keys {
		for range c.Count {
			if err := e.press(ctx, t, c.Key, a.Every); err != nil {
				return err
			}
		}
	}
	return nil
}
