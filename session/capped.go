package session

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

// capped keeps the first bytes that are written to it, then a visible mark.
type capped struct {
	buf   bytes.Buffer
	limit int
	cut   bool
}

func (c *capped) Write(p []byte) (int, error) {
	if room := c.limit - c.buf.Len(); len(p) > room {
		c.cut = true
		c.buf.Write(p[:max(0, room)])
	} else {
		c.buf.Write(p)
	}
	return len(p), nil
}

func (c *capped) String() string {
	if c.cut {
		return c.buf.String() + cutMark(int64(c.limit))
	}
	return c.buf.String()
}

func cutMark(limit int64) string { return fmt.Sprintf("\n[cut: more than %d bytes]\n", limit) }

// cappedWriter passes on the first bytes, then a visible mark, then nothing.
type cappedWriter struct {
	w    io.Writer
	left int64
	size int64
	err  error
}

func newCappedWriter(w io.Writer, limit int64) *cappedWriter {
	return &cappedWriter{w: w, left: limit, size: limit}
}

// Write never fails: a log that can't be written must not stop what it is of.
// The first error is kept.
func (c *cappedWriter) Write(p []byte) (int, error) {
	if c.left < 0 || c.err != nil {
		return len(p), nil
	}
	n := min(int64(len(p)), c.left)
	_, c.err = c.w.Write(p[:n])
	c.left -= n
	if n < int64(len(p)) && c.err == nil {
		_, c.err = io.WriteString(c.w, cutMark(c.size))
		c.left = -1
	}
	return len(p), nil
}

const (
	tailLines = 20
	tailBytes = 4 << 10 // of one line
)

// tail keeps the last lines that are written to it. It is safe for concurrent
// use.
type tail struct {
	mu    sync.Mutex
	lines []string
	open  []byte // the line that is not complete
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for rest := p; ; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		t.open = append(t.open, line[:min(len(line), max(0, tailBytes-len(t.open)))]...)
		if !whole {
			return len(p), nil
		}
		t.lines = append(t.lines, strings.TrimSuffix(string(t.open), "\r"))
		t.lines = t.lines[max(0, len(t.lines)-tailLines):]
		t.open, rest = t.open[:0], after
	}
}

func (t *tail) get() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := append([]string(nil), t.lines...)
	if len(t.open) > 0 {
		lines = append(lines, string(t.open))
	}
	return lines
}
