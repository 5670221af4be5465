package event

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/internal/golden"
)

type emission struct {
	kind    Kind
	payload any
}

// started is the beginning of every fixture: a scenario of n steps.
func started(n int) []emission {
	return []emission{
		{RunStarted, RunStartedPayload{
			MaxSteps: n, StepTimeoutMs: 10000, TaskGoal: "a tour", WorkspacePath: "scenario-results/tour/attempt-1",
			ID: "tour.yaml", File: "tour.yaml", Line: 1, Scenario: "a tour", Attempt: 1, Cols: 80, Rows: 24,
			Look: Look{Theme: "one-dark", Font: "mono", FontSize: 16, LineHeight: 1.2, Scale: 1},
			Pace: Pace{Timeline: "steady", TypingMs: 50, KeyMs: 100, BeatMs: 400, ReadMs: 1500, IdleMs: 2000, EndMs: 3000, Speed: 1},
		}},
		{PreflightStarted, PreflightStartedPayload{Checks: []string{"requires app"}}},
	}
}

func ready() emission {
	return emission{PreflightCompleted, PreflightCompletedPayload{OK: true, Checks: []Check{{Name: "requires app", OK: true}}}}
}

// step is a step whose action has begun.
func step(index int, action, text string) []emission {
	return []emission{
		{StepStarted, StepStartedPayload{MaxSteps: 3, StepIndex: index, Step: action, Text: action + ": " + text, Session: "main", File: "tour.yaml", Line: 2 + index, Col: 5}},
		{ToolCallStarted, ToolCallStartedPayload{ToolName: action, ArgsSummary: text}},
	}
}

func passes(index int, action string) []emission {
	return []emission{
		{ToolCallCompleted, ToolCallCompletedPayload{OK: true, Status: "passed", ToolName: action}},
		{StepCompleted, StepCompletedPayload{StepIndex: index, OK: true, DurationMs: 200, Session: "main", CastSeq: index}},
	}
}

func launch() []emission {
	return join(step(1, "launch", "app"), []emission{{SessionStarted, SessionStartedPayload{Session: "main", Program: "app", Cols: 80, Rows: 24}}}, passes(1, "launch"))
}

func exits() []emission {
	return []emission{{SessionExited, SessionExitedPayload{Session: "main", CastSeq: 9, Ended: true, Signal: "HUP"}}}
}

func ends(status, final, reason string, steps int) []emission {
	return []emission{
		{ReportStatus, ReportStatusPayload{Status: status, Summary: reason}},
		{RunFinished, RunFinishedPayload{FinalStatus: final, Error: reason, TotalSteps: steps, DurationMs: 1500}},
	}
}

func join(lists ...[]emission) []emission {
	var out []emission
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// fixtures are the streams of testdata, one for each way a run can end.
func fixtures() map[string][]emission {
	begin := join(started(3), []emission{ready()}, launch())
	failure := &Failure{
		File: "tour.yaml", Line: 5, Col: 13, Width: 5, Source: "  - expect: Pods!",
		Message: `expect "Pods!": not on the screen within 10s`, Details: []string{`nearest: "Pods" in row 1, columns 1-4: one letter more`},
		Screen: &ScreenDump{Cols: 80, Rows: 2, Lines: []string{"Pods", ""}, CursorRow: 2, CursorCol: 1, Row: 1, Col: 1, Width: 4},
	}
	timeout := *failure
	timeout.Timeout = true
	return map[string][]emission{
		"success": join(begin, step(2, "expect", "Pods"),
			[]emission{{Assertion, AssertionPayload{StepIndex: 2, OK: true, Expected: "Pods", Session: "main", CastSeq: 2}}}, passes(2, "expect"),
			step(3, "hold", "2s"), []emission{{Timeline, TimelinePayload{CastSeq: 3, Session: "main", StepIndex: 3, Do: DoHold, Ms: 2000}}, {AssistantMessage, AssistantMessagePayload{Text: "the pods"}}}, passes(3, "hold"),
			exits(), []emission{{ArtifactWritten, ArtifactWrittenPayload{Path: "tour.gif", Role: "record", Bytes: 41234, PlayMs: 29400, Cols: 80, Rows: 24, Width: 800, Height: 480}}},
			ends("completed", Completed, "", 3)),
		"failure": join(begin, step(2, "expect", "Pods!"), []emission{
			{Assertion, AssertionPayload{StepIndex: 2, Expected: "Pods!", Actual: "Pods", Session: "main", CastSeq: 2}},
			{ToolCallCompleted, ToolCallCompletedPayload{Status: "failed", ToolName: "expect", Error: failure.Message}},
			{StepCompleted, StepCompletedPayload{StepIndex: 2, DurationMs: 300, Session: "main", CastSeq: 2, Failure: failure}},
		}, exits(), ends("failed", Failed, failure.Message, 2)),
		"timeout": join(begin, step(2, "expect", "Pods!"), []emission{
			{StepTimeout, StepTimeoutPayload{StepIndex: 2, TimeoutMs: 10000, WaitingFor: `"Pods!"`, Screen: "Pods\n"}},
			{ToolCallCompleted, ToolCallCompletedPayload{Status: "timeout", ToolName: "expect", Error: timeout.Message}},
			{StepCompleted, StepCompletedPayload{StepIndex: 2, DurationMs: 10000, Session: "main", CastSeq: 2, Failure: &timeout}},
		}, exits(), ends("failed", TimedOut, timeout.Message, 2)),
		"blocked": join(started(3), []emission{{PreflightCompleted, PreflightCompletedPayload{Checks: []Check{
			{Name: "requires app", Detail: "not on PATH", File: "tour.yaml", Line: 2, Col: 11},
			{Name: "secret TOKEN", Detail: "is not set", File: "tour.yaml", Line: 3, Col: 10, Hint: "TOKEN=... scenario run tour.yaml"},
		}}}}, ends("blocked", Blocked, "requires app: not on PATH", 0)),
		"interrupted": join(begin, step(2, "wait", "Pods"), []emission{
			{ToolCallCompleted, ToolCallCompletedPayload{Status: "interrupted", ToolName: "wait", Error: Interrupted}},
		}, exits(), ends("failed", Failed, Interrupted, 2)),
		"crash": join(begin, step(2, "wait", "Pods"), []emission{{RunCrashed, RunCrashedPayload{Error: "index out of range [3] with length 3", StepIndex: 2}}}),
	}
}

func TestFixtures(t *testing.T) {
	for name, list := range fixtures() {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			var live State
			l := NewLog(&out, "run-"+name, clock(), NewMasker([]string{"s3cr3t"}), live.Apply)
			for _, e := range list {
				l.Emit(e.kind, e.payload)
			}
			if l.Err() != nil || !l.Finished() {
				t.Error(l.Err(), l.Finished())
			}
			golden.Check(t, filepath.Join("testdata", name+".jsonl"), out.Bytes())
			if err := Verify(bytes.NewReader(out.Bytes())); err != nil {
				t.Error(err)
			}
			var read State
			if err := Read(&out, func(e Envelope) error { read.Apply(e); return nil }); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(live, read); d != "" {
				t.Errorf("the state of the live run (-) is not that of its log (+):\n%s", d)
			}
			golden.Check(t, filepath.Join("testdata", name+".state"), []byte(describe(&read)))
		})
	}
}

// describe prints what matters of a state.
func describe(s *State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s %q, %d steps, %s, verdict %s\n", s.RunID, s.Final, s.Error, s.TotalSteps, s.Duration, s.Verdict.Status)
	for _, c := range s.Checks {
		fmt.Fprintf(&b, "check %s: %v %s\n", c.Name, c.OK, c.Detail)
	}
	for _, st := range s.Steps {
		fmt.Fprintf(&b, "step %d %q: %s after %s, failure %v\n", st.StepIndex, st.Text, st.Status, st.Duration, st.Failure != nil)
	}
	for _, x := range s.Sessions {
		fmt.Fprintf(&b, "session %s: ended %v\n", x.Session, x.Exit != nil)
	}
	for _, a := range s.Artifacts {
		fmt.Fprintf(&b, "artifact %s\n", a.Path)
	}
	fmt.Fprintf(&b, "messages %q, problems %q\n", s.Messages, s.Problems)
	return b.String()
}

// streams are the files of the written streams and of those of real runs.
func streams(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"testdata/*.jsonl", "../testdata/events/*.jsonl"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) < 6 {
			t.Fatal(found, err)
		}
		files = append(files, found...)
	}
	return files
}

// Any beginning of a stream is a state.
func TestStatePrefixes(t *testing.T) {
	files := streams(t)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var s State
		n := 0
		err = Read(bytes.NewReader(data), func(e Envelope) error {
			n++
			if s.Finished() {
				t.Errorf("%s: finished before event %d", file, n)
			}
			s.Apply(e)
			if s.Seq != n || len(s.Problems) > 0 {
				t.Errorf("%s: after event %d: seq %d, %v", file, n, s.Seq, s.Problems)
			}
			return nil
		})
		if err != nil || !s.Finished() {
			t.Errorf("%s: %v, finished %v", file, err, s.Finished())
		}
	}
}
