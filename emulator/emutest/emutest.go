// Package emutest holds what every engine of the terminal must do: the
// conformance cases, each with what xterm does, and the helpers to look at a
// screen with. It is for tests alone.
package emutest

import (
	"slices"
	"strings"
	"testing"

	"scenario/emulator"
)

// Engine is an engine under test.
type Engine struct {
	New emulator.Factory
	// Differs are the cases on which the engine is known to do otherwise, by
	// test and case: "replies/DA1".
	Differs map[string]Difference
	// Broken says what is wrong within a terminal; nil asks nothing.
	Broken func(emulator.Terminal) error
	// Break makes the next tab panic.
	Break func(emulator.Terminal)
}

// Difference is what an engine does where xterm does otherwise.
type Difference struct {
	Got string // in the form of what is wanted
	Why string
}

// test is a part of the suite.
type test struct {
	name string
	run  func(Engine, *testing.T)
}

// Run runs the whole suite but for the recordings and the fuzz target.
func (e Engine) Run(t *testing.T) {
	for _, test := range tests() {
		t.Run(test.name, func(t *testing.T) { test.run(e, t) })
	}
	for name := range e.Differs {
		group, _, _ := strings.Cut(name, "/")
		if !slices.ContainsFunc(tests(), func(t test) bool { return t.name == group }) {
			t.Errorf("no test has the name %s", name)
		}
	}
}

func tests() []test {
	return []test{
		{"functions", Engine.functions},
		{"screens", Engine.screens},
		{"styles", Engine.styles},
		{"a character in pieces", Engine.characterInPieces},
		{"O18 last output is shown", Engine.lastOutput},
		{"O19 faint", Engine.faint},
		{"O20 line drawing", Engine.lineDrawing},
		{"O21 emoji clusters", Engine.emojiClusters},
		{"O22 odd SGR", Engine.oddSGR},
		{"O23 wide wraps", Engine.wideWraps},
		{"O25 emoji widths", Engine.emojiWidths},
		{"replies", Engine.replies},
		{"O15 queries never block", Engine.queriesNeverBlock},
		{"O24 colour queries", Engine.colourQueries},
		{"wraps", Engine.wraps},
		{"scrollback", Engine.scrollback},
		{"no scrollback", Engine.noScrollback},
		{"scrollback lines stay valid", Engine.scrollbackLinesStayValid},
		{"rows follow their lines", Engine.rowsFollowTheirLines},
		{"snapshot generations", Engine.snapshotGenerations},
		{"resize", Engine.resize},
		{"resize keeps the cursor row", Engine.resizeKeepsTheCursorRow},
		{"resize while hidden", Engine.resizeWhileHidden},
		{"in-band resize", Engine.inBandResize},
		{"cursor is global", Engine.cursorIsGlobal},
		{"modes for keys", Engine.modesForKeys},
		{"synchronized update", Engine.synchronizedUpdate},
		{"synchronized update is frozen", Engine.synchronizedUpdateIsFrozen},
		{"wcwidth", Engine.wcwidth},
		{"reverse video", Engine.reverseVideo},
		{"titles", Engine.titles},
		{"palette", Engine.palette},
		{"shell marks", Engine.shellMarks},
		{"clipboard", Engine.clipboard},
		{"all reports", Engine.allReports},
		{"huge inputs", Engine.hugeInputs},
		{"fault", Engine.fault},
	}
}

// oneCase is a program and what is left of it: a screen, a look, replies.
type oneCase struct{ name, in, want string }

// table holds what an engine gives to a group of cases.
func (e Engine) table(t *testing.T, group string, cases []oneCase, give func(*testing.T, string) string) {
	names := make([]string, len(cases))
	for i, c := range cases {
		names[i] = c.name
		t.Run(c.name, func(t *testing.T) { e.check(t, group+"/"+c.name, give(t, c.in), c.want) })
	}
	for name := range e.Differs {
		if rest, ok := strings.CutPrefix(name, group+"/"); ok && !slices.Contains(names, rest) {
			t.Errorf("no case has the name %s", name)
		}
	}
}

// check holds what an engine gives to what xterm does. A difference must be as
// it is listed: a case that passes must leave the list.
func (e Engine) check(t *testing.T, name, got, want string) {
	t.Helper()
	known, differs := e.Differs[name]
	switch {
	case differs && got == want:
		t.Errorf("passes now; take it off the list (%s)", known.Why)
	case differs && got != known.Got:
		t.Errorf("%s:\ngot    %q\nlisted %q\nwant   %q", known.Why, got, known.Got, want)
	case !differs && got != want:
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func (e Engine) term(cols, rows int) emulator.Terminal {
	return e.New(emulator.Options{Cols: cols, Rows: rows})
}
