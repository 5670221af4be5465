package font

// wedges are U+1FB3C to U+1FB51: a line from one point of the cell's edge to
// another, and which side of it is filled, the part of the edge that is met when
// going clockwise from the first to the second. U+1FB52 to U+1FB67 are the other
// sides of the same lines.
var wedges = [...][2]uint8{
	{6, 8}, {5, 8}, {6, 9}, {5, 9}, {6, 0}, {1, 9}, {2, 9}, {1, 8}, {2, 8}, {1, 7}, {3, 8},
	{4, 6}, {4, 7}, {3, 6}, {3, 7}, {2, 6}, {3, 1}, {3, 0}, {4, 1}, {4, 0}, {5, 1}, {4, 9},
}

// edge are the points of a cell's edge that wedges begin and end at, clockwise
// from the upper left corner: in halves of the width and thirds of the height.
var edge = [...][2]int{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {2, 3}, {1, 3}, {0, 3}, {0, 2}, {0, 1}}

// triangles are U+1FB68 to U+1FB6F: parts of the edge, joined with the middle of
// the cell.
var triangles = [...][2]uint8{{0, 7}, {2, 0}, {5, 2}, {7, 5}, {7, 0}, {0, 2}, {2, 5}, {5, 7}}

// wedge draws U+1FB3C to U+1FB6F. Its points are at whole pixels where those of
// sextants are, so that they meet.
func (f *Face) wedge(m *Mask, r rune) {
	var side [2]uint8
	var corners []point
	switch i, n := int(r-0x1FB3C), len(wedges); {
	case i < n:
		side = wedges[i]
	case i < 2*n:
		side = [2]uint8{wedges[i-n][1], wedges[i-n][0]}
	default:
		side = triangles[i-2*n]
		corners = append(corners, point{int32(m.W * one / 2), int32(m.H * one / 2)})
	}
	for at := int(side[0]); ; at = (at + 1) % len(edge) {
		corners = append(corners, px(m.W*edge[at][0]/2, m.H*edge[at][1]/3))
		if at == int(side[1]) {
			break
		}
	}
	f.polygon(m, corners...)
}
