package view

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"scenario/event"
)

// Read calls f with each event of a stream, in order: JSON lines of runner
// events, or a recording or session of tuispec, which is read as the run of one
// scenario. Which it is, its first line says. Errors are those of event.Read.
func Read(r io.Reader, f func(event.Envelope) error) error {
	br := bufio.NewReaderSize(r, 64<<10)
	// What is there of the first line will do: a stream that is still written
	// must not be waited for.
	head, err := firstBytes(br)
	if err != nil {
		return err
	}
	if isTuispec(head) {
		return readTuispec(br, f)
	}
	return event.Read(br, f)
}

// firstBytes returns the beginning of the first line that is not blank, as much
// of it as tells what it is. The end of the input is no error.
func firstBytes(br *bufio.Reader) ([]byte, error) {
	for n := 1; ; n++ {
		_, err := br.Peek(n)
		head, _ := br.Peek(max(n, br.Buffered()))
		text := bytes.TrimLeft(head, " \t\r\n")
		switch {
		case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case err != nil, bytes.IndexByte(text, '\n') >= 0, isTuispec(text), bytes.Contains(text, []byte(`"runId"`)):
			return text, nil
		}
		n = len(head)
	}
}

// isTuispec reports whether a line is of tuispec: of a recording, or of a
// JSON-RPC session.
func isTuispec(line []byte) bool {
	line, _, _ = bytes.Cut(line, []byte("\n"))
	if bytes.Contains(line, []byte(`"runId"`)) {
		return false
	}
	return bytes.Contains(line, []byte(`"timestampMicros"`)) || bytes.Contains(line, []byte(`"jsonrpc"`))
}

// jsonLines calls f with each line of r that is not blank.
func jsonLines(r io.Reader, f func(n int, line []byte) error) error {
	return event.Lines(r, func(n int, line []byte, whole bool) error {
		if !whole && !json.Valid(line) {
			return io.ErrUnexpectedEOF
		}
		return f(n, line)
	})
}
