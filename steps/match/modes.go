package match

import (
	"fmt"
	"slices"
	"strings"

	"scenario/emulator"
	"scenario/internal/doc"
	"scenario/internal/spell"
)

// Modes is a list of modes of the terminal, by the names of ModeNames.
type Modes []string

// ModeNames returns the names of the modes that a condition can ask for.
func ModeNames() []string { return []string{"alt_screen", "bracketed_paste", "focus", "mouse"} }

// ModesOn returns the names of those that are on, sorted.
func ModesOn(m emulator.Modes) (names []string) {
	on := []bool{m.AltScreen, m.BracketedPaste, m.Focus, m.Mouse != emulator.MouseOff}
	for i, name := range ModeNames() {
		if on[i] {
			names = append(names, name)
		}
	}
	return names
}

// DecodeNode takes one name or a list of them.
func (m *Modes) DecodeNode(d *doc.Decoder, n *doc.Node) {
	items := []*doc.Node{n}
	if n.Kind == doc.List {
		items = n.Items
		if len(items) == 0 {
			d.Errorf(n, "one of "+strings.Join(ModeNames(), ", "), "the list of modes is empty")
		}
	}
	for _, item := range items {
		s, ok := d.Text(item, "mode")
		if !ok {
			continue
		}
		if !slices.Contains(ModeNames(), s) {
			hint := "one of " + strings.Join(ModeNames(), ", ")
			if near, found := spell.Nearest(s, ModeNames()); found {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			d.Errorf(item, hint, "unknown mode: %s", s)
			continue
		}
		*m = append(*m, s)
	}
}

// modesAre is a bound ModesAre.
type modesAre struct {
	noNear
	of   *Condition
	want Modes
}

func (b *modesAre) Eval(s *Subject) Result {
	on := ModesOn(s.Screen.Modes)
	var off []string
	for _, name := range b.want {
		if !slices.Contains(on, name) {
			off = append(off, name)
		}
	}
	if off == nil {
		return Result{OK: true}
	}
	why := strings.Join(off, " and ") + " off"
	if len(on) > 0 {
		why += ", on: " + strings.Join(on, ", ")
	}
	return Result{Why: why, Of: b.of}
}

// clipboard is a bound Clipboard.
type clipboard struct {
	noNear
	of   *Condition
	want boundMatch
}

func (b *clipboard) Eval(s *Subject) Result {
	switch c := s.Screen.Clipboard; {
	case b.want.of(c):
		return Result{OK: true}
	case c == "":
		return Result{Why: "the clipboard is empty", Of: b.of}
	default:
		return Result{Why: fmt.Sprintf("the clipboard is %q", shorten(c)), Of: b.of}
	}
}
