package cast

import (
	"fmt"
	"io"
	"time"
)

// Writer writes a cast as it happens. Every line goes out in one Write call, so
// a killed process leaves a cast that is valid up to its last whole line.
// A Writer is not safe for concurrent use.
type Writer struct {
	w       io.Writer
	version int
	events  int
	size    int64
	last    int64  // time of the last line, in µs: the unit that is written
	tail    string // bytes of a rune whose rest has not been output yet
	line    []byte
	err     error
}

// NewWriter writes the header as asciicast v3 or v2 (h.Version) and returns the
// writer of its events.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	line, err := encodeHeader(h)
	if err != nil {
		return nil, fmt.Errorf("cast header: %w", err)
	}
	cw := &Writer{w: w, version: h.Version, line: line}
	if cw.flush(); cw.err != nil {
		return nil, cw.err
	}
	return cw, nil
}

// Write writes one event as one line. Times are kept to the microsecond and
// their rounding does not add up; a time before the event written last counts
// as equal to it.
//
// A rune that is split between output events goes into the later one: an event
// that holds nothing but the start of a rune writes no line. Other bytes that
// are not UTF-8 become U+FFFD. Exit events, unknown in asciicast v2, are
// dropped there. After an error every call returns it.
func (w *Writer) Write(e Event) error {
	switch e.Code {
	case Output:
		held := w.tail != ""
		e.Data, w.tail = splitTail(w.tail + e.Data)
		if e.Data == "" && (held || w.tail != "") {
			return w.err
		}
	case Exit:
		w.flushTail(e.Time)
		if w.version == 2 {
			return w.err
		}
	case Input, Resize, Marker:
	default:
		if e.Code <= ' ' || e.Code > '~' {
			return fmt.Errorf("cast: event code %q is not a printable character", byte(e.Code))
		}
	}
	return w.write(e)
}

// Events returns the number of event lines written.
func (w *Writer) Events() int { return w.events }

// Size returns the number of bytes written.
func (w *Writer) Size() int64 { return w.size }

// Close writes the bytes of a rune that was never completed (as U+FFFD). It
// does not close the underlying writer.
func (w *Writer) Close() error {
	w.flushTail(0)
	return w.err
}

func (w *Writer) flushTail(at time.Duration) {
	if w.tail != "" {
		tail := w.tail
		w.tail = ""
		w.write(Event{Time: at, Code: Output, Data: tail})
	}
}

func (w *Writer) write(e Event) error {
	if w.err != nil {
		return w.err
	}
	at := max(w.last, int64((e.Time+time.Microsecond/2)/time.Microsecond))
	stamp := at
	if w.version == 3 {
		stamp -= w.last
	}
	w.line = append(w.line[:0], '[')
	w.line = appendMicros(w.line, stamp)
	w.line = append(w.line, ", "...)
	w.line = appendQuoted(w.line, string(rune(e.Code)))
	w.line = append(w.line, ", "...)
	w.line = appendQuoted(w.line, e.Data)
	w.line = append(w.line, "]\n"...)
	if w.flush(); w.err == nil {
		w.last = at
		w.events++
	}
	return w.err
}

func (w *Writer) flush() {
	n, err := w.w.Write(w.line)
	w.size += int64(n)
	if err == nil && n < len(w.line) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = fmt.Errorf("cast: %w", err)
	}
}
