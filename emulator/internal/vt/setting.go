package vt

import (
	"fmt"

	"scenario/emulator"
)

// Attribute is an attribute with its SGR number.
type Attribute struct {
	Attr emulator.Attr
	SGR  int
}

// Attributes are the attributes but underline.
func Attributes() [8]Attribute {
	return [8]Attribute{
		{emulator.Bold, 1}, {emulator.Dim, 2}, {emulator.Italic, 3}, {emulator.Blink, 5},
		{emulator.Reverse, 7}, {emulator.Conceal, 8}, {emulator.Strike, 9}, {emulator.Overline, 53},
	}
}

// SGRSetting is the pen as DECRQSS tells it, without "m".
func (p *Pen) SGRSetting(underline emulator.Color) string {
	b := []byte("0")
	for _, a := range Attributes() {
		if p.Attr.Has(a.Attr) {
			b = fmt.Appendf(b, ";%d", a.SGR)
		}
	}
	switch u := p.Attr.Underline(); u {
	case emulator.UnderlineNone:
	case emulator.UnderlineSingle:
		b = append(b, ";4"...)
	default:
		b = append(b, ";4:"...)
		b = append(b, '0'+byte(u))
	}
	for _, c := range [...]struct {
		color  emulator.Color
		target int
	}{{p.Fg, 30}, {p.Bg, 40}, {underline, 50}} {
		if i, ok := c.color.Index(); ok {
			switch {
			case i < 8 && c.target < 50:
				b = fmt.Appendf(b, ";%d", c.target+int(i))
			case i < 16 && c.target < 50:
				b = fmt.Appendf(b, ";%d", c.target+60+int(i-8))
			default:
				b = fmt.Appendf(b, ";%d:5:%d", c.target+8, i)
			}
		} else if r, g, bl, ok := c.color.Components(); ok {
			b = fmt.Appendf(b, ";%d:2::%d:%d:%d", c.target+8, r, g, bl)
		}
	}
	return string(b)
}
