package encode

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/klauspost/compress/zlib"

	"scenario/capture/font"
)

// glyphs are the characters of one style that a document shows, as a font of
// their own: every advance is exactly that of its cells, whatever font of the
// chain the shape comes from.
type glyphs struct {
	metrics font.Metrics
	bold    bool
	italic  bool
	list    map[rune]glyph
}

type glyph struct {
	outline *font.Outline // nil: blank
	cols    int
}

// The tables that browsers want of a TrueType font, sorted by tag:
// https://learn.microsoft.com/typography/opentype/spec/otff
type sfntTable struct {
	tag  string
	data []byte
}

// maxUnits bounds the units of the em, so that every coordinate of a cell fits
// into 16 bits.
const maxUnits = 4096

// units returns the shift from 1/256 pixels to units of the font, and the units
// of a pixel.
func (g *glyphs) units() (shift, pixel int) {
	for pixel = 256; g.metrics.Em*pixel > maxUnits; pixel /= 2 {
		shift++
	}
	return shift, pixel
}

// tables returns the tables of the font. The same characters give the same
// bytes.
func (g *glyphs) tables() []sfntTable {
	runes := make([]rune, 0, len(g.list))
	for r := range g.list {
		runes = append(runes, r)
	}
	slices.Sort(runes)
	shift, pixel := g.units()
	m := &g.metrics
	upem := m.Em * pixel
	ascent, descent := m.Baseline*pixel, (m.CellH-m.Baseline)*pixel

	be := binary.BigEndian
	var glyf, loca, hmtx []byte
	var points, contours int
	add := func(o *font.Outline, cols int) {
		loca = be.AppendUint32(loca, uint32(len(glyf)))
		left := 0
		if o != nil && len(o.Steps) > 0 {
			s := newSimpleGlyph(o, shift, ascent)
			points, contours = max(points, len(s.points)), max(contours, len(s.ends))
			left = s.min.x
			glyf = s.append(glyf)
		}
		hmtx = be.AppendUint16(hmtx, uint16(cols*m.CellW*pixel))
		hmtx = be.AppendUint16(hmtx, uint16(int16(left)))
	}
	add(nil, 1)
	for _, r := range runes {
		add(g.list[r].outline, g.list[r].cols)
	}
	loca = be.AppendUint32(loca, uint32(len(glyf)))
	n := len(runes) + 1

	style := uint16(0)
	selection := uint16(0)
	weight := uint16(400)
	if g.bold {
		style, selection, weight = style|1, selection|1<<5, 700
	}
	if g.italic {
		style, selection = style|2, selection|1
	}
	if selection == 0 {
		selection = 1 << 6 // regular
	}
	words := func(v ...int) []byte {
		var b []byte
		for _, w := range v {
			b = be.AppendUint16(b, uint16(w))
		}
		return b
	}
	head := words(1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 3, upem, 0, 0, 0, 0, 0, 0, 0, 0,
		0, -descent, 2*m.CellW*pixel, ascent, int(style), 8, 2, 1, 0)
	hhea := words(1, 0, ascent, -descent, 0, 2*m.CellW*pixel, 0, 0, 2*m.CellW*pixel, 1, 0, 0, 0, 0, 0, 0, 0, n)
	maxp := words(1, 0, n, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
	first, last := 0, 0
	if len(runes) > 0 {
		first, last = int(min(runes[0], 0xFFFF)), int(min(runes[len(runes)-1], 0xFFFF))
	}
	os2 := words(4, m.CellW*pixel, int(weight), 5, 0,
		upem/2, upem/2, 0, upem/8, upem/2, upem/2, 0, upem/2, pixel, upem/3, 0)
	os2 = append(os2, 2, 0, 5, 9, 0, 0, 0, 0, 0, 0) // PANOSE: text, monospaced
	os2 = append(os2, make([]byte, 16)...)          // Unicode ranges: not told
	os2 = append(os2, "SCEN"...)
	os2 = append(os2, words(int(selection), first, last, ascent, -descent, 0, ascent, descent, 0, 0, 0, 0,
		upem/2, upem*7/10, 0, 32, 0)...)
	post := words(3, 0, 0, 0, -upem/10, m.Stroke*pixel, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
	return []sfntTable{
		{"OS/2", os2}, {"cmap", cmapTable(runes)}, {"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", hmtx},
		{"loca", loca}, {"maxp", maxp}, {"name", nameTable(svgFont)}, {"post", post},
	}
}

// nameTable names the font, in the two records that are asked for most.
func nameTable(name string) []byte {
	be := binary.BigEndian
	var text []byte
	for _, c := range name {
		text = be.AppendUint16(text, uint16(c))
	}
	ids := []uint16{1, 2, 4, 6}
	b := be.AppendUint16(nil, 0)
	b = be.AppendUint16(b, uint16(len(ids)))
	b = be.AppendUint16(b, uint16(6+12*len(ids)))
	for _, id := range ids {
		for _, v := range []uint16{3, 1, 0x409, id, uint16(len(text)), 0} { // Windows, Unicode, English
			b = be.AppendUint16(b, v)
		}
	}
	return append(b, text...)
}

// cmapTable maps sorted runes to the glyphs 1, 2, 3 ..., in format 4 for the
// basic plane and in format 12 for all.
func cmapTable(runes []rune) []byte {
	be := binary.BigEndian
	type run struct{ first, last, glyph int }
	var all, basic []run
	for i, r := range runes {
		if n := len(all); n > 0 && all[n-1].last == int(r)-1 && r != 0x10000 {
			all[n-1].last++
			continue
		}
		all = append(all, run{int(r), int(r), i + 1})
	}
	for _, r := range all {
		if r.last < 0xFFFF {
			basic = append(basic, r)
		}
	}
	basic = append(basic, run{0xFFFF, 0xFFFF, 0})

	n := len(basic)
	power, log := 1, 0
	for 2*power <= n {
		power, log = 2*power, log+1
	}
	four := []byte{}
	for _, v := range []int{4, 16 + 8*n, 0, 2 * n, 2 * power, log, 2 * (n - power)} {
		four = be.AppendUint16(four, uint16(v))
	}
	for _, r := range basic {
		four = be.AppendUint16(four, uint16(r.last))
	}
	four = be.AppendUint16(four, 0)
	for _, r := range basic {
		four = be.AppendUint16(four, uint16(r.first))
	}
	for _, r := range basic {
		delta := r.glyph - r.first
		if r.first == 0xFFFF {
			delta = 1
		}
		four = be.AppendUint16(four, uint16(delta))
	}
	four = append(four, make([]byte, 2*n)...)

	twelve := be.AppendUint32([]byte{0, 12, 0, 0}, uint32(16+12*len(all)))
	twelve = be.AppendUint32(twelve, 0)
	twelve = be.AppendUint32(twelve, uint32(len(all)))
	for _, r := range all {
		twelve = be.AppendUint32(twelve, uint32(r.first))
		twelve = be.AppendUint32(twelve, uint32(r.last))
		twelve = be.AppendUint32(twelve, uint32(r.glyph))
	}

	b := []byte{0, 0, 0, 2}
	b = be.AppendUint32(append(b, 0, 3, 0, 1), 20)
	b = be.AppendUint32(append(b, 0, 3, 0, 10), uint32(20+len(four)))
	return append(append(b, four...), twelve...)
}

// woff returns the font as a WOFF 1.0 file: https://www.w3.org/TR/WOFF/
func (g *glyphs) woff() []byte {
	const headerLen, entryLen = 44, 20
	be := binary.BigEndian
	tables := g.tables()
	total := uint32(12 + 16*len(tables)) // of the font that it stands for
	dir, body := []byte{}, []byte{}
	at := headerLen + entryLen*len(tables)
	var z bytes.Buffer
	w, _ := zlib.NewWriterLevel(&z, zlib.BestCompression) // a valid level
	for _, t := range tables {
		z.Reset()
		w.Reset(&z) // making one for each table would take longer than all else
		w.Write(t.data)
		w.Close()
		packed := z.Bytes()
		if len(packed) >= len(t.data) {
			packed = t.data
		}
		dir = append(dir, t.tag...)
		for _, v := range []int{at + len(body), len(packed), len(t.data)} {
			dir = be.AppendUint32(dir, uint32(v))
		}
		dir = be.AppendUint32(dir, tableSum(t.data))
		body = append(body, packed...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
		total += uint32(len(t.data)+3) &^ 3
	}
	out := be.AppendUint32([]byte("wOFF"), 0x00010000)
	out = be.AppendUint32(out, uint32(at+len(body)))
	out = be.AppendUint16(out, uint16(len(tables)))
	out = be.AppendUint16(out, 0)
	out = be.AppendUint32(out, total)
	out = append(out, make([]byte, headerLen-len(out))...)
	return append(append(out, dir...), body...)
}

// tableSum is the checksum of a table.
func tableSum(b []byte) (sum uint32) {
	for ; len(b) >= 4; b = b[4:] {
		sum += binary.BigEndian.Uint32(b)
	}
	var rest [4]byte
	copy(rest[:], b)
	return sum + binary.BigEndian.Uint32(rest[:])
}
