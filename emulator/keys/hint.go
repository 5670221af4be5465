package keys

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"scenario/internal/spell"
)

// hint guesses what was meant by a chord that is not one: other programs'
// spellings (Ctrl-C, C-c, ^C, <CR>, ArrowDown), misspelt names, and text.
func hint(chord string) string {
	if good := respell(chord); good != "" {
		return good
	}
	if near := nearest(chord); near != "" {
		return near
	}
	if len(chord) > 1 && (chord[0] == 'f' || chord[0] == 'F') && strings.Trim(chord[1:], "0123456789") == "" {
		return fmt.Sprintf("f1 to f%d", maxFn)
	}
	return asText(chord)
}

// respell reads the notations of Emacs, Vim, VHS, tmux and the web, and
// returns the chord in ours, or "".
func respell(chord string) string {
	s := chord
	if inner, ok := strings.CutPrefix(s, "<"); ok && strings.HasSuffix(inner, ">") && len(inner) > 1 {
		s = strings.TrimSuffix(inner, ">")
	} else if caret, ok := strings.CutPrefix(s, "^"); ok && len(caret) == 1 {
		return valid("ctrl+" + strings.ToLower(caret))
	}
	prefix := ""
	for {
		mod, rest := cutModifier(s)
		if mod == "" || rest == "" {
			break
		}
		prefix += mod + "+"
		s = rest
	}
	name := keyName(s)
	if name == "" && oneCharacter(s) && (prefix != "" || s != chord) {
		name = s
		if strings.HasPrefix(prefix, "ctrl") {
			name = strings.ToLower(s) // Ctrl-C is the C of the key cap
		}
	}
	if name == "" || prefix+name == chord {
		return ""
	}
	return valid(prefix + name)
}

func valid(chord string) string {
	if _, err := readKey(chord); err != nil {
		return ""
	}
	return chord
}

// cutModifier splits a modifier in any spelling off the front.
func cutModifier(s string) (mod, rest string) {
	i := strings.IndexAny(s, "-+_")
	if i <= 0 {
		return "", s
	}
	switch word := s[:i]; strings.ToLower(word) {
	case "c", "ctrl", "control", "ctl", "strg":
		mod = "ctrl"
	case "m", "a", "alt", "meta", "option", "opt":
		mod = "alt"
	case "s", "shift":
		mod = "shift"
	case "super", "cmd", "command", "win", "d":
		mod = "super"
	}
	return mod, s[i+1:]
}

// keyName returns our name for a key that has another one elsewhere.
func keyName(s string) string {
	s = strings.ToLower(s)
	s = strings.NewReplacer("_", "", "-", "", "arrow", "", "key", "").Replace(s)
	switch s {
	case "return", "cr", "ret", "newline", "nl", "lf":
		return "enter"
	case "bs", "back", "bspace":
		return "backspace"
	case "pgdown", "pagedn", "npage", "next":
		return "pagedown"
	case "pageu", "ppage", "prior", "prev":
		return "pageup"
	case "ins", "ic":
		return "insert"
	case "dc", "supr":
		return "delete"
	case "spc", "spacebar":
		return "space"
	case "btab", "backtab":
		return "shift+tab"
	case "plus":
		return "+"
	case "bar", "pipe":
		return "|"
	case "lt":
		return "<"
	case "bslash", "backslash":
		return `\`
	}
	if name := alias(s); isName(name) {
		return name
	}
	return ""
}

// nearest finds the named key that is at most two typing errors away.
func nearest(chord string) string {
	i := strings.LastIndexByte(chord, '+') + 1
	word := strings.ToLower(chord[i:])
	if len(word) < 4 || len(word) > 12 {
		return ""
	}
	best, dist := "", 3
	for _, name := range append(Names(), "pgup", "pgdn") {
		if d := spell.Distance([]byte(word), []byte(name)); d < dist {
			best, dist = name, d
		}
	}
	if best == "" {
		return ""
	}
	return valid(strings.ToLower(chord[:i]) + best)
}

// asText is for text where chords belong: "gg" is "g g, or type: gg".
func asText(chord string) string {
	n := utf8.RuneCountInString(chord)
	if !utf8.ValidString(chord) || n > 40 || strings.ContainsFunc(chord, func(r rune) bool { return r < 0x20 || r == 0x7f }) {
		return "keys are one character or: " + strings.Join(Names()[:15], " ") + " f1 to f24"
	}
	if n > 3 {
		return "type: " + chord
	}
	var parts []string
	for _, r := range chord {
		parts = append(parts, string(r))
	}
	return strings.Join(parts, " ") + ", or type: " + chord
}

func hintControl(c byte) string {
	names := []string{"\r", "enter", "\n", "enter", "\t", "tab", "\x1b", "escape", " ", "space", "\x7f", "backspace"}
	if i := slices.Index(names, string(rune(c))); i >= 0 && i%2 == 0 {
		return names[i+1]
	}
	if c < 0x20 {
		return fmt.Sprintf("ctrl+%c", 'a'-1+c)
	}
	return ""
}
