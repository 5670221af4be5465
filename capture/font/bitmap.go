package font

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// bitmaps is a font of glyphs of 16 rows and 8 or 16 columns, as Unifont is:
//
//	uint32              number of runs
//	3 x uint32 a run    first character, number of characters, bytes a glyph
//	bytes               the glyphs of the runs, row by row, top bit left
//
// Numbers are little-endian; runs are sorted.
type bitmaps struct {
	runs []bitmapRun
	file io.ReaderAt
}

type bitmapRun struct {
	first, last rune
	size        int   // bytes a glyph
	at          int64 // in the file
}

const (
	bitmapRows   = 16
	bitmapAscent = 14 // rows above the baseline
)

var errBitmaps = errors.New("the table of bitmaps is damaged")

func newBitmaps(file *io.SectionReader) (*bitmaps, error) {
	var head [4]byte
	if _, err := file.ReadAt(head[:], 0); err != nil {
		return nil, errBitmaps
	}
	n := int64(binary.LittleEndian.Uint32(head[:]))
	at := int64(len(head)) + 12*n
	if at > file.Size() {
		return nil, errBitmaps
	}
	table := make([]byte, 12*n)
	if _, err := file.ReadAt(table, int64(len(head))); err != nil {
		return nil, errBitmaps
	}
	b := &bitmaps{file: file}
	next := rune(0)
	for ; len(table) > 0; table = table[12:] {
		f := func(k int) int { return int(binary.LittleEndian.Uint32(table[4*k:])) }
		r := bitmapRun{first: rune(f(0)), last: rune(f(0) + f(1) - 1), size: f(2), at: at}
		if r.size != bitmapRows && r.size != 2*bitmapRows || r.first < next || r.last < r.first || r.last > 0x10FFFF {
			return nil, errBitmaps
		}
		at, next = at+int64(f(1)*r.size), r.last+1
		b.runs = append(b.runs, r)
	}
	if at > file.Size() {
		return nil, errBitmaps
	}
	return b, nil
}

// index returns the character itself when it has a bitmap.
func (b *bitmaps) index(r rune) glyph {
	if _, ok := b.find(r); ok {
		return glyph(r)
	}
	return 0
}

func (b *bitmaps) find(r rune) (bitmapRun, bool) {
	i, ok := slices.BinarySearchFunc(b.runs, r, func(run bitmapRun, r rune) int {
		switch {
		case run.last < r:
			return -1
		case run.first > r:
			return 1
		}
		return 0
	})
	if !ok {
		return bitmapRun{}, false
	}
	return b.runs[i], true
}

// outline returns a bitmap as rectangles, one for each run of ink in a row.
func (b *bitmaps) outline(g glyph) (outline, error) {
	run, _ := b.find(rune(g))
	bits := make([]byte, run.size)
	if _, err := b.file.ReadAt(bits, run.at+int64(int(rune(g)-run.first)*run.size)); err != nil {
		return outline{}, err
	}
	wide := run.size / bitmapRows
	var path sfnt.Segments
	pt := func(x, y int) [3]fixed.Point26_6 {
		return [3]fixed.Point26_6{{X: fixed.Int26_6(x), Y: fixed.Int26_6(y - bitmapAscent)}}
	}
	for y := range bitmapRows {
		row := bits[y*wide:][:wide]
		ink := func(x int) bool { return x < 8*wide && row[x/8]<<(x%8)&0x80 != 0 }
		for x := 0; x < 8*wide; x++ {
			if !ink(x) {
				continue
			}
			from := x
			for ink(x) {
				x++
			}
			path = append(path,
				sfnt.Segment{Op: sfnt.SegmentOpMoveTo, Args: pt(from, y)},
				sfnt.Segment{Op: sfnt.SegmentOpLineTo, Args: pt(x, y)},
				sfnt.Segment{Op: sfnt.SegmentOpLineTo, Args: pt(x, y+1)},
				sfnt.Segment{Op: sfnt.SegmentOpLineTo, Args: pt(from, y+1)})
		}
	}
	return outline{segments: path, upem: bitmapRows, advance: int64(8 * wide)}, nil
}
