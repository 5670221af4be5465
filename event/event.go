// Package event is the runner event contract: the envelope, the kinds and
// their payloads, the log that a run writes, the masks that keep secrets out
// of it and the reducer that turns events back into a run's state.
//
// A run is a stream of events with one runId: seq starts at 1 and rises by 1,
// and exactly one terminal event (run_finished or run_crashed) ends it,
// whatever happens. Events are only added, never rewritten; readers must skip
// kinds and payload keys that they don't know.
package event

import (
	"encoding/json"
	"time"
)

// Kind names what an event tells.
type Kind string

// The eleven kinds of the runner event contract.
const (
	RunStarted         Kind = "run_started"
	PreflightStarted   Kind = "preflight_started"
	PreflightCompleted Kind = "preflight_completed"
	StepStarted        Kind = "step_started"
	ToolCallStarted    Kind = "tool_call_started"
	ToolCallCompleted  Kind = "tool_call_completed"
	AssistantMessage   Kind = "assistant_message"
	StepTimeout        Kind = "step_timeout"
	ReportStatus       Kind = "report_status"
	RunFinished        Kind = "run_finished"
	RunCrashed         Kind = "run_crashed"
)

// The kinds of our own, which a reader may skip.
const (
	StepCompleted   Kind = "step_completed"
	Assertion       Kind = "assertion"
	ArtifactWritten Kind = "artifact_written"
	SessionStarted  Kind = "session_started"
	SessionExited   Kind = "session_exited"
	Timeline        Kind = "timeline"
	ScreenChanged   Kind = "screen_changed"
)

// Envelope is one event as it stands in a line of events.jsonl: exactly the
// keys at (RFC 3339, UTC, milliseconds), kind, payload, runId and seq.
type Envelope struct {
	At      time.Time
	Kind    Kind
	Payload any // one of the *Payload structs of this package, by value; json.RawMessage when read from a file
	RunID   string
	Seq     int
}

// TimeFormat is the form of Envelope.At.
const TimeFormat = "2006-01-02T15:04:05.000Z07:00"

type wire struct {
	At      string          `json:"at"`
	Kind    Kind            `json:"kind"`
	Payload json.RawMessage `json:"payload"`
	RunID   string          `json:"runId"`
	Seq     int             `json:"seq"`
}
