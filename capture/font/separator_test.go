package font

import "testing"

// TestSeparatorsReachTheEdges: the separators of Powerline Extra touch all four
// edges of their cells, at every size, so that they join what is around them.
func TestSeparatorsReachTheEdges(t *testing.T) {
	set := NewSet()
	for size := 8; size < 40; size += 3 {
		f := set.Face(Options{Size: size})
		for r := rune(0xE0C0); r <= 0xE0D4; r++ {
			if r == 0xE0C9 || r == 0xE0CB || r == 0xE0D3 {
				continue // there are none
			}
			for cols := 1; cols <= 2; cols++ {
				m := f.Rune(r, Regular, cols)
				if m.Missing {
					t.Fatalf("%U is missing", r)
				}
				var left, right, top, bottom bool
				for i, c := range m.Pix {
					if c == 0 {
						continue
					}
					x, y := i%m.W, i/m.W
					left, right, top, bottom = left || x == 0, right || x == m.W-1, top || y == 0, bottom || y == m.H-1
				}
				if !left || !right || !top || !bottom {
					t.Errorf("size %d: %U over %d columns: left %v, right %v, top %v, bottom %v", size, r, cols, left, right, top, bottom)
				}
			}
		}
		// Two shapes of one line cover the cell once.
		for _, pair := range [...][2]rune{{0xE0B0, 0xE0D6}, {0xE0B2, 0xE0D7}, {0xE0B8, 0xE0BE}, {0xE0BA, 0xE0BC}} {
			a, b := f.Rune(pair[0], Regular, 1), f.Rune(pair[1], Regular, 1)
			for i := range a.Pix {
				if n := int(a.Pix[i]) + int(b.Pix[i]); n < 251 || n > 259 {
					t.Fatalf("size %d, %U: pixel %d is covered by %d of 255", size, pair, i, n)
				}
			}
		}
	}
}

// TestFullwidthLettersAreLetters: they are not drawn from bitmaps.
func TestFullwidthLettersAreLetters(t *testing.T) {
	f := face(Options{Size: 20})
	if got := f.Source("Ａ", 2); got != Default {
		t.Errorf("Ａ is drawn from %s", got)
	}
	if got := f.Source("，", 2); got != "Unifont" {
		t.Errorf("， is drawn from %s", got)
	}
}
