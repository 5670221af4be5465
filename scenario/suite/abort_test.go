//go:build linux

package suite

import (
	"context"
	"errors"
	"strings"
	"testing"

	"scenario/event"
	"scenario/scenario"
)

// An interrupted run fails as such, does its after steps and leaves nothing.
func TestInterrupted(t *testing.T) {
	for _, tt := range []struct{ name, yaml, at string }{
		{"in a wait", `
steps:
  - launch: sh -c 'trap "" HUP TERM; echo ready; while :; do sleep 60; done'
  - wait: ready
  - wait: never
after:
  - exec: touch after
`, "wait: never"},
		{"between steps that take no time", `
steps:
  - launch: sh -c 'echo ready; read x'
  - wait: ready
  - hold: 1s
  - hold: 2s
after:
  - exec: touch after
`, "hold: 1s"},
		{"before the start", `
services:
  slow: {command: sleep 60, ready: {log: never}}
steps:
  - launch: sh
`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := one(t, tt.yaml)
			ctx, interrupt := context.WithCancelCause(c.ctx)
			defer interrupt(nil)
			c.ctx = ctx
			c.onEvent(func(e event.Envelope) {
				switch p := e.Payload.(type) {
				case event.PreflightStartedPayload:
					if tt.at == "" {
						interrupt(scenario.ErrInterrupted)
					}
				case event.StepStartedPayload:
					if p.Text == tt.at {
						interrupt(scenario.ErrInterrupted)
					}
				}
			})
			c.run().wants("failed: interrupted")
			if tt.at != "" {
				c.read("after")
			}
		})
	}
}

// A second interrupt does not wait for the after steps.
func TestKilled(t *testing.T) {
	c := one(t, `
steps:
  - launch: sh -c 'trap "" HUP TERM; echo ready; while :; do sleep 60; done'
  - wait: ready
after:
  - exec: trap "" HUP TERM; sleep 60
`)
	ctx, interrupt := context.WithCancelCause(c.ctx)
	defer interrupt(nil)
	kill, now := context.WithCancel(c.ctx)
	defer now()
	c.ctx, c.o.Kill = ctx, kill
	c.onEvent(func(e event.Envelope) {
		if p, ok := e.Payload.(event.StepStartedPayload); ok {
			switch p.Step {
			case "wait":
				interrupt(scenario.ErrInterrupted)
			case "exec":
				now()
			}
		}
	})
	c.run().wants("failed: interrupted")
}

// A panic of the runner ends the run with run_crashed; its programs are ended
// and its after steps are done.
func TestPanic(t *testing.T) {
	c := one(t, `
secrets: TOKEN
steps:
  - launch: sh -c 'echo ready; read x'
  - hold: 1s
  - wait: never
after:
  - exec: touch after
`)
	c.o.Caller = append(c.o.Caller, "TOKEN=tok_9f8e7d6c5b")
	c.onEvent(func(e event.Envelope) {
		if p, ok := e.Payload.(event.TimelinePayload); ok && p.Do == event.DoHold {
			panic("broken with tok_9f8e7d6c5b")
		}
	})
	c.run().wants("crashed: broken with ********")
	c.read("after")
	if st := c.states[0]; len(st.Sessions) != 1 || st.Sessions[0].Exit == nil {
		t.Errorf("sessions %+v", st.Sessions)
	}
	if text := c.read("results/t/attempt-1/panic.txt"); !strings.HasPrefix(text, "broken with ********\n") || !strings.Contains(text, "goroutine") {
		t.Errorf("panic.txt: %s", text)
	}
}

// What can't be logged any more is told on the standard error.
func TestLogCannotBeWritten(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines int
	}{{"from the first line on", 0}, {"in the middle", 8}, {"at its end", 1 << 20}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := one(t, `
steps:
  - launch: sh -c 'echo ready; read x'
  - expect: ready
`)
			c.o.create = func(string) (logFile, error) { return &fullDisk{lines: tt.lines}, nil }
			c.run().wants("crashed: event log: " + errFull.Error())
			last := c.events[len(c.events)-1]
			line, err := last.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if got := c.warn.String(); got != string(line)+"\n" {
				t.Errorf("standard error has %s", got)
			}
		})
	}
}

var errFull = errors.New("no space left on device")

// fullDisk takes some lines.
type fullDisk struct{ lines int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.lines--; d.lines < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func (d *fullDisk) Close() error { return errFull }
