//go:build linux

package suite

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"scenario/event"
	"scenario/report"
	"scenario/scenario"
)

// nth fails until it has been run n times.
const nth = `
steps:
  - exec: 'echo x >> count; test $(wc -l < count) -ge N'
`

func TestRetriedPassIsFlaky(t *testing.T) {
	c := one(t, strings.ReplaceAll(nth, "N", "3"))
	c.o.Retries = 3
	c.run()
	k := c.cases[0]
	if k.Outcome() != report.Flaky || len(k.Attempts) != 3 {
		t.Fatalf("%v after %d attempts", k.Outcome(), len(k.Attempts))
	}
	for i, st := range k.Attempts {
		if st.Run.Attempt != i+1 || st.Folder != "results/t/attempt-"+string('1'+rune(i))+"/" {
			t.Errorf("attempt %d in %s", st.Run.Attempt, st.Folder)
		}
	}
	if got := LastAttempt(c.path("results/t")); got != c.path("results/t/attempt-3") {
		t.Errorf("last attempt: %s", got)
	}
	// Another call replaces all of it.
	c.o.Retries = 0
	c.run()
	if c.cases[0].Outcome() != report.Pass {
		t.Error(c.details())
	}
	if _, err := os.Stat(c.path("results/t/attempt-2")); err == nil {
		t.Error("attempt-2 of the call before is still there")
	}
}

func TestRetriesEnd(t *testing.T) {
	c := one(t, strings.ReplaceAll(nth, "N", "9"))
	c.o.Retries = 2
	c.run()
	if k := c.cases[0]; k.Outcome() != report.Fail || len(k.Attempts) != 3 {
		t.Errorf("%v after %d attempts", k.Outcome(), len(k.Attempts))
	}
}

// What is blocked is not tried again: its program is still missing.
func TestBlockedIsNotRetried(t *testing.T) {
	c := one(t, "requires: no-such-program\nsteps:\n  - exec: 'true'\n")
	c.o.Retries = 2
	if c.run(); len(c.cases[0].Attempts) != 1 {
		t.Errorf("%d attempts", len(c.cases[0].Attempts))
	}
}

func TestIsolatedRetriesComeLast(t *testing.T) {
	c := newCall(t, map[string]string{"a.yaml": strings.ReplaceAll(nth, "N", "2"), "b.yaml": "steps:\n  - exec: 'true'\n"})
	c.o.Retries, c.o.RetryIsolated = 1, true
	c.run()
	var order []string
	for _, e := range c.events {
		if p, ok := e.Payload.(event.RunStartedPayload); ok {
			order = append(order, p.ID)
		}
	}
	if got := strings.Join(order, " "); got != "a.yaml b.yaml a.yaml" || c.cases[0].Outcome() != report.Flaky {
		t.Errorf("%s; %v", got, c.cases[0].Outcome())
	}
}

func TestRepeat(t *testing.T) {
	c := one(t, strings.ReplaceAll(nth, "N", "2"))
	c.o.Repeat, c.o.Workers = 4, 1
	c.run()
	var got []string
	for i := range c.cases {
		k := &c.cases[i]
		got = append(got, k.Outcome().String()+" "+k.Last().Folder)
	}
	want := []string{
		"FAIL results/t/repeat-1/attempt-1/", "PASS results/t/repeat-2/attempt-1/",
		"PASS results/t/repeat-3/attempt-1/", "PASS results/t/repeat-4/attempt-1/",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := LastAttempt(c.path("results/t")); got != c.path("results/t/repeat-4/attempt-1") {
		t.Errorf("last attempt: %s", got)
	}
}

// The end of the suite's time ends what runs, and says so.
func TestSuiteTimeout(t *testing.T) {
	c := newCall(t, map[string]string{"a.yaml": "steps:\n  - launch: cat\n  - wait: never\n", "b.yaml": "steps:\n  - exec: 'true'\n"})
	ctx, cancel := context.WithCancelCause(c.ctx)
	c.ctx = ctx
	c.o.OnEvent = func(e event.Envelope) {
		c.events = append(c.events, e)
		if p, ok := e.Payload.(event.StepStartedPayload); ok && p.Step == "wait" {
			cancel(scenario.ErrSuiteOver)
		}
	}
	c.run()
	if st := c.states[0]; st.Final != event.TimedOut || st.Error != event.SuiteOver {
		t.Errorf("%s %s", st.Final, st.Error)
	}
	if k := c.cases[1]; k.Skipped != event.SuiteOver || !k.Missed {
		t.Errorf("%+v", k)
	}
}
