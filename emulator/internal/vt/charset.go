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

// latin1 is the set of 96 characters; A alone is the United Kingdom set.
const latin1 = 'A' | 1<<7

// Designate is SCS: ASCII, the DEC graphics, the United Kingdom set and the
// right half of Latin-1. Others are taken for ASCII, which they extend or vary.
// It reports whether the escape sequence is one.
func (c *Charsets) Designate(q *Sequence) bool {
	inter, final := q.Inter[0], q.Final
	switch {
	case inter >= '(' && inter <= '+': // sets of 94 characters to G0 to G3
		set := byte(0)
		if q.NInter == 1 && (final == '0' || final == 'A') {
			set = final
		}
		c.G[inter-'('] = set
	case inter >= '-' && inter <= '/': // of 96 to G1 to G3
		set := byte(0)
		if q.NInter == 1 && final == 'A' {
			set = latin1
		}
		c.G[inter-'-'+1] = set
	default:
		return false
	}
	return true
}

// PrintsDEL reports whether DEL is a character: in a set of 96 it is.
func (c *Charsets) PrintsDEL() bool { return c.next() == latin1 }

// next returns the set of the next character.
func (c *Charsets) next() byte {
	if c.Single != 0 {
		return c.G[c.Single]
	}
	return c.G[c.GL]
}

// Map returns the character that an ASCII byte stands for. A single shift ends
// with it.
func (c *Charsets) Map(b byte) rune {
	set := c.next()
	c.Single = 0
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
	case set == latin1:
		return rune(b) + 0x80
	}
	return rune(b)
}

// decGraphics is the DEC special character and line drawing set, from '_' on
// (VT220 reference manual, table 2-4).
var decGraphics = [...]rune{
	' ', '◆', '▒', '␉', '␌', '␍', '␊', '°', '±', '␤', '␋', '┘', '┐', '┌', '└', '┼',
	'⎺', '⎻', '─', '⎼', '⎽', '├', '┤', '┴', '┬', '│', '≤', '≥', 'π', '≠', '£', '·',
}
