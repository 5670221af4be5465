// Package look draws what surrounds the cells of a picture: the window with its
// bar, its shadow, and what is behind it. It is drawn once for a recording; after
// that only cells change.
package look

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"scenario/capture/paint"
	"scenario/capture/theme"
)

// Window is a kind of window frame.
type Window string

// The windows.
const (
	None    Window = "none" // or ""
	MacOS   Window = "macos"
	Windows Window = "windows"
	Gnome   Window = "gnome"
)

func windows() []Window { return []Window{"", None, MacOS, Windows, Gnome} }

// Options are how the surroundings look. Lengths are in pixels before scaling.
type Options struct {
	Theme    theme.Theme
	Scale    int
	FontSize int // of the cells: bars are as large as their text
	Padding  int // between the cells and the edge of the terminal
	Margin   int // around the window
	Radius   int // of the window's corners
	// Background is of the margin: see ParseBackground. "" is a shade of the
	// theme's background.
	Background string
	Frame
}

// Frame is what Options have beside lengths; the zero value draws nothing.
type Frame struct {
	Window    Window
	Border    *Border
	Shadow    *Shadow
	Watermark *Watermark
	// Image is the picture that Background names, when it names one.
	Image image.Image
	// Width and Height are those of the picture; 0: as the cells need.
	Width, Height int
}

// Border is a line around the window.
type Border struct {
	Width int
	Color string // "#rrggbb"; "" is a shade of the theme
}

// Shadow is what the window casts.
type Shadow struct {
	Blur, X, Y int
	Color      string // "#rrggbb"
	Opacity    int    // percent
}

// Watermark is a text or an image in a corner of the picture.
type Watermark struct {
	Text    string
	Image   image.Image // in place of Text
	Corner  string      // top_left, top_right, bottom_left, bottom_right
	Opacity int         // percent
}

// corners are the places of a watermark.
func corners() []string { return []string{"top_left", "top_right", "bottom_left", "bottom_right"} }

const maxStops = 16

// Check returns what is wrong with the options that are not lengths.
func (o *Options) Check() error {
	if _, err := ParseBackground(o.Background); err != nil {
		return err
	}
	if !slices.Contains(windows(), o.Window) {
		return fmt.Errorf("window %q is not one of none, macos, windows, gnome", o.Window)
	}
	if b := o.Border; b != nil {
		if b.Width < 0 || b.Width > 100 {
			return fmt.Errorf("border %d is not from 0 to 100", b.Width)
		}
		if err := checkColor("border", b.Color); err != nil {
			return err
		}
	}
	if s := o.Shadow; s != nil {
		if s.Blur < 0 || s.Blur > 200 || s.X < -200 || s.X > 200 || s.Y < -200 || s.Y > 200 || s.Opacity < 0 || s.Opacity > 100 {
			return errors.New("shadow: a value is out of range")
		}
		if err := checkColor("shadow", s.Color); err != nil {
			return err
		}
	}
	if w := o.Watermark; w != nil {
		if !slices.Contains(corners(), w.Corner) {
			return fmt.Errorf("watermark: corner %q is not one of %s", w.Corner, strings.Join(corners(), ", "))
		}
		if w.Opacity < 0 || w.Opacity > 100 {
			return fmt.Errorf("watermark: opacity %d is not from 0 to 100", w.Opacity)
		}
	}
	return nil
}

func checkColor(what, c string) error {
	if c == "" {
		return nil
	}
	if _, err := theme.ParseRGB(c); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Background is what is behind the window. One of its fields is set, or none: a
// shade of the theme.
type Background struct {
	Stops       []theme.RGB // one: a plain colour; more: a gradient
	Angle       int         // of the gradient, degrees clockwise from up
	Transparent bool
	Image       string // a file
}

// ParseBackground reads "", "#rrggbb", "transparent", "linear-gradient(135deg,
// #rrggbb, #rrggbb, ...)" or the name of an image (.png, .jpg, .jpeg).
func ParseBackground(s string) (Background, error) {
	switch {
	case s == "":
		return Background{}, nil
	case s == "transparent":
		return Background{Transparent: true}, nil
	case strings.HasPrefix(s, "linear-gradient("):
		return parseGradient(s)
	}
	for _, ext := range []string{".png", ".jpg", ".jpeg"} {
		if strings.HasSuffix(strings.ToLower(s), ext) {
			return Background{Image: s}, nil
		}
	}
	c, err := theme.ParseRGB(s)
	if err != nil {
		return Background{}, fmt.Errorf("background: %w", err)
	}
	return Background{Stops: []theme.RGB{c}}, nil
}

// parseGradient reads the form that CSS has for it, with an angle in whole
// degrees and colours without places.
func parseGradient(s string) (Background, error) {
	wrong := func(why string) (Background, error) {
		return Background{}, fmt.Errorf("background: %s is no linear-gradient(135deg, #rrggbb, #rrggbb): %s", s, why)
	}
	inner, ok := strings.CutSuffix(strings.TrimPrefix(s, "linear-gradient("), ")")
	if !ok {
		return wrong("it does not end with )")
	}
	parts := strings.Split(inner, ",")
	deg, ok := strings.CutSuffix(strings.TrimSpace(parts[0]), "deg")
	angle, err := strconv.Atoi(deg)
	if !ok || err != nil || angle < 0 || angle > 360 {
		return wrong("the angle is 0deg to 360deg")
	}
	if n := len(parts) - 1; n < 2 || n > maxStops {
		return wrong(fmt.Sprintf("it has 2 to %d colours", maxStops))
	}
	b := Background{Angle: angle}
	for _, p := range parts[1:] {
		c, err := theme.ParseRGB(strings.TrimSpace(p))
		if err != nil {
			return wrong(err.Error())
		}
		b.Stops = append(b.Stops, c)
	}
	return b, nil
}

// Shade is the colour of the margin when none is asked for: the terminal stands
// out from it.
func Shade(t *theme.Theme) theme.RGB {
	if t.Dark() {
		return theme.Mix(t.Bg, theme.RGB{}, 1, 2)
	}
	return theme.Mix(t.Bg, theme.RGB{}, 1, 8)
}

func opaque(c theme.RGB) paint.Color { return paint.Color{R: c.R, G: c.G, B: c.B, A: 255} }
