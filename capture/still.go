package capture

import (
	"fmt"
	"image"
	"io"
	"math"

	"scenario/capture/encode"
	"scenario/capture/raster"
	"scenario/emulator"
	"scenario/event"
)

// Screen returns the screen of a session when castSeq event lines stood in its
// cast; a negative castSeq is the end.
func (s *Source) Screen(session string, castSeq int) (*emulator.Screen, error) {
	if castSeq < 0 {
		castSeq = math.MaxInt
	}
	var screen *emulator.Screen
	err := s.Screens(session, []int{castSeq}, func(_ int, scr *emulator.Screen) error {
		screen = scr
		return nil
	})
	return screen, err
}

// Screens calls f with the screens of a session when so many event lines stood
// in its cast, in one pass. castSeqs must not fall; a screen is valid until f
// returns.
func (s *Source) Screens(session string, castSeqs []int, f func(i int, scr *emulator.Screen) error) error {
	moments, err := s.Moments(session)
	if err != nil {
		return err
	}
	p := &plan{session: session, moments: moments, looks: []event.Look{{Cursor: true}}}
	return s.replay(p, len(castSeqs), func(i int) int { return castSeqs[i] }, f)
}

// Still draws a screen, or the cells of it that crop names, as a file of the
// format of path.
func (s *Source) Still(w io.Writer, path string, scr *emulator.Screen, look event.Look, crop *event.Rect) (Info, error) {
	info := Info{Cols: scr.Cols, Rows: scr.Rows}
	cells := image.Rect(0, 0, scr.Cols, scr.Rows)
	if crop != nil {
		cells = image.Rect(crop.Col1-1, crop.Row1-1, crop.Col2, crop.Row2).Intersect(cells)
		info.Cols, info.Rows = cells.Dx(), cells.Dy()
		if cells.Empty() {
			return info, fmt.Errorf("nothing of a screen of %dx%d is left to be drawn", scr.Cols, scr.Rows)
		}
	}
	switch ext(path) {
	case ".txt":
		return info, encode.PlainText(w, scr, cells)
	case ".png":
	default:
		return info, fmt.Errorf("%s: not a format of screenshots", path)
	}
	opts, err := s.RasterOptions(look)
	if err != nil {
		return info, err
	}
	r, err := raster.New(s.Fonts, opts, scr.Cols, scr.Rows)
	if err != nil {
		return info, err
	}
	colors := r.Colors()
	colors.Add(scr)
	var f raster.Frame
	if pal := colors.Plan(false, stillLevels); !pal.Exact() {
		f = r.RGB().Draw(scr)
	} else {
		f = r.Paletted(pal).Draw(scr)
	}
	if crop != nil {
		f = raster.Crop(f, r.CellRect(cells))
	}
	info.Width, info.Height = f.Bounds().Dx(), f.Bounds().Dy()
	info.Missing = r.Missing()
	return info, encode.PNG(w, f)
}

// stillLevels is how many steps lead from paper to ink in a still.
const stillLevels = 16
