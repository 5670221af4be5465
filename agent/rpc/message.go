package rpc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// maxLine bounds a message, in bytes.
const maxLine = 4 << 20

var errLongLine = fmt.Errorf("the line is longer than %d MiB", maxLine>>20)

// request is a call, or a notification when it has no id.
type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type failed struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *Error          `json:"error"`
}

type notification struct {
	JSONRPC string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

func failure(id json.RawMessage, err *Error) failed {
	if id == nil {
		id = json.RawMessage("null")
	}
	return failed{"2.0", id, err}
}

// parse reads one line: a request, or an array of them (JSON-RPC 2.0, 6).
func parse(line []byte) (reqs []request, many bool, err *Error) {
	line = bytes.TrimSpace(line)
	if len(line) > 0 && line[0] == '[' {
		var raw []json.RawMessage
		if e := json.Unmarshal(line, &raw); e != nil {
			return nil, true, parseError(e)
		}
		if len(raw) == 0 {
			return nil, true, invalid("the batch is empty")
		}
		for _, m := range raw {
			r, err := parseOne(m)
			if err != nil {
				return nil, true, err
			}
			reqs = append(reqs, r)
		}
		return reqs, true, nil
	}
	r, err := parseOne(line)
	return []request{r}, false, err
}

func parseOne(line []byte) (request, *Error) {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return r, parseError(err)
	}
	if bytes.Equal(r.ID, []byte("null")) {
		r.ID = nil
	}
	switch {
	case r.JSONRPC != "2.0":
		return r, invalid(`jsonrpc is "2.0"`)
	case r.Method == "":
		return r, invalid("the method is missing")
	case len(r.ID) > 0 && (r.ID[0] == '{' || r.ID[0] == '[' || r.ID[0] == 't' || r.ID[0] == 'f'):
		return r, invalid("an id is a number or a text")
	case len(r.Params) > 0 && r.Params[0] != '{' && !bytes.Equal(r.Params, []byte("null")):
		return r, &Error{Code: codeParams, Message: "Invalid params", Data: map[string]any{"kind": "InvalidParams", "details": "params is an object"}}
	}
	return r, nil
}

// lineReader reads lines up to maxLine; a longer one is skipped.
type lineReader struct{ r *bufio.Reader }

func newLineReader(r io.Reader) *lineReader { return &lineReader{bufio.NewReaderSize(r, 64<<10)} }

// next returns the next line that is not empty.
func (l *lineReader) next() ([]byte, error) {
	for {
		var line []byte
		long := false
		for {
			part, err := l.r.ReadSlice('\n')
			if !long {
				line = append(line, part...)
			}
			if len(line) > maxLine {
				line, long = nil, true
			}
			if err == nil {
				break
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if len(bytes.TrimSpace(line)) > 0 && errors.Is(err, io.EOF) {
				return line, nil
			}
			return nil, err
		}
		if long {
			return nil, errLongLine
		}
		if len(bytes.TrimSpace(line)) > 0 {
			return bytes.TrimSpace(line), nil
		}
	}
}

// output writes messages, one a line, one at a time. A client that does not read
// holds the writer up, so nothing piles up behind it.
type output struct {
	mu sync.Mutex
	w  io.Writer
}

// send writes a message and returns its line without the newline.
func (o *output) send(m any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		b.Reset()
		e.Encode(failure(nil, &Error{Code: codeInternal, Message: "Internal error", Data: map[string]any{"kind": "InternalError", "details": err.Error()}}))
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.w.Write(b.Bytes()) // a client that has gone is seen at its input
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
