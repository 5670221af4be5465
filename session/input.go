package session

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"
)

const (
	// writeMax is the deadline of an input whose context has none.
	writeMax = 10 * time.Second
	// maxReplies is how many bytes of answers wait for a program to read them.
	maxReplies = 64 << 10
)

// Write sends bytes to the program as one write, within the context's deadline
// (10 s if it has none), and notes the time as that of the last input. The
// cast records it, masked by * when the terminal reads a password. After the
// program has ended it returns ErrExited, and ErrNotReading when the program
// did not take it in time.
func (s *Session) Write(ctx context.Context, p []byte) error { return s.input(ctx, p, false) }

// WriteSecret is Write for text that is a secret or a part of one: the cast
// has * for each of its characters, and its echo is masked from the first one.
func (s *Session) WriteSecret(ctx context.Context, p []byte) error { return s.input(ctx, p, true) }

func (s *Session) input(ctx context.Context, p []byte, secret bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.isReaped() {
		return ErrExited
	}
	ctx, cancel := context.WithTimeout(ctx, writeMax)
	defer cancel()
	it := &inputItem{bytes: p, secret: secret, done: make(chan error, 1)}
	if !s.in.push(it) {
		return ErrExited
	}
	select {
	case err := <-it.done:
		if err == errGivenUp { // by Close
			err = ErrExited
		}
		return err
	case <-s.reaped:
		s.in.cancel(it)
		if err := <-it.done; err == nil {
			return nil
		}
		return ErrExited
	case <-ctx.Done():
		s.in.cancel(it)
		err := <-it.done
		if errors.Is(err, errGivenUp) {
			if errors.Is(ctx.Err(), context.Canceled) {
				return context.Canceled
			}
			return ErrNotReading
		}
		return err
	}
}

// write sends inputs and replies to the program, in order.
func (s *Session) write() {
	defer s.wg.Done()
	for {
		it := s.in.pop()
		if it == nil {
			return
		}
		if it.done != nil {
			s.mu.Lock()
			s.noteInput()
			s.rec.input(it.bytes, it.secret, s.dev.noEcho(), s.lastInput)
			s.escape = string(it.bytes) == "\x1b"
			s.mu.Unlock()
		} else {
			s.restForReply()
		}
		err := s.in.send(it)
		if it.done != nil {
			it.done <- err
		}
	}
}

// errGivenUp is the error of an input that was cancelled before all of it was
// written.
var errGivenUp = errors.New("given up")

// inputItem is one write to the program.
type inputItem struct {
	bytes     []byte
	secret    bool
	done      chan error // buffered; nil for a reply of the terminal
	cancelled bool
}

// inputQueue holds what is to be written to the program.
type inputQueue struct {
	dev *device

	mu      sync.Mutex
	more    *sync.Cond
	items   []*inputItem
	current *inputItem
	replies int // bytes of replies in items and current
	closed  bool
}

func newInputQueue(dev *device) *inputQueue {
	q := &inputQueue{dev: dev}
	q.more = sync.NewCond(&q.mu)
	return q
}

func (q *inputQueue) push(it *inputItem) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.items = append(q.items, it)
	q.more.Signal()
	return true
}

// reply queues an answer of the terminal; it never blocks.
func (q *inputQueue) reply(p []byte) {
	if len(p) == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || q.replies+len(p) > maxReplies {
		return
	}
	q.replies += len(p)
	if n := len(q.items); n > 0 && q.items[n-1].done == nil {
		q.items[n-1].bytes = append(q.items[n-1].bytes, p...)
		return
	}
	q.items = append(q.items, &inputItem{bytes: append([]byte(nil), p...)})
	q.more.Signal()
}

// pop waits for the next item; nil is the end.
func (q *inputQueue) pop() *inputItem {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			for _, it := range q.items {
				if it.done != nil {
					it.done <- ErrExited
				}
			}
			q.items = nil
			return nil
		}
		if len(q.items) > 0 {
			it := q.items[0]
			q.items = q.items[1:]
			if it.cancelled {
				it.done <- errGivenUp
				continue
			}
			q.current = it
			return it
		}
		q.more.Wait()
	}
}

// send writes the current item.
func (q *inputQueue) send(it *inputItem) error {
	p := it.bytes
	for {
		n, err := q.dev.write(p)
		p = p[n:]
		q.mu.Lock()
		if it.done == nil {
			q.replies -= n
		}
		if it.cancelled && !q.closed {
			q.dev.giveUp(false) // for the next item
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			if !it.cancelled && !q.closed {
				q.mu.Unlock()
				continue
			}
			err = errGivenUp
		} else if err != nil {
			err = ErrExited
		}
		q.current = nil
		if it.done == nil {
			q.replies -= len(p)
		}
		q.mu.Unlock()
		return err
	}
}

// cancel gives up an item; its done channel tells whether it was written all
// the same.
func (q *inputQueue) cancel(it *inputItem) {
	q.mu.Lock()
	defer q.mu.Unlock()
	it.cancelled = true
	if q.current == it {
		q.dev.giveUp(true)
		return
	}
	for i, o := range q.items {
		if o == it {
			q.items = append(q.items[:i], q.items[i+1:]...)
			it.done <- errGivenUp
			return
		}
	}
}

// close ends the queue; a write that waits is given up.
func (q *inputQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.dev.giveUp(true)
	q.more.Signal()
}
