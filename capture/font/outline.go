package font

import "image/color"

// Verb is one step of an outline.
type Verb uint8

// The verbs, with the number of points that each takes.
const (
	MoveTo  Verb = iota // 1: a new contour begins; the one before is closed
	LineTo              // 1
	QuadTo              // 2: control point, end
	CubicTo             // 3: two control points, end
)

// Point is a position in 1/256 pixels from the top left corner of the cells, y
// down.
type Point struct{ X, Y int32 }

// Step is a verb and its points.
type Step struct {
	Verb Verb
	To   [3]Point
}

// End returns where the step ends.
func (s Step) End() Point {
	switch s.Verb {
	case QuadTo:
		return s.To[1]
	case CubicTo:
		return s.To[2]
	}
	return s.To[0]
}

// Outline is the shape of one character over all of its cells: what its Mask
// shows, before it becomes pixels. Contours are filled by the non-zero rule.
type Outline struct {
	Steps []Step
	// Cover is how much the shape covers: less than 255 for a shade.
	Cover uint8
	// Geometry is set for what joins with its neighbours without seams and comes
	// from no font.
	Geometry bool
	Missing  bool // as Mask.Missing
	// Layers is set instead of Steps for a picture in colours of its own, the
	// lowest first.
	Layers []Layer
}

// Layer is a part of a picture and what it is filled with, not premultiplied.
type Layer struct {
	Steps []Step
	Color color.RGBA
}

// Outline returns the shape of a character or a grapheme cluster, see Text.
func (f *Face) Outline(text string, style Style, cols int) *Outline {
	t := &tracer{out: Outline{Cover: 255}}
	m := f.newMask(cols)
	t.w, t.h = int32(m.W)*one, int32(m.H)*one
	m.trace, f.fill.trace = t, t
	f.drawText(m, text, style&(Bold|Italic))
	f.fill.trace = nil
	t.out.Missing, t.out.Geometry = m.Missing, m.geometry || m.Missing || len(t.out.Layers) > 0
	return &t.out
}

// tracer keeps the shapes that a Face would fill.
type tracer struct {
	out   Outline
	first int   // step of the shape that is being drawn
	w, h  int32 // of the cells
}

func (t *tracer) add(v Verb, p ...point) {
	s := Step{Verb: v}
	for i, p := range p {
		s.To[i] = Point{p.x, p.y}
	}
	t.out.Steps = append(t.out.Steps, s)
}

// layer makes what was traced so far a layer of that colour.
func (t *tracer) layer(c color.RGBA) {
	t.out.Layers = append(t.out.Layers, Layer{t.out.Steps, c})
	t.out.Steps = nil
}

// begin starts a shape.
func (t *tracer) begin() { t.first = len(t.out.Steps) }

// end gives a shape the direction that all have, so that where two of them
// overlap nothing is cut out.
func (t *tracer) end() {
	t.clip()
	shape := t.out.Steps[t.first:]
	if signedArea(shape) >= 0 {
		return
	}
	turned := make([]Step, 0, len(shape))
	for len(shape) > 0 {
		n := 1
		for n < len(shape) && shape[n].Verb != MoveTo {
			n++
		}
		contour := shape[:n]
		shape = shape[n:]
		turned = append(turned, Step{Verb: MoveTo, To: [3]Point{contour[n-1].End()}})
		for i := n - 1; i > 0; i-- {
			s, start := contour[i], contour[i-1].End()
			switch s.Verb {
			case QuadTo:
				s.To[1] = start
			case CubicTo:
				s.To = [3]Point{s.To[1], s.To[0], start}
			default:
				s.To[0] = start
			}
			turned = append(turned, s)
		}
	}
	t.out.Steps = append(t.out.Steps[:t.first], turned...)
}

// clip cuts what lies outside of the cells off a polygon, as a slanted line that
// goes on beyond its corners is one (the algorithm of Sutherland and Hodgman).
// Shapes with curves stay as they are.
func (t *tracer) clip() {
	shape := t.out.Steps[t.first:]
	var polygon []Point
	for i, s := range shape {
		if i > 0 && s.Verb != LineTo {
			return
		}
		polygon = append(polygon, s.To[0])
	}
	for _, edge := range [4]struct {
		vertical bool
		at, sign int32
	}{{true, 0, 1}, {true, t.w, -1}, {false, 0, 1}, {false, t.h, -1}} {
		// beyond is how far a point is on the inner side.
		beyond := func(p Point) int64 {
			if edge.vertical {
				return int64((p.X - edge.at) * edge.sign)
			}
			return int64((p.Y - edge.at) * edge.sign)
		}
		var kept []Point
		for i, b := range polygon {
			a := polygon[(i+len(polygon)-1)%len(polygon)]
			da, db := beyond(a), beyond(b)
			if da < 0 != (db < 0) {
				kept = append(kept, Point{
					a.X + int32(int64(b.X-a.X)*da/(da-db)), a.Y + int32(int64(b.Y-a.Y)*da/(da-db)),
				})
			}
			if db >= 0 {
				kept = append(kept, b)
			}
		}
		polygon = kept
	}
	t.out.Steps = t.out.Steps[:t.first]
	for i, p := range polygon {
		t.add(min(Verb(i), LineTo), point{p.X, p.Y})
	}
}

// signedArea is twice the area inside the points of a shape, negative when it
// runs the other way round.
func signedArea(steps []Step) int64 {
	var sum int64
	var start, pen Point
	line := func(p Point) {
		sum += int64(pen.X)*int64(p.Y) - int64(p.X)*int64(pen.Y)
		pen = p
	}
	for _, s := range steps {
		if s.Verb == MoveTo {
			line(start)
			start, pen = s.To[0], s.To[0]
			continue
		}
		for _, p := range s.To[:s.Verb] {
			line(p)
		}
	}
	line(start)
	return sum
}

// rect traces a rectangle in pixels.
func (t *tracer) rect(x0, y0, x1, y1 int, cover uint8) {
	t.begin()
	t.add(MoveTo, px(x0, y0))
	t.add(LineTo, px(x1, y0))
	t.add(LineTo, px(x1, y1))
	t.add(LineTo, px(x0, y1))
	t.out.Cover = min(t.out.Cover, cover)
}
