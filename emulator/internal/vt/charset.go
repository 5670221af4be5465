package vt

// Charsets are the designated sets G0 to G3 (zero: ASCII) and which of them is
// invoked: GL for good, Single (2 or 3) for the next character.
type Charsets struct {
	G      [4]byte
	GL     uint8
	Single uint8
}

// Mapped reports whether an ASCII byte may stand for another character.
func (c *Charsets) Mapped() bool { return c.Single != 0 || c.G[c.GL] != 0 }

// Designate is SCS: ASCII, the DEC graphics and the United Kingdom set. Others
// are taken for ASCII, which they extend or vary.
func (c *Charsets) Designate(g int, final byte) {
	switch final {
	case '0', 'A':
		c.G[g] = final
	default:
		c.G[g] = 0
	}
}

// Map returns the character that an ASCII byte stands for. A single shift ends
// with it.
func (c *Charsets) Map(b byte) rune {
	set := c.G[c.GL]
	if c.Single != 0 {
		set, c.Single = c.G[c.Single], 0
	}
	return mapped(set, b)
}

// Shown returns the character that an ASCII byte stands for, single shifts
// aside.
func (c *Charsets) Shown(b byte) rune { return mapped(c.G[c.GL], b) }

func mapped(set, b byte) rune {
	switch {
	case set == '0' && b >= '_' && b <= '~':
		return decGraphics[b-'_']
	case set == 'A' && b == '#':
		return '£'
	}
	return rune(b)
}

// decGraphics is the DEC special character and line drawing set, from '_' on
// (VT220 reference manual, table 2-4).
var decGraphics = [...]rune{
	' ', '◆', '▒', '␉', '␌', '␍', '␊', '°', '±', '␤', '␋', '┘', '┐', '┌', '└', '┼',
	'⎺', '⎻', '─', '⎼', '⎽', '├', '┤', '┴', '┬', '│', '≤', '≥', 'π', '≠', '£', '·',
}
