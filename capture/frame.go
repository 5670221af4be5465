package capture

import (
	"errors"
	"fmt"
	"image"
	"slices"

	decor "scenario/capture/look"
	"scenario/capture/raster"
	"scenario/emulator"
	"scenario/event"
)

// frame turns the part of a look that is of the window, and what is around it,
// into what the raster takes; the images that it names are read.
func (s *Source) frame(l event.Look) (f decor.Frame, err error) {
	f = decor.Frame{Window: decor.Window(l.Window), Width: l.Width, Height: l.Height}
	if b := l.Border; b != nil {
		f.Border = &decor.Border{Width: b.Width, Color: b.Color}
	}
	if w := l.Shadow; w != nil {
		f.Shadow = &decor.Shadow{Blur: w.Blur, X: w.X, Y: w.Y, Color: w.Color, Opacity: w.Opacity}
	}
	back, err := decor.ParseBackground(l.Background)
	if err != nil {
		return f, err
	}
	if back.Image != "" {
		if f.Image, err = s.image(back.Image); err != nil {
			return f, fmt.Errorf("background: %w", err)
		}
	}
	if w := l.Watermark; w != nil {
		f.Watermark = &decor.Watermark{Text: w.Text, Corner: w.Corner, Opacity: w.Opacity}
		if w.Image != "" {
			if f.Watermark.Image, err = s.image(w.Image); err != nil {
				return f, fmt.Errorf("watermark: %w", err)
			}
		}
	}
	return f, nil
}

// image reads the file of an image.
func (s *Source) image(path string) (image.Image, error) {
	if s.ReadFile == nil {
		return nil, errors.New("there is no file " + path)
	}
	b, err := s.ReadFile(path)
	if err != nil {
		return nil, err
	}
	img, err := decor.ReadImage(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return img, nil
}

// Image reports why an image that a look names can't be read.
func (s *Source) Image(path string) error {
	_, err := s.image(path)
	return err
}

// maxTitles bounds the pictures of titles that are kept.
const maxTitles = 256

// titles draws the title into a window's bar, and the watermark where it lies
// over cells.
type titles struct {
	render *raster.Renderer
	decor  *decor.Decor // that made is for: a theme has its own
	mark   []*raster.Sprite
	fixed  *string
	made   map[string]*raster.Sprite
}

func newTitles(r *raster.Renderer, l event.Look) *titles {
	return &titles{render: r, fixed: l.Title, made: map[string]*raster.Sprite{}}
}

// over returns the watermark and the title of a screen: the look's, or the
// program's own. There is no title without a bar.
func (t *titles) over(scr *emulator.Screen) []*raster.Sprite {
	d := t.render.Decor()
	if d != t.decor || len(t.made) >= maxTitles {
		t.decor, t.mark = d, nil
		clear(t.made)
		if img, at := d.MarkOverCells(); img != nil {
			t.mark = []*raster.Sprite{{At: at, Img: img}}
		}
	}
	list := slices.Clone(t.mark)
	if d.Title.Empty() {
		return list
	}
	text := scr.Title
	if t.fixed != nil {
		text = *t.fixed
	}
	s := t.made[text]
	if s == nil {
		s = &raster.Sprite{At: d.Title.Min, Img: d.DrawTitle(text)}
		t.made[text] = s
	}
	return append(list, s)
}
