package raster

import (
	"cmp"
	"slices"

	"scenario/capture/theme"
)

// medianCut parts the weighted colours into at most n boxes, most used first,
// each of which stands for its mean: boxes are split where the weighted variance
// is largest. The colours are those of cells, not of pixels, so there is nothing
// to dither.
func medianCut(weights map[theme.RGB]int64, n int) []box {
	all := make([]weighted, 0, len(weights))
	for c, w := range weights {
		all = append(all, weighted{[3]int64{int64(c.R), int64(c.G), int64(c.B)}, w})
	}
	slices.SortFunc(all, func(a, b weighted) int { return slices.Compare(a.c[:], b.c[:]) })
	scratch := make([]weighted, len(all))
	boxes := make([]box, 1, n)
	boxes[0] = newBox(all)
	for len(boxes) < n {
		// The first of the worst boxes, so that the result is the same each time.
		worst := 0
		for i := range boxes {
			if boxes[i].spread > boxes[worst].spread {
				worst = i
			}
		}
		b := boxes[worst]
		if b.spread == 0 {
			break
		}
		left, right := b.split(scratch)
		boxes[worst] = newBox(left)
		boxes = append(boxes, newBox(right))
	}
	slices.SortStableFunc(boxes, func(a, b box) int { return cmp.Compare(b.weight, a.weight) })
	return boxes
}

type weighted struct {
	c [3]int64 // red, green, blue
	w int64
}

func (w *weighted) rgb() theme.RGB {
	return theme.RGB{R: uint8(w.c[0]), G: uint8(w.c[1]), B: uint8(w.c[2])}
}

// box is some colours, the axis along which they differ most, and by how much
// (the sum of squares around the mean).
type box struct {
	colors []weighted
	weight int64
	sum    [3]int64
	axis   int
	spread int64
}

func newBox(colors []weighted) box {
	b := box{colors: colors}
	for _, c := range colors {
		b.weight += c.w
		for i, v := range c.c {
			b.sum[i] += v * c.w
		}
	}
	var spread, mean [3]int64
	for i := range mean {
		mean[i] = (b.sum[i] + b.weight/2) / b.weight
	}
	for _, c := range colors {
		for i, v := range c.c {
			d := v - mean[i]
			spread[i] += d * d * c.w
		}
	}
	for i, v := range spread {
		if v > b.spread {
			b.axis, b.spread = i, v
		}
	}
	return b
}

func (b *box) mean() theme.RGB {
	at := func(i int) uint8 { return uint8((b.sum[i] + b.weight/2) / b.weight) }
	return theme.RGB{R: at(0), G: at(1), B: at(2)}
}

// split parts the colours at the mean of the axis; as they differ along it, both
// halves have some. Their order stays, so it is the same each time.
func (b *box) split(scratch []weighted) (left, right []weighted) {
	mean := b.sum[b.axis] / b.weight
	left, right = b.colors[:0], scratch[:0]
	for _, c := range b.colors {
		if c.c[b.axis] <= mean {
			left = append(left, c)
		} else {
			right = append(right, c)
		}
	}
	n := len(left)
	copy(b.colors[n:], right)
	return b.colors[:n], b.colors[n:]
}
