// Package raster draws screens of cells into pixels: integer arithmetic only, so
// that the same cells give the same pixels on every machine.
package raster

import "image"

// Frame is one picture of a recording, as encoders take it. Exactly one of Pal
// and RGB is set; the image is the whole picture and is valid until the next
// one is drawn.
type Frame struct {
	// Pal's Palette is the recording's (the same slice), or one of the frame's
	// own; in that case only the pixels of Changed mean something, the others
	// are 0.
	Pal *image.Paletted
	RGB *image.RGBA // when the colours do not fit in a palette; opaque but for a transparent background

	// Damage is the smallest rectangle (of whole cells, when only cells have
	// changed) that holds all changes
	// since the frame before; the whole picture for the first frame, empty when
	// nothing changed.
	Damage image.Rectangle
	// Changed are the runs of changed cells in Damage, from top to bottom and
	// left to right, and after them the changed parts that are not cells, all
	// without overlap; nil means all of Damage.
	Changed []image.Rectangle
	// CellW and CellH are the size of a cell in pixels, Origin the top left
	// corner of the grid: pixels outside Changed are as they were.
	CellW, CellH int
	Origin       image.Point
}

// Bounds returns the rectangle of the whole picture.
func (f *Frame) Bounds() image.Rectangle {
	if f.Pal != nil {
		return f.Pal.Rect
	}
	return f.RGB.Rect
}
