// Package match is the conditions of wait and expect: what must hold on a
// screen, and, for every miss, why it does not and what came nearest. It is
// pure: a condition is a function of a Subject.
//
// A Condition is decoded from YAML through internal/doc, asked what it needs
// (Hold, WantsExit, UsesOutput, Texts), bound to the values known only while
// running (Bind), and then asked for every new screen (Bound.Eval). What came
// nearest is looked for only when a wait has failed (Bound.Nearest).
//
// The visible rows are read as one text: soft-wrapped rows are joined, other
// rows are parted by a newline, and the blanks at the end of a row are cut. A
// text that is looked for may itself end in blanks; they match blanks or the
// end of a row. A text begins and ends at the border of a cell, so "e" is not
// found in a cell that shows e with an accent.
package match

import (
	"time"

	"scenario/emulator"
	"scenario/internal/doc"
)

// Subject is what conditions look at, all of one moment. It keeps the text of
// the screen once it has been read: it belongs to one goroutine, and a new
// moment needs a new Subject.
type Subject struct {
	Screen     *emulator.Screen
	Scrollback []emulator.Line // oldest first
	// Entered are the command lines already entered at a shell's prompt, in
	// rows of the visible screen; they don't count in the default region.
	Entered []Span
	// Output is what the last run step printed, in lines counted from the first
	// of the session (the visible row r is line Screen.Scrolled+r); nil: there
	// was no run step.
	Output *Range
	Exit   *Exit // the program has ended
	// Quiet is for how long no cell has changed; QuietIn does the same for a
	// region of the screen (conditions keep no state of their own). A nil
	// QuietIn means Quiet.
	Quiet        time.Duration
	QuietIn      func(Region) time.Duration
	BellsAtInput int // Screen.Bells when the last input was sent
	// ReadFile returns the content of a file of a file condition; path is as
	// written, resolved against the program's working directory. The error for
	// a missing file is fs.ErrNotExist.
	ReadFile func(path string) ([]byte, error)
	// InputScreen is the screen when the last input was sent; nil: none yet.
	InputScreen *emulator.Screen
	// Stored compares the screen with the snapshot or image of a condition; the
	// holes are what its masks take out. nil: none is compared here.
	Stored func(c *Condition, holes []Hole) Result
	// Passing is a text that is another in each run, as in the name of a temporary
	// folder: it never counts for what is stored. "": there is none.
	Passing string

	pages []keptPage
}

// Span is a run of cells that starts at Row, Col and goes on, row by row, to
// before EndCol in EndRow; all count from 0.
type Span struct{ Row, Col, EndRow, EndCol int }

// Range is a run of cells of the session's lines, as Span.
type Range struct{ Line, Col, EndLine, EndCol int }

// Exit is how the program ended: a status, or the name of a signal without
// SIG.
type Exit struct {
	Status int
	Signal string
}

// Result is the answer of a condition.
type Result struct {
	OK bool
	// Again asks for another look after that long though nothing changes
	// (stable, file), whatever OK is; 0: only on a change.
	Again time.Duration
	// Why says why it does not hold, to be read after the condition: "not on
	// the screen", "ended with status 1".
	Why string
	// Of is the condition that does not hold: of a list the first such element,
	// otherwise the condition itself. Its position and its String are for
	// messages. nil when OK.
	Of *Condition
}

// Near is a place on the screen that comes near to what was wanted. Row and
// Col count from 0, Width is in cells of that row; a negative Row is a line of
// the scrollback, -1 the last one.
type Near struct {
	Text            string
	Row, Col, Width int
	How             string // "one character differs", "found in the command line you typed, which does not count"
}

// Bound is a condition with its texts filled in, ready to be asked.
type Bound interface {
	// Eval tells whether the condition holds. It is fast: it is asked for every
	// change of the screen.
	Eval(s *Subject) Result
	// Nearest returns the nearest thing seen when the condition does not hold,
	// nil when it does or when nothing came near. It is for messages: it may
	// take some milliseconds.
	Nearest(s *Subject) *Near
	// Candidates returns every place that was looked at and rejected, each with
	// the reason, and of several conditions what is wrong with each (Width 0: How
	// says all); at most 9. Like Nearest it is for messages.
	Candidates(s *Subject) []Near
}

// Resolve fills in the run-time references of a text.
type Resolve func(doc.Text) (string, error)
