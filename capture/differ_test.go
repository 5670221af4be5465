package capture

import (
	"image"
	"image/color"
	"testing"
)

// What differs is told in words for one thing and for several.
func TestDifferGrammar(t *testing.T) {
	info := Info{Grid: image.Rect(10, 10, 90, 50), Cell: image.Pt(8, 16)}
	was := image.NewRGBA(image.Rect(0, 0, 100, 60))
	for _, tt := range []struct {
		name  string
		where image.Rectangle
		want  string
	}{
		{"nothing", image.Rectangle{}, ""},
		{"a pixel", image.Rect(10, 10, 11, 11), "row 1, column 1 differs (1 pixel)"},
		{"a cell", image.Rect(18, 26, 26, 42), "row 2, column 2 differs (128 pixels)"},
		{"part of a row", image.Rect(18, 26, 34, 42), "row 2, columns 2-3 differ (256 pixels)"},
		{"part of a column", image.Rect(10, 10, 18, 42), "rows 1-2, column 1 differ (256 pixels)"},
		{"the edge too", image.Rect(9, 10, 11, 11), "row 1, column 1 and what is around the cells differ (2 pixels)"},
		{"a pixel of the edge", image.Rect(2, 3, 3, 4), "pixel 2,3, around the cells, differs (1 pixel)"},
		{"the edge", image.Rect(2, 3, 4, 5), "pixels 2,3 to 3,4, around the cells, differ (4 pixels)"},
	} {
		now := image.NewRGBA(was.Bounds())
		for y := tt.where.Min.Y; y < tt.where.Max.Y; y++ {
			for x := tt.where.Min.X; x < tt.where.Max.X; x++ {
				now.Set(x, y, color.White)
			}
		}
		if got := differPixels(was, now, info); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, tt := range []struct{ was, now, want string }{
		{"a", "a\nb", "there was 1 line, are 2"},
		{"a\nb", "a", "there were 2 lines, is 1"},
		{"a\nb", "a\nb\nc", "there were 2 lines, are 3"},
		{"a", "b", `line 1 was "a", is "b"`},
	} {
		if got := differLines("line", []byte(tt.was), []byte(tt.now)); got != tt.want {
			t.Errorf("%q and %q: %q, want %q", tt.was, tt.now, got, tt.want)
		}
	}
}
