package vt

import (
	"strconv"
	"strings"

	"scenario/emulator"
)

// ParseColor reads a colour as XParseColor: rgb:R/G/B with 1 to 4 hexadecimal
// digits each, #RGB with 1 to 4 digits each, rgbi:R/G/B with numbers from 0 to 1.
func ParseColor(s string) (emulator.Color, bool) {
	name, rest, ok := strings.Cut(strings.ToLower(s), ":")
	if ok {
		parts := strings.Split(rest, "/")
		if len(parts) != 3 {
			return 0, false
		}
		switch name {
		case "rgb":
			return hexColor(parts, true)
		case "rgbi":
			return floatColor(parts)
		}
		return 0, false
	}
	if rest, ok := strings.CutPrefix(s, "#"); ok && len(rest)%3 == 0 {
		n := len(rest) / 3
		return hexColor([]string{rest[:n], rest[n : 2*n], rest[2*n:]}, false)
	}
	return 0, false
}

// hexColor reads three hexadecimal numbers. Scaled ones mean a part of the
// largest with as many digits, others are the most significant bits.
func hexColor(parts []string, scaled bool) (emulator.Color, bool) {
	var v [3]uint8
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 16, 16)
		if err != nil || len(p) < 1 || len(p) > 4 {
			return 0, false
		}
		bits := 4 * len(p)
		if scaled {
			v[i] = uint8((n*255*2 + 1<<bits - 1) / (2 * (1<<bits - 1)))
		} else {
			v[i] = uint8(n << 16 >> bits >> 8)
		}
	}
	return emulator.RGB(v[0], v[1], v[2]), true
}

func floatColor(parts []string) (emulator.Color, bool) {
	var v [3]uint8
	for i, p := range parts {
		f, err := strconv.ParseFloat(p, 64)
		if err != nil || !(f >= 0 && f <= 1) {
			return 0, false
		}
		v[i] = uint8(f*255 + 0.5)
	}
	return emulator.RGB(v[0], v[1], v[2]), true
}

// ColorSpec writes a colour as xterm answers it, 16 bits a component.
func ColorSpec(c emulator.RGBColor) string {
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

// PaletteColor returns entry i of the palette: the theme's, or xterm's cube and
// greys.
func PaletteColor(i uint8, theme *[16]emulator.RGBColor) emulator.RGBColor {
	switch {
	case i < 16:
		return theme[i]
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
