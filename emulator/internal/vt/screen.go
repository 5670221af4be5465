package vt

import "scenario/emulator"

// Copy makes dst a copy of src, reusing its memory: rows whose Gen is the same
// are not copied again.
func Copy(dst, src *emulator.Screen) {
	cells, gen, wrapped := dst.Cells, dst.Gen, dst.Wrapped
	same := dst.Table == src.Table && dst.Cols == src.Cols && dst.Rows == src.Rows &&
		len(cells) == len(src.Cells) && len(gen) == len(src.Gen)
	*dst = *src
	dst.Wrapped = append(wrapped[:0], src.Wrapped...)
	if !same {
		dst.Cells = append(cells[:0], src.Cells...)
		dst.Gen = append(gen[:0], src.Gen...)
		return
	}
	dst.Cells, dst.Gen = cells, gen
	for r, g := range src.Gen {
		if gen[r] != g {
			copy(dst.Row(r), src.Row(r))
			gen[r] = g
		}
	}
}
