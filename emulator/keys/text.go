package keys

import (
	"bytes"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"scenario/emulator"
)

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// Text returns what typing s sends, one write for each grapheme cluster, so
// that a program that reads in chunks sees keys, not a paste. A newline (or CR
// LF) is Enter, a single CR; a tab is Tab.
func Text(s string, m emulator.Modes) [][]byte {
	var out [][]byte
	for g := graphemes.FromString(s); g.Next(); {
		switch c := g.Value(); c {
		case "\n", "\r", "\r\n":
			out = append(out, []byte{'\r'})
		default:
			out = append(out, typed(c, m))
		}
	}
	return out
}

// typed encodes a character, which the program may want as an escape code.
func typed(c string, m emulator.Modes) []byte {
	switch {
	case m.KittyFlags&kittyAll == 0:
	case c == "\t":
		return Encode(Key{Name: "tab"}, m)
	case oneCharacter(c) || c == " ":
		return Encode(Key{Char: c}, m)
	}
	return []byte(c)
}

// Paste returns what pasting s sends: one write, between brackets when the
// program asked for them (2004). Newlines are CR, as the Enter key. As in
// xterm (disallowedPasteControls) NUL, ENQ, EOT, BS, ESC and DEL become blanks;
// C1 controls too. The end bracket is cut out of the text.
func Paste(s string, m emulator.Modes) []byte {
	s = strings.NewReplacer(pasteStart, "", pasteEnd, "").Replace(strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.NewReplacer("\r\n", "\r", "\n", "\r").Replace(s)
	s = strings.Map(func(r rune) rune {
		switch {
		case r == 0x00, r == 0x04, r == 0x05, r == 0x08, r == 0x1b, r == 0x7f, r >= 0x80 && r < 0xa0:
			return ' '
		}
		return r
	}, s)
	if !m.BracketedPaste {
		return []byte(s)
	}
	return bytes.Join([][]byte{[]byte(pasteStart), []byte(s), []byte(pasteEnd)}, nil)
}

// FocusIn returns what the terminal sends when it gets the focus: nothing
// unless the program asked for it (1004).
func FocusIn(m emulator.Modes) []byte { return focus(m, 'I') }

// FocusOut is FocusIn's counterpart.
func FocusOut(m emulator.Modes) []byte { return focus(m, 'O') }

func focus(m emulator.Modes, final byte) []byte {
	if !m.Focus {
		return nil
	}
	return []byte{0x1b, '[', final}
}
