package vt

import (
	"encoding/binary"
	"unicode/utf8"
)

// decoder keeps the first bytes of a character that the end of a write has cut. What
// is broken becomes U+FFFD, one for each maximal part of a character.
type decoder struct {
	part  [utf8.UTFMax]byte
	npart int
}

// pending reports whether the first bytes of a character wait for its last.
func (d *decoder) pending() bool { return d.npart > 0 }

// broken returns how many bytes at the start of b are a broken character. If they
// may be the first of a whole one, all of b is kept and ok is false.
func (d *decoder) broken(b []byte) (n int, ok bool) {
	if !utf8.FullRune(b) {
		d.npart = copy(d.part[:], b)
		return 0, false
	}
	return BrokenLen(b), true
}

// resume completes the character that waits with the first bytes of b and
// returns it, and how many bytes of b that took.
func (d *decoder) resume(b []byte) (r rune, n int, ok bool) {
	for n < len(b) && b[n]&0xC0 == 0x80 && !utf8.FullRune(d.part[:d.npart]) {
		d.part[d.npart] = b[n]
		d.npart++
		n++
	}
	part := d.part[:d.npart]
	if n == len(b) && !utf8.FullRune(part) {
		return 0, n, false
	}
	d.npart = 0
	r, size := utf8.DecodeRune(part)
	if r == utf8.RuneError && size <= 1 {
		// The last byte may be what broke it: then it begins something else.
		n -= len(part) - BrokenLen(part)
	}
	return r, n, true
}

// printableLen returns the number of bytes at the start of b that are ASCII
// characters.
func printableLen(b []byte) int {
	const (
		high = 0x8080808080808080
		ones = 0x0101010101010101
	)
	n := 0
	for ; n+8 <= len(b); n += 8 {
		x := binary.LittleEndian.Uint64(b[n:])
		// A byte below 0x20 borrows into its top bit, 0x7f carries into it.
		if (x|(x-0x20*ones)|(x+ones))&high != 0 {
			break
		}
	}
	for n < len(b) && b[n] >= 0x20 && b[n] < 0x7f {
		n++
	}
	return n
}
