package capture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"time"

	"scenario/capture/encode"
	"scenario/capture/raster"
	"scenario/emulator"
	"scenario/event"
)

// The measures of a contact sheet, in pixels.
const (
	sheetWidth    = 2400 // about, at most
	sheetGap      = 16
	sheetPadding  = 6
	sheetPictures = 48
	sheetPerRow   = 4
	sheetStills   = 12 // of a recording without steps
)

// picture is one of a contact sheet.
type picture struct {
	frame   int // of the plan
	caption string
}

// sheet writes a contact sheet: one picture of the screens that the steps led
// to, with what each step did over it, for those who review a change. A
// recording without steps is sampled evenly.
func (s *Source) sheet(p *plan, w io.Writer, look event.Look) error {
	pictures := s.pictures(p)
	shrink(&look, 60)
	look = bareLook(look)
	look.Padding = sheetPadding
	opts, err := s.RasterOptions(look)
	if err != nil {
		return err
	}
	opts.Levels = gifLevels
	r, err := raster.New(s.Fonts, opts, p.size.X, p.size.Y)
	if err != nil {
		return err
	}
	caption, err := raster.New(s.Fonts, opts, p.size.X, 1)
	if err != nil {
		return err
	}
	cell := r.Size().Add(image.Pt(sheetGap, sheetGap+caption.Size().Y))
	perRow := max(1, min(sheetPerRow, len(pictures), (sheetWidth-sheetGap)/cell.X))
	rows := (len(pictures) + perRow - 1) / perRow
	size := image.Pt(perRow*cell.X+sheetGap, rows*cell.Y+sheetGap)
	if size.X*size.Y > raster.MaxPixels {
		return fmt.Errorf("a contact sheet of %dx%d pixels is too large: at most %d million", size.X, size.Y, raster.MaxPixels/1_000_000)
	}
	sheet := image.NewRGBA(image.Rectangle{Max: size})
	bg := opts.Theme.Bg
	draw.Draw(sheet, sheet.Rect, image.NewUniform(color.RGBA{bg.R / 2, bg.G / 2, bg.B / 2, 255}), image.Point{}, draw.Src)
	canvas, words := r.RGB(), caption.RGB()
	n := 0
	err = s.each(p, func(i int, scr *emulator.Screen) error {
		if n == len(pictures) || pictures[n].frame != i {
			return nil
		}
		at := image.Pt(sheetGap+n%perRow*cell.X, sheetGap+n/perRow*cell.Y)
		line, err := s.caption(pictures[n].caption, p.size.X)
		if err != nil {
			return err
		}
		put(sheet, words.Draw(line).RGB, at)
		put(sheet, canvas.Draw(scr).RGB, at.Add(image.Pt(0, caption.Size().Y)))
		n++
		return nil
	})
	if err != nil {
		return err
	}
	return encode.PNGImage(w, sheet, s.about(0)...)
}

func put(dst *image.RGBA, src *image.RGBA, at image.Point) {
	draw.Draw(dst, image.Rectangle{at, at.Add(src.Rect.Size())}, src, image.Point{}, draw.Src)
}

// caption is a line of text as a screen, dim so that it stands apart.
func (s *Source) caption(text string, cols int) (*emulator.Screen, error) {
	term, err := s.terminal(cols, 1)
	if err != nil {
		return nil, err
	}
	var plain []rune
	for _, r := range text {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			r = ' '
		}
		plain = append(plain, r)
	}
	if err := term.Write([]byte("\x1b[?25l\x1b[?7l\x1b[1;36m" + string(plain))); err != nil {
		return nil, err
	}
	scr := new(emulator.Screen)
	term.Snapshot(scr)
	return scr, nil
}

// pictures chooses the frames of a contact sheet.
func (s *Source) pictures(p *plan) []picture {
	var all []picture
	if len(p.moments) == 0 {
		most := min(sheetStills, len(p.frames))
		for i := range most {
			frame := i * len(p.frames) / most
			all = append(all, picture{frame, p.frames[frame].at.Round(100 * time.Millisecond).String()})
		}
		return all
	}
	frame := 0
	for i, m := range p.moments {
		last, seq := i+1 == len(p.moments), m.CastSeq
		if !last && p.moments[i+1].StepIndex != m.StepIndex {
			last = true
			if next := p.moments[i+1]; next.Do == event.DoSettled {
				seq = next.CastSeq // its answer, which the next step waited for
			}
		}
		if !last {
			continue
		}
		for frame+1 < len(p.frames) && p.frames[frame+1].castSeq <= seq {
			frame++
		}
		if p.frames[frame].castSeq > seq || len(all) > 0 && all[len(all)-1].frame == frame {
			continue
		}
		caption := ""
		if step, ok := s.step(m.StepIndex); ok {
			if caption = fmt.Sprintf("%d  %s", m.StepIndex, step.Text); step.Name != "" {
				caption = fmt.Sprintf("%d  %s", m.StepIndex, step.Name)
			}
		}
		all = append(all, picture{frame, caption})
	}
	if len(all) == 0 {
		all = append(all, picture{len(p.frames) - 1, ""})
	}
	if n := len(all); n > sheetPictures {
		some := make([]picture, sheetPictures)
		for i := range some {
			some[i] = all[i*(n-1)/(sheetPictures-1)]
		}
		return some
	}
	return all
}
