// Package keys turns chords as people write them ("ctrl+shift+a", "f12",
// "down*3") into the bytes that xterm sends for them in the modes in force.
// It is pure.
package keys

import "strings"

// Mod is a set of modifiers; the bits are xterm's, so that the modifier
// parameter of a sequence is 1 + Mod.
type Mod uint8

// The modifiers.
const (
	Shift Mod = 1 << iota
	Alt
	Ctrl
	Super
)

// Key is one key with the modifiers that are held. Either Name or Char is set.
type Key struct {
	Name string // one of the named keys, in the long spelling: "escape", "pageup", "f12"
	Char string // one character (grapheme cluster)
	Mod  Mod
}

// Chord is a key pressed Count times, and where it stands in the text that it
// was parsed from (in bytes).
type Chord struct {
	Key         Key
	Count       int
	Offset, Len int
}

// String writes the key as Parse reads it.
func (k Key) String() string {
	var b strings.Builder
	for _, m := range modNames {
		if k.Mod&m.mod != 0 {
			b.WriteString(m.name + "+")
		}
	}
	b.WriteString(k.Name + k.Char)
	return b.String()
}

var modNames = [...]struct {
	name string
	mod  Mod
}{{"ctrl", Ctrl}, {"alt", Alt}, {"shift", Shift}, {"super", Super}}

// Names returns the names of the named keys in the order of the documentation.
func Names() []string {
	names := []string{
		"enter", "tab", "escape", "space", "backspace", "delete", "insert",
		"up", "down", "left", "right", "home", "end", "pageup", "pagedown",
	}
	for n := 1; n <= maxFn; n++ {
		names = append(names, fnName(n))
	}
	return names
}

// alias resolves the short spellings that are valid too.
func alias(name string) string {
	switch name {
	case "esc":
		return "escape"
	case "del":
		return "delete"
	case "pgup":
		return "pageup"
	case "pgdn":
		return "pagedown"
	}
	return name
}

// maxFn is the highest function key.
const maxFn = 24
