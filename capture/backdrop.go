package capture

import (
	decor "scenario/capture/look"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
)

// backdrop is what lies around and behind the cells of an SVG, which draws the
// cells itself. It is drawn anew when the theme or the program's background is
// another.
type backdrop struct {
	decor  *decor.Decor
	paper  theme.RGB
	sprite []*raster.Sprite
}

// under returns it for a screen; nil when it is nothing but the terminal's
// background.
func (b *backdrop) under(r *raster.Renderer, scr *emulator.Screen) []*raster.Sprite {
	if r.Plain() {
		return nil
	}
	if paper := r.Cells().Paper(scr); b.decor != r.Decor() || b.paper != paper {
		b.decor, b.paper = r.Decor(), paper
		b.sprite = []*raster.Sprite{{Img: b.decor.Draw(paper)}}
	}
	return b.sprite
}
