package encode

import "bytes"

// PNG filter types.
const (
	filterNone  = 0
	filterSub   = 1
	filterUp    = 2
	filterPaeth = 4
)

// filter is the row filter of RGB and RGBA pictures; it has their working
// memory.
type filter struct {
	sub, up, paeth []byte
}

// appendFiltered appends a row in the form that compresses best: as it is when
// it consists of runs of one colour (text, as deflate finds its repetitions
// best unfiltered), by differences when its colours flow. above is nil for the
// first row.
func (f *filter) appendFiltered(dst, row, above []byte, bpp int) []byte {
	if bytes.Equal(row, above) {
		return append(append(dst, filterUp), make([]byte, len(row))...)
	}
	f.sub = append(f.sub[:0], row[:bpp]...)
	flat := 0 // pixels
	for i := bpp; i < len(row); i += bpp {
		same := true
		for k := i; k < i+bpp; k++ {
			d := row[k] - row[k-bpp]
			f.sub = append(f.sub, d)
			same = same && d == 0
		}
		if same {
			flat++
		}
	}
	if 2*flat*bpp >= len(row) {
		return append(append(dst, filterNone), row...)
	}
	best, kind := f.sub, byte(filterSub)
	if above != nil {
		f.up, f.paeth = f.up[:0], f.paeth[:0]
		for i, c := range row {
			var left, corner byte
			if i >= bpp {
				left, corner = row[i-bpp], above[i-bpp]
			}
			f.up = append(f.up, c-above[i])
			f.paeth = append(f.paeth, c-paeth(left, above[i], corner))
		}
		if weight(f.up) < weight(best) {
			best, kind = f.up, filterUp
		}
		if weight(f.paeth) < weight(best) {
			best, kind = f.paeth, filterPaeth
		}
	}
	return append(append(dst, kind), best...)
}

// weight is the sum of the differences, taken as signed.
func weight(row []byte) int {
	sum := 0
	for _, d := range row {
		sum += max(int(int8(d)), -int(int8(d)))
	}
	return sum
}

// paeth is the predictor of the PNG specification.
func paeth(left, up, corner byte) byte {
	a, b, c := int(left), int(up), int(corner)
	pa, pb, pc := b-c, a-c, a+b-2*c
	pa, pb, pc = max(pa, -pa), max(pb, -pb), max(pc, -pc)
	switch {
	case pa <= pb && pa <= pc:
		return left
	case pb <= pc:
		return up
	}
	return corner
}
