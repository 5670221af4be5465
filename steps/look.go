package steps

import (
	"slices"
	"strconv"
	"strings"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/internal/spell"
)

// Look is how pictures look; what is not given is as before. Lengths are in
// pixels.
type Look struct {
	Theme         *Theme      `yaml:"theme" jsonschema:"default=one-dark"`                                           // a built-in theme, a theme file, or colours
	Themes        Themes      `yaml:"themes"`                                                                        // draws every picture once for each, in files named NAME-SUFFIX
	Font          *string     `yaml:"font" jsonschema:"default=JetBrains Mono"`                                      // a built-in family of text, or a TTF or OTF file
	Fallback      []string    `yaml:"fallback"`                                                                      // fonts for what it lacks, before the built-in ones: families or files
	Bold          *string     `yaml:"bold" jsonschema:"enum=weight,enum=bright,default=weight"`                      // bright: the eight dark colours become the bright ones too
	FontSize      *int        `yaml:"font_size" jsonschema:"minimum=6,maximum=200,default=16"`                       // pixels
	LineHeight    *Decimal    `yaml:"line_height" jsonschema:"minimum=0.5,maximum=4,default=1"`                      // times the font's own
	LetterSpacing *int        `yaml:"letter_spacing" jsonschema:"minimum=-20,maximum=100,default=0"`                 // pixels
	Padding       *int        `yaml:"padding" jsonschema:"minimum=0,maximum=1000,default=0"`                         // around the cells; 16 in a window
	Margin        *int        `yaml:"margin" jsonschema:"minimum=0,maximum=1000,default=0"`                          // around the window; 48 with a shadow or a background
	Background    *Background `yaml:"background"`                                                                    // of the margin; a shade of the theme
	Radius        *int        `yaml:"radius" jsonschema:"minimum=0,maximum=500,default=0"`                           // of the window's corners; 10 in a window
	Border        *Border     `yaml:"border"`                                                                        // a line around the window
	Window        *string     `yaml:"window" jsonschema:"enum=none,enum=macos,enum=windows,enum=gnome,default=none"` // the bar above the terminal
	Title         *string     `yaml:"title"`                                                                         // in the bar; the program's own
	Shadow        *Shadow     `yaml:"shadow"`                                                                        // that the window casts
	Watermark     *Watermark  `yaml:"watermark"`                                                                     // in a corner of the picture
	Width         *int        `yaml:"width" jsonschema:"minimum=64,maximum=16384"`                                   // of the picture, together with height and in place of size
	Height        *int        `yaml:"height" jsonschema:"minimum=64,maximum=16384"`                                  // of the picture
	Scale         *int        `yaml:"scale" jsonschema:"minimum=1,maximum=4,default=1"`                              // pixels drawn for each
	Cursor        *bool       `yaml:"cursor" jsonschema:"default=true"`                                              // whether the cursor is drawn
	Blink         *string     `yaml:"blink" jsonschema:"enum=steady,enum=animated,default=steady"`                   // animated: text and cursors that blink do so in recordings
	Keys          *string     `yaml:"keys" jsonschema:"enum=none,enum=chords,enum=all,default=none"`                 // show the keys that are pressed; all: typed text too
	Captions      *bool       `yaml:"captions" jsonschema:"default=true"`                                            // show captions and chapters
	Clicks        *bool       `yaml:"clicks" jsonschema:"default=true"`                                              // mark where the mouse is clicked
	Progress      *bool       `yaml:"progress" jsonschema:"default=false"`                                           // a bar that fills as the recording plays
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
		if s, ok := d.Text(n, "look"); ok {
			t := Theme(s)
			l.Theme = &t
		}
		return
	}
	type long Look
	d.Into(n, (*long)(l), "look")
	l.Node = n
	checkRanges(d, n, []limits{
		{"font_size", l.FontSize, 6, 200}, {"padding", l.Padding, 0, 1000}, {"margin", l.Margin, 0, 1000},
		{"radius", l.Radius, 0, 500}, {"letter_spacing", l.LetterSpacing, -20, 100}, {"scale", l.Scale, 1, 4},
		{"width", l.Width, 64, maxSide}, {"height", l.Height, 64, maxSide},
	})
	if l.LineHeight != nil && (*l.LineHeight < 0.5 || *l.LineHeight > 4) {
		d.Errorf(n.Get("line_height"), "", "line_height is 0.5 to 4")
	}
	checkWord(d, n, "bold", l.Bold, "weight", "bright")
	checkWord(d, n, "window", l.Window, "none", "macos", "windows", "gnome")
	checkWord(d, n, "blink", l.Blink, "steady", "animated")
	checkWord(d, n, "keys", l.Keys, "none", "chords", "all")
}

// maxSide is the longest side of a picture, in pixels.
const maxSide = 1 << 14

// limits are those of a whole number of a mapping; nil: it is not given.
type limits struct {
	key      string
	v        *int
	min, max int
}

func checkRanges(d *doc.Decoder, n *doc.Node, list []limits) {
	for _, r := range list {
		if r.v != nil && (*r.v < r.min || *r.v > r.max) {
			d.Errorf(n.Get(r.key), "", "%s is %d to %d, not %d", r.key, r.min, r.max, *r.v)
		}
	}
}

// checkWord wants a value to be one of a few words.
func checkWord(d *doc.Decoder, n *doc.Node, key string, v *string, words ...string) {
	if v == nil || slices.Contains(words, *v) {
		return
	}
	hint := "one of " + strings.Join(words, ", ")
	if near, ok := spell.Nearest(*v, words); ok {
		hint = "did you mean " + near + "?"
	}
	d.Errorf(n.Get(key), hint, "%s is %s, not %s", key, strings.Join(words, ", "), quote(*v))
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

// Over returns base with what l gives. A window, a shadow and a background bring
// the space that they need, where neither says it.
func (l *Look) Over(base event.Look) event.Look {
	if l == nil {
		return base
	}
	if l.Theme != nil {
		base.Theme, base.Themes = string(*l.Theme), nil
	}
	if l.Themes != nil {
		base.Theme, base.Themes = l.Themes[0].Theme, l.Themes
	}
	set(&base.Font, l.Font)
	set(&base.Bold, l.Bold)
	if l.Fallback != nil {
		base.Fallback = l.Fallback
	}
	set(&base.FontSize, l.FontSize)
	if l.LineHeight != nil {
		base.LineHeight = float64(*l.LineHeight)
	}
	set(&base.LetterSpacing, l.LetterSpacing)
	set(&base.Window, l.Window)
	if l.Window != nil && *l.Window != "none" {
		base.Padding = max(base.Padding, windowPadding)
		base.Radius = max(base.Radius, windowRadius)
	}
	if l.Background != nil {
		base.Background = string(*l.Background)
		base.Margin = max(base.Margin, backedMargin)
	}
	if l.Shadow != nil {
		base.Shadow = l.Shadow.event()
	}
	if base.Shadow != nil && l.Shadow != nil {
		base.Margin = max(base.Margin, backedMargin)
	}
	set(&base.Padding, l.Padding)
	set(&base.Margin, l.Margin)
	set(&base.Radius, l.Radius)
	if l.Border != nil {
		base.Border = l.Border.event()
	}
	if l.Title != nil {
		base.Title = l.Title
	}
	if l.Watermark != nil {
		base.Watermark = l.Watermark.event()
	}
	set(&base.Width, l.Width)
	set(&base.Height, l.Height)
	set(&base.Scale, l.Scale)
	set(&base.Cursor, l.Cursor)
	set(&base.Blink, l.Blink)
	set(&base.Keys, l.Keys)
	set(&base.Captions, l.Captions)
	set(&base.Clicks, l.Clicks)
	set(&base.Progress, l.Progress)
	return base
}

// What a window, and what is seen around it, bring with them.
const (
	windowPadding = 16
	windowRadius  = 10
	backedMargin  = 48
)

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
