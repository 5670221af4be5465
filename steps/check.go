package steps

import (
	"scenario/internal/doc"
)

// Checker is what an action can know and say before anything runs.
type Checker struct {
	*doc.Decoder
	Step    *Step
	Session *SessionState // of the step's session at this point of the plan
	// Output notes a file that the step writes; two writers of one name are a
	// mistake.
	Output func(n *doc.Node, path string)
	// Require notes a program that must be on PATH before the run starts.
	Require func(n *doc.Node, program string)
	// Exists reports whether there is a file at a path relative to the
	// scenario's file.
	Exists func(rel string) bool
}

// SessionState is what the plan knows of a session at one of its steps.
type SessionState struct {
	Name   string
	Opened bool
	Shell  bool
	Ran    bool // a run step has come
	// Typed is what the step before types, for the warning that the awaited
	// text is its own echo; "" when it types nothing.
	Typed string
}
