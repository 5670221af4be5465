package xvt

import (
	"strconv"
	"strings"

	"scenario/emulator"
)

// paletteColors is OSC 4: pairs of an index and a colour, or ? to ask for it.
func (t *terminal) paletteColors(s, end string) {
	for s != "" {
		var index, spec string
		index, s, _ = strings.Cut(s, ";")
		spec, s, _ = strings.Cut(s, ";")
		i, err := strconv.ParseUint(index, 10, 8)
		if err != nil {
			continue
		}
		if spec == "?" {
			t.replyf("\x1b]4;%d;%s%s", i, colorSpec(t.paletteColor(uint8(i))), end)
		} else if c, ok := parseColor(spec); ok {
			t.colors.set(uint8(i), c)
		}
	}
}

// resetPalette is OSC 104: the entries named, or all.
func (t *terminal) resetPalette(s string, some bool) {
	if !some || s == "" {
		t.colors.p.Indexed, t.colors.shared = nil, false
		return
	}
	for _, index := range strings.Split(s, ";") {
		if i, err := strconv.ParseUint(index, 10, 8); err == nil {
			t.colors.set(uint8(i), emulator.DefaultColor)
		}
	}
}

// dynamicColors is OSC 10, 11 or 12; further colours are for the next numbers.
func (t *terminal) dynamicColors(cmd int, s, end string) {
	for _, spec := range strings.Split(s, ";") {
		if cmd > 12 {
			return
		}
		c := t.dynamic(cmd)
		if spec == "?" {
			t.replyf("\x1b]%d;%s%s", cmd, colorSpec(t.dynamicColor(cmd)), end)
		} else if v, ok := parseColor(spec); ok {
			*c = v
		}
		cmd++
	}
}

func (t *terminal) dynamic(cmd int) *emulator.Color {
	switch p := &t.colors.p; cmd {
	case 10:
		return &p.Fg
	case 11:
		return &p.Bg
	default:
		return &p.Cursor
	}
}

func (t *terminal) dynamicColor(cmd int) emulator.RGBColor {
	if r, g, b, ok := t.dynamic(cmd).Components(); ok {
		return emulator.RGBColor{R: r, G: g, B: b}
	}
	switch cmd {
	case 10:
		return t.opt.Fg
	case 11:
		return t.opt.Bg
	default:
		return t.opt.Cursor
	}
}

// paletteColor returns entry i as it shows now: the program's, the theme's, or
// xterm's cube and greys.
func (t *terminal) paletteColor(i uint8) emulator.RGBColor {
	if r, g, b, ok := t.colors.p.Indexed[i].Components(); ok {
		return emulator.RGBColor{R: r, G: g, B: b}
	}
	switch {
	case i < 16:
		return t.opt.Palette[i]
	case i < 232:
		level := func(n uint8) uint8 {
			if n == 0 {
				return 0
			}
			return 55 + 40*n
		}
		i -= 16
		return emulator.RGBColor{R: level(i / 36), G: level(i / 6 % 6), B: level(i % 6)}
	default:
		v := 8 + 10*(i-232)
		return emulator.RGBColor{R: v, G: v, B: v}
	}
}

// colorSpec writes a colour as xterm answers it, 16 bits a component.
func colorSpec(c emulator.RGBColor) string {
	const hex = "0123456789abcdef"
	b := []byte("rgb:")
	for i, v := range [...]uint8{c.R, c.G, c.B} {
		if i > 0 {
			b = append(b, '/')
		}
		h, l := hex[v>>4], hex[v&15]
		b = append(b, h, l, h, l)
	}
	return string(b)
}

// parseColor reads rgb:R/G/B with 1 to 4 hexadecimal digits each, and #RGB with
// 1 to 4 digits each (XParseColor).
func parseColor(s string) (emulator.Color, bool) {
	var parts []string
	scaled := false
	if rest, ok := strings.CutPrefix(strings.ToLower(s), "rgb:"); ok {
		parts, scaled = strings.Split(rest, "/"), true
	} else if rest, ok := strings.CutPrefix(s, "#"); ok && len(rest)%3 == 0 {
		n := len(rest) / 3
		parts = []string{rest[:n], rest[n : 2*n], rest[2*n:]}
	}
	if len(parts) != 3 {
		return 0, false
	}
	var v [3]uint8
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 16, 16)
		if err != nil || len(p) < 1 || len(p) > 4 {
			return 0, false
		}
		bits := 4 * len(p)
		if scaled { // F is full, as FFFF is
			v[i] = uint8((n*255*2 + 1<<bits - 1) / (2 * (1<<bits - 1)))
		} else { // the most significant bits
			v[i] = uint8(n << 16 >> bits >> 8)
		}
	}
	return emulator.RGB(v[0], v[1], v[2]), true
}
