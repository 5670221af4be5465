package raster

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"slices"
	"strings"

	"scenario/capture/font"
	decor "scenario/capture/look"
	"scenario/capture/theme"
	"scenario/emulator"
)

// Renderer draws screens of up to a number of columns and rows with one look.
// It holds the glyphs; canvases hold pixels. A Renderer and its canvases belong
// to one goroutine at a time.
type Renderer struct {
	theme      theme.Theme
	face       *font.Face
	metrics    font.Metrics
	cols, rows int
	cursor     bool
	boldBright bool
	levels     int
	decor      *decor.Decor
	surround   *around // on the background used last
	missing    map[string]struct{}

	shapes shapeCache
	// The shape being drawn.
	cover   []uint8
	inks    []uint8
	picture []color.RGBA // empty, or a cell
}

// maxMissing bounds the list of missing characters.
const maxMissing = 1000

// New returns a renderer of pictures that hold cols x rows cells. The error is
// that of Options.Check, or that the picture would be too large.
func New(set *font.Set, o Options, cols, rows int) (*Renderer, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if cols < 1 || rows < 1 || cols > emulator.MaxSize || rows > emulator.MaxSize {
		return nil, fmt.Errorf("a screen of %dx%d cells is not from 1x1 to %[3]dx%[3]d", cols, rows, emulator.MaxSize)
	}
	if o.Levels == 0 {
		o.Levels = defaultLevels
	}
	o.Scale = max(o.Scale, 1)
	r := &Renderer{
		theme: o.Theme, cols: cols, rows: rows, cursor: o.Cursor, boldBright: o.BoldBright, levels: o.Levels,
		missing: map[string]struct{}{},
	}
	r.face = o.fonts(set).Face(o.fontOptions())
	r.metrics = r.face.Metrics()
	r.cover = make([]uint8, r.metrics.CellW*r.metrics.CellH)
	r.inks = make([]uint8, len(r.cover))
	r.picture = make([]color.RGBA, 0, len(r.cover))
	r.shapes.init(len(r.cover))
	cells := image.Pt(cols*r.metrics.CellW, rows*r.metrics.CellH)
	r.decor = decor.New(set, o.look(), cells)
	if size := r.decor.Size; int64(size.X)*int64(size.Y) > MaxPixels {
		return nil, fmt.Errorf("a picture of %dx%d pixels is too large: at most %d million", size.X, size.Y, MaxPixels/1_000_000)
	}
	return r, nil
}

// SetTheme gives the screens that are drawn from here on other colours.
func (r *Renderer) SetTheme(t theme.Theme) {
	r.theme = t
	r.decor, r.surround = r.decor.WithTheme(t), nil
}

// Size returns the size of the picture in pixels.
func (r *Renderer) Size() image.Point { return r.decor.Size }

// Decor returns what surrounds the cells.
func (r *Renderer) Decor() *decor.Decor { return r.decor }

// CellRect returns the pixels of a rectangle of cells (columns and rows from
// 0), cut to the grid.
func (r *Renderer) CellRect(cells image.Rectangle) image.Rectangle {
	cells = cells.Intersect(image.Rect(0, 0, r.cols, r.rows))
	w, h := r.metrics.CellW, r.metrics.CellH
	return image.Rect(cells.Min.X*w, cells.Min.Y*h, cells.Max.X*w, cells.Max.Y*h).Add(r.decor.Origin)
}

// cellsIn returns the cells that a rectangle of pixels touches; it may reach
// beyond the grid.
func (r *Renderer) cellsIn(px image.Rectangle) image.Rectangle {
	w, h := r.metrics.CellW, r.metrics.CellH
	px = px.Intersect(r.Grid()).Sub(r.decor.Origin)
	return image.Rect(px.Min.X/w, px.Min.Y/h, (px.Max.X+w-1)/w, (px.Max.Y+h-1)/h)
}

// Missing returns the characters met so far that no font has and that are
// drawn as boxes, or only in part, as code points: "U+0378", or several for a
// cluster, "U+1F600 U+200D U+1F680". The list is sorted.
func (r *Renderer) Missing() []string {
	texts := slices.Sorted(maps.Keys(r.missing))
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strings.Join(font.CodePoints(text), " ")
	}
	return list
}

// Crop returns a copy of a rectangle of the frame's picture, for a still.
func Crop(f Frame, to image.Rectangle) Frame {
	to = to.Intersect(f.Bounds())
	out := Frame{CellW: f.CellW, CellH: f.CellH, Origin: f.Origin.Sub(to.Min)}
	out.Damage = image.Rectangle{Max: to.Size()}
	var src, dst []uint8
	var from, stride, width int
	if f.Pal != nil {
		out.Pal = image.NewPaletted(out.Damage, f.Pal.Palette)
		src, from, stride = f.Pal.Pix, f.Pal.PixOffset(to.Min.X, to.Min.Y), f.Pal.Stride
		dst, width = out.Pal.Pix, to.Dx()
	} else {
		out.RGB = image.NewRGBA(out.Damage)
		src, from, stride = f.RGB.Pix, f.RGB.PixOffset(to.Min.X, to.Min.Y), f.RGB.Stride
		dst, width = out.RGB.Pix, to.Dx()*4
	}
	for y := range to.Dy() {
		copy(dst[y*width:(y+1)*width], src[from+y*stride:])
	}
	return out
}
