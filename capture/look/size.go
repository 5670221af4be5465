package look

import "image"

// What a terminal in VHS loses to its scroll bar and to the padding of its page;
// so that a width and a height give as many columns and rows as there.
const (
	lostWidth  = 25
	lostHeight = 10
)

// Cells returns how many columns and rows a picture of the options' Width and
// Height has, with cells of the given size before scaling; 1 at least.
func Cells(o Options, cell image.Point) (cols, rows int) {
	around := 2 * (o.Padding + o.Margin)
	d := Decor{o: o}
	if d.o.FontSize == 0 {
		d.o.FontSize = 16
	}
	d.o.Scale = 1
	cols = (o.Width - around - lostWidth) / cell.X
	rows = (o.Height - around - d.barHeight() - lostHeight) / cell.Y
	return max(cols, 1), max(rows, 1)
}
