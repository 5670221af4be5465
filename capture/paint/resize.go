package paint

import (
	"image"
	"image/color"
	"image/draw"
)

// Fade blends a picture over another one, at a place, with so many percent of
// its strength.
func Fade(dst draw.Image, at image.Point, src image.Image, percent int) {
	b := src.Bounds()
	mask := image.NewUniform(color.Alpha{A: uint8(255 * percent / 100)})
	draw.DrawMask(dst, b.Sub(b.Min).Add(at), src, b.Min, mask, image.Point{}, draw.Over)
}

// Fitted returns a picture that fills a size: scaled until it covers it, the
// middle of what is too long.
func Fitted(src image.Image, size image.Point) *image.RGBA {
	from := src.Bounds().Size()
	to := image.Pt(size.X, (from.Y*size.X+from.X-1)/from.X)
	if to.Y < size.Y {
		to = image.Pt((from.X*size.Y+from.Y-1)/from.Y, size.Y)
	}
	big := Resized(src, to)
	off := to.Sub(size).Div(2)
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Rect, big, off, draw.Src)
	return out
}

// Resized returns a picture scaled to a size: each pixel is the mean of those
// that it covers, where it is smaller than them of the two around its middle.
func Resized(src image.Image, size image.Point) *image.RGBA {
	b := src.Bounds()
	in := image.NewRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(in, in.Rect, src, b.Min, draw.Src)
	mid := image.NewRGBA(image.Rect(0, 0, size.X, b.Dy()))
	for y := range b.Dy() {
		resizeLine(mid.Pix[y*mid.Stride:], 4, size.X, in.Pix[y*in.Stride:], 4, b.Dx())
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	for x := range size.X {
		resizeLine(out.Pix[4*x:], out.Stride, size.Y, mid.Pix[4*x:], mid.Stride, b.Dy())
	}
	return out
}

// resizeLine makes n pixels of m; the steps are from one to the next in bytes.
func resizeLine(dst []uint8, step, n int, src []uint8, srcStep, m int) {
	for i := range n {
		// The pixel covers from..to, in 1/n of a source pixel. Where that is
		// less than a whole one, it takes a whole one around its middle.
		from, to := i*m, (i+1)*m
		if m < n {
			from = max((from+to-n)/2, 0)
			to = min(from+n, n*m)
		}
		var sum [4]int
		for at := from; at < to; {
			k := at / n
			next := min((k+1)*n, to)
			for c := range sum {
				sum[c] += int(src[k*srcStep+c]) * (next - at)
			}
			at = next
		}
		for c := range sum {
			dst[i*step+c] = uint8((sum[c] + (to-from)/2) / (to - from))
		}
	}
}
