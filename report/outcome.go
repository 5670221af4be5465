// Package report tells people and machines how scenarios went: the console,
// JUnit and JSON lines. Every report is a function of events (event.State and
// event.Envelope); nothing here starts a process, opens a file or looks at a
// clock.
package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"scenario/event"
)

// Outcome is how a scenario ended, as people say it.
type Outcome uint8

// The outcomes. Flaky is a pass after a failed attempt, Expected a failure that
// the file expects, Surprise a pass where it expects a failure.
const (
	Pass Outcome = iota
	Flaky
	Expected
	Fail
	Surprise
	Block
	Skip
)

// String is the word that begins the line of a scenario.
func (o Outcome) String() string {
	return [...]string{"PASS", "FLAKY", "XFAIL", "FAIL", "XPASS", "BLOCK", "SKIP"}[o]
}

// OK reports whether the outcome is as it should be.
func (o Outcome) OK() bool {
	switch o {
	case Pass, Flaky, Expected, Skip:
		return true
	}
	return false
}

// OutcomeOf judges a run. One that crashed is blocked: it is the runner's
// fault, not the program's. One without an end, or that was interrupted, has
// failed, whatever the file expects.
func OutcomeOf(st *event.State) Outcome {
	switch st.Final {
	case event.Completed:
		switch {
		case st.Run.XFail != "":
			return Surprise
		case st.Run.Attempt > 1:
			return Flaky
		}
		return Pass
	case event.Blocked, event.Crashed:
		return Block
	case event.Failed, event.TimedOut:
		if st.Run.XFail != "" && st.Error != event.Interrupted && st.Error != event.SuiteOver {
			return Expected
		}
	}
	return Fail
}

// Totals are the numbers of a whole call. Flaky and Expected are counted in
// Passed as well, Surprise in Failed.
type Totals struct {
	Passed, Flaky, Expected, Failed, Surprise, Blocked, Skipped int
}

// Add counts one more scenario.
func (t *Totals) Add(o Outcome) {
	switch o {
	case Pass:
		t.Passed++
	case Flaky:
		t.Passed++
		t.Flaky++
	case Expected:
		t.Passed++
		t.Expected++
	case Fail:
		t.Failed++
	case Surprise:
		t.Failed++
		t.Surprise++
	case Block:
		t.Blocked++
	case Skip:
		t.Skipped++
	}
}

// All is the number of scenarios.
func (t Totals) All() int { return t.Passed + t.Failed + t.Blocked + t.Skipped }

// String is "3 passed (1 flaky), 1 failed".
func (t Totals) String() string {
	var parts []string
	add := func(n int, word string, of ...string) {
		if n == 0 {
			return
		}
		s := fmt.Sprintf("%d %s", n, word)
		if len(of) > 0 {
			s += " (" + strings.Join(of, ", ") + ")"
		}
		parts = append(parts, s)
	}
	part := func(n int, word string) (of []string) {
		if n > 0 {
			of = []string{fmt.Sprintf("%d %s", n, word)}
		}
		return of
	}
	add(t.Passed, "passed", append(part(t.Flaky, "flaky"), part(t.Expected, "failed as expected")...)...)
	add(t.Failed, "failed", part(t.Surprise, "passed unexpectedly")...)
	add(t.Blocked, "blocked")
	add(t.Skipped, "skipped")
	if len(parts) == 0 {
		return "nothing was run"
	}
	return strings.Join(parts, ", ")
}

// title is the name of a scenario, which has the values of its matrix, with the
// number of its repeat.
func title(run event.RunStartedPayload) string {
	name := run.Scenario
	if name == "" {
		name = run.TaskGoal
	}
	if name == "" {
		name = run.ID
	}
	if run.Repeat > 0 {
		name += fmt.Sprintf(" (run %d)", run.Repeat)
	}
	return name
}

// folderPath is a path of the results folder as people can copy it.
func folderPath(st *event.State, name string) string {
	if st.Folder == "" || filepath.IsAbs(name) {
		return name
	}
	return strings.TrimSuffix(st.Folder, "/") + "/" + name
}
