// Package font turns characters into coverage masks of whole terminal cells.
//
// The fonts are embedded; no font of the machine is ever looked at. Outlines
// are filled with integer arithmetic only, so that a glyph has the same pixels
// on every processor. Characters that must join without seams (box drawing,
// blocks, braille, Powerline) are drawn as geometry and never come from a font.
package font

import (
	_ "embed"
	"sync"

	"github.com/go-fonts/dejavu/dejavusansmono"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"golang.org/x/image/font/sfnt"
)

// Style is a set of style bits.
type Style uint8

// The styles; Bold|Italic is both.
const (
	Regular Style = 0
	Bold    Style = 1
	Italic  Style = 2
)

//go:embed data/JetBrainsMono-Regular.ttf
var jetBrainsRegular []byte

//go:embed data/JetBrainsMono-Bold.ttf
var jetBrainsBold []byte

//go:embed data/JetBrainsMono-Italic.ttf
var jetBrainsItalic []byte

//go:embed data/JetBrainsMono-BoldItalic.ttf
var jetBrainsBoldItalic []byte

// Set is the embedded fonts, each parsed when it is first needed. It is safe
// for concurrent use and meant to be shared by all Faces of a program.
type Set struct {
	// families are searched in order; a nil style is made from another one.
	families [2][4]*source
}

// NewSet returns the embedded fonts. It does no work.
func NewSet() *Set {
	return &Set{families: [...][4]*source{
		{
			Regular:       {data: jetBrainsRegular},
			Bold:          {data: jetBrainsBold},
			Italic:        {data: jetBrainsItalic},
			Bold | Italic: {data: jetBrainsBoldItalic},
		},
		{
			Regular: {data: dejavusansmono.TTF},
			Bold:    {data: dejavusansmonobold.TTF},
		},
	}}
}

// source is one font file.
type source struct {
	data []byte
	once sync.Once
	font *sfnt.Font
}

// load parses the file on first use. The files are part of the program, so one
// that does not parse is a broken build.
func (s *source) load() *sfnt.Font {
	s.once.Do(func() {
		f, err := sfnt.Parse(s.data)
		if err != nil {
			panic("embedded font: " + err.Error())
		}
		s.font = f
	})
	return s.font
}

// match is where a character's outline is found.
type match struct {
	font  *sfnt.Font
	glyph sfnt.GlyphIndex
	// made are the styles that have to be imitated, as the font lacks them.
	made Style
}

// find looks for r in every family, and there in the style that is closest to
// the wanted one.
func (s *Set) find(buf *sfnt.Buffer, r rune, want Style) (match, bool) {
	for i := range s.families {
		for _, have := range [...]Style{want, want &^ Italic, want &^ Bold, Regular} {
			src := s.families[i][have]
			if src == nil {
				continue
			}
			f := src.load()
			if g, err := f.GlyphIndex(buf, r); err == nil && g != 0 {
				return match{f, g, want &^ have}, true
			}
		}
	}
	return match{}, false
}
