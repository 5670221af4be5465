package font

import "testing"

// fillSteps fills an outline as a browser would.
func fillSteps(o *Outline, w, h int) []uint8 {
	var f filler
	f.reset(w, h)
	at := func(p Point) point { return point{p.X, p.Y} }
	for _, s := range o.Steps {
		switch s.Verb {
		case MoveTo:
			f.moveTo(at(s.To[0]))
		case LineTo:
			f.lineTo(at(s.To[0]))
		case QuadTo:
			f.quadTo(at(s.To[0]), at(s.To[1]))
		case CubicTo:
			f.cubeTo(at(s.To[0]), at(s.To[1]), at(s.To[2]))
		}
	}
	pix := make([]uint8, w*h)
	f.finish(pix)
	return pix
}

// An outline, filled, is the mask: glyphs exactly, geometry up to the rounding
// at the edges of its parts.
func TestOutlineIsTheMask(t *testing.T) {
	f := face(Options{Size: 20})
	check := func(text string, style Style, cols, most int) {
		m := f.Text(text, style, cols)
		o := f.Outline(text, style, cols)
		got := fillSteps(o, m.W, m.H)
		for i, c := range m.Pix {
			want := int(c)
			if o.Cover < 255 {
				want = want * 255 / int(o.Cover)
			}
			if d := int(got[i]) - want; d > most || d < -most {
				t.Errorf("%s in style %d: pixel %d is %d, want %d", text, style, i, got[i], c)
				return
			}
		}
		if o.Missing != m.Missing {
			t.Errorf("%s: missing %v, want %v", text, o.Missing, m.Missing)
		}
	}
	for r := rune('!'); r <= '~'; r++ {
		for style := Regular; style <= Bold|Italic; style++ {
			check(string(r), style, 1, 2)
		}
	}
	for r := rune(0x2500); r <= 0x259F; r++ {
		check(string(r), 0, 1, 60)
		if !f.Outline(string(r), 0, 1).Geometry {
			t.Errorf("%c is not geometry", r)
		}
	}
	for r := rune(0xE0B0); r <= 0xE0BF; r++ {
		check(string(r), 0, 1, 60)
	}
	check("e\u0301", 0, 1, 0)
	check("東", 0, 2, 60)
	if o := f.Outline(" ", 0, 1); len(o.Steps) > 0 || o.Geometry {
		t.Errorf("a blank has the outline %v", o)
	}
}
