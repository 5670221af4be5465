package font

// procedural draws r when it is one of the characters that are geometry, and
// reports whether it is. Edges that neighbouring cells share are computed in
// one way on both sides, so there are no seams at any size.
func (f *Face) procedural(m *Mask, r rune) bool {
	switch {
	case r >= 0x2500 && r <= 0x257F:
		f.box(m, r)
	case r >= 0x2580 && r <= 0x259F:
		m.block(r)
	case r >= 0x2800 && r <= 0x28FF:
		m.braille(uint8(r - 0x2800))
	case r >= 0x23BA && r <= 0x23BD:
		f.scanLine(m, int(r-0x23BA))
	case r >= 0x1FB00 && r <= 0x1FB3B:
		m.sextant(r)
	case r >= 0x1FB3C && r <= 0x1FB6F:
		f.wedge(m, r)
	case r >= 0x1FB70 && r <= 0x1FB8B:
		return m.eighth(r)
	case r >= 0x1CD00 && r <= 0x1CDE5:
		m.octant(r)
	case r == 0x1FBE6: // middle left and right quarter
		m.grid(0x14, 4)
	case r == 0x1FBE7:
		m.grid(0x28, 4)
	case r >= 0xE0B0 && r <= 0xE0BF:
		f.powerline(m, r)
	case r >= 0xE0C0 && r <= 0xE0D4:
		return f.separator(m, r)
	case r == 0xE0D6 || r == 0xE0D7:
		f.powerline(m, r)
	default:
		return false
	}
	return true
}

// scanLine draws horizontal scan lines 1, 3, 7 and 9 of the nine of a VT100
// cell (DEC special graphics o, p, r, s); line 5 is U+2500.
func (f *Face) scanLine(m *Mask, i int) {
	s := f.metrics.Stroke
	line := [...]int{0, 2, 6, 8}[i]
	y := (m.H - s) * line / 8
	m.rect(0, y, m.W, y+s)
}
