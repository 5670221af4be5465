package event

import (
	"fmt"
	"slices"
	"time"
)

// Status is how far a step has come.
type Status string

// The statuses of a step. Unfinished is a step that was interrupted, or was
// running when the run ended.
const (
	Running    Status = "running"
	Passed     Status = "passed"
	StepFailed Status = "failed"
	StepTimed  Status = "timeout"
	Unfinished Status = "unfinished"
	Skipped    Status = "skipped" // left out: its if did not hold
	Retried    Status = "retried" // it failed, and was tried again
)

// Crashed is the Final of a run that run_crashed ended; beside it are the
// values of FinalStatus.
const Crashed = "crashed"

// Interrupted is the error of a run that a signal ended.
const Interrupted = "interrupted"

// SuiteOver is the error of a run that the end of the whole suite's time ended.
const SuiteOver = "the suite's time is over"

// State is what is known of a run after some of its events. The zero State is
// that of no events. It is built by Apply alone.
type State struct {
	RunID   string
	Run     RunStartedPayload
	Started time.Time // of the first event
	Last    time.Time // of the latest event
	Seq     int       // of the latest event

	Checks    []Check  // what preflight looked at
	Preflight Status   // "" before it, Running, Passed, StepFailed
	Steps     []Step   // those that were started, in order
	Messages  []string // the latest, at most MaxMessages
	Sessions  []Session
	Artifacts []ArtifactWrittenPayload
	Verdict   ReportStatusPayload
	Screen    ScreenChangedPayload // the latest preview; Cols is 0 without one

	Final      string // Completed, Failed, Blocked, TimedOut, Crashed; "" while it runs
	Error      string
	Signal     string // of a crash
	TotalSteps int
	Duration   time.Duration // so far, or of the whole run

	// Problems are offences against the contract of the stream, at most
	// MaxProblems of them.
	Problems []string

	// Folder is where the results of the run lie, as it should be printed and
	// with / at its end: what run_started says, unless they were moved.
	Folder string
}

// MaxProblems is how many problems are kept, MaxMessages how many messages.
const (
	MaxProblems = 100
	MaxMessages = 1000
)

// maxOpenSessions is how many sessions back the end of one is looked for, so
// that no stream is slow to reduce.
const maxOpenSessions = 1000

// Step is one started step.
type Step struct {
	StepStartedPayload
	Status   Status
	Started  time.Time
	Duration time.Duration // so far, or of the whole step
	Tool     ToolCallStartedPayload
	Summary  string // of its tool call
	Error    string
	Waiting  *StepTimeoutPayload
	Failure  *Failure
	Note     string
	Skipped  string // why it was left out
}

// Session is one program in a terminal.
type Session struct {
	SessionStartedPayload
	Exit *SessionExitedPayload // nil while it runs
}

// Current returns the step that is running, nil if there is none.
func (s *State) Current() *Step {
	if n := len(s.Steps); n > 0 && s.Steps[n-1].Status == Running {
		return &s.Steps[n-1]
	}
	return nil
}

// FailedStep returns the first step that failed, nil if there is none.
func (s *State) FailedStep() *Step {
	for i := range s.Steps {
		if st := s.Steps[i].Status; st == StepFailed || st == StepTimed {
			return &s.Steps[i]
		}
	}
	return nil
}

// Finished reports whether the run has ended.
func (s *State) Finished() bool { return s.Final != "" }

// Apply takes in the next event. It is pure: no clock, nothing printed. What
// the stream does wrong (a gap, a repeated or foreign event, one after the
// end) is noted in Problems; repeated and foreign events, and those after the
// end, change nothing else. Unknown kinds only advance Seq and Last.
func (s *State) Apply(e Envelope) {
	if !s.accept(e) {
		return
	}
	s.Seq, s.Last = e.Seq, e.At
	if s.Current() != nil {
		cur := s.Current()
		cur.Duration = e.At.Sub(cur.Started)
	}
	s.Duration = e.At.Sub(s.Started)
	payload, err := Decode(e)
	if err != nil {
		s.problem("event %d: %v", e.Seq, err)
		if !e.Kind.Terminal() {
			return
		}
	}
	s.apply(e, payload)
}

func (s *State) accept(e Envelope) bool {
	switch {
	case e.Seq < 1:
		s.problem("an event has seq %d", e.Seq)
		return false
	case s.Seq == 0:
		s.RunID, s.Started = e.RunID, e.At
		if e.Seq != 1 {
			s.problem("the first event has seq %d", e.Seq)
		}
		return true
	case e.RunID != s.RunID:
		s.problem("event %d is of another run", e.Seq)
		return false
	case e.Seq <= s.Seq:
		s.problem("event %d comes after event %d", e.Seq, s.Seq)
		return false
	case s.Finished():
		s.problem("event %d comes after the end", e.Seq)
		return false
	case e.Seq > s.Seq+1:
		s.problem("events %d to %d are missing", s.Seq+1, e.Seq-1)
	}
	if e.At.Before(s.Last) {
		s.problem("event %d is older than the one before", e.Seq)
	}
	return true
}

func (s *State) apply(e Envelope, payload any) {
	switch p := payload.(type) {
	case RunStartedPayload:
		s.Run, s.Folder = p, p.Folder
	case PreflightStartedPayload:
		s.Preflight = Running
	case PreflightCompletedPayload:
		s.Checks, s.Preflight = p.Checks, outcome(p.OK)
	case StepStartedPayload:
		s.endStep("")
		s.Steps = append(s.Steps, Step{StepStartedPayload: p, Status: Running, Started: e.At})
	case ToolCallStartedPayload:
		if cur := s.Current(); cur != nil {
			cur.Tool = p
		}
	case ToolCallCompletedPayload:
		if cur := s.Current(); cur != nil {
			cur.Summary, cur.Error = p.Summary, p.Error
		}
	case AssistantMessagePayload:
		if len(s.Messages) == MaxMessages { // the older half goes
			s.Messages = s.Messages[:copy(s.Messages, s.Messages[MaxMessages/2:])]
		}
		s.Messages = append(s.Messages, p.Text)
	case StepTimeoutPayload:
		if cur := s.Current(); cur != nil && cur.StepIndex == p.StepIndex {
			cur.Waiting = &p
		} else {
			s.problem("event %d: step %d is not running", e.Seq, p.StepIndex)
		}
	case StepCompletedPayload:
		s.completeStep(e, p)
	case ArtifactWrittenPayload:
		s.Artifacts = append(s.Artifacts, p)
	case SessionStartedPayload:
		s.Sessions = append(s.Sessions, Session{SessionStartedPayload: p})
	case SessionExitedPayload:
		s.exitSession(e, p)
	case ReportStatusPayload:
		s.Verdict = p
	case ScreenChangedPayload:
		s.Screen = p
	case RunFinishedPayload:
		s.finish(p.FinalStatus, p.Error, p.TotalSteps)
		if p.DurationMs > 0 {
			s.Duration = time.Duration(p.DurationMs) * time.Millisecond
		}
	case RunCrashedPayload:
		s.finish(Crashed, p.Error, len(s.Steps))
		s.Signal = p.Signal
	default:
		if e.Kind.Terminal() { // its payload could not be read
			s.finish(Crashed, "", len(s.Steps))
		}
	}
}

// endStep ends the running step, if there is one, where its end was not told:
// a stream without step_completed says it with the next step or the end.
func (s *State) endStep(otherwise Status) {
	cur := s.Current()
	if cur == nil {
		return
	}
	switch {
	case cur.Waiting != nil:
		cur.Status = StepTimed
	case cur.Error == Interrupted:
		cur.Status = Unfinished
	case cur.Error != "":
		cur.Status = StepFailed
	case otherwise != "":
		cur.Status = otherwise
	default:
		cur.Status = Passed
	}
}

func (s *State) completeStep(e Envelope, p StepCompletedPayload) {
	cur := s.Current()
	if cur == nil || cur.StepIndex != p.StepIndex {
		s.problem("event %d: step %d is not running", e.Seq, p.StepIndex)
		return
	}
	cur.Status, cur.Failure, cur.Note = outcome(p.OK), p.Failure, p.Note
	switch {
	case p.Skipped != "":
		cur.Status, cur.Skipped = Skipped, p.Skipped
	case p.OK:
	case p.Retry > 0:
		cur.Status = Retried
	case cur.Error == Interrupted:
		cur.Status = Unfinished
	case cur.Waiting != nil || p.Failure != nil && p.Failure.Timeout:
		cur.Status = StepTimed
	}
	if p.DurationMs > 0 {
		cur.Duration = time.Duration(p.DurationMs) * time.Millisecond
	}
}

func (s *State) exitSession(e Envelope, p SessionExitedPayload) {
	for i := range slices.Backward(s.Sessions) {
		if len(s.Sessions)-i > maxOpenSessions {
			break
		}
		if s.Sessions[i].Session == p.Session && s.Sessions[i].Exit == nil {
			s.Sessions[i].Exit = &p
			return
		}
	}
	s.problem("event %d: session %s is not running", e.Seq, p.Session)
}

func (s *State) finish(final, reason string, steps int) {
	end := Unfinished
	if final == Completed {
		end = Passed
	}
	s.endStep(end)
	if final == "" {
		s.problem("run_finished has no finalStatus")
		final = Crashed
	}
	s.Final, s.Error, s.TotalSteps = final, reason, steps
}

func (s *State) problem(format string, args ...any) {
	if len(s.Problems) < MaxProblems {
		s.Problems = append(s.Problems, fmt.Sprintf(format, args...))
	}
}

func outcome(ok bool) Status {
	if ok {
		return Passed
	}
	return StepFailed
}
