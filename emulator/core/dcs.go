package core

import (
	"encoding/hex"
	"fmt"
	"strings"

	"scenario/emulator"
)

// dcs executes a device control string: DECRQSS and XTGETTCAP. Both answer
// from fixed tables only.
func (t *terminal) dcs(q *sequence, data []byte) {
	if q.marker != 0 || q.ninter != 1 || q.final != 'q' {
		return
	}
	switch q.inter[0] {
	case '$':
		t.requestSetting(string(data))
	case '+':
		t.requestCapability(string(data))
	}
}

func (t *terminal) requestSetting(name string) {
	value := ""
	switch name {
	case "m":
		value = t.sgrSetting()
	case "r":
		value = fmt.Sprintf("%d;%d", t.top+1, t.bottom)
	case "s":
		value = fmt.Sprintf("%d;%d", t.left+1, t.right)
	case " q":
		n := int(t.shape)*2 + 2
		if t.blink {
			n--
		}
		value = fmt.Sprint(n)
	case `"p`:
		value = fmt.Sprintf("%d;1", 60+t.modes.level)
	case `"q`:
		value = "0"
		if t.pen.attr.Has(protected) {
			value = "1"
		}
	case "*x":
		value = fmt.Sprint(t.modes.rectExtent)
	case "$}", "$~": // no status line
		value = "0"
	case "t", "*|":
		value = fmt.Sprint(t.rows)
	case "$|":
		value = fmt.Sprint(t.cols)
	default:
		t.reply("\x1bP0$r\x1b\\")
		return
	}
	t.replyf("\x1bP1$r%s%s\x1b\\", value, name) // name is one of the above
}

// sgrAttrs are the attributes but underline with their SGR numbers.
var sgrAttrs = [...]struct {
	attr emulator.Attr
	sgr  int
}{
	{emulator.Bold, 1}, {emulator.Dim, 2}, {emulator.Italic, 3}, {emulator.Blink, 5},
	{emulator.Reverse, 7}, {emulator.Conceal, 8}, {emulator.Strike, 9}, {emulator.Overline, 53},
}

func (t *terminal) sgrSetting() string {
	n := t.pen
	b := []byte("0")
	for _, a := range sgrAttrs {
		if n.attr.Has(a.attr) {
			b = fmt.Appendf(b, ";%d", a.sgr)
		}
	}
	switch u := n.attr.Underline(); u {
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
	}{{n.fg, 30}, {n.bg, 40}, {t.ulColor, 50}} {
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

// requestCapability is XTGETTCAP: names in hexadecimal, parted by semicolons.
func (t *terminal) requestCapability(names string) {
	for i, h := range strings.Split(names, ";") {
		if i == maxParams {
			return
		}
		raw, err := hex.DecodeString(h)
		name, value := capability(string(raw))
		if err != nil || name == "" {
			t.reply("\x1bP0+r\x1b\\")
			continue
		}
		t.replyf("\x1bP1+r%X=%X\x1b\\", name, value)
	}
}

// capability returns the name itself too, so that an answer never holds what
// the program sent.
func capability(name string) (known, value string) {
	switch name {
	case "TN", "name":
		return "TN", "xterm-256color"
	case "Co":
		return "Co", "256"
	case "colors":
		return "colors", "256"
	case "RGB":
		return "RGB", "8/8/8"
	}
	return "", ""
}
