package font

import (
	"bytes"
	"errors"
	"io"
	"sync"

	ximage "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// glyph is the number of a picture in a font; 0 is none.
type glyph uint32

// buffer is what reading fonts needs; it belongs to one goroutine at a time.
type buffer struct{ sfnt sfnt.Buffer }

// source is one font file, read when it is first needed.
type source struct {
	data   []byte
	packed bool // in blocks
	bits   bool // a table of bitmaps, not an SFNT

	once    sync.Once
	blocks  *blocks // of a packed one
	font    *sfnt.Font
	bitmaps *bitmaps
	color   *colorTable // nil: it has no colour glyphs
	joined  ligatures
	err     error // why the file is no font
}

// load reads the file on first use.
func (s *source) load() error {
	s.once.Do(func() { s.err = s.read() })
	return s.err
}

// must is load for the files of the program: one that cannot be read is a
// broken build. Files of others have been loaded before.
func (s *source) must() *source {
	if err := s.load(); err != nil {
		panic("font: " + err.Error())
	}
	return s
}

func (s *source) read() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("the font is damaged")
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the file ends too early")
		}
	}()
	file, err := s.open()
	if err != nil {
		return err
	}
	if s.bits {
		s.bitmaps, err = newBitmaps(file)
		return err
	}
	fonts, err := sfnt.ParseCollectionReaderAt(file)
	if err != nil {
		return err
	}
	if s.font, err = fonts.Font(0); err != nil {
		return err
	}
	if s.font.UnitsPerEm() == 0 {
		return errTables
	}
	tables, err := readTables(file, "COLR", "CPAL", "GSUB")
	if err != nil {
		return err
	}
	if s.color, err = newColorTable(tables); err != nil || s.color == nil {
		return err
	}
	if s.joined, err = readLigatures(tables["GSUB"]); err != nil {
		return err
	}
	// Emoji are written with and without it, and fonts have some of both.
	if g, err := s.font.GlyphIndex(nil, emojiStyle); err == nil && g != 0 {
		s.joined.without(glyph(g))
	}
	return nil
}

// open returns the file as it is used.
func (s *source) open() (*io.SectionReader, error) {
	if !s.packed {
		return io.NewSectionReader(bytes.NewReader(s.data), 0, int64(len(s.data))), nil
	}
	var err error
	if s.blocks, err = openBlocks(s.data); err != nil {
		return nil, err
	}
	return io.NewSectionReader(s.blocks, 0, s.blocks.size), nil
}

// index returns the glyph of r.
func (s *source) index(b *buffer, r rune) glyph {
	s.must()
	if s.bits {
		return s.bitmaps.index(r)
	}
	g, err := s.font.GlyphIndex(&b.sfnt, r)
	if err != nil {
		return 0
	}
	return glyph(g)
}

// ligature returns the glyph that stands for as much as possible of a sequence,
// and whether that is all of it.
func (s *source) ligature(b *buffer, seq []rune) (g glyph, whole bool) {
	s.must()
	glyphs := make([]glyph, 0, len(seq))
	for _, r := range seq {
		if r != emojiStyle {
			glyphs = append(glyphs, s.index(b, r))
		}
	}
	if len(glyphs) == 0 {
		return 0, false
	}
	if g, n := s.joined.find(glyphs); n > 1 {
		return g, n == len(glyphs)
	}
	if !s.color.has(glyphs[0]) {
		return 0, false
	}
	return glyphs[0], len(glyphs) == 1
}

// outline is the picture of a glyph: lines and curves in units of the em, y
// down, the baseline at 0. It is valid until the next one is read.
type outline struct {
	segments sfnt.Segments
	upem     int64
	advance  int64 // 0: not known
}

// outline reads a glyph. The error is that the font is damaged.
func (s *source) outline(b *buffer, g glyph) (o outline, err error) {
	if s.bits {
		return s.bitmaps.outline(g)
	}
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("the outline is damaged")
		}
	}()
	// With a size equal to the units of the em, lengths come in font units.
	upem := s.font.UnitsPerEm()
	o.upem = int64(upem)
	if o.segments, err = s.font.LoadGlyph(&b.sfnt, sfnt.GlyphIndex(g), fixed.Int26_6(upem), nil); err != nil {
		return o, err
	}
	var adv fixed.Int26_6
	adv, err = s.font.GlyphAdvance(&b.sfnt, sfnt.GlyphIndex(g), fixed.Int26_6(upem), ximage.HintingNone)
	o.advance = int64(adv)
	return o, err
}
