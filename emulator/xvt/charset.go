package xvt

import (
	"unicode"
	"unicode/utf8"
)

// mapASCII prints bytes through the sets that are invoked.
func (t *terminal) mapASCII(b []byte) {
	var buf [utf8.UTFMax]byte
	for i := range b {
		r := t.Map(b[i])
		if c := buf[:utf8.EncodeRune(buf[:], r)]; r < 0x80 {
			t.run(c)
		} else {
			t.cluster(c, 1)
		}
	}
}

// combining reports whether r is drawn onto the character before it.
func combining(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) }
