package steps

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
)

// Theme is the name of a built-in theme, the path of a theme file, or the text
// of one: the JSON that a mapping of colours stands for.
type Theme string

// wrongTheme stands for one of which a mistake has been reported.
const wrongTheme Theme = "{"

// ThemeColors is a theme that is written in place.
type ThemeColors struct {
	Background string   `yaml:"background" json:"background" jsonschema:"required,ref=hex"`   // of the terminal
	Foreground string   `yaml:"foreground" json:"foreground" jsonschema:"required,ref=hex"`   // of the text
	Cursor     string   `yaml:"cursor" json:"cursor,omitempty" jsonschema:"ref=hex"`          // the foreground
	CursorText string   `yaml:"cursor_text" json:"cursorText,omitempty" jsonschema:"ref=hex"` // what a block cursor stands on; the background
	Palette    []string `yaml:"palette" json:"palette" jsonschema:"required,ref=ansi"`        // the 8 or 16 ANSI colours
}

// DecodeNode takes a name, a file or a mapping of colours.
func (t *Theme) DecodeNode(d *doc.Decoder, n *doc.Node) {
	*t = wrongTheme
	if n.Kind != doc.Map {
		if s, ok := d.Text(n, "theme"); ok {
			*t = Theme(s)
		}
		return
	}
	before := len(d.Problems)
	var c ThemeColors
	d.Into(n, &c, "theme")
	for _, key := range []string{"background", "foreground", "cursor", "cursor_text"} {
		if v := n.Get(key); v != nil {
			checkHex(d, v)
		} else if !strings.HasPrefix(key, "cursor") {
			d.Missing(n, `write `+key+`: "#1e1e2e"`, "the theme has no %s", key)
		}
	}
	switch v := n.Get("palette"); {
	case v == nil:
		d.Missing(n, "write palette: [COLOUR, ...], the ANSI colours from black to bright white", "the theme has no palette")
	case len(c.Palette) != 8 && len(c.Palette) != 16:
		d.Errorf(v, "the ANSI colours from black to white, then the bright ones", "a palette has 8 or 16 colours, not %d", len(c.Palette))
	default:
		for _, item := range v.Items {
			checkHex(d, item)
		}
	}
	if len(d.Problems) > before {
		return
	}
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // texts alone
	}
	*t = Theme(b)
}

// checkHex wants a colour.
func checkHex(d *doc.Decoder, n *doc.Node) {
	if n.Kind == doc.Scalar && !n.Broken() && !isHexColor(n.Text) && n.Text != "" {
		d.Errorf(n, `write it as "#1e1e2e"`, "%s is no colour", quote(n.Text))
	}
}

// Themes are variants of every picture, in the order of the file.
type Themes []event.Variant

// DecodeNode takes a mapping of suffixes to themes.
func (t *Themes) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map || len(n.Pairs) == 0 {
		d.Errorf(n, "write themes: {light: one-light, dark: one-dark}", "themes are a mapping of suffixes to themes")
		return
	}
	for _, p := range n.Pairs {
		if !IsName(p.Key.Text) {
			d.Errorf(p.Key, "letters, digits, _ and - only", "%s is no name", quote(p.Key.Text))
		}
		var th Theme
		d.Into(p.Value, &th, "themes")
		*t = append(*t, event.Variant{Suffix: p.Key.Text, Theme: string(th)})
	}
}

// Background is what lies around the window: "#rrggbb", "transparent", the path
// of an image, or "linear-gradient(ANGLEdeg, #rrggbb, ...)" as CSS has it.
type Background string

// Gradient is a background that goes over from colour to colour.
type Gradient struct {
	Colors []string `yaml:"colors" jsonschema:"required,ref=gradient"`            // two or more, "#rrggbb"
	Angle  int      `yaml:"angle" jsonschema:"minimum=0,maximum=360,default=135"` // degrees, clockwise from up
}

// maxStops is the most colours of a gradient.
const maxStops = 16

// DecodeNode takes a colour, transparent, an image, a list of colours or
// {colors, angle}.
func (b *Background) DecodeNode(d *doc.Decoder, n *doc.Node) {
	g := Gradient{Angle: 135}
	list := n
	switch n.Kind {
	case doc.List:
	case doc.Map:
		d.Into(n, &g, "background")
		checkRanges(d, n, []limits{{"angle", &g.Angle, 0, 360}})
		if list = n.Get("colors"); list == nil {
			d.Missing(n, `write background: {colors: ["#8040c0", "#3060e0"], angle: 135}`, "the gradient has no colors")
			return
		}
	default:
		b.one(d, n)
		return
	}
	if len(list.Items) < 2 || len(list.Items) > maxStops {
		d.Errorf(list, `write ["#8040c0", "#3060e0"]`, "a gradient has 2 to %d colours, not %d", maxStops, len(list.Items))
	}
	var stops []string
	for _, item := range list.Items {
		if s, ok := d.Text(item, "a colour"); ok {
			checkHex(d, item)
			stops = append(stops, s)
		}
	}
	*b = Background(fmt.Sprintf("linear-gradient(%ddeg, %s)", g.Angle, strings.Join(stops, ", ")))
}

// one takes the forms that are one text.
func (b *Background) one(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "background")
	if !ok {
		return
	}
	if !isHexColor(s) && s != "transparent" && !IsImage(s) {
		d.Errorf(n, `write it as "#1e1e2e", a list of colours, transparent, or an image (.png .jpg)`, "%s is no colour", quote(s))
	}
	*b = Background(s)
}

// IsImage reports whether a file is named as an image that can be read.
func IsImage(path string) bool {
	return slices.Contains([]string{".png", ".jpg", ".jpeg"}, strings.ToLower(filepath.Ext(path)))
}

// Border is a line around the window.
type Border struct {
	Width int    `yaml:"width" jsonschema:"minimum=0,maximum=100,default=1"` // pixels; 0: none
	Color string `yaml:"color" jsonschema:"ref=hex"`                         // a shade of the theme
}

// DecodeNode takes a width or {width, color}.
func (b *Border) DecodeNode(d *doc.Decoder, n *doc.Node) {
	b.Width = 1
	v := n
	if n.Kind == doc.Map {
		type long Border
		d.Into(n, (*long)(b), "border")
		if c := n.Get("color"); c != nil {
			checkHex(d, c)
		}
		v = n.Get("width")
	} else if w, ok := d.Int(n, "border"); ok {
		b.Width = w
	}
	if b.Width < 0 || b.Width > 100 {
		d.Errorf(v, "", "border is 0 to 100, not %d", b.Width)
	}
}

func (b *Border) event() *event.Border {
	if b.Width == 0 {
		return nil
	}
	return &event.Border{Width: b.Width, Color: b.Color}
}

// Shadow is what the window casts.
type Shadow struct {
	On      bool
	Blur    int     `yaml:"blur" jsonschema:"minimum=0,maximum=200,default=32"` // pixels
	X       int     `yaml:"x" jsonschema:"minimum=-200,maximum=200,default=0"`  // pixels to the right
	Y       int     `yaml:"y" jsonschema:"minimum=-200,maximum=200,default=12"` // pixels down
	Color   string  `yaml:"color" jsonschema:"ref=hex,default=#000000"`         // "#rrggbb"
	Opacity Percent `yaml:"opacity" jsonschema:"default=45%"`                   // how dark it is
}

// DecodeNode takes true, false or {blur, x, y, color, opacity}.
func (s *Shadow) DecodeNode(d *doc.Decoder, n *doc.Node) {
	*s = Shadow{On: true, Blur: 32, Y: 12, Color: "#000000", Opacity: 45}
	if n.Kind != doc.Map {
		if on, ok := d.Bool(n, "shadow"); ok {
			s.On = on
		}
		return
	}
	type long Shadow
	d.Into(n, (*long)(s), "shadow")
	checkRanges(d, n, []limits{{"blur", &s.Blur, 0, 200}, {"x", &s.X, -200, 200}, {"y", &s.Y, -200, 200}})
	if c := n.Get("color"); c != nil {
		checkHex(d, c)
	}
}

func (s *Shadow) event() *event.Shadow {
	if !s.On {
		return nil
	}
	return &event.Shadow{Blur: s.Blur, X: s.X, Y: s.Y, Color: s.Color, Opacity: int(s.Opacity)}
}

// Watermark is a text or an image in a corner of the picture.
type Watermark struct {
	Text    string  `yaml:"text" jsonschema:"oneof_required=mark"`                                                                    // a line of text
	Image   string  `yaml:"image" jsonschema:"oneof_required=mark,ref=image"`                                                         // a file, drawn at its own size
	Corner  string  `yaml:"corner" jsonschema:"enum=top_left,enum=top_right,enum=bottom_left,enum=bottom_right,default=bottom_right"` // of the picture
	Opacity Percent `yaml:"opacity" jsonschema:"default=60%"`                                                                         // how strong it is
}

// DecodeNode takes a text or {text | image, corner, opacity}.
func (w *Watermark) DecodeNode(d *doc.Decoder, n *doc.Node) {
	*w = Watermark{Corner: "bottom_right", Opacity: 60}
	if n.Kind != doc.Map {
		w.Text, _ = d.Text(n, "watermark")
		return
	}
	type long Watermark
	d.Into(n, (*long)(w), "watermark")
	text, img := n.Get("text"), n.Get("image")
	switch {
	case text == nil && img == nil:
		d.Missing(n, "write watermark: TEXT", "the watermark has neither text nor image")
	case text != nil && img != nil:
		d.Errorf(img, "make it one of the two", "a watermark is a text or an image, not both")
	case img != nil && !IsImage(w.Image):
		d.Errorf(img, "a .png or .jpg", "%s is no image", quote(w.Image))
	}
	checkWord(d, n, "corner", &w.Corner, "top_left", "top_right", "bottom_left", "bottom_right")
}

func (w *Watermark) event() *event.Watermark {
	if w.Text == "" && w.Image == "" {
		return nil
	}
	return &event.Watermark{Text: w.Text, Image: w.Image, Corner: w.Corner, Opacity: int(w.Opacity)}
}
