package core

import (
	"strconv"
	"strings"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// colors are what the program changed of the theme's colours.
type colors struct {
	palette emulator.Palette
	shared  bool               // palette.Indexed is in a Screen and must not be changed
	special [maxSpecial]color  // OSC 5: bold, underline, blink, reverse, italic
	dynamic [maxDynamic]color  // OSC 13 to 19, which nothing here shows
	stack   []emulator.Palette // XTPUSHCOLORS
	pens    []vt.Pen           // XTPUSHSGR
}

const (
	maxSpecial  = 5
	maxDynamic  = 7
	maxStack    = 10
	firstColor  = 10 // OSC 10, the foreground
	shownColors = 3  // foreground, background, cursor
	lastColor   = firstColor + shownColors + maxDynamic - 1
)

func (c *colors) reset() { *c = colors{} }

// paletteColors is OSC 4, pairs of an index and a colour, or ? to ask for it;
// OSC 5 is the same for the special colours, which OSC 4 numbers from 256 on.
func (t *terminal) paletteColors(cmd int, s, end string) {
	for s != "" {
		var index, spec string
		index, s, _ = strings.Cut(s, ";")
		spec, s, _ = strings.Cut(s, ";")
		n, err := strconv.ParseUint(index, 10, 16)
		if err != nil {
			continue
		}
		i := int(n)
		if cmd == 5 {
			i += 256
		}
		if i >= 256+maxSpecial {
			continue
		}
		if spec == "?" {
			t.replyf("\x1b]%d;%d;%s%s", cmd, n, vt.ColorSpec(t.paletteColor(i)), end)
		} else if c, ok := vt.ParseColor(spec); ok {
			t.setColor(i, c)
		}
	}
}

func (t *terminal) setColor(i int, c color) {
	if i < 256 {
		t.setPalette(uint8(i), c)
	} else {
		t.special[i-256] = c
	}
}

// resetColors is OSC 104 and 105: the entries named, or all.
func (t *terminal) resetColors(cmd int, s string) {
	if s == "" {
		t.special = [maxSpecial]color{}
		if cmd == 104 {
			t.palette.Indexed, t.shared = nil, false
		}
		return
	}
	for _, index := range strings.Split(s, ";") {
		n, err := strconv.ParseUint(index, 10, 16)
		if err != nil {
			continue
		}
		i := int(n)
		if cmd == 105 {
			i += 256
		}
		if i < 256+maxSpecial {
			t.setColor(i, emulator.DefaultColor)
		}
	}
}

// dynamicColors is OSC 10 to 19; further colours are for the next numbers.
func (t *terminal) dynamicColors(cmd int, s, end string) {
	for _, spec := range strings.Split(s, ";") {
		if cmd > lastColor {
			return
		}
		if spec == "?" {
			t.replyf("\x1b]%d;%s%s", cmd, vt.ColorSpec(t.dynamicColor(cmd)), end)
		} else if c, ok := vt.ParseColor(spec); ok {
			*t.dynamicAt(cmd) = c
		}
		cmd++
	}
}

func (t *terminal) dynamicAt(cmd int) *color {
	switch p := &t.palette; cmd {
	case 10:
		return &p.Fg
	case 11:
		return &p.Bg
	case 12:
		return &p.Cursor
	default:
		return &t.dynamic[cmd-firstColor-shownColors]
	}
}

// dynamicColor returns the colour of OSC cmd as it shows now.
func (t *terminal) dynamicColor(cmd int) emulator.RGBColor {
	if r, g, b, ok := t.dynamicAt(cmd).Components(); ok {
		return emulator.RGBColor{R: r, G: g, B: b}
	}
	switch cmd {
	case 11, 14, 16, 19:
		return t.opt.Bg
	case 12, 18:
		return t.opt.Cursor
	default:
		return t.opt.Fg
	}
}

// paletteColor returns entry i as it shows now: the program's, the theme's, or
// xterm's cube and greys; from 256 on the special colours.
func (t *terminal) paletteColor(i int) emulator.RGBColor {
	if i >= 256 {
		if r, g, b, ok := t.special[i-256].Components(); ok {
			return emulator.RGBColor{R: r, G: g, B: b}
		}
		return t.dynamicColor(firstColor)
	}
	if r, g, b, ok := t.palette.Indexed[uint8(i)].Components(); ok {
		return emulator.RGBColor{R: r, G: g, B: b}
	}
	return vt.PaletteColor(uint8(i), &t.opt.Palette)
}

// colorStack is XTPUSHCOLORS, XTPOPCOLORS and XTREPORTCOLORS.
func (t *terminal) colorStack(q *vt.Sequence) {
	switch n := len(t.colors.stack); q.Final {
	case 'P':
		if n < maxStack {
			t.shared = true
			t.colors.stack = append(t.colors.stack, t.palette)
		}
	case 'Q':
		if n > 0 {
			t.palette, t.shared = t.colors.stack[n-1], true
			t.colors.stack = t.colors.stack[:n-1]
		}
	case 'R':
		t.replyf("\x1b[?%d;%d#Q", n, n)
	}
}

// pushPen and popPen are XTPUSHSGR and XTPOPSGR; the whole pen counts.
func (t *terminal) pushPen() {
	if len(t.pens) < maxStack {
		t.pens = append(t.pens, t.pen)
	}
}

func (t *terminal) popPen() {
	if n := len(t.pens); n > 0 {
		t.pen = t.pens[n-1]
		t.pens = t.pens[:n-1]
		t.ulColor = t.table.Ext(t.pen.Ext).UnderlineColor
	}
}
