// Package encode writes the pictures of capture/raster as files: PNG, and the
// animations GIF and APNG. The same frames give the same bytes on every
// machine, whatever the number of workers. Screens are written as text and
// JSON.
package encode

import (
	"errors"
	"fmt"
	"image"
	"time"

	"scenario/capture/raster"
)

// Animation writes a recording frame by frame. Memory does not grow with its
// length. An Animation is not safe for concurrent use.
type Animation interface {
	// Add appends a frame that stands for delay. The pixels that it needs are
	// copied: the frame may be drawn over when Add has returned. A frame with
	// an empty Damage only makes the one before it stand longer.
	Add(f raster.Frame, delay time.Duration) error
	// Close writes what is pending and the end of the file; it does not close
	// the underlying writer. An animation without a frame is an error.
	Close() error
}

var (
	errNoFrames = errors.New("no frames")
	errClosed   = errors.New("already closed")
)

// checkFrame refuses what no encoder can take.
func checkFrame(f *raster.Frame, now, delay time.Duration, width, height int) error {
	switch {
	case (f.Pal == nil) == (f.RGB == nil):
		return errors.New("frame has not exactly one of Pal and RGB")
	case f.Bounds() != image.Rect(0, 0, width, height):
		return fmt.Errorf("frame is %v, the recording is %dx%d", f.Bounds(), width, height)
	case delay < 0:
		return fmt.Errorf("negative delay %v of a frame", delay)
	case delay > maxLength-now:
		return fmt.Errorf("recording is longer than %v", time.Duration(maxLength))
	}
	return nil
}

// maxSide bounds the pixels of a side: a GIF has 16 bits for it.
const maxSide = 1<<16 - 1

// maxLength bounds a recording, so that no time in it overflows.
const maxLength = 1000 * time.Hour

// ordered runs jobs in parallel and hands them back in the order in which they
// were submitted. It has no goroutine that outlives its job, and at most
// 2*workers jobs are in it.
type ordered[State any, Job any] struct {
	states chan State // one for each worker
	queue  []chan Job
	run    func(State, Job)
	write  func(Job) error
}

func newOrdered[State, Job any](states []State, run func(State, Job), write func(Job) error) *ordered[State, Job] {
	o := &ordered[State, Job]{states: make(chan State, len(states)), run: run, write: write}
	for _, s := range states {
		o.states <- s
	}
	return o
}

// smallJob is the pixels of a frame that takes less time than another goroutine
// needs to begin.
const smallJob = 4096

// submit starts a job, after writing the oldest when there are many; a small one
// is done at once.
func (o *ordered[State, Job]) submit(job Job, small bool) error {
	if cap(o.states) == 1 || small && len(o.queue) == 0 { // nothing to run beside the caller
		o.do(job)
		return o.write(job)
	}
	if len(o.queue) == 2*cap(o.states) {
		if err := o.writeOldest(); err != nil {
			return err
		}
	}
	done := make(chan Job, 1)
	o.queue = append(o.queue, done)
	if small {
		o.do(job)
		done <- job
		return nil
	}
	go func() {
		o.do(job)
		done <- job
	}()
	return nil
}

func (o *ordered[State, Job]) do(job Job) {
	s := <-o.states
	o.run(s, job)
	o.states <- s
}

func (o *ordered[State, Job]) writeOldest() error {
	done := o.queue[0]
	o.queue = o.queue[1:]
	return o.write(<-done)
}

// flush writes all that was submitted.
func (o *ordered[State, Job]) flush() error {
	for len(o.queue) > 0 {
		if err := o.writeOldest(); err != nil {
			return err
		}
	}
	return nil
}
