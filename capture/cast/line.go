package cast

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// parseEvent parses an event line [time, code, data]; time stays as it stands
// there. skip is set for events of codes that are none of ours to understand.
func parseEvent(line []byte) (stamp time.Duration, e Event, skip bool, err error) {
	if stamp, e, ok := parseSimple(line); ok {
		return stamp, e, false, e.check()
	}
	var fields []json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return 0, e, false, fmt.Errorf("event is not a JSON array: %w", jsonError(err))
	}
	if len(fields) != 3 {
		return 0, e, false, fmt.Errorf("event has %d fields, not 3: [time, code, data]", len(fields))
	}
	if stamp, err = parseSeconds(string(fields[0])); err != nil {
		return 0, e, false, err
	}
	var code string
	if err := json.Unmarshal(fields[1], &code); err != nil || code == "" {
		return 0, e, false, fmt.Errorf("event code %.20s is not a letter", fields[1])
	}
	e.Code = Code(code[0])
	if len(code) > 1 {
		return stamp, e, true, nil
	}
	if err := json.Unmarshal(fields[2], &e.Data); err != nil || fields[2][0] != '"' {
		if e.known() {
			return 0, e, false, errors.New("event data is not a string")
		}
		return stamp, e, true, nil
	}
	return stamp, e, false, e.check()
}

func (e *Event) known() bool {
	switch e.Code {
	case Output, Input, Resize, Marker, Exit:
		return true
	}
	return false
}

func (e *Event) check() error {
	if e.Code == Resize {
		_, _, err := ParseSize(e.Data)
		return err
	}
	return nil
}

// parseSimple parses the lines that recorders write; ok is false for anything
// unusual, which is for encoding/json to judge.
func parseSimple(line []byte) (stamp time.Duration, e Event, ok bool) {
	line, ok = cutByte(line, '[')
	if !ok {
		return 0, e, false
	}
	line = skipSpace(line)
	n := 0
	for n < len(line) && (line[n] == '.' || '0' <= line[n] && line[n] <= '9') {
		n++
	}
	if n == 0 || line[0] == '.' || line[n-1] == '.' || (line[0] == '0' && n > 1 && line[1] != '.') {
		return 0, e, false
	}
	stamp, err := parseSeconds(string(line[:n]))
	if err != nil {
		return 0, e, false
	}
	var code string
	if line, ok = cutByte(line[n:], ','); ok {
		code, line, ok = unquote(skipSpace(line))
	}
	if !ok || len(code) != 1 {
		return 0, e, false
	}
	if line, ok = cutByte(line, ','); ok {
		e.Data, line, ok = unquote(skipSpace(line))
	}
	if !ok {
		return 0, e, false
	}
	e.Code = Code(code[0])
	line, ok = cutByte(line, ']')
	return stamp, e, ok && len(skipSpace(line)) == 0
}

// cutByte skips white space and the byte c.
func cutByte(b []byte, c byte) (rest []byte, ok bool) {
	b = skipSpace(b)
	if len(b) == 0 || b[0] != c {
		return b, false
	}
	return b[1:], true
}

func skipSpace(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t' || b[0] == '\r' || b[0] == '\n') {
		b = b[1:]
	}
	return b
}
