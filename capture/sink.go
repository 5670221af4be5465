package capture

import (
	"errors"
	"fmt"
	"image"
	"io"
	"time"

	"scenario/capture/encode"
	"scenario/capture/raster"
	"scenario/emulator"
)

// sink is one picture file of a recording that is being drawn: of frames of
// pixels (anim), or of screens (svg).
type sink struct {
	anim encode.Animation
	full bool // it takes every colour: what the palette can't hold it gets as RGB
	svg  *encode.SVGWriter
	pipe io.Closer // the program behind anim
}

// sinks opens the picture files.
func (d *drawing) sinks(files []File, pal *raster.Palette) (all []sink, err error) {
	size := d.render.Size()
	for _, f := range files {
		var s sink
		switch recordFormat(f.Path) {
		case formatGIF:
			s.anim = encode.NewGIF(f.W, encode.GIFOptions{
				Width: size.X, Height: size.Y, Palette: pal.Colors, Loop: d.record.Loop, Workers: d.source.Workers,
			})
		case formatAPNG:
			s = sink{anim: d.apng(f.W, pal, d.record.Loop, len(d.plan.frames)), full: !d.paletted(pal)}
		case formatMP4, formatWebM:
			pipe, err := d.source.Video(f.W, recordFormat(f.Path)[1:], d.fps())
			if err != nil {
				return all, err
			}
			s = sink{anim: &held{Animation: d.apng(pipe, pal, 1, len(d.plan.frames)+1), frame: time.Second / time.Duration(d.fps())}, full: !d.paletted(pal), pipe: pipe}
		case formatFolder:
			s = sink{anim: encode.NewFrames(f.Create), full: !d.paletted(pal)}
		case formatSVG:
			s.svg = encode.NewSVG(f.W, d.render, encode.SVGOptions{Title: d.source.title(), Loop: d.record.Loop})
		default: // a cast, a sheet
			continue
		}
		all = append(all, s)
	}
	return all, nil
}

// lay gives SVGs what lies around and behind the cells of a screen, and over them.
func (d *drawing) lay(sinks []sink, scr *emulator.Screen, over []*raster.Sprite) error {
	for i := range sinks {
		if sinks[i].svg == nil {
			continue
		}
		under, err := d.back.under(d.render, scr)
		if err != nil {
			return err
		}
		if err := sinks[i].svg.Lay(under, over); err != nil {
			return err
		}
	}
	return nil
}

func (d *drawing) fps() int {
	if d.record.FPS == 0 {
		return 30
	}
	return d.record.FPS
}

func (d *drawing) apng(w io.Writer, pal *raster.Palette, loop, frames int) encode.Animation {
	size := d.render.Size()
	o := encode.APNGOptions{Width: size.X, Height: size.Y, Frames: frames, Loop: loop, Workers: d.source.Workers}
	if d.paletted(pal) {
		o.Palette = pal.Colors
	}
	return encode.NewAPNG(w, o)
}

// held ends an animation with a frame that changes nothing: players of video,
// and what makes it, forget how long the last frame stands.
type held struct {
	encode.Animation
	frame time.Duration // of the video
	last  raster.Frame
}

func (h *held) Add(f raster.Frame, delay time.Duration) error {
	h.last = f
	return h.Animation.Add(f, delay)
}

func (h *held) Close() error {
	h.last.Damage, h.last.Changed = image.Rectangle{}, nil
	return errors.Join(h.Animation.Add(h.last, h.frame), h.Animation.Close())
}

// add draws a frame into a file.
func (s *sink) add(frame, full raster.Frame, scr *emulator.Screen, delay time.Duration) error {
	switch {
	case s.svg != nil:
		return s.svg.Add(scr, delay)
	case s.full:
		return s.anim.Add(full, delay)
	}
	return s.anim.Add(frame, delay)
}

func (s *sink) close() error {
	if s.svg != nil {
		return s.svg.Close()
	}
	err := s.anim.Close()
	if s.pipe != nil {
		// What the program says explains why it could not be written to.
		if e := s.pipe.Close(); e != nil {
			return e
		}
	}
	return err
}

// errNoVideo is the answer when Source.Video is nil.
var errNoVideo = errors.New("videos can't be made here")

// checkFiles refuses what can't be drawn, and reports whether a file has
// pictures.
func (s *Source) checkFiles(files []File) (pictures bool, err error) {
	for _, f := range files {
		switch format := recordFormat(f.Path); format {
		case formatNone:
			return false, fmt.Errorf("%s: not a format of recordings", f.Path)
		case formatMP4, formatWebM:
			if s.Video == nil {
				return false, fmt.Errorf("%s: %w", f.Path, errNoVideo)
			}
			pictures = true
		case formatCast, formatSheet:
		default:
			pictures = true
		}
	}
	return pictures, nil
}
