package steps

import (
	"context"
	"fmt"
	"time"

	"scenario/emulator"
	"scenario/event"
	"scenario/internal/doc"
)

// Host is what a run gives to its steps: the world outside the terminal.
type Host interface {
	Store
	// Open starts a program in a new session and returns its terminal.
	Open(ctx context.Context, o OpenSpec) (*Term, error)
	// Term returns the open session of that name, nil if there is none.
	Term(name string) *Term
	// Value returns what a run-time reference stands for.
	Value(r doc.Ref) (string, error)
	// SetVar gives vars.NAME its value (exec: into).
	SetVar(name, value string)
	// Exec runs a script with sh -e outside every terminal; dir "" is the
	// scenario's cwd. The error is ctx's or that it could not be started.
	Exec(ctx context.Context, script, dir string, env EnvVars) (ExecResult, error)
	// HasProgram reports whether a program is on the PATH of the scenario.
	HasProgram(name string) bool
	// Emit writes an event into the log.
	Emit(k event.Kind, payload any)
	// Recorded reports whether the run is drawn: then screens must have
	// settled where a test alone would go on at once.
	Recorded() bool
	// Look and Pace are those in force in a session: the file's, or those of the
	// last step that changed them.
	Look(session string) (l event.Look, changed bool)
	SetLook(session string, l event.Look)
	Pace(session string) event.Pace
	SetPace(session string, p event.Pace)
	// Mask replaces the secrets in a text.
	Mask(s string) string
	// MaskScreen returns the text of the rows of a screen, each character of a
	// secret replaced by one, also of one that is there only in part.
	MaskScreen(s *emulator.Screen) []string
	// Shot counts the screenshots and returns the number of a new one.
	Shot() int
	// ReadSource reads a file named relative to the scenario's file.
	ReadSource(rel string) ([]byte, error)
	// ReadFile reads a file of a file condition, relative to the scenario's cwd.
	ReadFile(path string) ([]byte, error)
	// ShellFile writes a start file of a shell into the run's own folder and
	// returns its path.
	ShellFile(name, content string) (string, error)
}

// OpenSpec is a session to be opened.
type OpenSpec struct {
	Name    string
	Program string // as it is written in the file
	Argv    []string
	Dir     string // "": the scenario's cwd
	Env     EnvVars
	Extra   []string // NAME=VALUE set last, as a shell's start file
	Size    Size     // zero: the file's
}

// ExecResult is how a script outside the terminal ended.
type ExecResult struct {
	Status int
	Signal string
	Stdout string
	Output string // stdout and stderr together, the last part of it
}

// Env is one step's view of the run.
type Env struct {
	Host
	Step    *Step
	Index   int // from 1
	Session string
	Timeout time.Duration
	// Blind: the step types where the terminal does not echo; no message has
	// its text.
	Blind bool
	// Notes are what the summary should say of this step.
	Notes []string
}

// term returns the step's session.
func (e *Env) term() (*Term, error) {
	if t := e.Term(e.Session); t != nil {
		return t, nil
	}
	return nil, &Failure{Message: "session " + e.Session + " is not open"}
}

// timeline notes a moment of the recording.
func (e *Env) timeline(t *Term, p event.TimelinePayload) {
	e.syncCuts(t)
	p.CastSeq, p.Session, p.StepIndex = t.CastSeq(), t.Name, e.Index
	e.Emit(event.Timeline, p)
}

// syncCuts notes where the clock has cut off synchronized updates.
func (e *Env) syncCuts(t *Term) {
	for _, seq := range t.SyncCuts() {
		e.Emit(event.Timeline, event.TimelinePayload{CastSeq: seq, Session: t.Name, StepIndex: e.Index, Do: event.DoSyncCut})
	}
}

// Cuts notes the synchronized updates that were cut off during the step.
func (e *Env) Cuts() {
	if t := e.Term(e.Session); t != nil {
		e.syncCuts(t)
	}
}

func (e *Env) note(format string, args ...any) {
	e.Notes = append(e.Notes, fmt.Sprintf(format, args...))
}

// text fills in the references of a text.
func (e *Env) text(t doc.Text) (string, error) { return t.Resolve(e.Value) }

// quoted is a text as messages show it: in one line, not too long, and without
// secrets. They go first: the beginning of one must not be left.
func (e *Env) quoted(s string) string {
	if e.Blind {
		return quote(event.Mask)
	}
	return quote(short(e.Mask(s)))
}

// hasSecret reports whether a secret stands in the text.
func hasSecret(t doc.Text) bool {
	for _, p := range t.Parts {
		if p.Ref.Space == "secrets" {
			return true
		}
	}
	return false
}
