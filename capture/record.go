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
	Missing       []string
	Note          string
}

// File is one file to be drawn.
type File struct {
	Path string // the extension is the format
	W    io.Writer
}

// Record draws one recording into its files.
func (s *Source) Record(r event.Record, look event.Look, pace event.Pace, files []File) (Info, error) {
	if r.Look != nil {
		look = *r.Look
	}
	if r.Pace != nil {
		pace = *r.Pace
	}
	opts, err := s.RasterOptions(look)
	if err != nil {
		return Info{}, err
	}
	opts.Levels = gifLevels
	d := &drawing{source: s, record: r, opts: opts, look: look}
	if err := d.prepare(pace); err != nil {
		return Info{}, err
	}
	info := Info{Play: d.plan.end, Cols: d.plan.cols, Rows: d.plan.rows}
	pictures := false
	for _, f := range files {
		switch ext(f.Path) {
		case ".gif", ".apng":
			pictures = true
		case ".cast":
			if err := s.retimed(d.plan, f.W, opts.Theme, 3); err != nil {
				return info, err
			}
		default:
			return info, fmt.Errorf("%s: not a format of recordings", f.Path)
		}
	}
	if !pictures {
		return info, nil
	}
	if err := d.draw(files); err != nil {
		return info, err
	}
	info.Width, info.Height = d.size.X, d.size.Y
	info.Missing = d.render.Missing()
	return info, nil
}

func ext(path string) string { return strings.ToLower(filepath.Ext(path)) }

// drawing is one recording being drawn.
type drawing struct {
	source *Source
	record event.Record
	plan   *plan
	opts   raster.Options
	look   event.Look
	colors *raster.Colors
	render *raster.Renderer
	size   image.Point
}

// prepare goes over the cells once: which screens differ, how large they are
// and which colours they have is then known before a pixel is drawn.
func (d *drawing) prepare(pace event.Pace) error {
	r, err := raster.New(d.source.Fonts, d.opts, 1, 1)
	if err != nil {
		return err
	}
	d.colors = r.Colors()
	d.plan, err = d.source.plan(d.record.Session, pace, d.record.FPS, d.look.Cursor, d.colors.Add)
	if err == nil && len(d.plan.frames) == 0 {
		err = fmt.Errorf("session %s has nothing to show", d.record.Session)
	}
	return err
}

// gifLevels is how many steps lead from paper to ink in a GIF: more cannot be
// seen, and cost bytes.
const gifLevels = 8

func (d *drawing) draw(files []File) error {
	var err error
	d.render, err = raster.New(d.source.Fonts, d.opts, d.plan.cols, d.plan.rows)
	if err != nil {
		return err
	}
	d.size = d.render.Size()
	pal := d.colors.Plan(true)
	var gifs, apngs []encode.Animation
	for _, f := range files {
		switch ext(f.Path) {
		case ".gif":
			gifs = append(gifs, encode.NewGIF(f.W, encode.GIFOptions{
				Width: d.size.X, Height: d.size.Y, Palette: pal.Colors, Loop: d.record.Loop, Workers: d.source.Workers,
			}))
		case ".apng":
			o := encode.APNGOptions{Width: d.size.X, Height: d.size.Y, Frames: len(d.plan.frames), Loop: d.record.Loop, Workers: d.source.Workers}
			if !pal.Local {
				o.Palette = pal.Colors
			}
			apngs = append(apngs, encode.NewAPNG(f.W, o))
		}
	}
	exact := d.render.Paletted(pal)
	full := exact
	if pal.Local && len(apngs) > 0 { // an APNG keeps every colour
		full = d.render.RGB()
	}
	err = d.source.each(d.plan, d.look.Cursor, func(i int, scr *emulator.Screen) error {
		delay := d.plan.delay(i)
		if len(gifs) > 0 || full == exact {
			fr := exact.Draw(scr)
			if err := addAll(gifs, fr, delay); err != nil {
				return err
			}
			if full == exact {
				return addAll(apngs, fr, delay)
			}
		}
		return addAll(apngs, full.Draw(scr), delay)
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

func addAll(as []encode.Animation, f raster.Frame, delay time.Duration) error {
	for _, a := range as {
		if err := a.Add(f, delay); err != nil {
			return err
		}
	}
	return nil
}
