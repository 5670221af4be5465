package xvt

import (
	"image/color"
	"strconv"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

const protected = vt.Protected

// appendSGR writes the sequence that gives x/vt the pen but for Ext, which a
// link of that name carries. Two styles of x/vt that are not needed as such
// carry what it does not know: rapid blink, which looks like blink, the
// overline; the underline's colour, which ext has, protection.
func appendSGR(b []byte, n vt.Pen) []byte {
	b = append(b, "\x1b[0"...)
	for _, a := range sgrAttrs {
		if n.Attr.Has(a.attr) {
			b = append(b, ';', a.sgr)
		}
	}
	if u := n.Attr.Underline(); u != 0 {
		b = append(b, ";4:"...)
		b = append(b, '0'+byte(u))
	}
	b = appendColor(b, ";38", n.Fg)
	b = appendColor(b, ";48", n.Bg)
	if n.Attr.Has(protected) {
		b = append(b, ";58;5;1"...)
	}
	return append(b, 'm')
}

var sgrAttrs = [...]struct {
	attr emulator.Attr
	sgr  byte
}{
	{emulator.Bold, '1'}, {emulator.Dim, '2'}, {emulator.Italic, '3'}, {emulator.Blink, '5'},
	{emulator.Overline, '6'}, {emulator.Reverse, '7'}, {emulator.Conceal, '8'}, {emulator.Strike, '9'},
}

func appendColor(b []byte, target string, c emulator.Color) []byte {
	if i, ok := c.Index(); ok {
		b = append(append(b, target...), ";5;"...)
		return strconv.AppendUint(b, uint64(i), 10)
	}
	if r, g, bl, ok := c.Components(); ok {
		b = append(append(b, target...), ";2;"...)
		b = append(strconv.AppendUint(b, uint64(r), 10), ';')
		b = append(strconv.AppendUint(b, uint64(g), 10), ';')
		return strconv.AppendUint(b, uint64(bl), 10)
	}
	return b
}

func appendLink(b []byte, ext uint16) []byte {
	b = append(b, "\x1b]8;;"...)
	if ext != 0 {
		b = strconv.AppendUint(b, uint64(ext), 10)
	}
	return append(b, '\a')
}

// blank returns an erased cell of x/vt with the background c.
func blank(c emulator.Color) uv.Cell {
	cell := uv.EmptyCell
	if i, ok := c.Index(); ok {
		cell.Style.Bg = ansi.IndexedColor(i)
	} else if r, g, b, ok := c.Components(); ok {
		cell.Style.Bg = color.RGBA{r, g, b, 0xff}
	}
	return cell
}

// pack converts a cell of x/vt.
func pack(c *uv.Cell, t *emulator.Table) emulator.Cell {
	var out emulator.Cell
	switch s := c.Content; {
	case len(s) == 1:
		if s[0] != ' ' {
			out.Glyph = emulator.Glyph(s[0])
		}
	case s != "":
		out.Glyph = t.Intern(s)
	}
	if c.Style.Fg != nil {
		out.Fg = packColor(c.Style.Fg)
	}
	if c.Style.Bg != nil {
		out.Bg = packColor(c.Style.Bg)
	}
	if c.Style.Attrs != 0 || c.Style.Underline != 0 {
		out.Attr = packAttr(&c.Style)
	}
	if c.Link.URL != "" {
		n, _ := strconv.ParseUint(c.Link.URL, 10, 16)
		out.Ext = uint16(n)
	}
	return out
}

func packColor(c color.Color) emulator.Color {
	switch c := c.(type) {
	case ansi.IndexedColor:
		return emulator.Indexed(uint8(c))
	case ansi.BasicColor:
		return emulator.Indexed(uint8(c))
	case color.RGBA:
		return emulator.RGB(c.R, c.G, c.B)
	}
	return emulator.DefaultColor
}

func packAttr(s *uv.Style) emulator.Attr {
	var a emulator.Attr
	for i, bit := range [...]emulator.Attr{
		emulator.Bold, emulator.Dim, emulator.Italic, emulator.Blink,
		emulator.Overline, emulator.Reverse, emulator.Conceal, emulator.Strike,
	} {
		if s.Attrs&(1<<i) != 0 {
			a |= bit
		}
	}
	return a.WithUnderline(emulator.Underline(s.Underline))
}
