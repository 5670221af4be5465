package capture

import (
	"cmp"
	"image"
	"io"
	"path/filepath"
	"strings"
	"time"

	"scenario/capture/overlay"
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
	// Create opens the files of a folder, instead of W.
	Create func(name string) (io.WriteCloser, error)
	// CastVersion is that of a cast: 2 or 3; 0 is the recording's.
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
	var small, rest []File
	for _, f := range files {
		if format := recordFormat(f.Path); r.MaxSize > 0 && (format == formatGIF || format == formatAPNG) {
			small = append(small, f)
		} else {
			rest = append(rest, f)
		}
	}
	var info Info
	if len(rest) > 0 {
		var err error
		if info, err = s.record(r, look, pace, noEffort(), rest); err != nil {
			return info, err
		}
	}
	for _, f := range small {
		fitted, err := s.fitted(r, look, pace, f)
		if err != nil {
			return info, err
		}
		fitted.Note = joined(info.Note, fitted.Note)
		info = fitted
	}
	return info, nil
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// record draws a recording with some effort to make it small.
func (s *Source) record(r event.Record, look event.Look, pace event.Pace, e effort, files []File) (Info, error) {
	animated, err := s.checkFiles(files)
	if err != nil {
		return Info{}, err
	}
	opts, err := s.RasterOptions(look)
	if err != nil {
		return Info{}, err
	}
	opts.Levels = e.levels
	plan, err := s.timeline(r, look, pace)
	if err != nil {
		return Info{}, err
	}
	if e.fps > 0 {
		plan.thin(time.Second / time.Duration(e.fps))
	}
	d := &drawing{source: s, record: r, opts: opts, plan: plan}
	if err := d.prepare(animated); err != nil {
		return Info{}, err
	}
	info := Info{Play: plan.end, Cols: plan.size.X, Rows: plan.size.Y}
	for _, f := range files {
		switch recordFormat(f.Path) {
		case formatCast:
			if err := s.retimed(plan, f.W, opts.Theme, cmp.Or(f.CastVersion, r.Cast, castVersion)); err != nil {
				return info, err
			}
		case formatSheet:
			if err := s.sheet(plan, f.W, look); err != nil {
				return info, err
			}
		}
	}
	if !animated {
		return info, nil
	}
	plan.blink()
	if err := plan.turn(r); err != nil {
		return info, err
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
		info.Note = noteLocal
	}
	note, err := s.otherColors(r.Session, look)
	info.Note = joined(info.Note, note)
	return info, err
}

// noteLocal is what is said of a GIF of many colours.
const noteLocal = "more than 256 colours: each frame of a GIF has a palette of its own"

// Of is what there is to say of one of the files of a recording: a cast has no
// pixels, a contact sheet others, and some notes are of GIFs only.
func (i Info) Of(path string) Info {
	switch recordFormat(path) {
	case formatCast, formatSheet:
		i.Width, i.Height = 0, 0
	}
	if recordFormat(path) != formatGIF && i.Note == noteLocal {
		i.Note = ""
	}
	return i
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
	paint  *overlay.Painter
	back   backdrop
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
	d.paint = overlay.New(d.source.Fonts, d.render, d.opts.Theme, d.opts.FontSize*max(d.opts.Scale, 1))
	return d.source.distinct(d.plan, func(f *shown, scr *emulator.Screen) error {
		if err := d.restyle(f.look); err != nil {
			return err
		}
		d.colors.Add(scr, d.over(f, scr)...)
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
	d.paint.SetTheme(t)
	return nil
}

// over is what is laid over the screen of a frame.
func (d *drawing) over(f *shown, scr *emulator.Screen) []*raster.Sprite {
	return append(d.titles.over(scr), d.paint.Sprites(f.State)...)
}

// draw goes over the cells again and draws them into every file.
func (d *drawing) draw(files []File) error {
	pal := d.colors.Plan(true)
	sinks, err := d.sinks(files, pal)
	if err == nil {
		err = d.drawInto(sinks, pal)
	}
	for i := range sinks {
		if e := sinks[i].close(); err == nil {
			err = e
		}
	}
	return err
}

// drawInto draws every frame into every file. One canvas serves all, but where
// the colours don't fit into a palette some files keep every one of them.
func (d *drawing) drawInto(sinks []sink, pal *raster.Palette) error {
	var paletted, full *raster.Canvas
	for i := range sinks {
		switch s := &sinks[i]; {
		case s.svg != nil:
		case s.full && full == nil:
			full = d.render.RGB()
		case !s.full && paletted == nil:
			paletted = d.render.Paletted(pal)
			d.local = pal.Local
		}
	}
	return d.source.each(d.plan, func(i int, scr *emulator.Screen) error {
		if d.source.Progress != nil {
			d.source.Progress(i+1, len(d.plan.frames))
		}
		if err := d.restyle(d.plan.frames[i].look); err != nil {
			return err
		}
		over := d.over(&d.plan.frames[i], scr)
		var frame, rgb raster.Frame
		if paletted != nil {
			frame = paletted.Draw(scr, over...)
		}
		if full != nil {
			rgb = full.Draw(scr, over...)
		}
		if err := d.lay(sinks, scr, over); err != nil {
			return err
		}
		for k := range sinks {
			if err := sinks[k].add(frame, rgb, scr, d.plan.delay(i)); err != nil {
				return err
			}
		}
		return nil
	})
}

// paletted reports whether what keeps every colour has the palette: when it is
// exact, or when something shines through, which is an entry of it.
func (d *drawing) paletted(pal *raster.Palette) bool {
	return pal.Exact() || !pal.Local && d.render.Decor().Translucent()
}
