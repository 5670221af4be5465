package view

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"scenario/event"
)

// tuispecID is the runId of a run that tuispec has recorded.
const tuispecID = "tuispec"

// tuispecLine is a line of a tuispec recording. Line is a JSON-RPC message, the
// text of the screen (frame), or the rows of it that are new (frame-delta).
type tuispecLine struct {
	TimestampMicros *int64 `json:"timestampMicros"`
	Direction       string `json:"direction"`
	Line            string `json:"line"`
}

type rpcMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// tuispec turns a recording into the events of a run: a request is a step, its
// response the step's end, a frame the screen.
type tuispec struct {
	emit   func(event.Envelope) error
	at     time.Time
	seq    int
	steps  int
	open   *rpcMessage // without its response
	began  time.Time
	failed string // the first error
	rows   []string
}

// readTuispec calls f with the events that a recording, or a session of
// JSON-RPC requests, stands for.
func readTuispec(r io.Reader, f func(event.Envelope) error) error {
	t := tuispec{emit: f, at: time.UnixMicro(0).UTC()}
	err := jsonLines(r, func(n int, line []byte) error {
		if err := t.line(line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return t.end()
}

func (t *tuispec) send(k event.Kind, payload any) error {
	t.seq++
	return t.emit(event.Envelope{At: t.at, Kind: k, Payload: payload, RunID: tuispecID, Seq: t.seq})
}

func (t *tuispec) line(line []byte) error {
	var rec tuispecLine
	if err := json.Unmarshal(line, &rec); err != nil {
		return err
	}
	if rec.TimestampMicros == nil { // a session: requests alone
		rec.Direction, rec.Line = "request", string(line)
	} else if at := time.UnixMicro(*rec.TimestampMicros).UTC(); at.After(t.at) && at.Year() < 10_000 {
		t.at = at
	}
	if t.seq == 0 {
		if err := t.send(event.RunStarted, event.RunStartedPayload{TaskGoal: "a recording of tuispec", Attempt: 1}); err != nil {
			return err
		}
	}
	switch rec.Direction {
	case "request", "response":
		var m rpcMessage
		if err := json.Unmarshal([]byte(rec.Line), &m); err != nil {
			return fmt.Errorf("%s: %w", rec.Direction, err)
		}
		if rec.Direction == "request" {
			return t.request(&m)
		}
		return t.response(&m)
	case "frame":
		return t.frame(strings.Split(rec.Line, "\n"))
	case "frame-delta":
		return t.delta(rec.Line)
	}
	return nil // notifications, and what later versions add
}

func (t *tuispec) request(m *rpcMessage) error {
	if err := t.close(nil); err != nil {
		return err
	}
	t.steps++
	t.open, t.began = m, t.at
	if err := t.send(event.StepStarted, event.StepStartedPayload{StepIndex: t.steps, MaxSteps: t.steps}); err != nil {
		return err
	}
	return t.send(event.ToolCallStarted, event.ToolCallStartedPayload{ToolName: m.Method, ArgsSummary: summary(m.Params)})
}

// response ends the open request, if it is that one's.
func (t *tuispec) response(m *rpcMessage) error {
	if t.open == nil || !bytes.Equal(t.open.ID, m.ID) {
		return nil
	}
	return t.close(m)
}

// close ends the open request; without an answer nothing is known of it.
func (t *tuispec) close(answer *rpcMessage) error {
	if t.open == nil {
		return nil
	}
	call := event.ToolCallCompletedPayload{OK: true, Status: "sent", ToolName: t.open.Method, Summary: t.open.Method}
	if answer != nil {
		call.Status, call.Summary = "passed", summary(answer.Result)
	}
	if answer != nil && answer.Error != nil {
		call.OK, call.Status, call.Error = false, "failed", answer.Error.Message
		if d := summary(answer.Error.Data); d != "" {
			call.Error += ": " + d
		}
		if t.failed == "" {
			t.failed = t.open.Method + ": " + call.Error
		}
	}
	t.open = nil
	if err := t.send(event.ToolCallCompleted, call); err != nil {
		return err
	}
	return t.send(event.StepCompleted, event.StepCompletedPayload{StepIndex: t.steps, OK: call.OK, DurationMs: t.at.Sub(t.began).Milliseconds()})
}

// maxRow bounds the rows that a delta may name.
const maxRow = 1000

func (t *tuispec) delta(text string) error {
	var rows [][2]json.RawMessage
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		return fmt.Errorf("frame-delta: %w", err)
	}
	next := append([]string(nil), t.rows...)
	for _, r := range rows {
		var i int
		var row string
		if json.Unmarshal(r[0], &i) != nil || json.Unmarshal(r[1], &row) != nil || i < 0 || i >= maxRow {
			return fmt.Errorf("frame-delta: no row and text: %s %s", r[0], r[1])
		}
		for len(next) <= i {
			next = append(next, "")
		}
		next[i] = row
	}
	return t.frame(next)
}

func (t *tuispec) frame(rows []string) error {
	t.rows = rows[:min(len(rows), maxRow)]
	cols := 1
	for _, r := range t.rows {
		cols = max(cols, utf8.RuneCountInString(r))
	}
	return t.send(event.ScreenChanged, event.ScreenChangedPayload{Session: event.MainSession, Cols: cols, Rows: t.rows})
}

// end ends the run: a recording has no verdict but its errors.
func (t *tuispec) end() error {
	if t.seq == 0 {
		return nil
	}
	if err := t.close(nil); err != nil {
		return err
	}
	status := event.Completed
	if t.failed != "" {
		status = event.Failed
	}
	if err := t.send(event.ReportStatus, event.ReportStatusPayload{Status: status, Summary: t.failed}); err != nil {
		return err
	}
	return t.send(event.RunFinished, event.RunFinishedPayload{FinalStatus: status, Error: t.failed, TotalSteps: t.steps})
}

// summary is a JSON value in one short line.
func summary(raw json.RawMessage) string {
	const most = 200
	var b bytes.Buffer
	if len(raw) == 0 || string(raw) == "null" || string(raw) == "{}" || json.Compact(&b, raw) != nil {
		return ""
	}
	if s := []rune(b.String()); len(s) > most {
		return string(s[:most]) + "..."
	}
	return b.String()
}
