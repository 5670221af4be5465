package encode

import (
	"fmt"
	"io"
	"time"

	"scenario/capture/raster"
)

// FramesWriter writes every frame of a recording as a PNG of its own, named
// 00001.png and so on, and a list of them with their times for FFmpeg's concat
// demuxer (https://ffmpeg.org/ffmpeg-formats.html#concat); see Animation.
type FramesWriter struct {
	create func(name string) (io.WriteCloser, error)
	list   io.WriteCloser
	n      int
	now    time.Duration
	err    error
}

// FramesList is the name of the list.
const FramesList = "frames.ffconcat"

// NewFrames returns a writer of files that create opens.
func NewFrames(create func(name string) (io.WriteCloser, error)) *FramesWriter {
	return &FramesWriter{create: create}
}

// Add appends a frame that stands for delay; see Animation.
func (w *FramesWriter) Add(f raster.Frame, delay time.Duration) error {
	if w.err == nil {
		w.err = wrapWrite("frames", w.add(&f, delay))
	}
	return w.err
}

func (w *FramesWriter) add(f *raster.Frame, delay time.Duration) (err error) {
	if w.list == nil {
		if w.list, err = w.create(FramesList); err != nil {
			return err
		}
		if _, err := io.WriteString(w.list, "ffconcat version 1.0\n"); err != nil {
			return err
		}
	}
	if err := checkFrame(f, w.now, delay, f.Bounds().Dx(), f.Bounds().Dy()); err != nil {
		return err
	}
	w.n++
	w.now += delay
	name := fmt.Sprintf("%05d.png", w.n)
	file, err := w.create(name)
	if err != nil {
		return err
	}
	if err := PNG(file, *f); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.list, "file %s\nduration %d.%03d\n", name, delay/time.Second, delay%time.Second/time.Millisecond)
	return err
}

// Close completes the list.
func (w *FramesWriter) Close() error {
	if w.list == nil {
		return errNoFrames
	}
	// The list's last file must be there twice, or its time counts for nothing.
	_, err := fmt.Fprintf(w.list, "file %05d.png\n", w.n)
	if e := w.list.Close(); err == nil {
		err = e
	}
	if w.err == nil {
		w.err = wrapWrite("frames", err)
	}
	return w.err
}
