package vt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxCluster is the number of bytes of a cluster that are kept, as
// emulator.Table does.
const MaxCluster = 64

// Repair replaces what is not UTF-8 by U+FFFD, as the text on the screen.
func Repair(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	out := make([]byte, 0, len(b)+8)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n <= 1 {
			n = BrokenLen(b)
		}
		out = utf8.AppendRune(out, r)
		b = b[n:]
	}
	return out
}

// BrokenLen returns how many bytes at the start of b begin a character that
// does not go on: one U+FFFD stands for them, as in the WHATWG decoder. b does
// not start with a character.
func BrokenLen(b []byte) int {
	n := 1
	// A prefix of a character is not a full rune however it is cut; a wrong
	// continuation makes it one (of U+FFFD).
	for n < len(b) && n < utf8.UTFMax-1 && b[0] >= 0xC0 && !utf8.FullRune(b[:n+1]) {
		n++
	}
	return n
}

// Cut returns the first n bytes of s, or less, so that no character is cut.
func Cut[T string | []byte](s T, n int) T {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// CutCluster returns the first MaxCluster bytes of c, or less.
func CutCluster(c []byte) []byte { return Cut(c, MaxCluster) }

// EndOfCluster returns the last MaxCluster bytes of c, or less.
func EndOfCluster(c []byte) []byte {
	i := max(0, len(c)-MaxCluster)
	for i < len(c) && !utf8.RuneStart(c[i]) {
		i++
	}
	return c[i:]
}

// printable is text as valid UTF-8 without controls.
func printable(b []byte) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, string(Repair(b)))
}
