package event

import (
	"encoding/json"
	"testing"
	"time"
)

// clock is a clock that goes on by a tenth of a second at each look.
func clock() func() time.Time {
	t := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time {
		t = t.Add(100 * time.Millisecond)
		return t
	}
}

func TestEnvelopeJSON(t *testing.T) {
	at := time.Date(2026, 1, 1, 1, 0, 0, 123456789, time.FixedZone("", 3600))
	e := Envelope{At: at, Kind: StepStarted, Payload: StepStartedPayload{MaxSteps: 7, StepIndex: 1, Text: "a<b>&c"}, RunID: "r", Seq: 3}
	got, err := e.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"at":"2026-01-01T00:00:00.123Z","kind":"step_started","payload":{"maxSteps":7,"stepIndex":1,"text":"a<b>&c"},"runId":"r","seq":3}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var back Envelope
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	p, err := Decode(back)
	if err != nil {
		t.Fatal(err)
	}
	if p != e.Payload || !back.At.Equal(at.Truncate(time.Millisecond)) {
		t.Errorf("came back as %+v, %v", p, back.At)
	}
}

func TestDecodeUnknown(t *testing.T) {
	var e Envelope
	line := `{"at":"2026-01-01T00:00:00.000Z","kind":"from_the_future","payload":{"x":1},"runId":"r","seq":1,"more":2}`
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		t.Fatal(err)
	}
	p, err := Decode(e)
	if raw, ok := p.(json.RawMessage); err != nil || !ok || string(raw) != `{"x":1}` {
		t.Errorf("got %T %v, %v", p, p, err)
	}
	if p, err := Decode(Envelope{Kind: StepStarted, Payload: json.RawMessage(`{"stepIndex":1,"new":[]}`)}); err != nil || p != (StepStartedPayload{StepIndex: 1}) {
		t.Errorf("an unknown payload key: %v, %v", p, err)
	}
	for _, bad := range []string{`{}`, `[]`, `{"at":"today","kind":"x","runId":"r","seq":1}`, `{"at":"2026-01-01T00:00:00Z","kind":"x","runId":"r","seq":0}`} {
		if err := json.Unmarshal([]byte(bad), &e); err == nil {
			t.Errorf("%s is taken for an event", bad)
		}
	}
}
