package raster

import (
	"cmp"
	"slices"

	"scenario/capture/theme"
)

// weighted is a packed colour and how much it is used.
type weighted struct {
	color  uint32
	weight int64
}

func (w weighted) compare(color uint32) int { return int(w.color) - int(color) }

func (w *weighted) channel(axis int) int64 { return int64(w.color >> (16 - 8*axis) & 0xff) }

// medianCut parts sorted colours into at most n boxes, most used first, each of
// which stands for its mean: boxes are split where the weighted variance is
// largest. The colours are those of cells, not of pixels, so there is nothing to
// dither. Their order changes.
func medianCut(colors []weighted, n int) []box {
	scratch := make([]weighted, len(colors))
	boxes := make([]box, 1, n)
	boxes[0] = newBox(colors)
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
	var squares [3]int64
	for i := range colors {
		c := &colors[i]
		b.weight += c.weight
		for axis := range b.sum {
			v := c.channel(axis)
			b.sum[axis] += v * c.weight
			squares[axis] += v * v * c.weight
		}
	}
	for axis, sum := range b.sum {
		mean := (sum + b.weight/2) / b.weight
		if spread := squares[axis] - 2*mean*sum + mean*mean*b.weight; spread > b.spread {
			b.axis, b.spread = axis, spread
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
		if c.channel(b.axis) <= mean {
			left = append(left, c)
		} else {
			right = append(right, c)
		}
	}
	n := len(left)
	copy(b.colors[n:], right)
	return b.colors[:n], b.colors[n:]
}
