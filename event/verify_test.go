package event

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

func line(seq int, kind Kind, payload string) string {
	return fmt.Sprintf(`{"at":"2026-01-01T00:00:%02d.000Z","kind":%q,"payload":%s,"runId":"r","seq":%d}`+"\n", seq, kind, payload, seq)
}

func TestVerify(t *testing.T) {
	start, end := line(1, RunStarted, "{}"), func(seq int) string { return line(seq, RunFinished, `{"finalStatus":"completed","totalSteps":0}`) }
	for _, tc := range []struct{ name, in, want string }{
		{"good", start + end(2), ""},
		{"unknown kind", start + line(2, "of_tomorrow", `{"a":1}`) + end(3), ""},
		{"two runs", start + strings.ReplaceAll(start, `"r"`, `"s"`) + end(2) + strings.ReplaceAll(end(2), `"r"`, `"s"`), ""},
		{"empty", "\n", "no events"},
		{"no end", start, `run "r" has no run_finished`},
		{"torn", start + end(2)[:30], "line 2: is cut off"},
		{"no JSON", start + "hello\n" + end(2), "line 2: invalid character"},
		{"list", "[1]\n", "no JSON object"},
		{"missing key", strings.Replace(start, `"runId":"r",`, "", 1) + end(2), `key "runId" is missing`},
		{"extra key", strings.Replace(start, `{"at"`, `{"v":1,"at"`, 1) + end(2), `key "v" is unknown`},
		{"key of other case", strings.Replace(start, `"seq"`, `"Seq"`, 1) + end(2), `key "Seq" is unknown`},
		{"key twice", strings.Replace(start, `{"at"`, `{"seq":1,"at"`, 1) + end(2), `key "seq" is unknown or there twice`},
		{"two values", strings.TrimSpace(start) + "{}\n" + end(2), "more than one JSON value"},
		{"payload", line(1, RunStarted, "[]"), "payload is no object"},
		{"payload type", line(1, RunStarted, `{"maxSteps":"x"}`) + end(2), "payload of run_started"},
		{"time", strings.Replace(start, ".000Z", "Z", 1) + end(2), "at is not in the form"},
		{"zone", strings.Replace(start, ".000Z", ".000+01:00", 1) + end(2), "at is not in the form"},
		{"time goes back", start + strings.Replace(end(2), "00:00:02", "00:00:00", 1), "is before the event"},
		{"first seq", end(2), "seq 2 after 0"},
		{"first kind", end(1), `begins with run_finished`},
		{"gap", start + end(3), "seq 3 after 1"},
		{"twice", start + start + end(2), "seq 1 after 1"},
		{"two ends", start + end(2) + end(3), "run_finished after the end"},
		{"crash and end", start + line(2, RunCrashed, `{"error":"x"}`) + end(3), "run_finished after the end"},
		{"status", start + line(2, RunFinished, `{"finalStatus":"fine","totalSteps":0}`), `finalStatus "fine"`},
		{"step count", start + line(2, RunFinished, `{"finalStatus":"failed","totalSteps":7}`), "totalSteps is 7, and 0"},
		{"step not begun", start + line(2, StepCompleted, `{"stepIndex":1,"ok":true}`) + end(3), "step_completed of step 1"},
		{"timeout of another", start + line(2, StepTimeout, `{"stepIndex":4}`) + end(3), "step_timeout of step 4"},
		{"tool not begun", start + line(2, ToolCallCompleted, `{"toolName":"wait"}`) + end(3), "tool_call_completed of wait"},
		{"tool twice", start + line(2, ToolCallStarted, `{"toolName":"wait"}`) + line(3, ToolCallStarted, `{"toolName":"key"}`) + end(4), "before wait was completed"},
		{"preflight", start + line(2, PreflightCompleted, `{"ok":true}`) + end(3), "without preflight_started"},
		{"session", start + line(2, SessionExited, `{"session":"main"}`) + end(3), `session_exited of "main"`},
		{"verdict", start + line(2, ReportStatus, `{"status":"timeout"}`) + end(3), `report_status "timeout"`},
	} {
		err := Verify(strings.NewReader(tc.in))
		switch {
		case tc.want == "" && err != nil, tc.want != "" && err == nil:
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		case err != nil && !strings.Contains(err.Error(), tc.want):
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}

func TestVerifyIsBounded(t *testing.T) {
	err := Verify(strings.NewReader(strings.Repeat("x\n", 10_000)))
	if n := strings.Count(err.Error(), "\n") + 1; n > MaxProblems {
		t.Errorf("%d errors", n)
	}
}

func TestReadTornLine(t *testing.T) {
	start := line(1, RunStarted, "{}")
	n := 0
	count := func(Envelope) error { n++; return nil }
	if err := Read(strings.NewReader(start+"\n"+strings.TrimSpace(start)), count); err != nil || n != 2 {
		t.Errorf("whole last line without newline: %v after %d", err, n)
	}
	if err := Read(strings.NewReader(start+start[:40]), count); !errors.Is(err, io.ErrUnexpectedEOF) || n != 3 {
		t.Errorf("torn line: %v after %d", err, n)
	}
	if err := Read(strings.NewReader(start+"x\n"), count); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("no event: %v", err)
	}
	if err := Read(strings.NewReader(strings.Repeat("x", maxForeignLine+1)), count); err == nil {
		t.Error("an endless line is read")
	}
}

func TestStateProblems(t *testing.T) {
	at := time.Unix(100, 0)
	ev := func(seq int, id string, p any, k Kind) Envelope {
		return Envelope{At: at, Kind: k, Payload: p, RunID: id, Seq: seq}
	}
	msg := AssistantMessagePayload{Text: "m"}
	var s State
	for _, e := range []Envelope{
		ev(0, "r", msg, AssistantMessage),
		ev(1, "r", RunStartedPayload{Scenario: "x"}, RunStarted),
		ev(1, "r", msg, AssistantMessage),
		ev(2, "other", msg, AssistantMessage),
		ev(4, "r", msg, AssistantMessage),
		ev(3, "r", msg, AssistantMessage),
		ev(5, "r", StepCompletedPayload{StepIndex: 9}, StepCompleted),
		ev(6, "r", RunFinishedPayload{FinalStatus: Failed}, RunFinished),
		ev(7, "r", msg, AssistantMessage),
	} {
		s.Apply(e)
	}
	want := []string{
		"an event has seq 0", "event 1 comes after event 1", "event 2 is of another run", "events 2 to 3 are missing",
		"event 3 comes after event 4", "event 5: step 9 is not running", "event 7 comes after the end",
	}
	if fmt.Sprint(s.Problems) != fmt.Sprint(want) || len(s.Messages) != 1 || s.Final != Failed {
		t.Errorf("%q\n%+v", s.Problems, s)
	}
}

// A stream without our own kinds, as other runners write it, has statuses too.
func TestStateOfForeignStream(t *testing.T) {
	in := line(1, RunStarted, `{"maxSteps":2,"taskGoal":"g","stepTimeoutMs":1,"workspacePath":"w"}`) +
		line(2, StepStarted, `{"maxSteps":2,"stepIndex":1}`) + line(3, ToolCallStarted, `{"toolName":"a","argsSummary":"b"}`) +
		line(4, ToolCallCompleted, `{"toolName":"a","ok":true,"summary":"s"}`) +
		line(5, StepStarted, `{"maxSteps":2,"stepIndex":2}`) + line(6, StepTimeout, `{"stepIndex":2,"timeoutMs":5}`) +
		line(7, RunFinished, `{"finalStatus":"timeout","totalSteps":2}`)
	if err := Verify(strings.NewReader(in)); err != nil {
		t.Error(err)
	}
	var s State
	if err := Read(strings.NewReader(in), func(e Envelope) error { s.Apply(e); return nil }); err != nil {
		t.Fatal(err)
	}
	if s.Steps[0].Status != Passed || s.Steps[1].Status != StepTimed || s.Final != TimedOut || s.Duration != 6*time.Second {
		t.Error(describe(&s))
	}
}

func FuzzReduce(f *testing.F) {
	for name, list := range fixtures() {
		var b strings.Builder
		l := NewLog(&b, name, clock(), nil, nil)
		for _, e := range list {
			l.Emit(e.kind, e.payload)
		}
		f.Add(b.String())
	}
	for _, file := range streams(f) {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, stream string) {
		var s State
		Read(strings.NewReader(stream), func(e Envelope) error {
			finished := s.Finished()
			s.Apply(e)
			if finished && !s.Finished() {
				t.Error("a finished run goes on")
			}
			s.Current()
			s.FailedStep()
			return nil
		})
		if len(s.Problems) > MaxProblems {
			t.Error(len(s.Problems), "problems")
		}
		if err := Verify(strings.NewReader(stream)); err == nil && (!s.Finished() || len(s.Problems) > 0) && !mixed(stream) {
			t.Errorf("verified, but finished %v, problems %v", s.Finished(), s.Problems)
		}
	})
}

// mixed reports whether a stream has events of several runs.
func mixed(stream string) bool {
	ids := map[string]bool{}
	Read(strings.NewReader(stream), func(e Envelope) error { ids[e.RunID] = true; return nil })
	return len(ids) > 1
}
