package font

// Outlines are filled by exact area coverage: every edge adds, to each pixel it
// passes, the signed area to its right, and a running sum along the row gives
// the coverage (the method of FreeType's smooth rasteriser). Everything is
// integer arithmetic on 1/256 pixels with explicit widths, so that results do
// not depend on the processor.

// one is a pixel in the units of points.
const one = 256

// point is a position in 1/256 pixels, y down.
type point struct{ x, y int32 }

// full is the accumulated area of a covered pixel.
const full = one * one * 2

// filler fills one shape at a time into a window of w x h pixels.
type filler struct {
	w, h       int32
	acc        []int32 // h rows of w+1
	start, pen point

	trace *tracer // shapes are traced instead of filled; nil: they are not
}

// reset empties the window and sets its size.
func (f *filler) reset(w, h int) {
	if f.trace != nil {
		f.trace.begin()
		return
	}
	n := (w + 1) * h
	if cap(f.acc) < n {
		f.acc = make([]int32, n)
	}
	f.acc = f.acc[:n]
	clear(f.acc)
	f.w, f.h = int32(w), int32(h)
	f.start, f.pen = point{}, point{}
}

func (f *filler) moveTo(p point) {
	if f.trace != nil {
		f.trace.add(MoveTo, p)
		return
	}
	f.close()
	f.start, f.pen = p, p
}

func (f *filler) close() {
	if f.pen != f.start {
		f.lineTo(f.start)
	}
}

// quadTo draws a quadratic Bézier curve as lines that stay within 1/50 pixel.
func (f *filler) quadTo(b, c point) {
	if f.trace != nil {
		f.trace.add(QuadTo, b, c)
		return
	}
	a := f.pen
	bend := max(abs(a.x-2*b.x+c.x), abs(a.y-2*b.y+c.y))
	shift := steps(bend)
	n := int64(1) << shift
	for i := int64(1); i < n; i++ {
		j := n - i
		at := func(a, b, c int32) int32 {
			return int32((int64(a)*j*j + 2*int64(b)*i*j + int64(c)*i*i + n*n/2) >> (2 * shift))
		}
		f.lineTo(point{at(a.x, b.x, c.x), at(a.y, b.y, c.y)})
	}
	f.lineTo(c)
}

// cubeTo draws a cubic Bézier curve.
func (f *filler) cubeTo(b, c, d point) {
	if f.trace != nil {
		f.trace.add(CubicTo, b, c, d)
		return
	}
	a := f.pen
	bend := max(abs(a.x-2*b.x+c.x), abs(a.y-2*b.y+c.y), abs(b.x-2*c.x+d.x), abs(b.y-2*c.y+d.y))
	shift := steps(3 * bend)
	n := int64(1) << shift
	for i := int64(1); i < n; i++ {
		j := n - i
		at := func(a, b, c, d int32) int32 {
			v := int64(a)*j*j*j + 3*int64(b)*i*j*j + 3*int64(c)*i*i*j + int64(d)*i*i*i
			return int32((v + n*n*n/2) >> (3 * shift))
		}
		f.lineTo(point{at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y)})
	}
	f.lineTo(d)
}

// steps returns log2 of the number of lines for a curve whose second difference
// is bend: the error of n lines is bend/(4 n^2).
func steps(bend int32) int64 {
	var shift int64
	for ; shift < 6 && bend > 20; shift++ {
		bend /= 4
	}
	return shift
}

func (f *filler) lineTo(p point) {
	if f.trace != nil {
		f.trace.add(LineTo, p)
		return
	}
	a, b := f.pen, p
	f.pen = p
	if a.y == b.y {
		return
	}
	sign := int32(1)
	if a.y > b.y {
		a, b, sign = b, a, -1
	}
	top, bottom := max(a.y, 0), min(b.y, f.h*one)
	// Every x is computed from the whole line, so no error adds up.
	at := func(y int32) int32 {
		return a.x + int32(int64(b.x-a.x)*int64(y-a.y)/int64(b.y-a.y))
	}
	for y, x := top, at(max(top, a.y)); y < bottom; {
		row := y / one
		y1 := min((row+1)*one, bottom)
		x1 := at(y1)
		f.span(row, x, x1, (y1-y)*sign)
		y, x = y1, x1
	}
}

// span adds an edge that runs from x0 to x1 and over dy within one row.
func (f *filler) span(row, x0, x1, dy int32) {
	if x0 > x1 {
		x0, x1 = x1, x0
	}
	acc := f.acc[row*(f.w+1) : (row+1)*(f.w+1)]
	if x1 <= 0 {
		acc[0] += dy * 2 * one
		return
	}
	if x0 >= f.w*one {
		return
	}
	done := int32(0)
	for x := x0; ; {
		col := x >> 8
		end := min((col+1)*one, x1)
		part := dy - done
		if end < x1 {
			part = int32(int64(dy)*int64(end-x0)/int64(x1-x0)) - done
		}
		done += part
		switch sum := (x - col*one) + (end - col*one); {
		case col < 0:
			acc[0] += part * 2 * one
		case col < f.w:
			acc[col] += part * (2*one - sum)
			acc[col+1] += part * sum
		default:
			return
		}
		if end == x1 {
			return
		}
		x = end
	}
}

// finish closes the shape and merges its coverage, 0 to 255, into pix (w x h),
// where a pixel keeps the larger of what it has and what it gets.
func (f *filler) finish(pix []uint8) {
	if f.trace != nil {
		f.trace.end()
		return
	}
	f.close()
	w := int(f.w)
	for y := range int(f.h) {
		acc := f.acc[y*(w+1):][:w]
		out := pix[y*w:][:w]
		sum := int32(0)
		for x, a := range acc {
			sum += a
			cover := min(abs(sum), full)
			out[x] = max(out[x], uint8((cover*255+full/2)/full))
		}
	}
	f.start, f.pen = point{}, point{}
}

func abs(a int32) int32 {
	if a < 0 {
		return -a
	}
	return a
}
