package xvt

import "scenario/emulator"

// sgr is SGR: colours and attributes of the pen.
func (t *terminal) sgr(params []param) {
	if len(params) == 0 {
		t.resetPen()
		return
	}
	for i := 0; i < len(params); {
		n := 1 // the parameter with its subparameters
		for i+n < len(params) && params[i+n].sub {
			n++
		}
		i += t.sgrOne(params[i:], n)
	}
}

// sgrOne applies the parameter p[0], which has n-1 subparameters, and returns
// how many parameters it used.
func (t *terminal) sgrOne(p []param, n int) int {
	v := max(p[0].value, 0)
	if c := v - 8; c == 30 || c == 40 || c == 50 {
		color, used, ok := sgrColor(p, n)
		if ok {
			switch v {
			case 38:
				t.pen.fg = color
			case 48:
				t.pen.bg = color
			case 58:
				t.setUnderlineColor(color)
			}
		}
		return used
	}
	if v == 4 && n > 1 {
		if u := p[1].value; u >= 0 && u <= 5 {
			t.pen.attr = t.pen.attr.WithUnderline(emulator.Underline(u))
		}
		return n
	}
	if n > 1 { // no other parameter has subparameters
		return n
	}
	t.sgrPlain(v)
	return 1
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
// Values out of range make the colour invalid; it is skipped then.
func sgrColor(p []param, n int) (c emulator.Color, used int, ok bool) {
	at := func(i int) int { return max(p[i].value, 0) }
	var v []int
	if n > 1 {
		used = n
		for i := 1; i < n; i++ {
			v = append(v, at(i))
		}
		if v[0] == 2 && len(v) >= 5 { // with a colour space
			v = append(v[:1], v[2:5]...)
		}
	} else {
		used = min(len(p), 2)
		if len(p) > 1 {
			switch at(1) {
			case 5:
				used = min(len(p), 3)
			case 2:
				used = min(len(p), 5)
			}
		}
		for i := 1; i < used; i++ {
			v = append(v, at(i))
		}
	}
	switch {
	case len(v) >= 2 && v[0] == 5 && v[1] < 256:
		return emulator.Indexed(uint8(v[1])), used, true
	case len(v) >= 4 && v[0] == 2 && v[1] < 256 && v[2] < 256 && v[3] < 256:
		return emulator.RGB(uint8(v[1]), uint8(v[2]), uint8(v[3])), used, true
	}
	return 0, used, false
}

// resetPen is SGR 0; it leaves the hyperlink and protection.
func (t *terminal) resetPen() {
	t.pen = pen{ext: t.pen.ext, attr: t.pen.attr & protected}
	t.setUnderlineColor(emulator.DefaultColor)
}

func (t *terminal) setUnderlineColor(c emulator.Color) {
	if c != t.ulColor {
		t.ulColor = c
		t.updateExt()
	}
}

func (t *terminal) updateExt() {
	t.pen.ext = t.table.InternExt(emulator.Ext{UnderlineColor: t.ulColor, Link: t.link})
}
