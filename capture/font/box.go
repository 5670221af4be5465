package font

// The weights of the arms of a box drawing character.
const (
	none = iota
	light
	heavy
	double
)

// arms are the weights of the arms up, right, down and left of U+2500 to
// U+257F, from their Unicode names; 0000 is drawn in another way.
const arms = "" +
	"0101020210102020000000000000000000000000000000000110021001200220" + // ─━│┃┄┅┆┇┈┉┊┋┌┍┎┏
	"0011001200210022110012002100220010011002200120021110121021101120" + // ┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟
	"2120221012202220101110122011102120212012102220220111011202110212" + // ┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯
	"0121012202210222110111021201120221012102220122021111111212111212" + // ┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿
	"2111112121212112221111221221221212222122222122220000000000000000" + // ╀╁╂╃╄╅╆╇╈╉╊╋╌╍╎╏
	"0303303003100130033000130031003313003100330010033001300313103130" + // ═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟
	"3330101330313033031301310333130331013303131331313333000000000000" + // ╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯
	"0000000000000000000110000100001000022000020000200201102001022010" //  ╰╱╲╳╴╵╶╷╸╹╺╻╼╽╾╿

// box draws U+2500 to U+257F.
func (f *Face) box(m *Mask, r rune) {
	switch {
	case r >= 0x2504 && r <= 0x250B:
		f.dashes(m, int(r-0x2504), 3+int(r-0x2504)/4)
	case r >= 0x254C && r <= 0x254F:
		f.dashes(m, int(r-0x254C), 2)
	case r >= 0x256D && r <= 0x2570:
		f.arc(m, int(r-0x256D))
	case r >= 0x2571 && r <= 0x2573:
		f.diagonals(m, int(r-0x2571)+1)
	default:
		i := 4 * int(r-0x2500)
		f.joint(m, int(arms[i]-'0'), int(arms[i+1]-'0'), int(arms[i+2]-'0'), int(arms[i+3]-'0'))
	}
}

// band is a stroke's extent across its direction.
type band struct{ from, to int }

// stroke returns the outer extent of a stroke of the given weight in the middle
// of a cell of the given length, and the two lines of a double one.
func (f *Face) stroke(length, weight int) (outer, first, second band) {
	t := f.metrics.Stroke
	switch weight {
	case heavy:
		a := (length - 2*t) / 2
		outer = band{a, a + 2*t}
	case double:
		// Around the place of a light line, so that both meet.
		a := (length-t)/2 - t
		return band{a, a + 3*t}, band{a, a + t}, band{a + 2*t, a + 3*t}
	default:
		a := (length - t) / 2
		outer = band{a, a + t}
	}
	return outer, outer, outer
}

// joint draws four arms that meet in the middle.
func (f *Face) joint(m *Mask, up, right, down, left int) {
	f.arm(m, left, max(up, down), up, down, right, false, false)
	f.arm(m, right, max(up, down), up, down, left, false, true)
	f.arm(m, up, max(left, right), left, right, down, true, false)
	f.arm(m, down, max(left, right), left, right, up, true, true)
}

// arm draws one arm of a joint: a horizontal one from the left edge to the
// middle, or with the axes swapped (vertical) or from the far edge (mirror).
// Its weight is weight, that of the crossing stroke cross; before and after are
// the crossing arms on the first and second side (up and down for a horizontal
// arm), opposite is the arm on the other side of the middle.
func (f *Face) arm(m *Mask, weight, cross, before, after, opposite int, vertical, mirror bool) {
	if weight == none {
		return
	}
	length, across := m.W, m.H
	if vertical {
		length, across = across, length
	}
	outer, near, far := f.stroke(length, max(cross, light))
	if mirror {
		near, far = far, near
	}
	if cross != double {
		near, far = outer, outer
	}
	// draw draws a line of the arm, up to the other side of the crossing line
	// that it meets.
	draw := func(b, meets band) {
		x0, x1 := 0, meets.to
		if mirror {
			x0, x1 = meets.from, length
		}
		if vertical {
			m.rect(b.from, x0, b.to, x1)
		} else {
			m.rect(x0, b.from, x1, b.to)
		}
	}
	whole, first, second := f.stroke(across, weight)
	switch {
	case weight != double:
		// A single line meets a double one that passes at its near line.
		if before != none && after != none && opposite == none {
			far = near
		}
		draw(whole, far)
	default:
		// Each line of a double arm turns into the crossing arm on its side, or
		// else goes on to the far crossing line.
		a, b := far, far
		if before != none {
			a = near
		}
		if after != none {
			b = near
		}
		draw(first, a)
		draw(second, b)
	}
}

// dashes draws a line of n dashes: i counts light and heavy horizontal, light
// and heavy vertical. Gaps lie half at both ends, so that cells join evenly.
func (f *Face) dashes(m *Mask, i, n int) {
	weight := light + i&1
	length := m.W
	if i&2 != 0 {
		length = m.H
	}
	gap := max(2, length/(3*n))
	for k := range n {
		from, to := length*k/n+gap/2, length*(k+1)/n-(gap-gap/2)
		to = max(to, from+1)
		if i&2 != 0 {
			b, _, _ := f.stroke(m.W, weight)
			m.rect(b.from, from, b.to, to)
		} else {
			b, _, _ := f.stroke(m.H, weight)
			m.rect(from, b.from, to, b.to)
		}
	}
}
