package encode

import (
	"encoding/binary"

	"scenario/capture/font"
)

// simpleGlyph is a glyph of a glyf table: contours of points on and beside the
// curve, y up from the baseline.
type simpleGlyph struct {
	points   []glyphPoint
	ends     []int // the last point of each contour
	min, max glyphPoint

	shift, ascent int
}

type glyphPoint struct {
	x, y int
	on   bool // the curve goes through it
}

func newSimpleGlyph(o *font.Outline, shift, ascent int) *simpleGlyph {
	s := &simpleGlyph{shift: shift, ascent: ascent}
	var pen font.Point
	for i, step := range o.Steps {
		switch step.Verb {
		case font.MoveTo:
			s.close()
			s.add(step.To[0], true)
		case font.LineTo:
			s.add(step.To[0], true)
		case font.QuadTo:
			s.add(step.To[0], false)
			s.add(step.To[1], true)
		case font.CubicTo:
			s.cubic(pen, step.To)
		}
		pen = o.Steps[i].End()
	}
	s.close()
	for i, p := range s.points {
		if i == 0 {
			s.min, s.max = p, p
		}
		s.min = glyphPoint{x: min(s.min.x, p.x), y: min(s.min.y, p.y)}
		s.max = glyphPoint{x: max(s.max.x, p.x), y: max(s.max.y, p.y)}
	}
	return s
}

func (s *simpleGlyph) add(p font.Point, on bool) {
	half := 1 << s.shift >> 1
	s.points = append(s.points, glyphPoint{(int(p.X) + half) >> s.shift, s.ascent - (int(p.Y)+half)>>s.shift, on})
}

// cubic adds a cubic curve as two quadratic ones.
func (s *simpleGlyph) cubic(a font.Point, to [3]font.Point) {
	mid := func(p, q font.Point) font.Point { return font.Point{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2} }
	b, c, d := to[0], to[1], to[2]
	ab, bc, cd := mid(a, b), mid(b, c), mid(c, d)
	abc, bcd := mid(ab, bc), mid(bc, cd)
	half := mid(abc, bcd)
	control := func(p0, p1, p2, p3 font.Point) font.Point {
		return font.Point{X: (3*(p1.X+p2.X) - p0.X - p3.X) / 4, Y: (3*(p1.Y+p2.Y) - p0.Y - p3.Y) / 4}
	}
	s.add(control(a, ab, abc, half), false)
	s.add(half, true)
	s.add(control(half, bcd, cd, d), false)
	s.add(d, true)
}

// close ends a contour: its last point is not given again when it is the first.
func (s *simpleGlyph) close() {
	start := 0
	if n := len(s.ends); n > 0 {
		start = s.ends[n-1] + 1
	}
	if n := len(s.points) - 1; n > start && s.points[n] == s.points[start] {
		s.points = s.points[:n]
	}
	if len(s.points) > start {
		s.ends = append(s.ends, len(s.points)-1)
	}
}

// The flags of a point.
const (
	onCurve = 1
	xShort  = 2
	yShort  = 4
	xSame   = 16 // or positive, of a short one
	ySame   = 32
)

// append appends the glyph's description, padded to four bytes.
func (s *simpleGlyph) append(dst []byte) []byte {
	be := binary.BigEndian
	for _, v := range []int{len(s.ends), s.min.x, s.min.y, s.max.x, s.max.y} {
		dst = be.AppendUint16(dst, uint16(v))
	}
	for _, e := range s.ends {
		dst = be.AppendUint16(dst, uint16(e))
	}
	dst = be.AppendUint16(dst, 0) // no instructions
	var flags, xs, ys []byte
	var last glyphPoint
	for _, p := range s.points {
		flag := byte(0)
		if p.on {
			flag = onCurve
		}
		var f byte
		f, xs = appendDelta(xs, p.x-last.x, xShort, xSame)
		flag |= f
		f, ys = appendDelta(ys, p.y-last.y, yShort, ySame)
		flags = append(flags, flag|f)
		last = p
	}
	dst = append(append(append(dst, flags...), xs...), ys...)
	for len(dst)%4 != 0 {
		dst = append(dst, 0)
	}
	return dst
}

func appendDelta(dst []byte, d int, short, same byte) (byte, []byte) {
	switch {
	case d == 0:
		return same, dst
	case d > 0 && d < 256:
		return short | same, append(dst, byte(d))
	case d < 0 && d > -256:
		return short, append(dst, byte(-d))
	}
	return 0, binary.BigEndian.AppendUint16(dst, uint16(d))
}
