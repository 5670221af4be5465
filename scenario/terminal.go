package scenario

import (
	"slices"
	"strings"

	"scenario/emulator"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/internal/spell"
)

// Terminal is the terminal that the programs run in.
type Terminal struct {
	Node       *doc.Node `yaml:"@node"`
	Term       string    `yaml:"term" jsonschema:"ref=term,default=xterm-256color"`              // what the programs take it for, TERM
	Scrollback int       `yaml:"scrollback" jsonschema:"minimum=0,maximum=100000,default=10000"` // rows kept that have left the top of the screen
	Width      string    `yaml:"width" jsonschema:"enum=grapheme,enum=wcwidth,default=grapheme"` // what has a width: a grapheme cluster, or each code point (wcwidth)
	Engine     string    `yaml:"engine" jsonschema:"enum=core,enum=xvt,default=core"`            // the project's own, or charmbracelet/x/vt for cross-checks
	Reports    string    `yaml:"reports" jsonschema:"enum=none,enum=all,default=none"`           // all: the programs may read back titles and the clipboard
}

// maxScrollback bounds the rows that are kept.
const maxScrollback = 100_000

// defaultTerminal is the terminal of a file that gives none.
func defaultTerminal() Terminal {
	return Terminal{
		Term: "xterm-256color", Scrollback: 10_000, Width: "grapheme", Engine: emulator.DefaultEngine, Reports: "none",
	}
}

// Event returns the terminal as the log has it.
func (t Terminal) Event() event.Terminal {
	return event.Terminal{Term: t.Term, Scrollback: t.Scrollback, Width: t.Width, Engine: t.Engine, Reports: t.Reports}
}

// terminal checks what the file says of the terminal.
func (c *checker) terminal() {
	t := &c.s.Terminal
	if t.Node == nil || t.Node.Kind != doc.Map {
		return
	}
	if !isTerm(t.Term) {
		c.d.Errorf(t.Node.Get("term"), "as xterm-256color", "%q is no name of a terminal", t.Term)
	}
	if t.Scrollback < 0 || t.Scrollback > maxScrollback {
		c.d.Errorf(t.Node.Get("scrollback"), "", "scrollback is 0 to %d, not %d", maxScrollback, t.Scrollback)
	}
	for _, w := range []struct {
		key, value string
		words      []string
	}{
		{"width", t.Width, []string{"grapheme", "wcwidth"}},
		{"engine", t.Engine, []string{"core", "xvt"}},
		{"reports", t.Reports, []string{"none", "all"}},
	} {
		if slices.Contains(w.words, w.value) {
			continue
		}
		hint := ""
		if word, ok := spell.Nearest(w.value, w.words); ok {
			hint = "did you mean " + word + "?"
		}
		c.d.Errorf(t.Node.Get(w.key), hint, "%s is %s, not %q", w.key, strings.Join(w.words, " or "), w.value)
	}
	if t.Engine == "xvt" {
		c.coreOnly("width", t.Width, "grapheme")
		c.coreOnly("reports", t.Reports, "none")
	}
}

// coreOnly reports what the engine xvt can't do.
func (c *checker) coreOnly(key, value, only string) {
	if n := c.s.Terminal.Node.Get(key); value != only {
		c.d.Errorf(n, "take the engine core for it", "the engine xvt has only %s: %s", key, only)
	}
}

// isTerm reports whether a text can be the name of a terminfo entry.
func isTerm(s string) bool {
	const others = "._+-"
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(others, r))
	})
}

// terminal is what the sessions of the run are made with.
func (r *runner) terminal() (emulator.Factory, emulator.Options, error) {
	t, o := r.p.Terminal, r.s.Terminal
	engine, err := r.s.Engines.Named(t.Engine)
	if err != nil {
		return nil, o, err
	}
	o.Width, err = emulator.ParseWidthRule(t.Width)
	o.Term, o.Scrollback, o.AllReports = t.Term, t.Scrollback, t.Reports == "all"
	if t.Scrollback == 0 {
		o.Scrollback = emulator.NoScrollback
	}
	return engine, o, err
}
