package event

import (
	"fmt"
	"io"
	"reflect"
	"sync"
	"time"
	"unicode/utf8"
)

// MaxLine is how long a line of a log may be, in bytes without the newline.
// The texts of a longer event are cut, visibly.
const MaxLine = 256 << 10

// Log writes the events of one run, one line each. It is safe for concurrent
// use.
type Log struct {
	runID   string
	now     func() time.Time
	mask    *Masker
	onEvent func(Envelope)

	mu   sync.Mutex
	w    io.Writer
	seq  int
	last time.Time
	done bool
	err  error
}

// NewLog returns the log of the run runID. Lines go to w, one Write call a
// line; a nil w keeps none. now gives the time of an event; times never go
// back. Every text of a payload goes through m, which may be nil. onEvent, if
// there is one, gets each event as it was logged, in order; it must not call
// Emit.
func NewLog(w io.Writer, runID string, now func() time.Time, m *Masker, onEvent func(Envelope)) *Log {
	return &Log{w: w, runID: runID, now: now, mask: m, onEvent: onEvent}
}

// Emit logs an event; payload is one of the *Payload structs and is not kept.
// After a terminal event nothing is logged any more. When a line can't be
// written, no further line is, onEvent goes on, and Err tells why.
func (l *Log) Emit(kind Kind, payload any) {
	payload = rewriter{text: l.mask.String, rows: l.mask.Rows}.payload(payload)

	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return
	}
	l.done = kind.Terminal()
	l.seq++
	if at := stamp(l.now()); at.After(l.last) {
		l.last = at
	}
	e := Envelope{At: l.last, Kind: kind, Payload: payload, RunID: l.runID, Seq: l.seq}
	line, err := e.capped()
	if err != nil && l.err == nil {
		l.err = err
	}
	l.write(append(line, '\n'))
	if l.onEvent != nil {
		l.onEvent(e)
	}
}

func (l *Log) write(line []byte) {
	if l.w == nil || l.err != nil {
		return
	}
	n, err := l.w.Write(line)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err != nil {
		l.err = fmt.Errorf("event log: %w", err)
	}
}

// Err returns the first error of writing the log.
func (l *Log) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Finished reports whether the terminal event has been logged.
func (l *Log) Finished() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.done
}

// caps are the limits tried one after the other until a line fits: bytes of a
// text, items of a list.
var caps = [...]struct{ text, items int }{{64 << 10, 8192}, {4 << 10, 2048}, {512, 256}, {64, 64}}

// capped returns the line of e, not longer than MaxLine, and makes e's payload
// what stands in it.
func (e *Envelope) capped() ([]byte, error) {
	line, err := e.MarshalJSON()
	if err != nil { // a payload that JSON can't hold
		e.Payload = map[string]string{"error": err.Error()}
		line, _ = e.MarshalJSON()
		return line, err
	}
	size, whole := len(line), e.Payload
	for _, c := range caps {
		if len(line) <= MaxLine {
			return line, nil
		}
		e.Payload = cutter(c.text, c.items).payload(whole)
		if line, err = e.MarshalJSON(); err != nil {
			return line, err
		}
	}
	if len(line) > MaxLine {
		e.Payload = map[string]string{"error": fmt.Sprintf("a payload of %d bytes was left out", size)}
		line, err = e.MarshalJSON()
	}
	return line, err
}

// cutter shortens texts and lists and says so at their end.
func cutter(text, items int) rewriter {
	cut := func(s string) string { return cutText(s, text) }
	return rewriter{
		text: cut,
		rows: func(rows []string) []string {
			out := make([]string, 0, min(len(rows), items))
			for _, row := range rows[:min(len(rows), items)] {
				out = append(out, cut(row))
			}
			return out
		},
		list: func(v reflect.Value) reflect.Value {
			if v.Len() <= items {
				return v
			}
			note := fmt.Sprintf("... %d more", v.Len()-items)
			v = v.Slice3(0, items, items)
			if reflect.TypeFor[string]().AssignableTo(v.Type().Elem()) {
				v = reflect.Append(v, reflect.ValueOf(note))
			}
			return v
		},
	}
}

// cutText returns the first limit bytes of s, whole characters, with a mark of
// how much is missing.
func cutText(s string, limit int) string {
	if len(s) <= limit+32 { // the mark is not longer
		return s
	}
	n := limit
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return fmt.Sprintf("%s ... (%d bytes cut)", s[:n], len(s)-n)
}
