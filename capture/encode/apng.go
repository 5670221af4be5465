package encode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"time"

	"scenario/capture/raster"

	"github.com/kettek/apng"
)

// APNGOptions are the fixed properties of an APNG.
type APNGOptions struct {
	Width, Height int
	// Palette is that of all frames, up to 256 colours. Nil writes 8-bit RGB,
	// from frames of any kind.
	Palette color.Palette
	Frames  int // how often Add will be called: a decoder must know it before the first frame
	Loop    int // how often it plays; 0: for ever
	Workers int // frames that are compressed in parallel; 0: 1
}

// APNGWriter writes an APNG (https://www.w3.org/TR/png-3/#apng-frame-based-animation),
// see Animation. Only the changed rectangle of a frame is stored.
//
// Every Add makes a frame, also one that changes nothing. Delays are exact to
// the millisecond up to 65 s, above to 10 ms or more; their rounding does not
// add up. Browsers show frames of 10 ms or less for 100 ms; they are written as
// asked.
type APNGWriter struct {
	opt    APNGOptions
	w      io.Writer
	err    error
	closed bool

	format  pixels // of the file
	canvas  []byte // RGB: the whole picture
	added   int
	now     time.Duration
	written time.Duration // sum of the delays as written

	frames   *ordered[*deflater, *apngFrame]
	free     []*apngFrame
	sequence uint32
	out      []byte
}

// apngFrame is a frame on its way into the file. It owns its slices.
type apngFrame struct {
	rect     image.Rectangle
	px       pixels
	num, den int // delay: num/den seconds
	data     []byte
}

// NewAPNG returns a writer of an APNG; errors of the options are those of the
// first Add.
func NewAPNG(w io.Writer, opt APNGOptions) *APNGWriter {
	a := &APNGWriter{opt: opt, w: w}
	a.format = pixels{colorType: pngRGB, depth: 8, bpp: 3}
	if opt.Palette != nil {
		// Not fewer bits for few colours: FFmpeg misplaces parts of a byte.
		a.format = pixels{colorType: pngIndexed, depth: 8, palette: opt.Palette, bpp: 1, remap: new([256]byte)}
		for i := range a.format.remap {
			a.format.remap[i] = byte(i)
		}
	}
	deflaters := make([]*deflater, max(1, opt.Workers))
	for i := range deflaters {
		deflaters[i] = newDeflater(frameLevel)
	}
	a.frames = newOrdered(deflaters, compressFrame, a.writeFrame)
	return a
}

func compressFrame(d *deflater, f *apngFrame) {
	f.data = append(f.data[:0], d.deflate(&f.px)...)
}

// Add appends a frame that stands for delay; see Animation.
func (a *APNGWriter) Add(f raster.Frame, delay time.Duration) error {
	if a.err == nil {
		a.err = wrapWrite("apng", a.add(&f, delay))
	}
	return a.err
}

func (a *APNGWriter) add(f *raster.Frame, delay time.Duration) error {
	if a.closed {
		return errClosed
	}
	if a.added == 0 {
		if err := a.begin(); err != nil {
			return err
		}
		f.Damage, f.Changed = image.Rect(0, 0, a.opt.Width, a.opt.Height), nil
	}
	if err := checkFrame(f, a.now, delay, a.opt.Width, a.opt.Height); err != nil {
		return err
	}
	if a.added == a.opt.Frames {
		return fmt.Errorf("more than the %d frames announced", a.opt.Frames)
	}
	if f.Damage = f.Damage.Intersect(f.Bounds()); f.Damage.Empty() {
		f.Damage, f.Changed = image.Rect(0, 0, 1, 1), []image.Rectangle{}
	}
	job := a.newFrame()
	if err := a.takePixels(job, f); err != nil {
		return err
	}
	a.now += delay
	job.num, job.den = fraction(a.now - a.written)
	a.written += time.Duration(job.num) * (time.Second / time.Duration(job.den))
	a.added++
	return a.frames.submit(job, len(job.px.pix) <= smallJob)
}

// begin writes what comes before the first frame.
func (a *APNGWriter) begin() error {
	switch opt := &a.opt; {
	case opt.Width < 1 || opt.Height < 1 || opt.Width > maxSide || opt.Height > maxSide:
		return fmt.Errorf("size %dx%d is not within 1x1 and %[3]dx%[3]d", opt.Width, opt.Height, maxSide)
	case opt.Palette != nil && (len(opt.Palette) < 1 || len(opt.Palette) > 256):
		return fmt.Errorf("palette of %d colours, not 1 to 256", len(opt.Palette))
	case opt.Frames < 1:
		return errNoFrames
	case opt.Loop < 0 || opt.Loop > 1<<31-1:
		return fmt.Errorf("loop count %d is not within 0 and %d", opt.Loop, 1<<31-1)
	}
	if a.opt.Palette == nil {
		a.canvas = make([]byte, 3*a.opt.Width*a.opt.Height)
	}
	out := a.format.appendHeader([]byte(pngSignature), a.opt.Width, a.opt.Height)
	out, start := beginChunk(out, "acTL")
	out = binary.BigEndian.AppendUint32(out, uint32(a.opt.Frames))
	out = binary.BigEndian.AppendUint32(out, uint32(a.opt.Loop))
	out = endChunk(out, start)
	_, err := a.w.Write(a.format.appendPalette(out))
	return err
}

// takePixels copies the changed rectangle of f.
func (a *APNGWriter) takePixels(job *apngFrame, f *raster.Frame) error {
	buf := job.px.pix[:0]
	job.rect, job.px = f.Damage, a.format
	job.px.size = f.Damage.Size()
	job.px.stride = f.Damage.Dx() * a.format.bpp
	if a.opt.Palette != nil {
		if f.Pal == nil {
			return errors.New("an RGB frame in a recording with a palette")
		}
		if len(f.Pal.Palette) > len(a.opt.Palette) || !agree(f.Pal.Palette, a.opt.Palette) {
			return errors.New("a frame has another palette than the recording")
		}
		job.px.pix = appendRect(buf, f.Pal.Pix, f.Pal.Stride, f.Damage)
		return nil
	}
	if f.Changed == nil {
		a.paint(f, f.Damage)
	}
	for _, r := range f.Changed {
		a.paint(f, r.Intersect(f.Damage))
	}
	scaled := f.Damage
	scaled.Min.X *= 3
	scaled.Max.X *= 3
	job.px.pix = appendRect(buf, a.canvas, 3*a.opt.Width, scaled)
	return nil
}

// paint copies a rectangle to the canvas.
func (a *APNGWriter) paint(f *raster.Frame, r image.Rectangle) {
	var colors [256][3]byte
	if f.Pal != nil {
		for i, c := range f.Pal.Palette {
			r, g, b, _ := c.RGBA()
			colors[i&255] = [3]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)}
		}
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		dst := a.canvas[3*(y*a.opt.Width+r.Min.X):][:3*r.Dx()]
		if f.Pal != nil {
			for _, c := range f.Pal.Pix[f.Pal.PixOffset(r.Min.X, y):][:r.Dx()] {
				copy(dst, colors[c][:])
				dst = dst[3:]
			}
			continue
		}
		for src := f.RGB.Pix[f.RGB.PixOffset(r.Min.X, y):]; len(dst) > 0; src, dst = src[4:], dst[3:] {
			copy(dst[:3], src)
		}
	}
}

// fraction returns the delay nearest to d that an fcTL chunk can hold.
func fraction(d time.Duration) (num, den int) {
	for _, den = range []int{1000, 100, 10, 1} {
		unit := time.Second / time.Duration(den)
		if num = int((max(0, d) + unit/2) / unit); num < 1<<16 {
			return num, den
		}
	}
	return 1<<16 - 1, 1
}

func (a *APNGWriter) newFrame() *apngFrame {
	if n := len(a.free); n > 0 {
		f := a.free[n-1]
		a.free = a.free[:n-1]
		return f
	}
	return new(apngFrame)
}

// writeFrame writes a compressed frame.
func (a *APNGWriter) writeFrame(f *apngFrame) error {
	out, start := beginChunk(a.out[:0], "fcTL")
	out = a.appendSequence(out)
	for _, v := range []int{f.rect.Dx(), f.rect.Dy(), f.rect.Min.X, f.rect.Min.Y} {
		out = binary.BigEndian.AppendUint32(out, uint32(v))
	}
	out = binary.BigEndian.AppendUint16(out, uint16(f.num))
	out = binary.BigEndian.AppendUint16(out, uint16(f.den))
	out = append(out, apng.DISPOSE_OP_NONE, apng.BLEND_OP_SOURCE)
	out = endChunk(out, start)
	if a.sequence == 1 { // the first frame is also the still picture
		out, start = beginChunk(out, "IDAT")
	} else {
		out, start = beginChunk(out, "fdAT")
		out = a.appendSequence(out)
	}
	out = append(out, f.data...)
	out = endChunk(out, start)
	a.out = out
	a.free = append(a.free, f)
	_, err := a.w.Write(out)
	return err
}

func (a *APNGWriter) appendSequence(dst []byte) []byte {
	a.sequence++
	return binary.BigEndian.AppendUint32(dst, a.sequence-1)
}

// Close writes what is pending and the end of the file.
func (a *APNGWriter) Close() error {
	if a.closed || a.err != nil {
		return a.err
	}
	a.closed = true
	a.err = wrapWrite("apng", a.finish())
	return a.err
}

func (a *APNGWriter) finish() error {
	switch {
	case a.added == 0:
		return errNoFrames
	case a.added < a.opt.Frames:
		return fmt.Errorf("%d frames, %d were announced", a.added, a.opt.Frames)
	}
	if err := a.frames.flush(); err != nil {
		return err
	}
	out, start := beginChunk(nil, "IEND")
	_, err := a.w.Write(endChunk(out, start))
	return err
}
