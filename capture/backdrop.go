package capture

import (
	"scenario/capture/encode"
	decor "scenario/capture/look"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
)

// backdrop is what lies around and behind the cells of an SVG, which draws the
// cells itself. It is made anew when the theme or the program's background is
// another.
type backdrop struct {
	decor  *decor.Decor
	paper  theme.RGB
	markup string
}

// under returns its markup for a screen; "" when it is nothing but the terminal's
// background.
func (b *backdrop) under(r *raster.Renderer, scr *emulator.Screen) (string, error) {
	if r.Plain() {
		return "", nil
	}
	paper := r.Cells().Paper(scr)
	if b.decor == r.Decor() && b.paper == paper {
		return b.markup, nil
	}
	b.decor, b.paper = r.Decor(), paper
	markup, ok := b.decor.Vector(paper)
	if !ok {
		var err error
		b.markup, err = encode.SVGPicture(&raster.Sprite{Img: b.decor.Draw(paper)})
		return b.markup, err
	}
	if mark, at := b.decor.MarkAround(); mark != nil {
		picture, err := encode.SVGPicture(&raster.Sprite{At: at, Img: mark})
		if err != nil {
			return "", err
		}
		markup += picture
	}
	b.markup = markup
	return markup, nil
}
