package cast

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
)

// Lines, and the single object that a v1 cast is, are bounded so that a file
// without line ends cannot fill the memory.
const (
	maxLine = 16 << 20
	maxV1   = 64 << 20
)

var (
	errTooLong = errors.New("line is too long")
	utf8BOM    = []byte("\xef\xbb\xbf")
)

// Reader reads a cast of any version, event by event.
type Reader struct {
	br        *bufio.Reader
	header    Header
	buf       []byte
	line      int // number of the line read last, from 1
	last      time.Duration
	v1        []Event
	truncated bool
	err       error
}

// NewReader reads the header. Errors of it and of Next name the line.
func NewReader(r io.Reader) (*Reader, error) {
	cr := &Reader{br: bufio.NewReaderSize(r, 16<<10)}
	if err := cr.readHeader(); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("no header")
		}
		return nil, cr.at(err)
	}
	return cr, nil
}

// Read opens a cast: its header, and its events in order. The sequence ends
// after an error.
func Read(r io.Reader) (Header, iter.Seq2[Event, error], error) {
	cr, err := NewReader(r)
	if err != nil {
		return Header{}, nil, err
	}
	return cr.header, cr.All(), nil
}

// Header returns the header of the cast.
func (r *Reader) Header() Header { return r.header }

// Truncated reports that the cast ended in the middle of a line, as that of a
// killed run may; what was before it is good. It is known when Next has
// returned io.EOF.
func (r *Reader) Truncated() bool { return r.truncated }

// Next returns the next event, io.EOF at the end. Times never run backwards:
// an earlier time in a v2 cast counts as that of the event before it. Events
// of codes with more than one letter are skipped.
func (r *Reader) Next() (Event, error) {
	if r.err != nil {
		return Event{}, r.err
	}
	e, err := r.next()
	if err != nil && !errors.Is(err, io.EOF) {
		err = r.at(err)
	}
	r.err = err
	return e, err
}

// All returns the remaining events; the sequence ends after an error.
func (r *Reader) All() iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for {
			e, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func (r *Reader) at(err error) error {
	if r.header.Version == 1 {
		return fmt.Errorf("cast: %w", err)
	}
	return fmt.Errorf("cast: line %d: %w", max(r.line, 1), err)
}

func (r *Reader) readHeader() error {
	line, ended, err := r.readLine(maxV1)
	if err != nil {
		return err
	}
	line = bytes.TrimPrefix(line, utf8BOM)
	var v struct {
		Version int `json:"version"`
	}
	// The object of a v1 cast may go over many lines.
	if json.Valid(line) {
		if err := json.Unmarshal(line, &v); err != nil || v.Version == 0 {
			return errors.New("this is not an asciicast: no version in its header")
		}
		if v.Version != 1 {
			r.header, err = decodeHeader(v.Version, line)
			return err
		}
	}
	if ended {
		line = append(bytes.Clone(line), '\n')
	}
	return r.readV1(line)
}

// readV1 reads the rest of an object that does not end with its first line.
func (r *Reader) readV1(doc []byte) error {
	r.header.Version = 1
	if t := bytes.TrimSpace(doc); len(t) == 0 || t[0] != '{' {
		return errors.New("this is not an asciicast: it does not start with a JSON object")
	}
	rest, err := io.ReadAll(io.LimitReader(r.br, maxV1+1-int64(len(doc))))
	if err != nil {
		return err
	}
	doc = append(doc, rest...)
	if len(doc) > maxV1 {
		return fmt.Errorf("a recording without line ends (version 1) is over %d MiB", maxV1>>20)
	}
	var v struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(doc, &v); err != nil {
		return jsonError(err)
	}
	if v.Version != 1 {
		return fmt.Errorf("version %d with a header of several lines", v.Version)
	}
	h, events, err := decodeV1(doc)
	r.header, r.v1 = h, events
	return err
}

func (r *Reader) next() (Event, error) {
	if r.header.Version == 1 {
		if len(r.v1) == 0 {
			return Event{}, io.EOF
		}
		e := r.v1[0]
		r.v1 = r.v1[1:]
		return e, nil
	}
	for {
		line, ended, err := r.readLine(maxLine)
		if err != nil {
			return Event{}, err
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 || (r.header.Version == 3 && line[0] == '#') {
			continue
		}
		stamp, e, skip, err := parseEvent(line)
		if err != nil {
			if !ended {
				r.truncated = true
				return Event{}, io.EOF
			}
			return Event{}, err
		}
		if r.header.Version == 2 {
			r.last = max(r.last, stamp)
		} else if r.last, err = addTime(r.last, stamp); err != nil {
			return Event{}, err
		}
		e.Time = r.last
		if skip {
			continue // its interval counts all the same
		}
		return e, nil
	}
}

// readLine returns the next line without its end, valid until the next call;
// ended is false for a last line without a line end.
func (r *Reader) readLine(limit int) (line []byte, ended bool, err error) {
	r.buf = r.buf[:0]
	for {
		part, err := r.br.ReadSlice('\n')
		if len(r.buf) == 0 && len(part) > 0 {
			r.line++
		}
		if err == nil && len(r.buf) == 0 {
			return part[:len(part)-1], true, nil
		}
		if len(r.buf)+len(part) > limit {
			return nil, false, errTooLong
		}
		r.buf = append(r.buf, part...)
		switch {
		case err == nil:
			return r.buf[:len(r.buf)-1], true, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(r.buf) > 0:
			return r.buf, false, nil
		default:
			return nil, false, err
		}
	}
}

func addTime(a, b time.Duration) (time.Duration, error) {
	if a+b > maxSeconds*time.Second {
		return 0, errTime
	}
	return a + b, nil
}
