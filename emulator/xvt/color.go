package xvt

import (
	"strconv"
	"strings"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
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
			t.replyf("\x1b]4;%d;%s%s", i, vt.ColorSpec(t.paletteColor(uint8(i))), end)
		} else if c, ok := vt.ParseColor(spec); ok {
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
			t.replyf("\x1b]%d;%s%s", cmd, vt.ColorSpec(t.dynamicColor(cmd)), end)
		} else if v, ok := vt.ParseColor(spec); ok {
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
	return vt.PaletteColor(i, &t.opt.Palette)
}
