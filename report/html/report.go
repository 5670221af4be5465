// Package html writes the report of a call as one page that needs nothing else:
// it opens from disk, loads nothing, and runs under a content policy that allows
// its own scripts and styles alone. It is a function of the states of the runs
// and of the files that they have left.
//
// All that comes from scenarios is in blocks of base64, inflated by the page and
// put into it as text. So no text of a scenario can be markup or script.
package html

import (
	"io"
	"time"

	"scenario/capture/font"
	"scenario/emulator"
	"scenario/event"
)

// MaxSize bounds the page, in bytes, unless the steps of the scenarios alone are
// more than that. What did not pass comes first; recordings, events and pictures
// that no longer fit are named with their files.
const MaxSize = 19 << 20

// Report is what the page shows.
type Report struct {
	Totals  string // "3 passed, 1 failed"
	OK      bool   // nothing failed or was blocked
	Started time.Time
	Elapsed time.Duration
	Shard   string // which part of a plan it is, "" for all
	Results string // the results folder
	Again   string // the command that runs what did not pass again
	Cases   []Case
}

// Case is one scenario.
type Case struct {
	ID, Name, File string
	Line           int
	Tags           []string
	Outcome        string // as the console has it: PASS, FLAKY, XFAIL, FAIL, XPASS, BLOCK, SKIP
	OK             bool   // that is as it should be
	Why            string // in one line
	Duration       time.Duration
	Attempts       []Attempt
}

// Attempt is one run of a scenario.
type Attempt struct {
	State *event.State
	Log   string // what the console said of it
	// Open opens a file of the run; nil: there are none.
	Open func(event.ArtifactWrittenPayload) (io.ReadCloser, error)
}

// Options are what screens are drawn with.
type Options struct {
	// Engines replay the recordings; without them steps have no screens.
	Engines emulator.Engines
	Fonts   *font.Set
}
