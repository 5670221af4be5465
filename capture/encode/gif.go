package encode

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"time"

	"scenario/capture/raster"
)

// GIFOptions are the fixed properties of a GIF.
type GIFOptions struct {
	Width, Height int
	// Palette is the global one, up to 256 colours, most used first. An entry 0
	// of alpha 0 is the transparent index; without one, files get larger. Nil
	// when every frame has a palette of its own.
	Palette color.Palette
	Loop    int // how often it plays; 0: for ever
	Workers int // frames that are compressed in parallel; 0: 1
}

const (
	// Browsers show delays of less than 2 cs as 10 cs.
	minGIFDelay = 2
	maxGIFDelay = 1<<16 - 1
)

// GIFWriter writes a GIF89a, see Animation.
//
// Only the changed rectangle of a frame is stored, unchanged cells in it as
// transparent where that is smaller. Delays are in hundredths of a second,
// computed from the position in the recording, so that rounding does not add
// up. A frame that would stand for less than 20 ms is merged with the next one.
//
// A frame may have a palette of its own. When that is not an extension of the
// one before, its pixels outside Changed need not mean anything and are not
// stored (its palette must have a transparent entry 0 or room for one), and it
// is not merged. RGB frames are refused.
type GIFWriter struct {
	opt    GIFOptions
	w      io.Writer
	err    error
	closed bool

	canvas  []byte        // indices of the whole picture, as the viewer sees it
	colors  color.Palette // what the indices of canvas mean; nil: several palettes
	pending *gifFrame     // not submitted: its delay is not known yet
	now     time.Duration // end of pending
	written int           // cs of the frames submitted before pending

	frames *ordered[*gifEncoder, *gifFrame]
	free   []*gifFrame
	out    []byte
}

// NewGIF returns a writer of a GIF; errors of the options are those of the
// first Add.
func NewGIF(w io.Writer, opt GIFOptions) *GIFWriter {
	g := &GIFWriter{opt: opt, w: w, colors: opt.Palette}
	encoders := make([]*gifEncoder, max(1, opt.Workers))
	for i := range encoders {
		encoders[i] = new(gifEncoder)
	}
	g.frames = newOrdered(encoders, (*gifEncoder).encode, g.writeFrame)
	return g
}

// Add appends a frame that stands for delay; see Animation.
func (g *GIFWriter) Add(f raster.Frame, delay time.Duration) error {
	if g.err == nil {
		g.err = g.add(&f, delay)
	}
	return g.err
}

func (g *GIFWriter) add(f *raster.Frame, delay time.Duration) error {
	if g.closed {
		return fmt.Errorf("gif: %w", errClosed)
	}
	if g.canvas == nil {
		if err := g.begin(); err != nil {
			return err
		}
	}
	if err := checkFrame(f, g.now, delay, g.opt.Width, g.opt.Height); err != nil {
		return fmt.Errorf("gif: %w", err)
	}
	if f.Pal == nil {
		return errors.New("gif: an RGB frame: a GIF needs a palette of at most 256 colours")
	}
	if n := len(f.Pal.Palette); n == 0 || n > 256 {
		return fmt.Errorf("gif: frame has a palette of %d colours", n)
	}
	if g.pending == nil {
		f.Damage, f.Changed = f.Bounds(), nil
	}
	if f.Damage = f.Damage.Intersect(f.Bounds()); !f.Damage.Empty() {
		if err := g.take(f); err != nil {
			return err
		}
	}
	g.now += delay
	return nil
}

// begin writes the header.
func (g *GIFWriter) begin() error {
	if g.opt.Width < 1 || g.opt.Height < 1 || g.opt.Width > maxSide || g.opt.Height > maxSide {
		return fmt.Errorf("gif: size %dx%d is not within 1x1 and %[3]dx%[3]d", g.opt.Width, g.opt.Height, maxSide)
	}
	if len(g.opt.Palette) > 256 {
		return fmt.Errorf("gif: palette of %d colours, not at most 256", len(g.opt.Palette))
	}
	if g.opt.Loop < 0 || g.opt.Loop > 1<<16 {
		return fmt.Errorf("gif: loop count %d is not within 0 and %d", g.opt.Loop, 1<<16)
	}
	g.canvas = make([]byte, g.opt.Width*g.opt.Height)
	_, err := g.w.Write(appendGIFHeader(nil, &g.opt))
	return wrapWrite("gif", err)
}

func wrapWrite(format string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", format, err)
	}
	return nil
}

// pendingDelay is the delay of the pending frame, should it end now.
func (g *GIFWriter) pendingDelay() int {
	const cs = 10 * time.Millisecond
	return int((g.now+cs/2)/cs) - g.written
}

// take makes f the pending frame, or brings the pending one up to date with it.
func (g *GIFWriter) take(f *raster.Frame) error {
	whole := f.Changed == nil && f.Damage == f.Bounds()
	known := whole || agree(f.Pal.Palette, g.colors)
	short := g.pending != nil && g.pendingDelay() < minGIFDelay
	switch {
	case short && whole:
		g.pending.set(f)
		g.pending.partial = false
	case short && known && !g.pending.partial:
		g.pending.merge(f)
	default:
		if err := g.submit(); err != nil {
			return err
		}
		g.pending = g.newFrame()
		g.pending.set(f)
		g.pending.partial = !known
		if known && !whole && area(f.Damage) < maxPixelArea {
			g.pending.old = appendRect(g.pending.old, g.canvas, g.opt.Width, f.Damage)
		}
	}
	pal := g.pending.palette
	g.pending.local = len(pal) > len(g.opt.Palette) || !agree(pal, g.opt.Palette)

	if !known {
		g.colors = nil
	} else {
		if whole || len(pal) > len(g.colors) {
			g.colors = pal
		}
		for y := f.Damage.Min.Y; y < f.Damage.Max.Y; y++ {
			i := f.Pal.PixOffset(f.Damage.Min.X, y)
			copy(g.canvas[y*g.opt.Width+f.Damage.Min.X:], f.Pal.Pix[i:i+f.Damage.Dx()])
		}
	}
	return nil
}

// submit sends the pending frame to be compressed: its delay is known now.
func (g *GIFWriter) submit() error {
	p := g.pending
	if p == nil {
		return nil
	}
	g.pending = nil
	p.delay = max(minGIFDelay, g.pendingDelay())
	g.written += p.delay
	return g.frames.submit(p, len(p.pix) <= smallJob)
}

func (g *GIFWriter) newFrame() *gifFrame {
	if n := len(g.free); n > 0 {
		p := g.free[n-1]
		g.free = g.free[:n-1]
		return p
	}
	return new(gifFrame)
}

// writeFrame writes a compressed frame.
func (g *GIFWriter) writeFrame(p *gifFrame) error {
	g.out = p.append(g.out[:0])
	g.free = append(g.free, p)
	_, err := g.w.Write(g.out)
	return wrapWrite("gif", err)
}

// Close writes what is pending and the end of the file.
func (g *GIFWriter) Close() error {
	switch {
	case g.closed || g.err != nil:
		return g.err
	case g.pending == nil:
		g.err = fmt.Errorf("gif: %w", errNoFrames)
		return g.err
	}
	g.closed = true
	if g.err = g.submit(); g.err == nil {
		g.err = g.frames.flush()
	}
	if g.err == nil {
		_, err := g.w.Write([]byte{gifTrailer})
		g.err = wrapWrite("gif", err)
	}
	return g.err
}
