package report

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"scenario/event"
)

// A secret that a run holds is in no report, however talkative, and how
// programs ended is in all of them.
func TestReportsHideSecretsAndTellExits(t *testing.T) {
	const secret = "tok_9f8e7d\"6c5b"
	var lines, out, progress, junit bytes.Buffer
	c := NewConsole(ConsoleOptions{Out: &out, Err: &progress, TTY: true, Verbose: true})
	write := JSONL(&lines)
	var st event.State
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	log := event.NewLog(nil, "r", func() time.Time { return at }, event.NewMasker([]string{secret}), func(e event.Envelope) {
		write(e)
		st.Apply(e)
		c.Event(e)
	})
	log.Emit(event.RunStarted, event.RunStartedPayload{File: "a.yaml", ID: "a.yaml", Scenario: "login " + secret})
	log.Emit(event.StepStarted, event.StepStartedPayload{StepIndex: 1, MaxSteps: 2, Text: "enter: " + secret})
	log.Emit(event.SessionStarted, event.SessionStartedPayload{Session: "main", Program: "sh"})
	log.Emit(event.SessionStarted, event.SessionStartedPayload{Session: "other", Program: "job"})
	log.Emit(event.SessionExited, event.SessionExitedPayload{Session: "main", Status: 3})
	log.Emit(event.SessionExited, event.SessionExitedPayload{Session: "other", Signal: "KILL"})
	log.Emit(event.StepCompleted, event.StepCompletedPayload{StepIndex: 1, Note: secret, Failure: &event.Failure{
		Message: "wait: not seen after " + secret, Source: "  - enter: " + secret, Line: 3, Col: 5, Details: []string{secret}, Hint: secret,
		Screen: &event.ScreenDump{Cols: 10, Rows: 2, Lines: []string{"$ " + secret[:8], secret[8:]}},
	}})
	log.Emit(event.ArtifactWritten, event.ArtifactWrittenPayload{Path: secret + ".gif", Role: "record"})
	log.Emit(event.RunFinished, event.RunFinishedPayload{FinalStatus: event.Failed, Error: secret, TotalSteps: 1})
	call := callOf(&st)
	done(c, call)
	c.Finish(call)
	if err := JUnit(&junit, call); err != nil {
		t.Fatal(err)
	}
	for name, report := range map[string]string{"jsonl": lines.String(), "console": out.String(), "progress": progress.String(), "junit": junit.String()} {
		for _, leak := range []string{"tok_9f8", "6c5b"} {
			if strings.Contains(report, leak) {
				t.Errorf("%s holds %s:\n%s", name, leak, report)
			}
		}
		if !strings.Contains(report, event.Mask) {
			t.Errorf("%s has no mask:\n%s", name, report)
		}
	}
	for _, want := range []string{"sh ended with status 3", "job was ended by signal KILL"} {
		if !strings.Contains(out.String(), want) || !strings.Contains(junit.String(), want) {
			t.Errorf("%q is missing:\n%s\n%s", want, out.String(), junit.String())
		}
	}
	if s := junit.String(); !strings.Contains(s, `name="exit main" value="sh: status 3"`) || !strings.Contains(s, `name="exit other" value="job: signal KILL"`) {
		t.Errorf("no exits in\n%s", s)
	}
}
