package event

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"scenario/internal/cpu"
)

// longRun is a run of n decoded events: four for each step and, in between, a
// preview of the screen.
func longRun(n int) []Envelope {
	at := time.Unix(1_700_000_000, 0).UTC()
	rows := []string{"one", "two", "three"}
	all := make([]Envelope, 0, n)
	add := func(k Kind, p any) {
		all = append(all, Envelope{At: at.Add(time.Duration(len(all)) * time.Millisecond), Kind: k, Payload: p, RunID: "r", Seq: len(all) + 1})
	}
	add(RunStarted, RunStartedPayload{MaxSteps: n / 5})
	for i := 1; len(all) < n-6; i++ {
		add(StepStarted, StepStartedPayload{StepIndex: i, MaxSteps: n / 5, Text: "wait: Pods"})
		add(ToolCallStarted, ToolCallStartedPayload{ToolName: "wait", ArgsSummary: "Pods"})
		add(ScreenChanged, ScreenChangedPayload{Session: "main", Cols: 80, Rows: rows})
		add(ToolCallCompleted, ToolCallCompletedPayload{ToolName: "wait", OK: true, Summary: "wait: Pods"})
		add(StepCompleted, StepCompletedPayload{StepIndex: i, OK: true, DurationMs: 4})
	}
	for len(all) < n-1 {
		add(AssistantMessage, AssistantMessagePayload{Text: "m"})
	}
	add(RunFinished, RunFinishedPayload{FinalStatus: Completed, TotalSteps: n / 5})
	return all
}

// A million decoded events are reduced in under a second.
func BenchmarkReduceMillion(b *testing.B) {
	events := longRun(1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		var s State
		for _, e := range events {
			s.Apply(e)
		}
		if s.Final != Completed || len(s.Problems) > 0 {
			b.Fatal(s.Final, s.Problems)
		}
	}
	b.ReportMetric(float64(len(events))*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// Reading JSON lines, apart from reducing them.
func BenchmarkReadJSONL(b *testing.B) {
	var lines bytes.Buffer
	for _, e := range longRun(10_000) {
		line, err := e.MarshalJSON()
		if err != nil {
			b.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	b.SetBytes(int64(lines.Len()))
	for b.Loop() {
		err := Read(bytes.NewReader(lines.Bytes()), func(e Envelope) error { _, err := Decode(e); return err })
		if err != nil {
			b.Fatal(err)
		}
	}
}

// What a state keeps grows with its steps, not with the events between them.
func TestStateIsBounded(t *testing.T) {
	held := func(fill func(*State, func(Kind, any))) uint64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s, seq := &State{}, 0
		fill(s, func(k Kind, p any) {
			seq++
			s.Apply(Envelope{Kind: k, Payload: p, RunID: "r", Seq: seq})
		})
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(s)
		return max(after.HeapAlloc, before.HeapAlloc) - before.HeapAlloc
	}
	between := held(func(_ *State, emit func(Kind, any)) {
		emit(RunStarted, RunStartedPayload{})
		emit(StepStarted, StepStartedPayload{StepIndex: 1})
		for i := range 100_000 {
			emit(AssistantMessage, AssistantMessagePayload{Text: fmt.Sprint("message ", i)})
			emit(ScreenChanged, ScreenChangedPayload{Rows: []string{fmt.Sprint("row ", i)}})
			emit(Timeline, TimelinePayload{Do: DoType})
			emit("of_tomorrow", json.RawMessage(`{}`))
		}
	})
	if between > 1<<20 {
		t.Errorf("100,000 events within a step hold %d bytes", between)
	}
	const n = 50_000
	steps := held(func(_ *State, emit func(Kind, any)) {
		emit(RunStarted, RunStartedPayload{})
		for i := range n {
			emit(StepStarted, StepStartedPayload{StepIndex: i + 1})
			emit(StepCompleted, StepCompletedPayload{StepIndex: i + 1, OK: true})
		}
	})
	if steps/n > 2048 {
		t.Errorf("a step holds %d bytes", steps/n)
	}
}

// A stream that was made to be slow is not.
func TestReducingIsLinear(t *testing.T) {
	const n = 100_000
	var s State
	emit := func(k Kind, p any) { s.Apply(Envelope{Kind: k, Payload: p, RunID: "r", Seq: s.Seq + 1}) }
	before := cpu.Used()
	emit(RunStarted, RunStartedPayload{})
	for range n {
		emit(SessionStarted, SessionStartedPayload{Session: "a"})
	}
	for range n {
		emit(SessionExited, SessionExitedPayload{Session: "b"})
	}
	if took := cpu.Used() - before; took > 20*time.Second {
		t.Errorf("took %v of CPU", took)
	}
	if err := Verify(io.LimitReader(zeros{}, 1<<20)); err == nil {
		t.Error("no events are a stream")
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
