package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestLogOneTerminalEvent(t *testing.T) {
	var out bytes.Buffer
	n := 0
	l := NewLog(&out, "r", clock(), nil, func(Envelope) { n++ })
	l.Emit(RunStarted, RunStartedPayload{})
	if l.Finished() {
		t.Error("finished at its start")
	}
	l.Emit(RunCrashed, RunCrashedPayload{Error: "x"})
	l.Emit(RunFinished, RunFinishedPayload{FinalStatus: Failed})
	l.Emit(AssistantMessage, AssistantMessagePayload{Text: "late"})
	if n != 2 || strings.Count(out.String(), "\n") != 2 || !l.Finished() {
		t.Errorf("%d events:\n%s", n, out.String())
	}
}

func TestLogConcurrent(t *testing.T) {
	var out bytes.Buffer
	l := NewLog(&out, "r", clock(), nil, nil)
	l.Emit(RunStarted, RunStartedPayload{})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				l.Emit(AssistantMessage, AssistantMessagePayload{Text: "x"})
			}
		})
	}
	wg.Wait()
	l.Emit(RunFinished, RunFinishedPayload{FinalStatus: Completed})
	if err := Verify(&out); err != nil {
		t.Error(err)
	}
}

// A secret can't hide behind the escapes of JSON, in any text of any payload.
func TestLogMasks(t *testing.T) {
	secrets := []string{"tok_9f8e7d6c5b", "a\"b\\c\nd<e", "pässwörd", "\x1b\x00bin", "completed"}
	for _, s := range secrets {
		var out bytes.Buffer
		var seen []Envelope
		l := NewLog(&out, "r", clock(), NewMasker(secrets), func(e Envelope) { seen = append(seen, e) })
		text := "x " + s + " y"
		failure := &Failure{Message: text, Source: text, Details: []string{text}, Hint: text, Screen: &ScreenDump{Lines: []string{s[:4], s[4:]}}}
		l.Emit(RunStarted, RunStartedPayload{Scenario: text, Tags: []string{text}, Record: []Record{{To: []string{text}, Look: &Look{Title: &text}}}})
		l.Emit(StepCompleted, StepCompletedPayload{Failure: failure})
		l.Emit(StepTimeout, &StepTimeoutPayload{WaitingFor: text, Screen: "a" + s[:3] + "\n" + s[3:]})
		l.Emit("of_tomorrow", map[string]any{text: []any{text, 1, nil, map[string]string{"k": text}}})
		l.Emit("raw", json.RawMessage(`{"k":`+string(mustJSON(t, text))+`}`))
		l.Emit(RunFinished, RunFinishedPayload{FinalStatus: Completed, Error: text})
		if failure.Message != text || failure.Screen.Lines[0] != s[:4] {
			t.Error("the caller's payload was changed")
		}
		if n := strings.Count(out.String(), Mask); n < 14 {
			t.Errorf("%q: %d masks in\n%s", s, n, out.String())
		}
		for line := range strings.Lines(out.String()) {
			var v any
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			if s != "completed" && containsText(v, s) {
				t.Errorf("%q is in %s", s, line)
			}
		}
		if p := seen[5].Payload.(RunFinishedPayload); p.FinalStatus != Completed || p.Error != "x "+Mask+" y" {
			t.Errorf("the last event: %+v", p)
		}
		if err := seen[2].Payload.(StepTimeoutPayload); strings.Contains(strings.ReplaceAll(err.Screen, "\n", ""), s) {
			t.Errorf("%q is in the screen %q", s, err.Screen)
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func containsText(v any, s string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(v, s)
	case []any:
		for _, x := range v {
			if containsText(x, s) {
				return true
			}
		}
	case map[string]any:
		for k, x := range v {
			if strings.Contains(k, s) || containsText(x, s) {
				return true
			}
		}
	}
	return false
}

func TestLogCapsLines(t *testing.T) {
	long := strings.Repeat("日本\x01", 1<<17)
	rows := make([]string, 20_000)
	for i := range rows {
		rows[i] = long[:300]
	}
	keys := map[string]string{}
	for i := range 30_000 {
		keys[strings.Repeat("k", 10)+string(rune(i+0x4e00))] = "v"
	}
	var out bytes.Buffer
	var seen []Envelope
	l := NewLog(&out, "r", clock(), nil, func(e Envelope) { seen = append(seen, e) })
	l.Emit(RunStarted, RunStartedPayload{TaskGoal: "short", Scenario: long})
	l.Emit(StepCompleted, StepCompletedPayload{Failure: &Failure{Details: rows, Screen: &ScreenDump{Lines: rows}}})
	l.Emit("keys", keys)
	l.Emit(RunFinished, RunFinishedPayload{FinalStatus: Completed, Error: long})
	n := 0
	for line := range strings.Lines(out.String()) {
		n++
		if len(line) > MaxLine+1 || !json.Valid([]byte(line)) {
			t.Errorf("line %d has %d bytes, valid %v", n, len(line), json.Valid([]byte(line)))
		}
		if n != 3 && !strings.Contains(line, "bytes cut)") {
			t.Errorf("line %d has no mark", n)
		}
	}
	if p := seen[0].Payload.(RunStartedPayload); p.TaskGoal != "short" || !strings.HasSuffix(p.Scenario, "bytes cut)") {
		t.Errorf("goal %q", p.TaskGoal)
	}
	if d := seen[1].Payload.(StepCompletedPayload).Failure.Details; !strings.HasSuffix(d[len(d)-1], " more") {
		t.Errorf("the list ends with %q", d[len(d)-1])
	}
	if p := seen[3].Payload.(RunFinishedPayload); p.FinalStatus != Completed {
		t.Errorf("final status %q", p.FinalStatus)
	}
}

func TestLogWriteError(t *testing.T) {
	var kinds []Kind
	l := NewLog(&brokenWriter{room: 600}, "r", clock(), nil, func(e Envelope) { kinds = append(kinds, e.Kind) })
	l.Emit(RunStarted, RunStartedPayload{})
	if l.Err() == nil {
		l.Emit(AssistantMessage, AssistantMessagePayload{Text: strings.Repeat("x", 600)})
	}
	l.Emit(RunFinished, RunFinishedPayload{FinalStatus: Completed})
	if !errors.Is(l.Err(), errFull) || !l.Finished() || kinds[len(kinds)-1] != RunFinished {
		t.Error(l.Err(), l.Finished(), kinds)
	}
}

func TestLogUnwritablePayload(t *testing.T) {
	var out bytes.Buffer
	l := NewLog(&out, "r", clock(), nil, nil)
	l.Emit(RunStarted, RunStartedPayload{Pace: Pace{Speed: math.Inf(1)}})
	if l.Err() == nil {
		t.Error("no error")
	}
}

// A clock that is set back does not turn the log's time back.
func TestLogTimeNeverGoesBack(t *testing.T) {
	times := []time.Time{time.Unix(100, 0), time.Unix(50, 0), time.Unix(101, 0)}
	i := -1
	var out bytes.Buffer
	l := NewLog(&out, "r", func() time.Time { i++; return times[i] }, nil, nil)
	l.Emit(RunStarted, RunStartedPayload{})
	l.Emit(AssistantMessage, AssistantMessagePayload{})
	l.Emit(RunFinished, RunFinishedPayload{FinalStatus: Completed})
	if err := Verify(&out); err != nil {
		t.Error(err)
	}
}
