package font

// block draws U+2580 to U+259F, the block elements.
func (m *Mask) block(r rune) {
	x := func(eighths int) int { return m.W * eighths / 8 }
	y := func(eighths int) int { return m.H * eighths / 8 }
	switch i := int(r - 0x2580); {
	case i == 0: // upper half
		m.rect(0, 0, m.W, y(4))
	case i <= 8: // lower one eighth to full block
		m.rect(0, y(8-i), m.W, m.H)
	case i <= 0x0F: // left seven eighths to left one eighth
		m.rect(0, 0, x(0x10-i), m.H)
	case i == 0x10: // right half
		m.rect(x(4), 0, m.W, m.H)
	case i <= 0x13: // shades, flat: they keep the palette small
		m.shade(0, 0, m.W, m.H, [...]uint8{64, 128, 191}[i-0x11])
	case i == 0x14: // upper one eighth
		m.rect(0, 0, m.W, max(y(1), 1))
	case i == 0x15: // right one eighth
		m.rect(min(x(7), m.W-1), 0, m.W, m.H)
	default:
		m.quadrants(quadrants[i-0x16])
	}
}

// quadrants are U+2596 to U+259F; bits 0 to 3 are upper left, upper right,
// lower left, lower right.
var quadrants = [...]uint8{4, 8, 1, 13, 9, 7, 11, 2, 6, 14}

func (m *Mask) quadrants(bits uint8) { m.grid(uint32(bits), 2) }

// sextant draws U+1FB00 to U+1FB3B: the 64 patterns of 2 x 3 blocks but the
// empty, left, right and full ones, which are elsewhere.
func (m *Mask) sextant(r rune) {
	bits := uint32(r-0x1FB00) + 1
	if bits >= 21 {
		bits++
	}
	if bits >= 42 {
		bits++
	}
	m.grid(bits, 3)
}

// octant draws U+1CD00 to U+1CDE5: the 256 patterns of 2 x 4 blocks, in order,
// but those that are elsewhere.
func (m *Mask) octant(r rune) {
	bits := uint32(r - 0x1CD00)
	for _, elsewhere := range [...]uint32{
		0x00, 0x01, 0x02, 0x03, 0x05, 0x0A, 0x0F, 0x14, 0x28, 0x3F, 0x40, 0x50, 0x55,
		0x5A, 0x5F, 0x80, 0xA0, 0xA5, 0xAA, 0xAF, 0xC0, 0xF0, 0xF5, 0xFA, 0xFC, 0xFF,
	} {
		if elsewhere <= bits {
			bits++
		}
	}
	m.grid(bits, 4)
}

// grid covers the blocks of 2 columns and the given rows whose bits are set,
// counted from the left and from the top.
func (m *Mask) grid(bits uint32, rows int) {
	for i := range 2 * rows {
		if bits>>i&1 != 0 {
			x, y := i%2, i/2
			m.rect(m.W*x/2, m.H*y/rows, m.W*(x+1)/2, m.H*(y+1)/rows)
		}
	}
}

// eighth draws U+1FB70 to U+1FB8B, the eighths that U+2580 lacks. It reports
// false for the characters between them that are other things.
func (m *Mask) eighth(r rune) bool {
	x := func(eighths int) int { return m.W * eighths / 8 }
	y := func(eighths int) int { return m.H * eighths / 8 }
	column := func(i int) { m.rect(x(i), 0, max(x(i+1), x(i)+1), m.H) }
	row := func(i int) { m.rect(0, y(i), m.W, max(y(i+1), y(i)+1)) }
	switch i := int(r - 0x1FB70); {
	case i <= 5:
		column(i + 1)
	case i <= 11:
		row(i - 5)
	case i == 12: // left and lower
		column(0)
		row(7)
	case i == 13: // left and upper
		column(0)
		row(0)
	case i == 14: // right and upper
		column(7)
		row(0)
	case i == 15: // right and lower
		column(7)
		row(7)
	case i == 16: // upper and lower
		row(0)
		row(7)
	case i == 17: // horizontal 1358
		for _, k := range [...]int{0, 2, 4, 7} {
			row(k)
		}
	case i <= 22: // upper 2, 3, 5, 6, 7 eighths
		m.rect(0, 0, m.W, y([...]int{2, 3, 5, 6, 7}[i-18]))
	default: // right 2, 3, 5, 6, 7 eighths
		m.rect(x(8-[...]int{2, 3, 5, 6, 7}[i-23]), 0, m.W, m.H)
	}
	return true
}

// braille draws U+2800 plus bits: square dots of 2 columns and 4 rows. Bits 0
// to 2 are the upper three of the left column, 3 to 5 of the right one, 6 and 7
// the lowest dots.
func (m *Mask) braille(bits uint8) {
	d := max(1, min(m.W/4, m.H/8))
	for i, at := range [...][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
		if bits>>i&1 != 0 {
			x := (m.W*(2*at[0]+1) - 2*d) / 4
			y := (m.H*(2*at[1]+1) - 4*d) / 8
			m.rect(x, y, x+d, y+d)
		}
	}
}
