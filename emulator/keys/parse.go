package keys

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// MaxCount is the largest count of a chord.
const MaxCount = 10_000

// Error says what is wrong with a chord and, in Hint, what was probably meant.
type Error struct {
	Chord       string // as it was written
	Reason      string
	Hint        string // may be empty
	Offset, Len int    // where the chord stands, in bytes
}

func (e *Error) Error() string { return e.Reason }

// Parse reads one chord without a count: any of ctrl+ alt+ shift+ super+, then
// one character or the name of a key. Names and modifiers are read in any
// case, characters as they are. The error is an *Error.
func Parse(chord string) (Key, error) {
	k, err := parseKey(chord)
	if err != nil {
		err.Chord, err.Len = chord, len(chord)
		return Key{}, err
	}
	return k, nil
}

// ParseChords reads chords parted by blanks, each perhaps with *COUNT. The
// error is an *Error.
func ParseChords(s string) ([]Chord, error) {
	var chords []Chord
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		end := strings.IndexFunc(s[i:], unicode.IsSpace)
		if end < 0 {
			end = len(s) - i
		}
		word := s[i : i+end]
		c, err := parseChord(word)
		if err != nil {
			err.Chord, err.Offset, err.Len = word, i, len(word)
			return nil, err
		}
		c.Offset, c.Len = i, len(word)
		chords = append(chords, c)
		i += end
	}
	if len(chords) == 0 {
		return nil, &Error{Reason: "no key given", Hint: "the blank is the key space", Len: len(s)}
	}
	return chords, nil
}

func parseChord(word string) (Chord, *Error) {
	key, count, err := splitCount(word)
	if err != nil {
		return Chord{}, err
	}
	k, err := parseKey(key)
	if err != nil {
		return Chord{}, err
	}
	return Chord{Key: k, Count: count}, nil
}

// splitCount cuts *COUNT off. A lone * and the * of ctrl+* are keys.
func splitCount(word string) (key string, count int, err *Error) {
	i := strings.LastIndexByte(word, '*')
	if i <= 0 || i == len(word)-1 || strings.HasSuffix(word[:i], "+") && word[:i] != "+" && !strings.HasSuffix(word[:i], "++") {
		return word, 1, nil
	}
	n, convErr := strconv.ParseUint(word[i+1:], 10, 64)
	if convErr != nil && strings.Trim(word[i+1:], "0123456789") != "" {
		return word, 1, nil // not a count
	}
	if convErr != nil || n < 1 || n > MaxCount {
		return "", 0, &Error{
			Reason: fmt.Sprintf("%s: the count must be from 1 to %d", quote(word), MaxCount),
			Hint:   word[:i] + "*3",
		}
	}
	return word[:i], int(n), nil
}

func parseKey(chord string) (Key, *Error) {
	k, err := readKey(chord)
	if err != nil && err.Hint == guess {
		err.Hint = hint(chord)
	}
	return k, err
}

// guess stands for a hint that is still to be guessed: guessing reads keys
// itself, to see whether what it would say is one.
const guess = "?"

func readKey(chord string) (Key, *Error) {
	var k Key
	rest := chord
	for {
		i := strings.IndexByte(rest, '+')
		if i <= 0 {
			break
		}
		m := modByName(rest[:i])
		if m == 0 {
			break
		}
		rest = rest[i+1:]
		if k.Mod&m != 0 {
			return Key{}, &Error{Reason: fmt.Sprintf("%s: the same modifier twice", quote(chord))}
		}
		k.Mod |= m
	}
	if rest == "" {
		if chord == "" {
			return Key{}, &Error{Reason: "no key given", Hint: "the blank is the key space"}
		}
		return Key{}, &Error{
			Reason: fmt.Sprintf("%s: a key must follow the modifiers", quote(chord)),
			Hint:   strings.ToLower(chord) + "a; the key + after a modifier is " + strings.ToLower(chord) + "+",
		}
	}
	if oneCharacter(rest) {
		k.Char = rest
		if k.Mod&Shift != 0 && k.Mod&^Shift == 0 && upper(rest) != rest {
			k = Key{Char: upper(rest)} // shift+a is A
		}
		return k, nil
	}
	if name := alias(strings.ToLower(rest)); isName(name) {
		k.Name = name
		return k, nil
	}
	if len(rest) == 1 { // a control character or a blank
		return Key{}, &Error{Reason: fmt.Sprintf("unknown key %s", quote(chord)), Hint: hintControl(rest[0])}
	}
	reason := "unknown key " + quote(chord)
	if m, _, ok := strings.Cut(rest, "+"); ok && m != "" && k.Mod == 0 {
		reason = fmt.Sprintf("unknown modifier %s in %s", quote(m), quote(chord))
	}
	return Key{}, &Error{Reason: reason, Hint: guess}
}

func modByName(s string) Mod {
	for _, m := range modNames {
		if strings.EqualFold(m.name, s) {
			return m.mod
		}
	}
	return 0
}

func isName(s string) bool { return slices.Contains(Names(), s) }

func fnName(n int) string { return "f" + strconv.Itoa(n) }

// oneCharacter reports whether s is one grapheme cluster that can be typed.
func oneCharacter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	if !utf8.ValidString(s) || unicode.IsControl(r) || unicode.IsSpace(r) {
		return false
	}
	return len(graphemes.FromString(s).First()) == len(s)
}

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n != len(s) {
		return s
	}
	return string(unicode.ToUpper(r))
}

func quote(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return strconv.Quote(strings.ToValidUTF8(s, "\uFFFD"))
}
