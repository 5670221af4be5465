package font

import (
	"encoding/binary"
	"slices"
)

// ligatures are what GSUB makes of sequences of glyphs, by their first: emoji
// with joiners, skin tones, flags and keycaps. Features and scripts are not
// looked at, as terminals show emoji alike in all of them.
type ligatures map[glyph][]ligature

type ligature struct {
	rest []glyph // after the first
	to   glyph
}

// find returns the longest ligature at the beginning of glyphs.
func (l ligatures) find(glyphs []glyph) (to glyph, n int) {
	for _, c := range l[glyphs[0]] {
		if len(c.rest) < len(glyphs) && len(c.rest)+1 > n && slices.Equal(c.rest, glyphs[1:][:len(c.rest)]) {
			to, n = c.to, len(c.rest)+1
		}
	}
	return to, n
}

// maxLigatures bounds the work: in a damaged table everything may overlap.
const maxLigatures = 1 << 17

// without takes a glyph out of all sequences.
func (l ligatures) without(g glyph) {
	for _, list := range l {
		for i := range list {
			list[i].rest = slices.DeleteFunc(list[i].rest, func(x glyph) bool { return x == g })
		}
	}
}

// The lookup types of GSUB that are read.
const (
	lookupLigature  = 4
	lookupExtension = 7
)

// readLigatures reads the ligature lookups of a GSUB table.
func readLigatures(gsub []byte) (ligatures, error) {
	out := ligatures{}
	if gsub == nil {
		return out, nil
	}
	budget := maxLigatures
	r := &reader{data: gsub, budget: &budget}
	lookups := r.at(int(r.u16(8)))
	for i := range int(lookups.u16(0)) {
		lookup := lookups.at(int(lookups.u16(2 + 2*i)))
		kind := lookup.u16(0)
		for k := range int(lookup.u16(4)) {
			if !r.spend() {
				return nil, errTables
			}
			sub, kind := lookup.at(int(lookup.u16(6+2*k))), kind
			if kind == lookupExtension {
				kind, sub = sub.u16(2), sub.at(int(sub.u32(4)))
			}
			if kind == lookupLigature {
				sub.ligatures(out)
			}
			r.bad = r.bad || lookups.bad || lookup.bad || sub.bad
		}
	}
	if r.bad || lookups.bad {
		return nil, errTables
	}
	return out, nil
}

// ligatures reads a ligature substitution subtable.
func (r *reader) ligatures(out ligatures) {
	cover := r.at(int(r.u16(2)))
	firsts := cover.coverage()
	for i := range min(int(r.u16(4)), len(firsts)) {
		set := r.at(int(r.u16(6 + 2*i)))
		for k := range int(set.u16(0)) {
			lig := set.at(int(set.u16(2 + 2*k)))
			n := int(lig.u16(2))
			if !r.spend() || lig.bad || n == 0 || 4+2*(n-1) > len(lig.data) {
				r.bad = true
				return
			}
			l := ligature{to: glyph(lig.u16(0)), rest: make([]glyph, n-1)}
			for j := range l.rest {
				l.rest[j] = glyph(lig.u16(4 + 2*j))
			}
			out[firsts[i]] = append(out[firsts[i]], l)
		}
		r.bad = r.bad || set.bad
		if r.bad {
			return
		}
	}
	r.bad = r.bad || cover.bad
}

// coverage reads the glyphs of a coverage table, in order.
func (r *reader) coverage() []glyph {
	var list []glyph
	n := int(r.u16(2))
	switch r.u16(0) {
	case 1:
		for i := range min(n, len(r.data)/2) {
			list = append(list, glyph(r.u16(4+2*i)))
		}
	case 2:
		for i := range min(n, len(r.data)/6) {
			for g := int(r.u16(4 + 6*i)); g <= int(r.u16(6+6*i)) && len(list) < 1<<16; g++ {
				list = append(list, glyph(g))
			}
		}
	}
	return list
}

// reader reads big-endian numbers; beyond the end it gives 0 and is bad.
type reader struct {
	data   []byte
	bad    bool
	budget *int // what may still be read, of all readers of a table
}

// spend reports whether something more may be read.
func (r *reader) spend() bool {
	*r.budget--
	return *r.budget > 0
}

func (r *reader) at(offset int) *reader {
	if offset > len(r.data) {
		return &reader{bad: true, budget: r.budget}
	}
	return &reader{data: r.data[offset:], budget: r.budget}
}

func (r *reader) u16(at int) uint16 {
	if at+2 > len(r.data) {
		r.bad = true
		return 0
	}
	return binary.BigEndian.Uint16(r.data[at:])
}

func (r *reader) u32(at int) uint32 {
	if at+4 > len(r.data) {
		r.bad = true
		return 0
	}
	return binary.BigEndian.Uint32(r.data[at:])
}
