package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// MarshalJSON writes the five keys in their order. Unlike json.Marshal it
// leaves <, > and & as they are, so call it directly for a line of a log.
func (e Envelope) MarshalJSON() ([]byte, error) {
	payload, err := encode(e.Payload)
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", e.Kind, err)
	}
	return encode(wire{At: e.At.UTC().Format(TimeFormat), Kind: e.Kind, Payload: payload, RunID: e.RunID, Seq: e.Seq})
}

// UnmarshalJSON reads an envelope and leaves its payload a json.RawMessage
// (see Decode). Keys that it doesn't know are skipped.
func (e *Envelope) UnmarshalJSON(data []byte) error {
	var w wire
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if w.Kind == "" || w.RunID == "" || w.Seq < 1 {
		return errors.New("no event: kind, runId and seq are needed")
	}
	at, err := time.Parse(time.RFC3339Nano, w.At)
	if err != nil {
		return fmt.Errorf("no event: at: %w", err)
	}
	*e = Envelope{At: at.UTC(), Kind: w.Kind, Payload: w.Payload, RunID: w.RunID, Seq: w.Seq}
	return nil
}

// Decode returns the payload of an event as the struct of its kind, by value.
// The payload of an unknown kind is returned as it is.
func Decode(e Envelope) (any, error) {
	raw, ok := e.Payload.(json.RawMessage)
	if !ok {
		return e.Payload, nil
	}
	switch e.Kind {
	case RunStarted:
		return decode[RunStartedPayload](e.Kind, raw)
	case PreflightStarted:
		return decode[PreflightStartedPayload](e.Kind, raw)
	case PreflightCompleted:
		return decode[PreflightCompletedPayload](e.Kind, raw)
	case StepStarted:
		return decode[StepStartedPayload](e.Kind, raw)
	case ToolCallStarted:
		return decode[ToolCallStartedPayload](e.Kind, raw)
	case ToolCallCompleted:
		return decode[ToolCallCompletedPayload](e.Kind, raw)
	case AssistantMessage:
		return decode[AssistantMessagePayload](e.Kind, raw)
	case StepTimeout:
		return decode[StepTimeoutPayload](e.Kind, raw)
	case ReportStatus:
		return decode[ReportStatusPayload](e.Kind, raw)
	case RunFinished:
		return decode[RunFinishedPayload](e.Kind, raw)
	case RunCrashed:
		return decode[RunCrashedPayload](e.Kind, raw)
	case StepCompleted:
		return decode[StepCompletedPayload](e.Kind, raw)
	case Assertion:
		return decode[AssertionPayload](e.Kind, raw)
	case ArtifactWritten:
		return decode[ArtifactWrittenPayload](e.Kind, raw)
	case SessionStarted:
		return decode[SessionStartedPayload](e.Kind, raw)
	case SessionExited:
		return decode[SessionExitedPayload](e.Kind, raw)
	case Timeline:
		return decode[TimelinePayload](e.Kind, raw)
	case ScreenChanged:
		return decode[ScreenChangedPayload](e.Kind, raw)
	}
	return raw, nil
}

// Terminal reports whether an event of this kind ends a run.
func (k Kind) Terminal() bool { return k == RunFinished || k == RunCrashed }

func decode[T any](k Kind, raw json.RawMessage) (any, error) {
	var p T
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, fmt.Errorf("payload of %s: %w", k, err)
	}
	return p, nil
}

// encode is json.Marshal without the escapes for HTML; nil is {}.
func encode(v any) ([]byte, error) {
	if v == nil {
		return []byte("{}"), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// stamp is the time that an event gets: what TimeFormat can hold.
func stamp(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
