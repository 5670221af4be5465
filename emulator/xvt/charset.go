package xvt

import (
	"unicode"
	"unicode/utf8"
)

// charsets are the designated sets G0 to G3 (zero: ASCII) and which of them is
// invoked: gl for good, single (2 or 3) for the next character.
type charsets struct {
	g      [4]byte
	gl     uint8
	single uint8
}

// mapped reports whether an ASCII byte may stand for another character.
func (t *terminal) mapped() bool { return t.single != 0 || t.g[t.gl] != 0 }

// designate is SCS.
func (t *terminal) designate(g int, final byte) {
	switch final {
	case '0', 'A':
		t.g[g] = final
	case 'B':
		t.g[g] = 0
	}
}

func (t *terminal) mapASCII(b []byte) {
	var buf [utf8.UTFMax]byte
	for i := range b {
		set := t.g[t.gl]
		if t.single != 0 {
			set, t.single = t.g[t.single], 0
		}
		r := rune(b[i])
		switch {
		case set == '0' && r >= '_' && r <= '~':
			r = decGraphics[r-'_']
		case set == 'A' && r == '#':
			r = '£'
		}
		if r < 0x80 {
			t.run(b[i : i+1])
			continue
		}
		t.cluster(buf[:utf8.EncodeRune(buf[:], r)], 1)
	}
}

// decGraphics is the DEC special character and line drawing set, from '_' on
// (VT220 reference manual, table 2-4).
var decGraphics = []rune(" ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·")

// combining reports whether r is drawn onto the character before it.
func combining(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) }

// repair replaces what is not UTF-8 by U+FFFD, one for each maximal part of a
// character, as the WHATWG decoder does.
func repair(b []byte) []byte {
	out := make([]byte, 0, len(b)+8)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n <= 1 {
			n = brokenLen(b)
			out = utf8.AppendRune(out, utf8.RuneError)
		} else {
			out = append(out, b[:n]...)
		}
		b = b[n:]
	}
	return out
}

// brokenLen returns how many bytes at the start of b begin a character that
// does not go on; b does not start with a character.
func brokenLen(b []byte) int {
	n := 1
	// A prefix of a character is not a full rune however it is cut; a wrong
	// continuation makes it one (of U+FFFD).
	for n < len(b) && n < utf8.UTFMax-1 && b[0] >= 0xC0 && !utf8.FullRune(b[:n+1]) {
		n++
	}
	return n
}
