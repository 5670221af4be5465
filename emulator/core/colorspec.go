package core

import (
	"strconv"
	"strings"
)

// parseColor reads a colour as XParseColor: rgb:R/G/B with 1 to 4 hexadecimal
// digits each, #RGB with 1 to 4 digits each, rgbi:R/G/B with numbers from 0 to
// 1, and the commonest names.
func parseColor(s string) (color, bool) {
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
func hexColor(parts []string, scaled bool) (color, bool) {
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
	return rgbOf(v), true
}

func floatColor(parts []string) (color, bool) {
	var v [3]uint8
	for i, p := range parts {
		f, err := strconv.ParseFloat(p, 64)
		if err != nil || !(f >= 0 && f <= 1) {
			return 0, false
		}
		v[i] = uint8(f*255 + 0.5)
	}
	return rgbOf(v), true
}
