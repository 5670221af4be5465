package match

import (
	"fmt"
	"strings"

	"scenario/emulator"
	"scenario/internal/doc"
	"scenario/internal/spell"
)

// Style is how cells must look: `reverse`, `[bold, reverse]`, or a mapping.
// What it does not name may be anything.
type Style struct {
	// Fg is the colour of the text.
	Fg *Color `yaml:"fg"`
	// Bg is the colour behind the text.
	Bg *Color `yaml:"bg"`
	// Bold is SGR 1.
	Bold *bool `yaml:"bold"`
	// Dim is SGR 2.
	Dim *bool `yaml:"dim"`
	// Italic is SGR 3.
	Italic *bool `yaml:"italic"`
	// Underline is an underline of any style (SGR 4).
	Underline *bool `yaml:"underline"`
	// Blink is SGR 5 or 6.
	Blink *bool `yaml:"blink"`
	// Reverse is SGR 7: foreground and background are exchanged. Fg and Bg are
	// those from before the exchange.
	Reverse *bool `yaml:"reverse"`
	// Conceal is SGR 8.
	Conceal *bool `yaml:"conceal"`
	// Strike is SGR 9.
	Strike *bool `yaml:"strike"`
	// Overline is SGR 53.
	Overline *bool `yaml:"overline"`
}

// flag is one attribute of a style.
type flag struct {
	name    string
	want    **bool
	has     func(emulator.Attr) bool
	onBlank bool // to be seen on a blank, too
}

// flags returns the attributes of st, by the words for them.
func (st *Style) flags() []flag {
	bit := func(b emulator.Attr) func(emulator.Attr) bool {
		return func(a emulator.Attr) bool { return a.Has(b) }
	}
	under := func(a emulator.Attr) bool { return a.Underline() != emulator.UnderlineNone }
	return []flag{
		{"bold", &st.Bold, bit(emulator.Bold), false},
		{"dim", &st.Dim, bit(emulator.Dim), false},
		{"italic", &st.Italic, bit(emulator.Italic), false},
		{"underline", &st.Underline, under, true},
		{"blink", &st.Blink, bit(emulator.Blink), false},
		{"reverse", &st.Reverse, bit(emulator.Reverse), true},
		{"conceal", &st.Conceal, bit(emulator.Conceal), false},
		{"strike", &st.Strike, bit(emulator.Strike), true},
		{"overline", &st.Overline, bit(emulator.Overline), true},
	}
}

// DecodeNode takes the name of an attribute, a list of them, or a mapping.
func (st *Style) DecodeNode(d *doc.Decoder, n *doc.Node) {
	switch n.Kind {
	case doc.Map:
		type keys Style
		d.Into(n, (*keys)(st), "style")
		if len(n.Pairs) == 0 {
			d.Errorf(n, "", "the style is empty")
		}
	case doc.List:
		if len(n.Items) == 0 {
			d.Errorf(n, "", "the style is empty")
		}
		for _, item := range n.Items {
			st.addFlag(d, item)
		}
	default:
		st.addFlag(d, n)
	}
}

func (st *Style) addFlag(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "")
	if !ok {
		return
	}
	var names []string
	for _, f := range st.flags() {
		if f.name == s {
			on := true
			*f.want = &on
			return
		}
		names = append(names, f.name)
	}
	hint := "one of " + strings.Join(names, " ") + ", or a mapping with fg and bg"
	if _, _, isColor := parseColor(s); isColor {
		hint = fmt.Sprintf("write {fg: %s}", s)
	} else if near, found := spell.Nearest(s, names); found {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	d.Errorf(n, hint, "unknown style: %s", s)
}

// String gives the style in its shortest form.
func (st Style) String() string {
	var on, parts []string
	for _, c := range []struct {
		key string
		v   *Color
	}{{"fg", st.Fg}, {"bg", st.Bg}} {
		if c.v != nil {
			parts = append(parts, c.key+": "+flow(c.v.String()))
		}
	}
	short := len(parts) == 0
	for _, f := range st.flags() {
		if v := *f.want; v != nil {
			parts = append(parts, fmt.Sprintf("%s: %v", f.name, *v))
			on = append(on, f.name)
			short = short && *v
		}
	}
	switch {
	case short && len(on) == 1:
		return on[0]
	case short:
		return "[" + strings.Join(on, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// look is a Style made ready to be compared with many cells.
type look struct {
	fg, bg     *Color
	want, mask emulator.Attr // bits
	under      *bool
	blankMask  emulator.Attr // the bits to be seen on a blank
}

func (st *Style) look() *look {
	l := &look{fg: st.Fg, bg: st.Bg, under: st.Underline}
	for _, f := range st.flags() {
		if *f.want == nil || f.name == "underline" {
			continue
		}
		for bit := emulator.Bold; bit <= emulator.Overline; bit <<= 1 {
			if !f.has(bit) {
				continue
			}
			l.mask |= bit
			if **f.want {
				l.want |= bit
			}
			if f.onBlank {
				l.blankMask |= bit
			}
		}
	}
	return l
}

// has reports whether a cell looks so. On a blank only what can be seen there
// counts, unless strict: programs may well write a blank between two words
// without the colour of its text.
func (l *look) has(c emulator.Cell, strict bool) bool {
	mask, seeFg := l.mask, true
	if !strict && isBlank(c) {
		mask, seeFg = l.blankMask, c.Attr.Has(emulator.Reverse)
	}
	return c.Attr&mask == l.want&mask &&
		(l.under == nil || *l.under == (c.Attr.Underline() != emulator.UnderlineNone)) &&
		(l.bg == nil || l.bg.Color == c.Bg) &&
		(l.fg == nil || !seeFg || l.fg.Color == c.Fg)
}

// covers reports whether the cells of a hit all look so; a hit of no cells
// does not.
func (l *look) covers(rs []run) bool {
	seen := false
	for _, r := range rs {
		for _, c := range r.cells {
			if c.Attr.Has(emulator.WideTail) {
				continue
			}
			if !l.has(c, false) {
				return false
			}
			seen = true
		}
	}
	return seen
}

// diff names the attributes in which a cell differs from the style: "fg is 4,
// wanted 236; not bold".
func (st *Style) diff(c emulator.Cell) (parts []string) {
	color := func(key string, want *Color, got emulator.Color) {
		if want != nil && want.Color != got {
			parts = append(parts, fmt.Sprintf("%s is %s, wanted %s", key, Color{got, want.named}, want))
		}
	}
	color("fg", st.Fg, c.Fg)
	color("bg", st.Bg, c.Bg)
	for _, f := range st.flags() {
		want := *f.want
		switch {
		case want == nil || *want == f.has(c.Attr):
		case *want:
			parts = append(parts, "not "+f.name)
		default:
			parts = append(parts, f.name)
		}
	}
	return parts
}
