package font

import "testing"

// TestWedgesHaveNoSeams: two wedges of one line cover a cell once, at every size,
// and so do the four triangles and what is left of each.
func TestWedgesHaveNoSeams(t *testing.T) {
	set := NewSet()
	for size := 6; size < 40; size++ {
		f := set.Face(Options{Size: size})
		cover := func(all ...rune) {
			t.Helper()
			sum := make([]int, f.Metrics().CellW*f.Metrics().CellH)
			for _, r := range all {
				for i, c := range f.Rune(r, Regular, 1).Pix {
					sum[i] += int(c)
				}
			}
			for i, n := range sum {
				if n < 255-2*len(all) || n > 255+2*len(all) {
					t.Fatalf("size %d, %U: pixel %d is covered by %d of 255", size, all, i, n)
				}
			}
		}
		for r := rune(0x1FB3C); r <= 0x1FB51; r++ {
			cover(r, r+0x16)
		}
		for r := rune(0x1FB68); r <= 0x1FB6B; r++ {
			cover(r, r+4)
		}
		cover(0x1FB6C, 0x1FB6D, 0x1FB6E, 0x1FB6F)
	}
	f := set.Face(Options{Size: 16})
	m := f.Rune(0x1FB3C, Regular, 1)
	if m.Pix[(m.H-1)*m.W] < 128 || m.Pix[0] != 0 || m.Pix[m.W-1] != 0 || m.Pix[m.H*m.W-1] != 0 {
		t.Error("U+1FB3C is not in the lower left corner")
	}
	if m := f.Rune(0x1FB6D, Regular, 1); m.Pix[m.W/2] != 255 || m.Pix[(m.H-1)*m.W+m.W/2] != 0 {
		t.Error("U+1FB6D is not at the top")
	}
}
