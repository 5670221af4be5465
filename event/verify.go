package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// Verify reads a stream of events, of one run or of several mixed, and returns
// everything in it that breaks the contract, at most MaxProblems errors joined
// by errors.Join, each with its line: the envelope's five keys, seq without a
// gap from 1, run_started first, times in form and order, payloads that their
// kind can have, ends that have a beginning, and exactly one terminal event a
// run, the last.
func Verify(r io.Reader) error {
	c := checker{runs: map[string]*checkedRun{}}
	if err := Lines(r, c.line); err != nil && !errors.Is(err, errEnough) {
		c.errs = append(c.errs, err)
	}
	if len(c.runs) == 0 && len(c.errs) == 0 {
		return errors.New("no events")
	}
	for _, id := range slices.Sorted(maps.Keys(c.runs)) {
		if run := c.runs[id]; !run.ended && len(c.errs) < MaxProblems {
			c.errs = append(c.errs, fmt.Errorf("run %q has no run_finished and no run_crashed: it was killed, or still runs", id))
		}
	}
	return errors.Join(c.errs...)
}

var errEnough = errors.New("enough")

type checker struct {
	runs map[string]*checkedRun
	errs []error
}

type checkedRun struct {
	seq, steps int
	at         time.Time
	preflight  bool   // open
	step       int    // open, 0 for none
	tool       string // open
	toolOpen   bool
	sessions   map[string]bool
	ended      bool
}

func (c *checker) line(n int, line []byte, whole bool) error {
	bad := func(format string, args ...any) {
		c.errs = append(c.errs, fmt.Errorf("line %d: "+format, append([]any{n}, args...)...))
	}
	if !whole {
		bad("is cut off: no newline at its end")
	}
	if err := strictKeys(line); err != nil {
		bad("%w", err)
		return c.enough()
	}
	var e Envelope
	if err := json.Unmarshal(line, &e); err != nil {
		bad("%w", err)
		return c.enough()
	}
	if !exactTime(line, e.At) {
		bad("at is not in the form %s, UTC", TimeFormat)
	}
	payload, err := Decode(e)
	if err != nil {
		bad("%w", err)
	}
	run := c.runs[e.RunID]
	if run == nil {
		run = &checkedRun{sessions: map[string]bool{}}
		c.runs[e.RunID] = run
		if e.Kind != RunStarted {
			bad("run %q begins with %s", e.RunID, e.Kind)
		}
	} else if e.Kind == RunStarted {
		bad("run %q begins again", e.RunID)
	}
	run.envelope(e, bad)
	run.pairs(payload, bad)
	return c.enough()
}

func (c *checker) enough() error {
	if len(c.errs) >= MaxProblems {
		c.errs = c.errs[:MaxProblems]
		return errEnough
	}
	return nil
}

func (r *checkedRun) envelope(e Envelope, bad func(string, ...any)) {
	if e.Seq != r.seq+1 {
		bad("seq %d after %d", e.Seq, r.seq)
	}
	if e.At.Before(r.at) {
		bad("%s is before the event before it", e.At.Format(TimeFormat))
	}
	if r.ended {
		bad("%s after the end of the run", e.Kind)
	}
	r.seq, r.at = e.Seq, e.At
	r.ended = r.ended || e.Kind.Terminal()
}

// pairs checks that what ends has begun. What is open at the end of a run was
// interrupted.
func (r *checkedRun) pairs(payload any, bad func(string, ...any)) {
	switch p := payload.(type) {
	case PreflightStartedPayload:
		r.preflight = true
	case PreflightCompletedPayload:
		if !r.preflight {
			bad("preflight_completed without preflight_started")
		}
		r.preflight = false
	case StepStartedPayload:
		if p.StepIndex < 1 {
			bad("stepIndex %d", p.StepIndex)
		}
		r.step, r.steps, r.toolOpen = p.StepIndex, r.steps+1, false
	case StepCompletedPayload:
		if r.step == 0 || p.StepIndex != r.step {
			bad("step_completed of step %d, which is not running", p.StepIndex)
		}
		r.step = 0
	case StepTimeoutPayload:
		if r.step == 0 || p.StepIndex != r.step {
			bad("step_timeout of step %d, which is not running", p.StepIndex)
		}
	case ToolCallStartedPayload:
		if r.toolOpen {
			bad("tool_call_started of %s before %s was completed", p.ToolName, r.tool)
		}
		r.tool, r.toolOpen = p.ToolName, true
	case ToolCallCompletedPayload:
		if !r.toolOpen || p.ToolName != r.tool {
			bad("tool_call_completed of %s, which was not started", p.ToolName)
		}
		r.toolOpen = false
	case SessionStartedPayload:
		r.sessions[p.Session] = true
	case SessionExitedPayload:
		if !r.sessions[p.Session] {
			bad("session_exited of %q, which does not run", p.Session)
		}
		delete(r.sessions, p.Session)
	case ReportStatusPayload:
		if !slices.Contains([]string{Blocked, Completed, Failed}, p.Status) {
			bad("report_status %q", p.Status)
		}
	case RunFinishedPayload:
		if !slices.Contains([]string{Blocked, Completed, Failed, TimedOut}, p.FinalStatus) {
			bad("finalStatus %q", p.FinalStatus)
		}
		if p.TotalSteps != r.steps {
			bad("totalSteps is %d, and %d were started", p.TotalSteps, r.steps)
		}
	}
}

// strictKeys checks that line is one object with exactly the five keys, once
// each, and an object as its payload.
func strictKeys(line []byte) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	if t, err := dec.Token(); err != nil {
		return err
	} else if t != json.Delim('{') {
		return errors.New("no JSON object")
	}
	missing := map[string]bool{"at": true, "kind": true, "payload": true, "runId": true, "seq": true}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if !missing[key] {
			return fmt.Errorf("key %q is unknown or there twice", key)
		}
		delete(missing, key)
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			return err
		}
		if key == "payload" && v[0] != '{' {
			return errors.New("payload is no object")
		}
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	if dec.More() {
		return errors.New("more than one JSON value")
	}
	for _, key := range slices.Sorted(maps.Keys(missing)) {
		return fmt.Errorf("key %q is missing", key)
	}
	return nil
}

func exactTime(line []byte, at time.Time) bool {
	var w wire
	return json.Unmarshal(line, &w) == nil && w.At == at.Format(TimeFormat)
}
