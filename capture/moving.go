package capture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"strings"
	"time"

	"github.com/kettek/apng"
)

// moving is an animation that is looked at frame by frame.
type moving struct {
	size   image.Point
	frames []movingFrame
	canvas *image.RGBA
	at     int // frames on the canvas
}

// movingFrame is laid over the canvas when its time has come.
type movingFrame struct {
	from, to time.Duration
	img      image.Image
	place    image.Point
	replace  bool // also where it is transparent
}

// next lays the next frame over the canvas.
func (m *moving) next() {
	f := m.frames[m.at]
	m.at++
	op := draw.Over
	if f.replace {
		op = draw.Src
	}
	r := image.Rectangle{Min: f.place, Max: f.place.Add(f.img.Bounds().Size())}
	draw.Draw(m.canvas, r, f.img, f.img.Bounds().Min, op)
}

func (m *moving) end() time.Duration { return m.frames[len(m.frames)-1].to }

// differMoving compares two animations on their common time.
func differMoving(format string, was, now []byte, info Info) (string, error) {
	open := openGIF
	if format == ".apng" {
		open = openAPNG
	}
	a, err := open(bytes.NewReader(was))
	if err != nil {
		return "", fmt.Errorf("it can't be read as a %s: %w", strings.ToUpper(format[1:]), err)
	}
	b, err := open(bytes.NewReader(now))
	if err != nil {
		return "", err
	}
	if a.size != b.size {
		return fmt.Sprintf("was %dx%d pixels, is %dx%d", a.size.X, a.size.Y, b.size.X, b.size.Y), nil
	}
	for at := time.Duration(0); ; {
		for _, m := range []*moving{a, b} {
			for m.at < len(m.frames) && m.frames[m.at].from <= at {
				m.next()
			}
		}
		if where := differPixels(a.canvas, b.canvas, info); where != "" {
			return "at " + shortTime(at) + " " + where, nil
		}
		next := time.Duration(-1)
		for _, m := range []*moving{a, b} {
			if m.at < len(m.frames) && (next < 0 || m.frames[m.at].from < next) {
				next = m.frames[m.at].from
			}
		}
		if next < 0 {
			break
		}
		at = next
	}
	if a.end() != b.end() {
		return fmt.Sprintf("played for %s, plays for %s", shortTime(a.end()), shortTime(b.end())), nil
	}
	return "", nil
}

func newMoving(w, h int) *moving {
	return &moving{size: image.Pt(w, h), canvas: image.NewRGBA(image.Rect(0, 0, w, h))}
}

func (m *moving) add(f movingFrame, delay time.Duration) {
	if n := len(m.frames); n > 0 {
		f.from = m.frames[n-1].to
	}
	f.to = f.from + delay
	m.frames = append(m.frames, f)
}

var errNoFrames = errors.New("it has no frames")

func openGIF(r io.Reader) (*moving, error) {
	g, err := gif.DecodeAll(r)
	if err != nil {
		return nil, err
	}
	if len(g.Image) == 0 {
		return nil, errNoFrames
	}
	m := newMoving(g.Config.Width, g.Config.Height)
	for i, img := range g.Image {
		m.add(movingFrame{img: img, place: img.Bounds().Min}, time.Duration(g.Delay[i])*10*time.Millisecond)
	}
	return m, nil
}

func openAPNG(r io.Reader) (*moving, error) {
	a, err := apng.DecodeAll(r)
	if err != nil {
		return nil, err
	}
	if len(a.Frames) == 0 {
		return nil, errNoFrames
	}
	first := a.Frames[0].Image.Bounds()
	m := newMoving(first.Dx(), first.Dy())
	for _, f := range a.Frames {
		m.add(movingFrame{
			img: f.Image, place: image.Pt(f.XOffset, f.YOffset), replace: f.BlendOp == apng.BLEND_OP_SOURCE,
		}, time.Duration(f.GetDelay()*1000+0.5)*time.Millisecond)
	}
	return m, nil
}
