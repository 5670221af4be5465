package core

import "scenario/emulator"

// sgr is SGR: colours and attributes of the pen.
func (t *terminal) sgr(q *sequence) {
	if q.n == 0 {
		t.resetPen()
		return
	}
	for i := 0; i < q.n; {
		n := 1 // the parameter with its subparameters
		for i+n < q.n && q.isSub(i+n) {
			n++
		}
		i += t.sgrOne(q, i, n)
	}
}

// sgrOne applies parameter i, which has n-1 subparameters, and returns how many
// parameters it used.
func (t *terminal) sgrOne(q *sequence, i, n int) int {
	v := int(max(q.v[i], 0))
	switch {
	case v == 38 || v == 48 || v == 58:
		c, used, ok := sgrColor(q.v[i:q.n], n)
		if ok {
			switch v {
			case 38:
				t.pen.fg = c
			case 48:
				t.pen.bg = c
			case 58:
				t.setUnderlineColor(c)
			}
		}
		return used
	case n == 1:
		t.sgrPlain(v)
	case v == 4:
		if u := q.v[i+1]; u >= 0 && u <= 5 {
			t.pen.attr = t.pen.attr.WithUnderline(emulator.Underline(u))
		}
	}
	return n // no other parameter has subparameters
}

func (t *terminal) sgrPlain(v int) {
	a := &t.pen.attr
	switch v {
	case 0:
		t.resetPen()
	case 1:
		*a |= emulator.Bold
	case 2:
		*a |= emulator.Dim
	case 3:
		*a |= emulator.Italic
	case 4:
		*a = a.WithUnderline(emulator.UnderlineSingle)
	case 5, 6:
		*a |= emulator.Blink
	case 7:
		*a |= emulator.Reverse
	case 8:
		*a |= emulator.Conceal
	case 9:
		*a |= emulator.Strike
	case 21:
		*a = a.WithUnderline(emulator.UnderlineDouble)
	case 22:
		*a &^= emulator.Bold | emulator.Dim
	case 23:
		*a &^= emulator.Italic
	case 24:
		*a = a.WithUnderline(emulator.UnderlineNone)
	case 25:
		*a &^= emulator.Blink
	case 27:
		*a &^= emulator.Reverse
	case 28:
		*a &^= emulator.Conceal
	case 29:
		*a &^= emulator.Strike
	case 39:
		t.pen.fg = emulator.DefaultColor
	case 49:
		t.pen.bg = emulator.DefaultColor
	case 53:
		*a |= emulator.Overline
	case 55:
		*a &^= emulator.Overline
	case 59:
		t.setUnderlineColor(emulator.DefaultColor)
	default:
		switch {
		case v >= 30 && v <= 37:
			t.pen.fg = emulator.Indexed(uint8(v - 30))
		case v >= 40 && v <= 47:
			t.pen.bg = emulator.Indexed(uint8(v - 40))
		case v >= 90 && v <= 97:
			t.pen.fg = emulator.Indexed(uint8(v - 90 + 8))
		case v >= 100 && v <= 107:
			t.pen.bg = emulator.Indexed(uint8(v - 100 + 8))
		}
	}
}

// sgrColor reads the colour after 38, 48 or 58 in its four spellings:
// 38;5;N  38;2;R;G;B  38:5:N  38:2::R:G:B (also without the colour space).
// p begins with the 38, which has n-1 subparameters. Values out of range make
// the colour invalid; it is skipped then.
func sgrColor(p []int32, n int) (c color, used int, ok bool) {
	var rgb int // where the components begin
	switch {
	case n >= 6 && p[1] == 2: // with a colour space
		used, rgb = n, 3
	case n > 1:
		used, rgb = n, 2
	case len(p) > 1 && p[1] == 5:
		used, rgb = min(len(p), 3), 2
	case len(p) > 1 && p[1] == 2:
		used, rgb = min(len(p), 5), 2
	default:
		used = min(len(p), 2)
	}
	if used < 2 {
		return 0, used, false
	}
	at := func(i int) uint32 { return uint32(max(p[i], 0)) }
	switch {
	case p[1] == 5 && used >= 3 && at(2) < 256:
		return emulator.Indexed(uint8(at(2))), used, true
	case p[1] == 2 && used >= rgb+3 && at(rgb)|at(rgb+1)|at(rgb+2) < 256:
		return emulator.RGB(uint8(at(rgb)), uint8(at(rgb+1)), uint8(at(rgb+2))), used, true
	}
	return 0, used, false
}

// resetPen is SGR 0; it leaves the hyperlink and protection.
func (t *terminal) resetPen() {
	t.pen = pen{ext: t.pen.ext, attr: t.pen.attr & protected}
	t.setUnderlineColor(emulator.DefaultColor)
}

func (t *terminal) setUnderlineColor(c color) {
	if c != t.ulColor {
		t.ulColor = c
		t.updateExt()
	}
}

func (t *terminal) updateExt() {
	t.pen.ext = t.table.InternExt(emulator.Ext{UnderlineColor: t.ulColor, Link: t.link})
}
