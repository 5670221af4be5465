package capture

import (
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"
	"time"

	"scenario/capture/encode"
	"scenario/capture/raster"
	"scenario/emulator"
	"scenario/event"
)

// Info is what is worth saying of a file that was drawn.
type Info struct {
	Play          time.Duration // of one loop; 0: a still
	Cols, Rows    int
	Width, Height int // pixels; 0: a text
	// Grid is the pixels of all cells of the screen, also of those that are cut
	// off, and Cell the size of one; zero: a text.
	Grid    image.Rectangle
	Cell    image.Point
	Missing []string // characters that no font has, as raster.Renderer.Missing lists them
	Note    string   // what a reader should know of the file; "": nothing
}

// File is one file to be drawn.
type File struct {
	Path string // the extension is the format
	W    io.Writer
	// CastVersion is that of a cast: 2 or 3; 0 is 3.
	CastVersion int
}

// Record draws one recording into its files. look and pace are the scenario's;
// the recording's own go before them. Memory does not grow with the length of
// the recording but for a few bytes a line of the cast.
func (s *Source) Record(r event.Record, look event.Look, pace event.Pace, files []File) (Info, error) {
	if r.Look != nil {
		look = *r.Look
	}
	if r.Pace != nil {
		pace = *r.Pace
	}
	animated := false
	for _, f := range files {
		switch ext(f.Path) {
		case ".gif", ".apng":
			animated = true
		case ".cast":
		default:
			return Info{}, fmt.Errorf("%s: not a format of recordings", f.Path)
		}
	}
	opts, err := s.RasterOptions(look)
	if err != nil {
		return Info{}, err
	}
	opts.Levels = gifLevels
	plan, err := s.timeline(r, look, pace)
	if err != nil {
		return Info{}, err
	}
	d := &drawing{source: s, record: r, opts: opts, plan: plan}
	if err := d.prepare(animated); err != nil {
		return Info{}, err
	}
	info := Info{Play: plan.end, Cols: plan.size.X, Rows: plan.size.Y}
	for _, f := range files {
		if ext(f.Path) == ".cast" {
			version := f.CastVersion
			if version == 0 {
				version = castVersion
			}
			if err := s.retimed(plan, f.W, opts.Theme, version); err != nil {
				return info, err
			}
		}
	}
	if !animated {
		return info, nil
	}
	if err := d.draw(files); err != nil {
		return info, err
	}
	size := d.render.Size()
	info.Width, info.Height = size.X, size.Y
	info.Grid = d.render.Grid()
	info.Cell = d.render.CellRect(image.Rect(0, 0, 1, 1)).Size()
	info.Missing = d.render.Missing()
	if d.local {
		info.Note = "more than 256 colours: each frame of a GIF has a palette of its own"
	}
	return info, nil
}

func ext(path string) string { return strings.ToLower(filepath.Ext(path)) }

const (
	// gifLevels is how many steps lead from paper to ink in a recording: more
	// cannot be seen, and cost bytes.
	gifLevels = 8
	// castVersion is that of the casts that are written unless asked for
	// another.
	castVersion = 3
)

// drawing is one recording being drawn.
type drawing struct {
	source *Source
	record event.Record
	plan   *plan
	opts   raster.Options
	colors *raster.Colors
	render *raster.Renderer
	titles *titles
	look   int  // in plan.looks: the one that is drawn with
	local  bool // a GIF has more colours than one palette holds
}

// prepare goes over the cells once: which screens differ and which colours they
// have is then known before a pixel is drawn.
func (d *drawing) prepare(animated bool) error {
	if !animated {
		return d.source.distinct(d.plan, func(*shown, *emulator.Screen) error { return nil })
	}
	var err error
	if d.render, err = raster.New(d.source.Fonts, d.opts, d.plan.size.X, d.plan.size.Y); err != nil {
		return err
	}
	d.colors, d.titles = d.render.Colors(), newTitles(d.render, d.plan.looks[0])
	return d.source.distinct(d.plan, func(f *shown, scr *emulator.Screen) error {
		if err := d.restyle(f.look); err != nil {
			return err
		}
		d.colors.Add(scr, d.titles.over(scr)...)
		return nil
	})
}

// restyle gives the frames that follow the colours of a look.
func (d *drawing) restyle(look int) error {
	if look == d.look {
		return nil
	}
	d.look = look
	t, err := d.source.Theme(d.plan.looks[look].Theme)
	if err != nil {
		return err
	}
	d.render.SetTheme(t)
	return nil
}

// draw goes over the cells again and draws them into every file.
func (d *drawing) draw(files []File) error {
	size, pal := d.render.Size(), d.colors.Plan(true)
	var gifs, apngs []encode.Animation
	for _, f := range files {
		switch ext(f.Path) {
		case ".gif":
			gifs = append(gifs, d.gif(f.W, size, pal))
		case ".apng":
			apngs = append(apngs, d.apng(f.W, size, pal))
		}
	}
	d.local = pal.Local && len(gifs) > 0
	// One canvas serves all, but where the colours don't fit into a palette an
	// APNG keeps every one of them.
	var full *raster.Canvas
	if !d.paletted(pal) && len(apngs) > 0 {
		full = d.render.RGB()
	}
	paletted := gifs
	if full == nil {
		paletted = append(paletted, apngs...)
	}
	var canvas *raster.Canvas
	if len(paletted) > 0 {
		canvas = d.render.Paletted(pal)
	}
	err := d.source.each(d.plan, func(i int, scr *emulator.Screen) error {
		if d.source.Progress != nil {
			d.source.Progress(i+1, len(d.plan.frames))
		}
		delay := d.plan.delay(i)
		if err := d.restyle(d.plan.frames[i].look); err != nil {
			return err
		}
		if canvas != nil {
			if err := addAll(paletted, canvas.Draw(scr, d.titles.over(scr)...), delay); err != nil {
				return err
			}
		}
		if full != nil {
			return addAll(apngs, full.Draw(scr, d.titles.over(scr)...), delay)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, a := range append(gifs, apngs...) {
		if err := a.Close(); err != nil {
			return err
		}
	}
	return nil
}

// paletted reports whether an APNG has the palette: when it is exact, or when
// something shines through, which is an entry of it.
func (d *drawing) paletted(pal *raster.Palette) bool {
	return pal.Exact() || !pal.Local && d.render.Decor().Translucent()
}

func (d *drawing) gif(w io.Writer, size image.Point, pal *raster.Palette) encode.Animation {
	return encode.NewGIF(w, encode.GIFOptions{
		Width: size.X, Height: size.Y, Palette: pal.Colors, Loop: d.record.Loop, Workers: d.source.Workers,
	})
}

func (d *drawing) apng(w io.Writer, size image.Point, pal *raster.Palette) encode.Animation {
	o := encode.APNGOptions{
		Width: size.X, Height: size.Y, Frames: len(d.plan.frames), Loop: d.record.Loop, Workers: d.source.Workers,
	}
	if d.paletted(pal) {
		o.Palette = pal.Colors
	}
	return encode.NewAPNG(w, o)
}

func addAll(as []encode.Animation, f raster.Frame, delay time.Duration) error {
	for _, a := range as {
		if err := a.Add(f, delay); err != nil {
			return err
		}
	}
	return nil
}
