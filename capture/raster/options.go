package raster

import (
	"fmt"
	"image"
	"math"

	"scenario/capture/font"
	decor "scenario/capture/look"
	"scenario/capture/theme"
)

// MaxPixels is the largest area of a picture.
const MaxPixels = 1 << 26

// Options are how pictures look. Lengths are in pixels before scaling.
type Options struct {
	Theme         theme.Theme
	Fonts         *font.Set // instead of those given; nil: those
	BoldBright    bool      // bold text in colours 0 to 7 is in 8 to 15
	FontSize      int       // 0 means 16
	LineHeight    float64   // of the font's own line; 0 means 1
	LetterSpacing int
	Padding       int    // between the cells and the edge of the terminal
	Margin        int    // around the terminal
	Radius        int    // of the terminal's corners
	Background    string // of the margin, see look.ParseBackground; "" is a shade of the theme's background
	decor.Frame          // the window and what belongs to it
	Scale         int    // 0 means 1
	Cursor        bool   // draw the cursor when it is visible
	// Levels is how many steps lead from paper to ink at the edges of glyphs,
	// 2 (none in between) to 256; 0 means 16.
	Levels int
}

const (
	defaultLevels = 16
	maxEdge       = 2000 // of padding, margin and radius
)

// Check returns what is wrong with the options: the first value out of range.
func (o *Options) Check() error {
	for _, v := range [...]struct {
		name          string
		value, lo, hi int
		zero          bool // 0 means the default
	}{
		{"font size", o.FontSize, font.MinSize, font.MaxSize, true},
		{"letter spacing", o.LetterSpacing, -font.MaxLetterSpacing, font.MaxLetterSpacing, false},
		{"padding", o.Padding, 0, maxEdge, false},
		{"margin", o.Margin, 0, maxEdge, false},
		{"radius", o.Radius, 0, maxEdge, false},
		{"scale", o.Scale, 1, font.MaxScale, true},
		{"levels", o.Levels, 2, 256, true},
	} {
		if v.zero && v.value == 0 {
			continue
		}
		if v.value < v.lo || v.value > v.hi {
			return fmt.Errorf("%s %d is not from %d to %d", v.name, v.value, v.lo, v.hi)
		}
	}
	// Negated, so that NaN is an error too.
	const lo, hi = font.MinLineHeight / 1000.0, font.MaxLineHeight / 1000.0
	if o.LineHeight != 0 && !(o.LineHeight >= lo && o.LineHeight <= hi) {
		return fmt.Errorf("line height %v is not from %v to %v", o.LineHeight, lo, hi)
	}
	l := o.look()
	return l.Check()
}

// look returns the part of the options that is of the surroundings.
func (o *Options) look() decor.Options {
	return decor.Options{
		Theme: o.Theme, Scale: o.Scale, FontSize: o.FontSize, Padding: o.Padding, Margin: o.Margin,
		Radius: o.Radius, Background: o.Background, Frame: o.Frame,
	}
}

// fontOptions converts the only float once; nothing after it has one.
func (o *Options) fontOptions() font.Options {
	return font.Options{
		Size: o.FontSize, LetterSpacing: o.LetterSpacing, Scale: o.Scale,
		LineHeight: int(math.Round(o.LineHeight * 1000)),
	}
}

func (o *Options) fonts(set *font.Set) *font.Set {
	if o.Fonts != nil {
		return o.Fonts
	}
	return set
}

// CellSize returns the size of a cell in pixels, what a program that asks its
// terminal (XTWINOPS 16) is to be told. The options are taken as checked.
func CellSize(set *font.Set, o Options) image.Point {
	m := o.fonts(set).Metrics(o.fontOptions())
	return image.Pt(m.CellW, m.CellH)
}
