package steps

import (
	"strconv"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
)

// Look is how pictures look; what is not given is as before.
type Look struct {
	Theme         *string  `yaml:"theme" jsonschema:"ref=theme,default=one-dark"`                 // a built-in theme, or a theme file
	Themes        *string  `yaml:"themes" later:"yes"`                                            //
	Font          *string  `yaml:"font" jsonschema:"enum=JetBrains Mono,default=JetBrains Mono"`  // a built-in font family
	FontSize      *int     `yaml:"font_size" jsonschema:"minimum=4,maximum=200,default=16"`       // pixels
	LineHeight    *Decimal `yaml:"line_height" jsonschema:"minimum=0.5,maximum=4,default=1"`      // times the font's own
	LetterSpacing *int     `yaml:"letter_spacing" jsonschema:"minimum=-20,maximum=100,default=0"` // pixels
	Padding       *int     `yaml:"padding" jsonschema:"minimum=0,maximum=1000,default=0"`         // pixels around the cells
	Margin        *int     `yaml:"margin" jsonschema:"minimum=0,maximum=1000,default=0"`          // pixels around the window
	Background    *string  `yaml:"background" jsonschema:"ref=hex"`                               // colour of the margin; the theme's
	Radius        *int     `yaml:"radius" jsonschema:"minimum=0,maximum=500,default=0"`           // pixels, of the window's corners
	Window        *string  `yaml:"window" jsonschema:"enum=none,default=none"`                    // the frame of the window
	Title         *string  `yaml:"title" later:"yes"`                                             //
	Shadow        *string  `yaml:"shadow" later:"yes"`                                            //
	Scale         *int     `yaml:"scale" jsonschema:"minimum=1,maximum=4,default=1"`              // pixels drawn for each
	Cursor        *bool    `yaml:"cursor" jsonschema:"default=true"`                              // whether the cursor is drawn
	Keys          *string  `yaml:"keys" later:"yes"`                                              //
	Fallback      []string `yaml:"fallback" later:"yes"`                                          //
	Node          *doc.Node
}

// Decimal is a number with a decimal point.
type Decimal float64

// DecodeNode takes 1.2.
func (f *Decimal) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "a number")
	if !ok {
		return
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || strings.ContainsAny(s, "xXeEpP_nN+") {
		d.Errorf(n, "write it as 1.2", "%s is no number", quote(s))
		return
	}
	*f = Decimal(v)
}

// DecodeNode takes the name of a theme or a mapping.
func (l *Look) DecodeNode(d *doc.Decoder, n *doc.Node) {
	l.Node = n
	if n.Kind != doc.Map {
		s, ok := d.Text(n, "look")
		if ok {
			l.Theme = &s
		}
		return
	}
	type long Look
	d.Into(n, (*long)(l), "look")
	l.Node = n
	for _, r := range []struct {
		key      string
		v        *int
		min, max int
	}{
		{"font_size", l.FontSize, 4, 200}, {"padding", l.Padding, 0, 1000}, {"margin", l.Margin, 0, 1000},
		{"radius", l.Radius, 0, 500}, {"letter_spacing", l.LetterSpacing, -20, 100}, {"scale", l.Scale, 1, 4},
	} {
		if r.v != nil && (*r.v < r.min || *r.v > r.max) {
			d.Errorf(n.Get(r.key), "", "%s is %d to %d, not %d", r.key, r.min, r.max, *r.v)
		}
	}
	if l.LineHeight != nil && (*l.LineHeight < 0.5 || *l.LineHeight > 4) {
		d.Errorf(n.Get("line_height"), "", "line_height is 0.5 to 4")
	}
	if l.Background != nil && !isHexColor(*l.Background) {
		d.Errorf(n.Get("background"), `write it as "#1e1e2e"`, "%s is no colour", quote(*l.Background))
	}
	if l.Window != nil && *l.Window != "none" {
		d.Errorf(n.Get("window"), "", "window frames are not supported yet")
	}
}

// Value returns the node of one key, or the whole.
func (l *Look) Value(key string) *doc.Node {
	if l.Node.Kind == doc.Map {
		if v := l.Node.Get(key); v != nil {
			return v
		}
	}
	return l.Node
}

// Over returns base with what l gives.
func (l *Look) Over(base event.Look) event.Look {
	if l == nil {
		return base
	}
	set(&base.Theme, l.Theme)
	set(&base.Font, l.Font)
	set(&base.FontSize, l.FontSize)
	if l.LineHeight != nil {
		base.LineHeight = float64(*l.LineHeight)
	}
	set(&base.LetterSpacing, l.LetterSpacing)
	set(&base.Padding, l.Padding)
	set(&base.Margin, l.Margin)
	set(&base.Background, l.Background)
	set(&base.Radius, l.Radius)
	set(&base.Scale, l.Scale)
	set(&base.Cursor, l.Cursor)
	return base
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

func isHexColor(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	_, err := strconv.ParseUint(s[1:], 16, 32)
	return err == nil
}
