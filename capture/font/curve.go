package font

// Curved and slanted geometry, filled as outlines.

// kappa/1000 of the radius is where the control points of a quarter circle lie.
const kappa = 552

// isqrt returns the square root of n, rounded down.
func isqrt(n int64) int64 {
	if n < 2 {
		return max(n, 0)
	}
	x := n
	for y := (x + 1) / 2; y < x; y = (x + n/x) / 2 {
		x = y
	}
	return x
}

// px returns the point at whole pixels.
func px(x, y int) point { return point{int32(x * one), int32(y * one)} }

// polygon fills a polygon with corners in 1/256 pixels.
func (f *Face) polygon(m *Mask, corners ...point) {
	f.fill.reset(m.W, m.H)
	f.fill.moveTo(corners[0])
	for _, p := range corners[1:] {
		f.fill.lineTo(p)
	}
	f.fill.finish(m.Pix)
}

// arc draws U+256D to U+2570 (╭╮╯╰): as ╭, mirrored where needed. The straight
// parts lie exactly where those of ─ and │ do.
func (f *Face) arc(m *Mask, i int) {
	mirrorX, mirrorY := i == 1 || i == 2, i >= 2
	v, _, _ := f.stroke(m.W, light)
	h, _, _ := f.stroke(m.H, light)
	if mirrorX {
		v = band{m.W - v.to, m.W - v.from}
	}
	if mirrorY {
		h = band{m.H - h.to, m.H - h.from}
	}
	at := func(x, y int) (int, int) {
		if mirrorX {
			x = m.W - x
		}
		if mirrorY {
			y = m.H - y
		}
		return x, y
	}
	rect := func(x0, y0, x1, y1 int) {
		x0, y0 = at(x0, y0)
		x1, y1 = at(x1, y1)
		m.rect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
	}
	// The last pixel before the edge is straight.
	inner := max(0, min(m.W-v.to, m.H-h.to)-1)
	cx, cy := v.to+inner, h.to+inner
	rect(cx, h.from, m.W, h.to)
	rect(v.from, cy, v.to, m.H)

	// mid returns the control point at kappa of the way from a to b.
	pt := func(x, y int) point { return px(at(x, y)) }
	mid := func(a, b point) point {
		return point{a.x + int32(int64(b.x-a.x)*kappa/1000), a.y + int32(int64(b.y-a.y)*kappa/1000)}
	}
	f.fill.reset(m.W, m.H)
	a, corner, b := pt(v.from, cy), pt(v.from, h.from), pt(cx, h.from)
	f.fill.moveTo(a)
	f.fill.cubeTo(mid(a, corner), mid(b, corner), b)
	a, corner, b = pt(cx, h.to), pt(v.to, h.to), pt(v.to, cy)
	f.fill.lineTo(a)
	f.fill.cubeTo(mid(a, corner), mid(b, corner), b)
	f.fill.finish(m.Pix)
}

// diagonals draws U+2571 to U+2573: bit 0 is ╱, bit 1 is ╲. The lines go on
// beyond the corners, so that they meet those of the next cells.
func (f *Face) diagonals(m *Mask, bits int) {
	w, h := m.W, m.H
	half := f.slant(w, h) / 2
	if bits&1 != 0 {
		f.polygon(m, shift(px(2*w, -h), -half), shift(px(2*w, -h), half), shift(px(-w, 2*h), half), shift(px(-w, 2*h), -half))
	}
	if bits&2 != 0 {
		f.polygon(m, shift(px(-w, -h), -half), shift(px(-w, -h), half), shift(px(2*w, 2*h), half), shift(px(2*w, 2*h), -half))
	}
}

// slant returns the horizontal width, in 1/256 pixels, of a thin line that goes
// w to the side over a height of h.
func (f *Face) slant(w, h int) int32 {
	length := isqrt((int64(w)*int64(w) + int64(h)*int64(h)) * one * one)
	return int32(int64(f.metrics.Stroke) * length / int64(max(h, 1)))
}

func shift(p point, dx int32) point { return point{p.x + dx, p.y} }

// powerline draws U+E0B0 to U+E0BF, solid and thin separators, and U+E0D6 and
// U+E0D7, what U+E0B0 and U+E0B2 leave of their cell.
func (f *Face) powerline(m *Mask, r rune) {
	w, h := m.W, m.H
	tip := func(x int) point { return point{int32(x * one), int32(h * one / 2)} }
	switch r {
	case 0xE0B0:
		f.polygon(m, px(0, 0), tip(w), px(0, h))
	case 0xE0B2:
		f.polygon(m, px(w, 0), tip(0), px(w, h))
	case 0xE0B1:
		d := -f.slant(2*w, h)
		f.polygon(m, px(0, 0), tip(w), px(0, h), shift(px(0, h), d), shift(tip(w), d), shift(px(0, 0), d))
	case 0xE0B3:
		d := f.slant(2*w, h)
		f.polygon(m, px(w, 0), tip(0), px(w, h), shift(px(w, h), d), shift(tip(0), d), shift(px(w, 0), d))
	case 0xE0B4, 0xE0B5, 0xE0B6, 0xE0B7:
		f.halfDisc(m, r >= 0xE0B6, r&1 != 0)
	case 0xE0B8:
		f.polygon(m, px(0, 0), px(w, h), px(0, h))
	case 0xE0BA:
		f.polygon(m, px(w, 0), px(w, h), px(0, h))
	case 0xE0BC:
		f.polygon(m, px(0, 0), px(w, 0), px(0, h))
	case 0xE0BE:
		f.polygon(m, px(0, 0), px(w, 0), px(w, h))
	case 0xE0BB, 0xE0BD:
		f.diagonals(m, 1)
	case 0xE0B9, 0xE0BF:
		f.diagonals(m, 2)
	case 0xE0D6:
		f.polygon(m, px(0, 0), px(w, 0), px(w, h), px(0, h), tip(w))
	case 0xE0D7:
		f.polygon(m, px(w, 0), px(0, 0), px(0, h), px(w, h), tip(0))
	}
}

// halfDisc draws half an ellipse as high as the cell, with its flat side at the
// left, or mirrored; thin is only its rim.
func (f *Face) halfDisc(m *Mask, mirror, thin bool) {
	f.fill.reset(m.W, m.H)
	half := func(rx, ry int32, back bool) {
		cy := int32(m.H * one / 2)
		at := func(x, y int32) point {
			if mirror {
				x = int32(m.W*one) - x
			}
			if back {
				y = -y
			}
			return point{x, cy + y}
		}
		kx, ky := rx*kappa/1000, ry*kappa/1000
		if back {
			f.fill.lineTo(at(0, -ry))
		} else {
			f.fill.moveTo(at(0, -ry))
		}
		f.fill.cubeTo(at(kx, -ry), at(rx, -ky), at(rx, 0))
		f.fill.cubeTo(at(rx, ky), at(kx, ry), at(0, ry))
	}
	rx, ry := int32(m.W*one), int32(m.H*one/2)
	half(rx, ry, false)
	if t := int32(f.metrics.Stroke * one); thin {
		half(max(rx-t, 0), max(ry-t, 0), true)
	}
	f.fill.finish(m.Pix)
}
