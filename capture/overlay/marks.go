package overlay

import (
	"image"

	"scenario/capture/paint"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/event"
)

// accent is the colour of marks: it stands out from the text and from what is
// behind it.
func (p *Painter) accent() theme.RGB {
	if p.theme.Dark() {
		return p.theme.Palette[11]
	}
	return p.theme.Palette[1]
}

// click draws a ring around a cell and a dot in its middle.
func (p *Painter) click(at Cell) *raster.Sprite {
	cell := p.render.CellRect(image.Rect(at.Col-1, at.Row-1, at.Col, at.Row))
	if cell.Empty() {
		return nil
	}
	size := max(2*cell.Dy(), p.px(28))
	dot := max(size/5, 2)
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	paint.Cover(img, image.Point{}, paint.Ring(image.Pt(size, size), (size+1)/2, p.px(3)), opaque(p.accent()))
	paint.Cover(img, image.Pt((size-dot)/2, (size-dot)/2), paint.Box(image.Pt(dot, dot), (dot+1)/2), opaque(p.accent()))
	middle := cell.Min.Add(cell.Max).Div(2)
	return &raster.Sprite{At: middle.Sub(image.Pt(size/2, size/2)), Img: img}
}

// progress draws a bar along the lower edge of the window, as far as its rounded
// corners let it.
func (p *Painter) progress(part int) *raster.Sprite {
	d := p.render.Decor()
	inset := d.Corner()
	track := image.Rect(d.Window.Min.X+inset, d.Window.Max.Y-p.px(3), d.Window.Max.X-inset, d.Window.Max.Y)
	if track.Empty() {
		return nil
	}
	img := image.NewRGBA(image.Rectangle{Max: track.Size()})
	paint.Fill(img, img.Rect, opaque(theme.Mix(p.theme.Bg, p.theme.Fg, 1, 6)))
	done := img.Rect
	done.Max.X = done.Dx() * min(part, 1000) / 1000
	paint.Fill(img, done, opaque(p.theme.Palette[4]))
	return &raster.Sprite{At: track.Min, Img: img}
}

// Highlights returns a frame around each place of a screen; the rectangles of
// one place, a row each, that lie below one another are framed together.
func (p *Painter) Highlights(places []event.Rect) []*raster.Sprite {
	var list []*raster.Sprite
	for i := 0; i < len(places); {
		r := places[i]
		for i++; i < len(places) && places[i].Row1 == r.Row2+1 && places[i].Col1 <= r.Col2 && r.Col1 <= places[i].Col2; i++ {
			r.Row2 = places[i].Row2
			r.Col1, r.Col2 = min(r.Col1, places[i].Col1), max(r.Col2, places[i].Col2)
		}
		cells := p.render.CellRect(image.Rect(r.Col1-1, r.Row1-1, r.Col2, r.Row2))
		if cells.Empty() {
			continue
		}
		thick := p.px(2)
		box := cells.Inset(-thick - p.px(2))
		img := image.NewRGBA(image.Rectangle{Max: box.Size()})
		paint.Cover(img, image.Point{}, paint.Ring(box.Size(), p.px(5), thick), opaque(p.accent()))
		list = append(list, &raster.Sprite{At: box.Min, Img: img})
	}
	return list
}
