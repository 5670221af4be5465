// Package theme holds the colours that a terminal's default, ANSI and indexed
// colours are shown in.
package theme

import (
	"slices"
	"strings"

	"scenario/emulator"
)

// RGB is a colour with 8 bits a channel.
type RGB = emulator.RGBColor

// Theme is the colours of a terminal.
type Theme struct {
	Name       string
	Fg, Bg     RGB
	Cursor     RGB
	CursorText RGB     // what a block cursor stands on
	Palette    [16]RGB // ANSI colours, 8 to 15 are the bright ones
}

// Lookup returns the built-in theme with the given name, in any case.
func Lookup(name string) (Theme, bool) {
	i, ok := slices.BinarySearchFunc(builtin[:], strings.ToLower(name), func(r row, n string) int { return strings.Compare(r.name, n) })
	if !ok {
		return Theme{}, false
	}
	return builtin[i].theme(), true
}

// Names returns the names of the built-in themes, sorted.
func Names() []string {
	names := make([]string, len(builtin))
	for i, r := range builtin {
		names[i] = r.name
	}
	return names
}

// Dark reports whether the background is darker than the text.
func (t *Theme) Dark() bool { return luma(t.Bg) < luma(t.Fg) }

// luma is 1000 times the brightness of c (ITU-R BT.601 weights).
func luma(c RGB) int { return 299*int(c.R) + 587*int(c.G) + 114*int(c.B) }

// Mix returns the colour at step i of n from a to b.
func Mix(a, b RGB, i, n int) RGB {
	at := func(a, b uint8) uint8 { return uint8((int(a)*(n-i) + int(b)*i + n/2) / n) }
	return RGB{R: at(a.R, b.R), G: at(a.G, b.G), B: at(a.B, b.B)}
}

// Colors are a theme's colours with those of the program over them.
type Colors struct {
	Fg, Bg, Cursor, CursorText RGB
	Indexed                    [256]RGB
}

// Colors returns the colours to draw with when the program has set p.
func (t *Theme) Colors(p emulator.Palette) *Colors {
	c := &Colors{Fg: t.Fg, Bg: t.Bg, Cursor: t.Cursor, CursorText: t.CursorText}
	copy(c.Indexed[:], t.Palette[:])
	for i := 16; i < 256; i++ {
		c.Indexed[i] = xterm(i)
	}
	set(&c.Fg, p.Fg)
	set(&c.Bg, p.Bg)
	set(&c.Cursor, p.Cursor)
	for i, v := range p.Indexed {
		set(&c.Indexed[i], v)
	}
	if p.Reverse {
		c.Fg, c.Bg = c.Bg, c.Fg
	}
	return c
}

func set(dst *RGB, c emulator.Color) {
	if r, g, b, ok := c.Components(); ok {
		*dst = RGB{R: r, G: g, B: b}
	}
}

// xterm returns colour i of xterm's 256: a 6 x 6 x 6 cube, then 24 greys.
func xterm(i int) RGB {
	if i >= 232 {
		v := uint8(8 + 10*(i-232))
		return RGB{R: v, G: v, B: v}
	}
	level := func(n int) uint8 {
		if n %= 6; n > 0 {
			return uint8(55 + 40*n)
		}
		return 0
	}
	return RGB{R: level((i - 16) / 36), G: level((i - 16) / 6), B: level(i - 16)}
}

// Resolve returns the colour that e is shown in; def is the default colour,
// Fg or Bg.
func (c *Colors) Resolve(e emulator.Color, def RGB) RGB {
	if i, ok := e.Index(); ok {
		return c.Indexed[i]
	}
	if r, g, b, ok := e.Components(); ok {
		return RGB{R: r, G: g, B: b}
	}
	return def
}
