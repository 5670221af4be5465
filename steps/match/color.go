package match

import (
	"fmt"
	"strconv"
	"strings"

	"scenario/emulator"
	"scenario/internal/doc"
	"scenario/internal/spell"
)

// Color is a colour as the program asked for it: `default`, one of the 16
// names `red` to `bright_white`, a palette entry `0` to `255`, or `#rrggbb`.
// `red` is palette entry 1; it is not the same as any #rrggbb.
type Color struct {
	emulator.Color
	named bool // written as a name
}

// ColorNames returns the names of the palette entries 0 to 15.
func ColorNames() []string {
	return []string{
		"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
		"bright_black", "bright_red", "bright_green", "bright_yellow",
		"bright_blue", "bright_magenta", "bright_cyan", "bright_white",
	}
}

// parseColor reads a colour; hint says what to write instead when it is none.
func parseColor(s string) (c Color, hint string, ok bool) {
	names := ColorNames()
	if s == "default" {
		return Color{named: true}, "", true
	}
	for i, name := range names {
		if s == name {
			return Color{emulator.Indexed(uint8(i)), true}, "", true
		}
	}
	if decimal(s) && (s == "0" || s[0] != '0') {
		if n, err := strconv.ParseUint(s, 10, 8); err == nil {
			return Color{Color: emulator.Indexed(uint8(n))}, "", true
		}
	}
	if hex, found := strings.CutPrefix(s, "#"); found {
		if n, err := strconv.ParseUint(hex, 16, 24); err == nil && len(hex) == 6 {
			return Color{Color: emulator.RGB(uint8(n>>16), uint8(n>>8), uint8(n))}, "", true
		}
		if len(hex) == 3 {
			return c, fmt.Sprintf("write six digits: \"#%c%[1]c%c%[2]c%c%[3]c\"", hex[0], hex[1], hex[2]), false
		}
	}
	switch folded := strings.NewReplacer("-", "_", " ", "_", "grey", "gray").Replace(strings.ToLower(s)); folded {
	case "gray", "bright_gray":
		return c, `did you mean "bright_black"?`, false
	default:
		if near, found := spell.Nearest(folded, append(names, "default")); found {
			return c, fmt.Sprintf("did you mean %q?", near), false
		}
	}
	return c, `one of default, red ... bright_white, 0 ... 255, "#rrggbb"`, false
}

// DecodeNode takes a scalar.
func (c *Color) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "")
	if !ok {
		return
	}
	v, hint, ok := parseColor(s)
	if !ok {
		d.Errorf(n, hint, "unknown colour: %s", s)
		return
	}
	*c = v
}

// ColorName is a colour in words: default, red ... bright_white, 16 ... 255 or
// #rrggbb.
func ColorName(c emulator.Color) string { return Color{c, true}.String() }

// String gives the colour as it was written.
func (c Color) String() string {
	if i, ok := c.Index(); ok {
		if c.named && i < 16 {
			return ColorNames()[i]
		}
		return strconv.Itoa(int(i))
	}
	if r, g, b, ok := c.Components(); ok {
		return fmt.Sprintf("#%02x%02x%02x", r, g, b)
	}
	return "default"
}

// decimal reports whether s is digits only.
func decimal(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
