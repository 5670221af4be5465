package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"scenario/event"
	embedded "scenario/schema"
)

func compileEvents(t *testing.T) *jsonschema.Schema {
	t.Helper()
	js, err := jsonschema.UnmarshalJSON(bytes.NewReader(embedded.Events))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("events.schema.json", js); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("events.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validEvent(t *testing.T, s *jsonschema.Schema, line []byte) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(v)
}

// Every event of the streams of real runs is valid, and of every kind there is
// one: of what no stream has, the payload with nothing in it.
func TestEventsAreValid(t *testing.T) {
	s := compileEvents(t)
	for _, pattern := range []string{"testdata/events/*.jsonl", "event/testdata/*.jsonl"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(paths) < 6 {
			t.Fatal(paths, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
				if err := validEvent(t, s, line); err != nil {
					t.Errorf("%s:%d: %v", path, i+1, err)
				}
			}
		}
	}
	for _, k := range event.Kinds() {
		p := k.Payload
		switch k.Kind { // whose words are few
		case event.ReportStatus:
			p = event.ReportStatusPayload{Status: event.Failed}
		case event.RunFinished:
			p = event.RunFinishedPayload{FinalStatus: event.TimedOut}
		}
		line, err := event.Envelope{Kind: k.Kind, Payload: p, RunID: "r", Seq: 1}.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := validEvent(t, s, line); err != nil {
			t.Errorf("%s: %v", k.Kind, err)
		}
	}
}

// The schema refuses what breaks the contract and takes what only adds to it.
func TestEventsSchema(t *testing.T) {
	s := compileEvents(t)
	const head, tail = `{"at":"2026-01-01T00:00:00.000Z","runId":"r","seq":1,`, `}`
	for body, ok := range map[string]bool{
		`"kind":"step_started","payload":{"maxSteps":7,"stepIndex":1}`:                                     true,
		`"kind":"step_started","payload":{"maxSteps":7,"stepIndex":1,"of_tomorrow":[1]}`:                   true,
		`"kind":"of_tomorrow","payload":{"a":1}`:                                                           true,
		`"kind":"run_started","payload":{"maxSteps":1,"stepTimeoutMs":1,"taskGoal":"","workspacePath":""}`: true,
		`"kind":"step_started","payload":{"stepIndex":1}`:                                                  false,
		`"kind":"step_started","payload":{"maxSteps":"7","stepIndex":1}`:                                   false,
		`"kind":"run_finished","payload":{"finalStatus":"fine","totalSteps":1}`:                            false,
		`"kind":"step_started","payload":[]`:                                                               false,
		`"kind":"x","payload":{},"more":1`:                                                                 false,
		`"kind":"x"`:                                                                                       false,
	} {
		if err := validEvent(t, s, []byte(head+body+tail)); (err == nil) != ok {
			t.Errorf("%s: %v", body, err)
		}
	}
	if err := validEvent(t, s, []byte(`{"at":"2026-01-01 00:00","kind":"x","payload":{},"runId":"r","seq":1}`)); err == nil {
		t.Error("a time in another form is taken")
	}
}

// Every payload struct is explained.
func TestEveryPayloadHasAComment(t *testing.T) {
	texts, err := readComments(root, "event")
	if err != nil {
		t.Fatal(err)
	}
	b := newEventBuilder(texts)
	b.stream()
	for _, d := range b.defs {
		if d.value.Description == "" {
			t.Errorf("%s has no comment in Go", d.key)
		}
	}
}
