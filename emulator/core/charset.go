package core

// charsets are the designated sets G0 to G3 (zero: ASCII) and which of them is
// invoked: gl for good, single (2 or 3) for the next character.
type charsets struct {
	g      [4]byte
	gl     uint8
	single uint8
}

// mapped reports whether an ASCII byte may stand for another character.
func (t *terminal) mapped() bool { return t.single != 0 || t.g[t.gl] != 0 }

// designate is SCS: ASCII, the DEC graphics and the United Kingdom set. Others
// are taken for ASCII, which they extend or vary.
func (t *terminal) designate(g int, final byte) {
	switch final {
	case '0', 'A':
		t.g[g] = final
	default:
		t.g[g] = 0
	}
}

// mapASCII prints bytes through the sets that are invoked.
func (t *terminal) mapASCII(b []byte) {
	for _, c := range b {
		set := t.g[t.gl]
		if t.single != 0 {
			set, t.single = t.g[t.single], 0
		}
		t.put(glyph(mapChar(set, c)), 1)
	}
}

func mapChar(set, c byte) rune {
	switch {
	case set == '0' && c >= '_' && c <= '~':
		return decGraphics[c-'_']
	case set == 'A' && c == '#':
		return '£'
	}
	return rune(c)
}

// decGraphics is the DEC special character and line drawing set, from '_' on
// (VT220 reference manual, table 2-4).
var decGraphics = [...]rune{
	' ', '◆', '▒', '␉', '␌', '␍', '␊', '°', '±', '␤', '␋', '┘', '┐', '┌', '└', '┼',
	'⎺', '⎻', '─', '⎼', '⎽', '├', '┤', '┴', '┬', '│', '≤', '≥', 'π', '≠', '£', '·',
}
