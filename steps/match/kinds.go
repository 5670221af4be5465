package match

import (
	"time"

	"scenario/internal/doc"
)

// Shown is a text or a regex that is there at least once.
type Shown struct {
	// Text is what is there at least once.
	Text doc.Text `yaml:"text" jsonschema:"subject,ref=filled"`
	// Regex is what matches at least once (RE2; ^ and $ are the ends of a row).
	Regex RE `yaml:"regex" jsonschema:"subject"`
	// In is where to look; default: the visible screen without the command
	// lines already entered at a shell's prompt.
	In Region `yaml:"in"`
	// Nth is which of several matches must be there, from 1.
	Nth int `yaml:"nth" jsonschema:"minimum=1"`
	// Style is how the whole match looks.
	Style *Style `yaml:"style"`
	// Count is how many matches there are (with Style: so styled).
	Count *Count `yaml:"count"`
	// New says that only matches count which were not there when the last input
	// was sent.
	New bool `yaml:"new"`
}

// Gone is a text or regex that is nowhere on the settled screen.
type Gone struct {
	// Gone is what is nowhere on the settled screen: a text, {regex: RE} or
	// {equals: TEXT} (a whole row).
	Gone Match `yaml:"gone"`
	// In is where to look; default: the visible screen.
	In Region `yaml:"in"`
}

// Prompt is a text at the end of the cursor's row, left of the cursor.
type Prompt struct {
	// Prompt is what the cursor's row ends with, left of the cursor; blanks
	// there don't count.
	Prompt doc.Text `yaml:"prompt" jsonschema:"ref=filled"`
}

// Stable is a screen on which no cell changed for some time.
type Stable struct {
	// Stable is for how long no cell has changed.
	Stable time.Duration `yaml:"stable"`
	// In is the part of the screen that must not change; default: all of it.
	In Region `yaml:"in"`
}

// Ended is the end of the program.
type Ended struct {
	// Exit is how the program has ended: a status, any, or the name of a signal.
	Exit ExitIs `yaml:"exit"`
}

// CursorAt is a place or look of the cursor.
type CursorAt struct {
	// Cursor is where the cursor is and how it looks.
	Cursor CursorIs `yaml:"cursor"`
}

// CursorIs is a place and look of the cursor; what is not named may be
// anything.
type CursorIs struct {
	// Row is its row, from 1; -1 is the last.
	Row *int `yaml:"row" jsonschema:"ref=coordinate"`
	// Col is its column, from 1; -1 is the last.
	Col *int `yaml:"col" jsonschema:"ref=coordinate"`
	// Visible says whether it is shown.
	Visible *bool `yaml:"visible"`
	// Shape is block, underline or bar.
	Shape string `yaml:"shape" jsonschema:"enum=block,enum=underline,enum=bar"`
}

// Title is the window title that the program set.
type Title struct {
	// Title is what the window's title contains, or {regex: RE}, {equals: TEXT}.
	Title Match `yaml:"title"`
}

// Clipboard is what the program has put into the clipboard (OSC 52).
type Clipboard struct {
	// Clipboard is what the clipboard contains, or {regex: RE}, {equals: TEXT}.
	Clipboard Match `yaml:"clipboard"`
}

// ModesAre is modes of the terminal that the program has turned on.
type ModesAre struct {
	// Mode is modes that are all on: alt_screen, mouse, bracketed_paste, focus.
	Mode Modes `yaml:"mode"`
}

// Styled is some text that looks so: a run of cells in one row, not all blank.
type Styled struct {
	// Style is how some text looks.
	Style Style `yaml:"style"`
	// In is where to look; default: the visible screen.
	In Region `yaml:"in"`
	// Count is how many such runs there are.
	Count *Count `yaml:"count"`
}

// Bell is the bell.
type Bell struct {
	// Bell says whether it has rung since the last input.
	Bell bool `yaml:"bell"`
}

// File is a file, as the program sees it.
type File struct {
	// File is the path of a file that is there, relative to the program's
	// working directory.
	File doc.Text `yaml:"file" jsonschema:"ref=filled"`
	// Text is contained in it.
	Text doc.Text `yaml:"text" jsonschema:"ref=filled"`
	// Regex matches in it (RE2; ^ and $ are the ends of a line).
	Regex RE `yaml:"regex"`
	// Equals is exactly its content, with the last newline of a block.
	Equals Exact `yaml:"equals"`
	// Exists says whether it is there; default: true.
	Exists *bool `yaml:"exists"`
}

// Any holds when at least one of several conditions does.
type Any struct {
	// Any are conditions of which at least one holds.
	Any []Condition `yaml:"any"`
}

// Not holds when a condition does not, on a settled screen.
type Not struct {
	// Not is a condition that does not hold on the settled screen.
	Not Condition `yaml:"not"`
}

// All is a list of conditions that hold on one screen.
type All []Condition

// Exact is a text that keeps the last newline of a block.
type Exact struct{ doc.Text }

// DecodeNode takes any scalar.
func (e *Exact) DecodeNode(d *doc.Decoder, n *doc.Node) {
	e.Text.DecodeNode(d, n)
	if n.Kind != doc.Scalar || n.Style != doc.Literal && n.Style != doc.Folded {
		return
	}
	if n.Parts == nil {
		e.Parts = []doc.Part{{Text: n.Text}}
	} else {
		e.Parts = n.Parts
	}
}
