package font

import (
	ximage "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The limits of Options; values outside are clamped.
const (
	MinSize, MaxSize             = 6, 200
	MinLineHeight, MaxLineHeight = 500, 4000
	MaxLetterSpacing             = 64 // and at least minus a quarter of the size
	MaxScale                     = 8
	defaultSize                  = 16
)

// Options are what the size of a cell follows from. Lengths are in pixels
// before scaling.
type Options struct {
	Size          int // of the em; 0 means 16
	LineHeight    int // in 1/1000 of the font's own line; 0 means 1000
	LetterSpacing int // added to the advance
	Scale         int // all lengths are multiplied by it, after rounding; 0 means 1
}

func (o Options) normal() Options {
	if o.Size == 0 {
		o.Size = defaultSize
	}
	if o.LineHeight == 0 {
		o.LineHeight = 1000
	}
	o.Size = min(max(o.Size, MinSize), MaxSize)
	o.LineHeight = min(max(o.LineHeight, MinLineHeight), MaxLineHeight)
	o.LetterSpacing = min(max(o.LetterSpacing, -o.Size/4), MaxLetterSpacing)
	o.Scale = min(max(o.Scale, 1), MaxScale)
	return o
}

// Metrics are the lengths of a cell, in whole pixels after scaling. Y counts
// down from the top of the cell.
type Metrics struct {
	CellW, CellH int
	Em           int // size of the em
	Baseline     int // Y of the line that letters stand on
	InsetX       int // left bearing that letter spacing adds
	Stroke       int // width of a thin line
	UnderlineY   int // Y of the top of the underline
	StrikeY      int // Y of the top of the line through
}

// Metrics returns the size of a cell and where lines lie in it. It is the same
// for all styles.
func (s *Set) Metrics(o Options) Metrics {
	o = o.normal()
	f := s.families[0].faces[Regular].must().font
	var buf sfnt.Buffer
	upem := int(f.UnitsPerEm())
	m, err := f.Metrics(&buf, fixed.Int26_6(upem), ximage.HintingNone)
	if err != nil {
		panic("embedded font: " + err.Error())
	}
	space, err := f.GlyphIndex(&buf, '0')
	if err != nil {
		panic("embedded font: " + err.Error())
	}
	advance, err := f.GlyphAdvance(&buf, space, fixed.Int26_6(upem), ximage.HintingNone)
	if err != nil {
		panic("embedded font: " + err.Error())
	}
	// With a size equal to the units of the em, lengths come in font units.
	px := func(units int) int { return roundDiv(units*o.Size, upem) }

	natural := px(int(m.Ascent) + int(m.Descent))
	cellH := max(roundDiv((int(m.Ascent)+int(m.Descent))*o.Size*o.LineHeight, upem*1000), 4)
	cellW := max(px(int(advance))+o.LetterSpacing, 2)
	baseline := px(int(m.Ascent)) + floorDiv(cellH-natural, 2)
	baseline = min(max(baseline, 1), cellH-1)

	k := o.Scale
	out := Metrics{
		CellW: cellW * k, CellH: cellH * k, Em: o.Size * k, Baseline: baseline * k,
		InsetX: floorDiv(o.LetterSpacing, 2) * k,
		Stroke: max(1, roundDiv(o.Size*k, 15)),
	}
	out.UnderlineY = min(out.Baseline+max(1, (out.CellH-out.Baseline)/3), out.CellH-out.Stroke)
	out.StrikeY = max(out.Baseline-roundDiv(int(m.XHeight)*o.Size*k, 2*upem)-out.Stroke/2, 0)
	return out
}

// floorDiv and roundDiv divide by a positive number, rounding down and to the
// nearest.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func roundDiv(a, b int) int { return floorDiv(2*a+b, 2*b) }
