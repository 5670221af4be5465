package event

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// LogName is the name of the log in the results folder of a run.
const LogName = "events.jsonl"

// maxForeignLine bounds the lines that are read: those of other writers may be
// longer than ours.
const maxForeignLine = 16 << 20

// Read calls f with each event of r, one line each, in order; payloads are
// json.RawMessage. Empty lines are skipped. It ends with the first error of f,
// or at a line that is no event; errors name the line. A last line without a
// newline, as a killed run leaves it, is io.ErrUnexpectedEOF if it is no
// whole event.
func Read(r io.Reader, f func(Envelope) error) error {
	return Lines(r, func(n int, line []byte, whole bool) error {
		var e Envelope
		if err := json.Unmarshal(line, &e); err != nil {
			if !whole {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("line %d: %w", n, err)
		}
		return f(e)
	})
}

// Lines calls f with each line of r that is not blank, counted from 1; whole is
// false for one that no newline ends. The line is only lent. It ends with the
// first error of f, or at a line of more than 16 MiB.
func Lines(r io.Reader, f func(n int, line []byte, whole bool) error) error {
	br := bufio.NewReaderSize(r, 64<<10)
	var buf []byte
	for n := 1; ; {
		part, err := br.ReadSlice('\n')
		buf = append(buf, part...)
		if len(buf) > maxForeignLine {
			return fmt.Errorf("line %d: longer than %d bytes", n, maxForeignLine)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if line := bytes.TrimSpace(buf); len(line) > 0 {
			if ferr := f(n, line, err == nil); ferr != nil {
				return ferr
			}
		}
		if err != nil {
			return nil
		}
		buf = buf[:0]
		n++
	}
}
