package capture

import (
	"fmt"
	"image"
	"io"
	"math"

	"scenario/capture/encode"
	"scenario/capture/overlay"
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
// format of path. shot is the moment that takes it: what is left of the screen,
// and what is pointed out; zero: all of it, and nothing.
func (s *Source) Still(w io.Writer, path string, scr *emulator.Screen, look event.Look, shot event.TimelinePayload) (Info, error) {
	crop := shot.Crop
	info := Info{Cols: scr.Cols, Rows: scr.Rows}
	cells := image.Rect(0, 0, scr.Cols, scr.Rows)
	if crop != nil {
		cells = image.Rect(crop.Col1-1, crop.Row1-1, crop.Col2, crop.Row2).Intersect(cells)
		info.Cols, info.Rows = cells.Dx(), cells.Dy()
		if cells.Empty() {
			return info, fmt.Errorf("nothing of a screen of %dx%d is left to be drawn", scr.Cols, scr.Rows)
		}
	}
	format := ext(path)
	if format != ".png" && crop != nil {
		scr = cropped(scr, cells)
		look = bareLook(look)
		shot.Highlight = moved(shot.Highlight, cells.Min)
	}
	switch format {
	case ".txt":
		return info, encode.PlainText(w, scr)
	case ".ansi":
		return info, encode.ANSI(w, scr)
	case ".json":
		return info, encode.JSON(w, scr)
	case ".png", ".svg", ".html":
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
	over := append(newTitles(r, look).over(scr), overlay.New(s.Fonts, r, opts.Theme, opts.FontSize*max(opts.Scale, 1)).Highlights(shot.Highlight)...)
	switch format {
	case ".svg":
		var b backdrop
		under, err := b.under(r, scr)
		if err != nil {
			return info, err
		}
		if err := encode.SVG(w, r, scr, encode.SVGOptions{Title: s.title()}, under, over); err != nil {
			return info, err
		}
		info.Width, info.Height = r.Size().X, r.Size().Y
	case ".html":
		err = encode.HTML(w, r, scr, s.title())
		info.Width, info.Height = r.Grid().Dx(), r.Grid().Dy()
	default:
		f := stillFrame(r, scr, over)
		info.Cell = image.Pt(f.CellW, f.CellH)
		if crop != nil {
			f = raster.Crop(f, r.CellRect(cells))
		}
		info.Grid = image.Rect(0, 0, scr.Cols*f.CellW, scr.Rows*f.CellH).Add(f.Origin)
		info.Width, info.Height = f.Bounds().Dx(), f.Bounds().Dy()
		err = encode.PNG(w, f, s.about(shot.StepIndex)...)
	}
	info.Missing = r.Missing()
	if err == nil {
		info.Note, err = s.otherColors(shot.Session, look)
	}
	return info, err
}

// stillFrame draws a screen, and what is laid over it, in as few colours as they
// have.
func stillFrame(r *raster.Renderer, scr *emulator.Screen, over []*raster.Sprite) raster.Frame {
	colors := r.Colors()
	colors.Add(scr, over...)
	if pal := colors.Plan(false, stillLevels); pal.Exact() && !r.Decor().Translucent() {
		return r.Paletted(pal).Draw(scr, over...)
	}
	return r.RGB().Draw(scr, over...)
}

// cropped returns a part of a screen as a screen.
func cropped(scr *emulator.Screen, cells image.Rectangle) *emulator.Screen {
	part := *scr
	part.Cols, part.Rows = cells.Dx(), cells.Dy()
	part.Cells, part.Gen, part.Wrapped = nil, nil, nil
	for y := cells.Min.Y; y < cells.Max.Y; y++ {
		part.Cells = append(part.Cells, scr.Row(y)[cells.Min.X:cells.Max.X]...)
	}
	part.Cursor.Row -= cells.Min.Y
	part.Cursor.Col -= cells.Min.X
	if part.Cursor.Row < 0 || part.Cursor.Row >= part.Rows || part.Cursor.Col < 0 || part.Cursor.Col >= part.Cols {
		part.Cursor.Visible = false
	}
	return &part
}

// stillLevels is how many steps lead from paper to ink in a still.
const stillLevels = 16

// bareLook is a look without all that surrounds the cells.
func bareLook(l event.Look) event.Look {
	l.Padding, l.Margin, l.Radius, l.Width, l.Height, l.Window = 0, 0, 0, 0, 0, ""
	l.Border, l.Shadow, l.Watermark = nil, nil, nil
	return l
}

// moved returns rectangles of a screen as those of a part that begins at a cell.
func moved(list []event.Rect, by image.Point) []event.Rect {
	var out []event.Rect
	for _, r := range list {
		out = append(out, event.Rect{Row1: r.Row1 - by.Y, Col1: r.Col1 - by.X, Row2: r.Row2 - by.Y, Col2: r.Col2 - by.X})
	}
	return out
}
