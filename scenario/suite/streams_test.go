//go:build linux

package suite

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"scenario/event"
	"scenario/internal/golden"
	"scenario/scenario"
)

// The streams of testdata/events are those of real runs, one for each way a run
// can end. They are the same at each run, so they also show that the streams of
// failures, timeouts and crashes do not depend on the clock.
func TestStreams(t *testing.T) {
	for _, tt := range []struct {
		name, yaml, final string
		at                string // the step with which something happens
		does              func(interrupt context.CancelCauseFunc)
	}{
		{"success", `
name: A greeting
size: 40x6
steps:
  - launch: sh -c 'printf "name? "; read n; echo "Hello, $n"'
  - wait: name?
  - enter: Ada
  - expect: Hello, Ada
  - screenshot: greeting.txt
  - expect: {exit: 0}
`, event.Completed, "", nil},
		{"failure", `
name: A wrong status
size: 40x6
steps:
  - launch: sh -c 'echo "no such file"; exit 3'
  - name: the copy is made
    expect: {exit: 0}
after:
  - exec: "true"
`, event.Failed, "", nil},
		{"timeout", `
name: A slow answer
size: 40x6
steps:
  - launch: sh -c 'echo "Loading ..."; read x'
  - wait: Loading ...
  - expect: Loaded
    timeout: 100ms
`, event.TimedOut, "", nil},
		{"blocked", `
name: A missing program
requires: no-such-program-7
secrets: NO_SUCH_SECRET
steps:
  - launch: sh
`, event.Blocked, "", nil},
		{"interrupted", `
name: Stopped by hand
size: 40x6
steps:
  - launch: sh -c 'echo ready; read x'
  - wait: ready
  - wait: never
after:
  - exec: "true"
`, event.Failed, "wait: never", func(interrupt context.CancelCauseFunc) { interrupt(scenario.ErrInterrupted) }},
		{"crash", `
name: A fault of the runner
size: 40x6
steps:
  - launch: sh -c 'echo ready; read x'
  - wait: ready
  - key: x
`, event.Crashed, "key: x", func(context.CancelCauseFunc) { panic("index out of range [3] with length 3") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := one(t, tt.yaml)
			ctx, interrupt := context.WithCancelCause(c.ctx)
			defer interrupt(nil)
			c.ctx = ctx
			c.onEvent(func(e event.Envelope) {
				if p, ok := e.Payload.(event.StepStartedPayload); ok && p.Text == tt.at {
					tt.does(interrupt)
				}
			})
			c.run()
			if got := c.states[0].Final; got != tt.final {
				t.Errorf("ended as %s: %s", got, c.details())
			}
			golden.Check(t, filepath.Join("..", "..", "testdata", "events", tt.name+".jsonl"), stable(t, tt.name, c.events))
		})
	}
}

// measured are times in the words of a failure.
var measured = regexp.MustCompile(`\b[0-9.]+m?s\b`)

// stable is a stream without what differs from run to run: it is as if every
// event had come a tenth of a second after the one before, and as if the program
// had written once in each step.
func stable(t *testing.T, id string, events []event.Envelope) []byte {
	t.Helper()
	var out bytes.Buffer
	at, last := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), 0
	for _, e := range events {
		at = at.Add(100 * time.Millisecond)
		e.At, e.RunID = at, "run-"+id
		switch p := e.Payload.(type) {
		case event.RunStartedPayload:
			p.WorkspacePath = "/home/me/project"
			e.Payload = p
		case event.StepCompletedPayload:
			p.DurationMs = 300
			if p.Session != "" {
				p.CastSeq = p.StepIndex
			}
			last = p.StepIndex
			if p.Failure != nil {
				f := *p.Failure
				f.Details, f.Hint = slices.Clone(f.Details), measured.ReplaceAllString(f.Hint, "0.1s")
				for i, d := range f.Details {
					f.Details[i] = measured.ReplaceAllString(d, "0.1s")
				}
				p.Failure = &f
			}
			e.Payload = p
		case event.AssertionPayload:
			if p.Session != "" {
				p.CastSeq = p.StepIndex
			}
			e.Payload = p
		case event.TimelinePayload:
			p.CastSeq = p.StepIndex
			e.Payload = p
		case event.SessionExitedPayload:
			p.CastSeq = last
			e.Payload = p
		case event.RunFinishedPayload:
			p.DurationMs = int64(len(events)) * 100
			e.Payload = p
		}
		line, err := e.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n", line)
	}
	if err := event.Verify(bytes.NewReader(out.Bytes())); err != nil {
		t.Errorf("the stable form breaks the contract: %v", err)
	}
	return out.Bytes()
}

// Previews come only when they are asked for, and hold no secret, however it is
// drawn.
func TestPreview(t *testing.T) {
	const yaml = `
secrets: TOKEN
size: 30x5
steps:
  - launch: sh -c 'echo begin; read x; printf "a %s b" "$TOKEN"; read x; printf "\rxx"; read x'
    session: main
  - wait: begin
  - enter: ""
  - wait: a
  - enter: ""
  - wait: xx
`
	for _, asked := range []bool{true, false} {
		c := one(t, strings.Replace(yaml, "size:", "env: {TOKEN: \"${{ secrets.TOKEN }}\"}\nsize:", 1))
		c.o.Caller = append(c.o.Caller, "TOKEN=tok_9f8e7d6c5b")
		c.o.Preview = asked
		c.run().wants(event.Completed)
		n := 0
		for _, e := range c.events {
			if p, ok := e.Payload.(event.ScreenChangedPayload); ok {
				n++
				if text := strings.Join(p.Rows, "\n"); strings.Contains(text, "9f8e") || len(p.Rows) != 5 || p.Cols != 30 || p.Session != "main" {
					t.Errorf("%+v", p)
				}
			}
		}
		if asked != (n > 0) {
			t.Errorf("asked %v: %d previews", asked, n)
		}
		if st := c.states[0]; asked && !strings.Contains(strings.Join(st.Screen.Rows, "\n"), "begin") {
			t.Errorf("the state shows %q", st.Screen.Rows)
		}
	}
}
