package font

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image/color"
	"io"
	"slices"
	"sort"
)

// Colour glyphs are layers of ordinary ones, each filled with one colour
// (OpenType COLR version 0, CPAL). x/image reads neither table, nor GSUB.

var errTables = errors.New("the font's tables are damaged")

// readTables reads the tables of an SFNT that it has among those of the given
// tags; none of a collection.
func readTables(file *io.SectionReader, tags ...string) (map[string][]byte, error) {
	var head [12]byte
	if _, err := file.ReadAt(head[:], 0); err != nil {
		return nil, errTables
	}
	if bytes.HasPrefix(head[:], []byte("ttcf")) {
		return nil, nil
	}
	records := make([]byte, 16*int(binary.BigEndian.Uint16(head[4:])))
	if _, err := file.ReadAt(records, int64(len(head))); err != nil {
		return nil, errTables
	}
	tables := map[string][]byte{}
	for ; len(records) > 0; records = records[16:] {
		at, size := int64(binary.BigEndian.Uint32(records[8:])), int64(binary.BigEndian.Uint32(records[12:]))
		if at+size > file.Size() {
			return nil, errTables
		}
		tag := string(records[:4])
		if !slices.Contains(tags, tag) {
			continue
		}
		table := make([]byte, size)
		if _, err := file.ReadAt(table, at); err != nil {
			return nil, errTables
		}
		tables[tag] = table
	}
	return tables, nil
}

// colorTable finds the layers of a glyph.
type colorTable struct {
	bases  []byte // records: glyph, first layer, number of layers
	layers []byte // records: glyph, colour
	colors []color.RGBA
}

// layer is a glyph and what it is filled with, not premultiplied.
type layer struct {
	glyph glyph
	color color.RGBA
}

// newColorTable reads COLR and CPAL; nil when the font has none of version 0.
func newColorTable(tables map[string][]byte) (*colorTable, error) {
	colr, cpal := tables["COLR"], tables["CPAL"]
	if colr == nil || cpal == nil {
		return nil, nil
	}
	if len(colr) < 14 || len(cpal) < 14 {
		return nil, errTables
	}
	be := binary.BigEndian
	cut := func(table []byte, at, n, size int) []byte {
		if at < 0 || at > len(table) || n*size > len(table)-at {
			return nil
		}
		return table[at : at+n*size : at+n*size]
	}
	t := &colorTable{
		bases:  cut(colr, int(be.Uint32(colr[4:])), int(be.Uint16(colr[2:])), 6),
		layers: cut(colr, int(be.Uint32(colr[8:])), int(be.Uint16(colr[12:])), 4),
	}
	records := cut(cpal, int(be.Uint32(cpal[8:])), int(be.Uint16(cpal[2:])), 4)
	if t.bases == nil || t.layers == nil || records == nil {
		return nil, errTables
	}
	for ; len(records) > 0; records = records[4:] {
		t.colors = append(t.colors, color.RGBA{R: records[2], G: records[1], B: records[0], A: records[3]})
	}
	return t, nil
}

// inherit is the colour index that stands for the text's own colour. Pictures
// that use it get a grey that is seen on light and dark paper.
const inherit = 0xFFFF

// find returns the place of the record of g.
func (t *colorTable) find(g glyph) (first, n int) {
	if t == nil || g > 0xFFFF {
		return 0, 0
	}
	be := binary.BigEndian
	count := len(t.bases) / 6
	i := sort.Search(count, func(i int) bool { return be.Uint16(t.bases[6*i:]) >= uint16(g) })
	if i == count || be.Uint16(t.bases[6*i:]) != uint16(g) {
		return 0, 0
	}
	first, n = int(be.Uint16(t.bases[6*i+2:])), int(be.Uint16(t.bases[6*i+4:]))
	if 4*(first+n) > len(t.layers) {
		return 0, 0
	}
	return first, n
}

// has reports whether g is a colour glyph.
func (t *colorTable) has(g glyph) bool {
	_, n := t.find(g)
	return n > 0
}

// of returns the layers of g, the lowest first.
func (t *colorTable) of(g glyph) []layer {
	first, n := t.find(g)
	list := make([]layer, n)
	for i := range list {
		rec := t.layers[4*(first+i):]
		list[i].glyph = glyph(binary.BigEndian.Uint16(rec))
		switch c := int(binary.BigEndian.Uint16(rec[2:])); {
		case c < len(t.colors):
			list[i].color = t.colors[c]
		case c == inherit:
			list[i].color = color.RGBA{R: 128, G: 128, B: 128, A: 255}
		}
	}
	return list
}
