package vt

import "scenario/emulator"

// Protected is set, within an engine only, on what selective erasure spares
// (DECSCA).
const Protected emulator.Attr = 1 << 15

// Pen is how the next character looks. Ext is the number of its underline
// colour and hyperlink in the terminal's table.
type Pen struct {
	Fg, Bg emulator.Color
	Attr   emulator.Attr
	Ext    uint16
}

// SGR sets colours and attributes of the pen, and the underline's colour. It
// leaves the hyperlink and protection.
func (p *Pen) SGR(q *Sequence, underline *emulator.Color) {
	if q.N == 0 {
		p.reset(underline)
		return
	}
	for i := 0; i < q.N; {
		n := 1 // the parameter with its subparameters
		for i+n < q.N && q.IsSub(i+n) {
			n++
		}
		i += p.sgrOne(q, i, n, underline)
	}
}

// sgrOne applies parameter i, which has n-1 subparameters, and returns how many
// parameters it used.
func (p *Pen) sgrOne(q *Sequence, i, n int, underline *emulator.Color) int {
	v := int(max(q.V[i], 0))
	switch {
	case v == 38 || v == 48 || v == 58:
		c, used, ok := sgrColor(q.V[i:q.N], n)
		if ok {
			switch v {
			case 38:
				p.Fg = c
			case 48:
				p.Bg = c
			case 58:
				*underline = c
			}
		}
		return used
	case n == 1:
		p.sgrPlain(v, underline)
	case v == 4:
		if u := q.V[i+1]; u >= 0 && u <= 5 {
			p.Attr = p.Attr.WithUnderline(emulator.Underline(u))
		}
	}
	return n // no other parameter has subparameters
}

func (p *Pen) sgrPlain(v int, underline *emulator.Color) {
	a := &p.Attr
	switch v {
	case 0:
		p.reset(underline)
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
		p.Fg = emulator.DefaultColor
	case 49:
		p.Bg = emulator.DefaultColor
	case 53:
		*a |= emulator.Overline
	case 55:
		*a &^= emulator.Overline
	case 59:
		*underline = emulator.DefaultColor
	default:
		switch {
		case v >= 30 && v <= 37:
			p.Fg = emulator.Indexed(uint8(v - 30))
		case v >= 40 && v <= 47:
			p.Bg = emulator.Indexed(uint8(v - 40))
		case v >= 90 && v <= 97:
			p.Fg = emulator.Indexed(uint8(v - 90 + 8))
		case v >= 100 && v <= 107:
			p.Bg = emulator.Indexed(uint8(v - 100 + 8))
		}
	}
}

// sgrColor reads the colour after 38, 48 or 58 in its four spellings:
// 38;5;N  38;2;R;G;B  38:5:N  38:2::R:G:B (also without the colour space).
// p begins with the 38, which has n-1 subparameters. Values out of range make
// the colour invalid; it is skipped then.
func sgrColor(p []int32, n int) (c emulator.Color, used int, ok bool) {
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

func (p *Pen) reset(underline *emulator.Color) {
	*p = Pen{Ext: p.Ext, Attr: p.Attr & Protected}
	*underline = emulator.DefaultColor
}
