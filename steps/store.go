package steps

import (
	"image"

	"scenario/emulator"
	"scenario/event"
)

// Store is where a run finds the snapshots and images that it compares with. A
// file is NAME.screen or NAME.png.
type Store interface {
	// Update says what may be written.
	Update() Update
	// Baseline reads a stored file; path is as people see it. The error for one
	// that is not there is fs.ErrNotExist.
	Baseline(file string) (content []byte, path string, err error)
	// Accept has a file stored once the run has passed; soft says that the run
	// fails all the same, because it was not there.
	Accept(file string, content []byte, soft bool)
	// Keep writes a file into the results folder and returns its path there.
	Keep(file string, content []byte) (path string, err error)
	// Draw draws a screen as a PNG. where says in words which cells a part of it
	// shows: "row 2, columns 1-6".
	Draw(s *emulator.Screen, l event.Look, crop *event.Rect) (png []byte, where func(image.Rectangle) string, err error)
	// Passing is a text that is another in each run, "" if there is none.
	Passing() string
	// LookKey is a text that is the same for looks that draw the same cells as
	// the same picture, by the fonts and themes that they name.
	LookKey(l event.Look) string
}

// Update says which snapshots and images are written, and what becomes of the
// step. Whatever it is, they are written only when the scenario otherwise passes.
type Update string

// The ways.
const (
	UpdateNone    Update = ""        // nothing is written: one that is missing fails
	UpdateSoft    Update = "soft"    // one that is missing is written, and fails
	UpdateMissing Update = "missing" // one that is missing is written, and passes
	UpdateChanged Update = "changed" // and one that no longer matches
	UpdateAll     Update = "all"     // and one that is not the same byte for byte
)

// Updates returns the words of the command line for it.
func Updates() []string { return []string{"all", "changed", "missing", "none"} }

// creates reports whether what is missing is written.
func (u Update) creates() bool { return u != UpdateNone }

// replaces reports whether what no longer matches is written.
func (u Update) replaces() bool { return u == UpdateChanged || u == UpdateAll }
