package encode

import (
	"fmt"
	"strings"

	"scenario/capture/font"
)

// svgPath gathers the outlines of characters in one row: rectangles, which join
// without seams when they are drawn without antialiasing, and other shapes.
type svgPath struct {
	rects  []box
	curved strings.Builder
}

// box is a rectangle in 1/256 pixels.
type box struct{ x0, y0, x1, y1 int32 }

// add adds an outline that begins x pixels from the left.
func (p *svgPath) add(o *font.Outline, x int) {
	dx := int32(x) << 8
	for steps := o.Steps; len(steps) > 0; {
		n := 1
		for n < len(steps) && steps[n].Verb != font.MoveTo {
			n++
		}
		if b, ok := asBox(steps[:n], dx); ok {
			p.addBox(b)
		} else {
			p.addContour(steps[:n], dx)
		}
		steps = steps[n:]
	}
}

// asBox returns the rectangle that a contour is.
func asBox(steps []font.Step, dx int32) (b box, ok bool) {
	if len(steps) != 4 {
		return b, false
	}
	for i, s := range steps {
		next := steps[(i+1)%4].To[0]
		if s.Verb > font.LineTo || s.To[0].X != next.X && s.To[0].Y != next.Y {
			return b, false
		}
	}
	a, c := steps[0].To[0], steps[2].To[0]
	return box{dx + min(a.X, c.X), min(a.Y, c.Y), dx + max(a.X, c.X), max(a.Y, c.Y)}, true
}

// addBox adds a rectangle, as a part of the one before it that it goes on from.
func (p *svgPath) addBox(b box) {
	for i := max(0, len(p.rects)-8); i < len(p.rects); i++ {
		if r := &p.rects[i]; r.y0 == b.y0 && r.y1 == b.y1 && r.x1 >= b.x0 && r.x0 <= b.x0 {
			r.x1 = max(r.x1, b.x1)
			return
		}
	}
	p.rects = append(p.rects, b)
}

func (p *svgPath) addContour(steps []font.Step, dx int32) {
	for _, s := range steps {
		p.curved.WriteByte("MLQC"[s.Verb])
		n := max(1, int(s.Verb))
		for i, to := range s.To[:n] {
			if i > 0 {
				p.curved.WriteByte(' ')
			}
			fmt.Fprintf(&p.curved, "%s %s", decimal(int(to.X+dx), 256), decimal(int(to.Y), 256))
		}
	}
	p.curved.WriteByte('Z')
}

// data returns the path data of both kinds of shapes, "" when there are none.
func (p *svgPath) data() (straight, curved string) {
	var b strings.Builder
	for _, r := range p.rects {
		w := decimal(int(r.x1-r.x0), 256)
		fmt.Fprintf(&b, "M%s %sh%sv%sh-%sz", decimal(int(r.x0), 256), decimal(int(r.y0), 256), w, decimal(int(r.y1-r.y0), 256), w)
	}
	return b.String(), p.curved.String()
}
