package encode

import (
	"bytes"
	"image"
	"image/color"
	"slices"

	"scenario/capture/raster"
)

const (
	// Up to this area, transparency by pixels is tried beside that by cells.
	maxPixelArea = 20_000
	// Shorter runs of unchanged text are cheaper to draw again: going from
	// text to transparent and back breaks up what the compressor has learnt.
	minHiddenCells = 3
	// More changed runs than this count as a whole that changed.
	maxChanged = 1 << 16
)

// gifFrame is a frame on its way into the file. It owns its slices.
type gifFrame struct {
	rect         image.Rectangle
	pix          []byte // indices of rect
	old          []byte // indices of rect before the frame; empty: unknown
	changed      []image.Rectangle
	cellW, cellH int
	origin       image.Point
	palette      color.Palette
	local        bool // palette is not the global one
	partial      bool // only the pixels of changed mean something
	delay        int  // in cs

	// The results.
	data        []byte // LZW codes
	litWidth    int
	transparent int // index, -1: none
}

// set makes p a frame of what changed in f.
func (p *gifFrame) set(f *raster.Frame) {
	p.rect = image.Rectangle{}
	p.changed = p.changed[:0]
	p.old = p.old[:0]
	p.palette = nil
	p.update(f)
}

// merge adds what changed in f, a later frame.
func (p *gifFrame) merge(f *raster.Frame) {
	if !f.Damage.In(p.rect) {
		p.old = p.old[:0]
	}
	p.update(f)
	if len(p.changed) > maxChanged {
		p.changed = append(p.changed[:0], p.rect)
	}
}

func (p *gifFrame) update(f *raster.Frame) {
	p.rect = p.rect.Union(f.Damage)
	p.pix = appendRect(p.pix[:0], f.Pal.Pix, f.Pal.Stride, p.rect)
	if f.Changed == nil {
		p.changed = append(p.changed, f.Damage)
	} else {
		p.changed = append(p.changed, f.Changed...)
	}
	p.cellW, p.cellH, p.origin = f.CellW, f.CellH, f.Origin
	// Merged frames agree; the longer palette has the colours of both.
	if len(f.Pal.Palette) > len(p.palette) {
		p.palette = f.Pal.Palette
	}
}

// gifEncoder compresses frames; each worker has one.
type gifEncoder struct {
	lzw   compressor
	pix   []byte
	data  []byte
	cells []bool // changed ones
}

// encode finds the smallest form of the frame.
func (e *gifEncoder) encode(p *gifFrame) {
	p.data = p.data[:0]
	clearIndex, room := transparentIndex(p.palette)
	if !room {
		e.try(p, p.pix, -1)
		return
	}
	hidden := false
	if p.partial {
		hidden = e.hideRest(p, clearIndex)
	} else {
		e.pix = append(e.pix[:0], p.pix...)
		hidden = e.hideUnchanged(p, clearIndex)
	}
	if hidden {
		e.try(p, e.pix, int(clearIndex))
	} else {
		e.try(p, p.pix, -1)
	}
	if len(p.old) == len(p.pix) {
		for i, c := range p.pix {
			if c == p.old[i] {
				c = clearIndex
			}
			e.pix[i] = c
		}
		e.try(p, e.pix, int(clearIndex))
	}
}

// try compresses pix and keeps the result in p if it is the smallest so far.
func (e *gifEncoder) try(p *gifFrame, pix []byte, transparent int) {
	width := litWidth(pix)
	e.data = e.lzw.encode(e.data[:0], pix, width)
	if len(p.data) == 0 || len(e.data) < len(p.data) {
		p.data, e.data = e.data, p.data
		p.litWidth, p.transparent = width, transparent
	}
}

// hideRest makes e.pix the pixels of the changed rectangles on transparent ones,
// unless they are all of the frame.
func (e *gifEncoder) hideRest(p *gifFrame, clearIndex byte) bool {
	kept := 0
	for _, r := range p.changed {
		kept += area(r.Intersect(p.rect))
	}
	if kept >= len(p.pix) {
		return false
	}
	w := p.rect.Dx()
	e.pix = slices.Grow(e.pix[:0], len(p.pix))[:len(p.pix)]
	fill(e.pix, clearIndex)
	for _, r := range p.changed {
		r = r.Intersect(p.rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			i := (y-p.rect.Min.Y)*w + r.Min.X - p.rect.Min.X
			copy(e.pix[i:i+r.Dx()], p.pix[i:])
		}
	}
	return true
}

// hideUnchanged makes runs of unchanged cells in e.pix transparent, if they
// have at least minHiddenCells that are not blank.
func (e *gifEncoder) hideUnchanged(p *gifFrame, clearIndex byte) bool {
	cols, rows, ok := p.grid()
	if !ok {
		return false
	}
	e.cells = slices.Grow(e.cells[:0], cols*rows)[:cols*rows]
	clear(e.cells)
	for _, r := range p.changed {
		r = r.Intersect(p.rect).Sub(p.rect.Min)
		for y := r.Min.Y / p.cellH; y < ceilDiv(r.Max.Y, p.cellH); y++ {
			for x := r.Min.X / p.cellW; x < ceilDiv(r.Max.X, p.cellW); x++ {
				e.cells[y*cols+x] = true
			}
		}
	}
	hidden := false
	w := p.rect.Dx()
	for y := range rows {
		for x := 0; x < cols; x++ {
			from, text := x, 0
			for ; x < cols && !e.cells[y*cols+x]; x++ {
				if !p.blank(x, y) {
					text++
				}
			}
			if text < minHiddenCells {
				continue
			}
			hidden = true
			for row := y * p.cellH; row < (y+1)*p.cellH; row++ {
				fill(e.pix[row*w+from*p.cellW:row*w+x*p.cellW], clearIndex)
			}
		}
	}
	return hidden
}

// grid returns the cells of rect, which ok says consists of whole ones.
func (p *gifFrame) grid() (cols, rows int, ok bool) {
	if p.cellW < 1 || p.cellH < 1 {
		return 0, 0, false
	}
	at := p.rect.Min.Sub(p.origin)
	ok = at.X%p.cellW == 0 && at.Y%p.cellH == 0 && p.rect.Dx()%p.cellW == 0 && p.rect.Dy()%p.cellH == 0
	return p.rect.Dx() / p.cellW, p.rect.Dy() / p.cellH, ok
}

// blank reports whether a cell, counted in rect, has a single colour.
func (p *gifFrame) blank(x, y int) bool {
	w := p.rect.Dx()
	i := y*p.cellH*w + x*p.cellW
	first := p.pix[i : i+p.cellW]
	for _, c := range first[1:] {
		if c != first[0] {
			return false
		}
	}
	for range p.cellH - 1 {
		i += w
		if !bytes.Equal(p.pix[i:i+p.cellW], first) {
			return false
		}
	}
	return true
}

// transparentIndex returns the index for "as before" in frames of palette.
func transparentIndex(p color.Palette) (index byte, room bool) {
	if len(p) > 0 {
		if _, _, _, a := p[0].RGBA(); a == 0 {
			return 0, true
		}
	}
	return byte(len(p)), len(p) < 256
}

// agree reports that an index means the same colour in both palettes, as far as
// both have it.
func agree(a, b color.Palette) bool {
	if samePalette(a, b) {
		return true
	}
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	for i := range min(len(a), len(b)) {
		if !sameColor(a[i], b[i]) {
			return false
		}
	}
	return true
}

func samePalette(a, b color.Palette) bool {
	return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0]
}

func sameColor(a, b color.Color) bool {
	r, g, bl, al := a.RGBA()
	R, G, B, A := b.RGBA()
	return r == R && g == G && bl == B && al == A
}

// appendRect appends the pixels of r from a picture that starts at (0, 0).
func appendRect(dst, pix []byte, stride int, r image.Rectangle) []byte {
	dst = slices.Grow(dst, area(r))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := y*stride + r.Min.X
		dst = append(dst, pix[i:i+r.Dx()]...)
	}
	return dst
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

func ceilDiv(a, b int) int { return (a + b - 1) / b }

func fill(b []byte, c byte) {
	if len(b) > 0 {
		b[0] = c
	}
	for n := 1; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}
