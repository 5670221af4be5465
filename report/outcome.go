// Package report tells people and machines how scenarios went: the console,
// JUnit and JSON lines. Every report is a function of events (event.State and
// event.Envelope); nothing here starts a process, opens a file or looks at a
// clock.
package report

import (
	"path"
	"path/filepath"
	"strings"
	"time"

	"scenario/event"
)

// Outcome is how a scenario ended, as people say it.
type Outcome uint8

// The outcomes. Flaky is a pass after a failed attempt.
const (
	Pass Outcome = iota
	Flaky
	Fail
	Block
	Skip
)

// String is the word that begins the line of a scenario.
func (o Outcome) String() string { return [...]string{"PASS", "FLAKY", "FAIL", "BLOCK", "SKIP"}[o] }

// OutcomeOf judges a run. One that crashed is blocked: it is the runner's
// fault, not the program's. One without an end has failed.
func OutcomeOf(st *event.State) Outcome {
	switch st.Final {
	case event.Completed:
		if st.Run.Attempt > 1 {
			return Flaky
		}
		return Pass
	case event.Blocked, event.Crashed:
		return Block
	}
	return Fail
}

// Totals are the numbers of a whole call. Flaky scenarios are counted in
// Passed as well.
type Totals struct {
	Passed, Flaky, Failed, Blocked, Skipped int

	Elapsed time.Duration
	Results string // the results folder as it is printed, "" for none
	Again   string // the command that runs what did not pass again, "" for none
}

// Add counts one more scenario.
func (t *Totals) Add(o Outcome) {
	switch o {
	case Pass:
		t.Passed++
	case Flaky:
		t.Passed++
		t.Flaky++
	case Fail:
		t.Failed++
	case Block:
		t.Blocked++
	case Skip:
		t.Skipped++
	}
}

// title is the name of a scenario, with the values of its matrix: "the prompt
// [80x24, bash]" for the id tests/prompt.yaml[size=80x24,shell=bash].
func title(run event.RunStartedPayload) string {
	name := run.Scenario
	if name == "" {
		name = run.TaskGoal
	}
	if name == "" {
		name = run.ID
	}
	id := strings.TrimPrefix(run.ID, run.File)
	open := strings.IndexByte(id, '[')
	if open < 0 || !strings.HasSuffix(id, "]") {
		return name
	}
	values := strings.Split(id[open+1:len(id)-1], ",")
	for i, v := range values {
		if _, value, ok := strings.Cut(v, "="); ok {
			values[i] = value
		}
	}
	return name + " [" + strings.Join(values, ", ") + "]"
}

// folderPath is a path of the results folder as people can copy it.
func folderPath(st *event.State, name string) string {
	if st.Folder == "" || filepath.IsAbs(name) {
		return name
	}
	return strings.TrimSuffix(st.Folder, "/") + "/" + name
}

// declaredPath is a file that a scenario declares, from where the scenario's
// file is.
func declaredPath(st *event.State, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return path.Join(path.Dir(filepath.ToSlash(st.Run.File)), name)
}
