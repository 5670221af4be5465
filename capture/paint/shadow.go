package paint

import "image"

// Shadow returns the coverage of a blurred box with rounded corners, and by how
// much it reaches beyond the box on each side. The blur is that of CSS: twice
// the standard deviation of a Gaussian, which three box filters come near to.
func Shadow(size image.Point, radius, blur int) (mask *image.Alpha, reach int) {
	if blur < 1 {
		return Box(size, radius), 0
	}
	width := max(blur*94/100, 1) | 1 // of the box filter; odd
	reach = 3 * (width / 2)
	// Between the corners every column and row is the same: only as much is
	// blurred as differs.
	edge := radius + reach
	core := image.Pt(min(size.X, 2*edge+1), min(size.Y, 2*edge+1))
	w, h := core.X+2*reach, core.Y+2*reach
	small := image.NewAlpha(image.Rect(0, 0, w, h))
	box := Box(core, radius)
	for y := range core.Y {
		copy(small.Pix[(y+reach)*w+reach:], box.Pix[y*box.Stride:][:core.X])
	}
	line := make([]uint8, max(w, h))
	for range 3 {
		for y := range h {
			blurLine(small.Pix[y*w:], 1, w, width, line)
		}
		for x := range w {
			blurLine(small.Pix[x:], w, h, width, line)
		}
	}
	mask = image.NewAlpha(image.Rect(0, 0, size.X+2*reach, size.Y+2*reach))
	for y := range mask.Rect.Dy() {
		row := mask.Pix[y*mask.Stride:][:mask.Stride]
		from := small.Pix[stretched(y, mask.Rect.Dy(), h)*w:]
		for x := range row {
			row[x] = from[stretched(x, len(row), w)]
		}
	}
	return mask, reach
}

// stretched is the place in a short line that stands for place i of a long one:
// the ends are kept, the middle is repeated.
func stretched(i, long, short int) int {
	switch {
	case i < short/2:
		return i
	case i >= long-short/2:
		return i - (long - short)
	}
	return short / 2
}

// blurLine replaces n values, step apart, by the means of the width values
// around them. line is scratch.
func blurLine(pix []uint8, step, n, width int, line []uint8) {
	half, sum := width/2, 0
	for i := range n {
		line[i] = pix[i*step]
	}
	for i := range min(half, n) {
		sum += int(line[i])
	}
	for i := range n {
		if i+half < n {
			sum += int(line[i+half])
		}
		pix[i*step] = uint8((sum + half) / width)
		if i >= half {
			sum -= int(line[i-half])
		}
	}
}
