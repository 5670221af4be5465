package paint

import (
	"encoding/binary"
	"image"
	"math"
)

// gradientSteps is how finely a gradient is cut up before its colours are
// rounded to 8 bits; a power of two.
const gradientSteps = 1 << 12

// Gradient fills the picture with colours that go over into one another along a
// line, as linear-gradient does in CSS: the angle is in degrees, clockwise from
// up, and the first and the last colour lie in the corners. There must be at
// least one stop; they are opaque.
func Gradient(dst *image.RGBA, angle int, stops []Color) {
	size := dst.Rect.Size()
	table := gradientTable(stops)
	sin, cos := sine(angle), sine(angle+90)
	// t runs from 0 to 1 over the length |W sin| + |H cos|.
	length := int64(size.X)*abs(sin) + int64(size.Y)*abs(cos)
	if length == 0 {
		return
	}
	const one = 1 << 30
	// Of twice the position, so that the middles of pixels are whole numbers.
	dx, dy := 2*sin*one/(2*length), -2*cos*one/(2*length)
	start := int64(one/2) + dx*int64(1-size.X)/2 + dy*int64(1-size.Y)/2
	for y := range size.Y {
		row := dst.Pix[y*dst.Stride:][:4*size.X]
		t := start + int64(y)*dy
		for x := 0; x < len(row); x += 4 {
			i := min(max(t>>18, 0), gradientSteps-1) // 30 - 12 bits
			binary.LittleEndian.PutUint32(row[x:], table[i])
			t += dx
		}
	}
}

// gradientTable has the pixels of the steps from the first stop to the last.
func gradientTable(stops []Color) *[gradientSteps]uint32 {
	var table [gradientSteps]uint32
	parts := len(stops) - 1
	for i := range table {
		// The middle of step i, in 1/(2 gradientSteps) of all parts.
		at := (2*i + 1) * parts
		k := min(at/(2*gradientSteps), max(parts-1, 0))
		a, b := stops[k], stops[min(k+1, parts)]
		w := at - k*2*gradientSteps
		lerp := func(a, b uint8) uint32 {
			return uint32((int(a)*(2*gradientSteps-w) + int(b)*w + gradientSteps) / (2 * gradientSteps))
		}
		table[i] = lerp(a.R, b.R) | lerp(a.G, b.G)<<8 | lerp(a.B, b.B)<<16 | 255<<24
	}
	return &table
}

// sine returns the sine of an angle in degrees, in 1/65536. The only floats of a
// gradient: of no whole degree is the result near enough to a half that a
// processor's last bit could tell (see the test).
func sine(degrees int) int64 {
	return int64(math.Round(math.Sin(float64(degrees)*math.Pi/180) * 65536))
}

func abs(v int64) int64 { return max(v, -v) }
