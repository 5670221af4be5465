// Package font turns characters into coverage masks of whole terminal cells.
//
// The fonts are embedded, or files that a scenario names; no font of the machine
// is ever looked for. Outlines are filled with integer arithmetic only, so that a
// glyph has the same pixels on every processor. Characters that must join without
// seams (box drawing, blocks, braille, Powerline) are drawn as geometry and never
// come from a font.
package font

import (
	"slices"
	"strings"
)

// Style is a set of style bits.
type Style uint8

// The styles; Bold|Italic is both.
const (
	Regular Style = 0
	Bold    Style = 1
	Italic  Style = 2
)

// Set is a chain of families: the first is that of the text, and what it lacks
// is looked for in the others, in order. Fonts are inflated and parsed when they
// are first needed. A Set is safe for concurrent use and meant to be shared by
// all Faces of a program.
type Set struct {
	families []*Family
}

// NewSet returns the embedded fonts. It does no work.
func NewSet() *Set { return &Set{families: embedded()} }

// Families returns the chain. It must not be changed.
func (s *Set) Families() []*Family { return s.families }

// Family returns the family with the given name, in any case.
func (s *Set) Family(name string) (*Family, bool) {
	for _, f := range s.families {
		if strings.EqualFold(f.Name, name) {
			return f, true
		}
	}
	return nil, false
}

// With returns a chain that begins with other families; those of s follow. The
// first must be one of text.
func (s *Set) With(first ...*Family) *Set {
	out := &Set{families: slices.Clone(first)}
	for _, f := range s.families {
		if !slices.Contains(out.families, f) {
			out.families = append(out.families, f)
		}
	}
	return out
}

// match is where a character's picture is found.
type match struct {
	family *Family
	src    *source
	glyph  glyph
	// made are the styles that have to be imitated, as the font lacks them.
	made Style
	// part is set when a font has only the beginning of a sequence.
	part bool
}

// find looks for r in every family, and there in the style that is closest to
// the wanted one. A picture is taken only where nothing else has it.
func (s *Set) find(b *buffer, r rune, want Style) (match, bool) {
	base := fullForm(r)
	for _, f := range s.families {
		if f.place == pictures {
			continue
		}
		if base != 0 && f.bits() {
			return s.find(b, base, want)
		}
		if m, ok := f.find(b, r, want); ok {
			return m, true
		}
	}
	if m, ok := s.picture(b, []rune{r}); ok {
		return m, true
	}
	if base, more := mathLetter(r); base != 0 {
		return s.find(b, base, want|more)
	}
	return match{}, false
}

func (f *Family) find(b *buffer, r rune, want Style) (match, bool) {
	for _, have := range [...]Style{want, want &^ Italic, want &^ Bold, Regular} {
		if src := f.faces[have]; src != nil {
			if g := src.index(b, r); g != 0 {
				return match{family: f, src: src, glyph: g, made: want &^ have}, true
			}
		}
	}
	return match{}, false
}

// picture looks for a sequence of characters in the families of pictures: as one
// glyph, or else its beginning.
func (s *Set) picture(b *buffer, seq []rune) (match, bool) {
	for _, f := range s.families {
		if f.place != pictures {
			continue
		}
		src := f.faces[Regular]
		if g, whole := src.ligature(b, seq); g != 0 {
			return match{family: f, src: src, glyph: g, part: !whole}, true
		}
	}
	return match{}, false
}
