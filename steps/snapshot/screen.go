// Package snapshot is the stored form of a screen, and how it and the present one
// are compared: a text that people review in a diff (Screen), and a picture
// (Picture). It is pure.
//
// A Screen is a normal form: two screens that are to count as the same have the
// same text. What a mask has taken out stands in it as a wildcard, «times», with
// exactly one blank on each side whatever room it took: so a number that grows
// by a digit moves nothing. Wildcards may also be written by hand; they hold
// until the row no longer matches.
package snapshot

import (
	"fmt"
	"strings"

	"scenario/emulator"
	"scenario/steps/match"
)

// Screen is a screen in the form in which it is stored.
type Screen struct {
	Size   string // of the terminal: 80x24
	In     string // the part of it, as written in the file; "": all
	Cursor string // "12:3", "12:3 bar", hidden, or a wildcard
	Title  string
	Rows   []string // their text, without blanks at the end
	Styles []string // of each row: "1-5 bold, 8-12 reverse red on 236"

	lines [][]cell // of a screen that was taken
}

// Options are what a screen is taken with.
type Options struct {
	In    match.Region // zero: all of it
	Holes []match.Hole // what the masks take out
	// Text masks what is no row: the title and the targets of links.
	Text func(string) string
}

// Any is the wildcard that stands for anything.
const Any = "«*»"

// Take returns the form of a screen. What must not be seen has been taken out of
// it.
func Take(s *emulator.Screen, o Options) *Screen {
	if o.Text == nil {
		o.Text = func(s string) string { return s }
	}
	top, bottom, left, right := o.In.Rect(s.Cols, s.Rows)
	f := &Screen{Size: fmt.Sprintf("%dx%d", s.Cols, s.Rows), Cursor: "hidden"}
	if !o.In.IsZero() {
		f.In = o.In.String()
	} else {
		f.Title = printable(o.Text(s.Title))
	}
	holes := map[int][]match.Hole{}
	for _, h := range o.Holes {
		switch h.Part {
		case match.HoleCursor:
			f.Cursor = Any
		case match.HoleTitle:
			f.Title = Any
		default:
			holes[h.Row] = append(holes[h.Row], h)
		}
	}
	for row := top; row < bottom; row++ {
		cells := row2cells(s, row, left, right, o.Text)
		for _, h := range holes[row] {
			punch(cells, h.Col-left, h.Width, h.Name)
		}
		line, at := render(cells)
		f.add(line)
		if c := s.Cursor; c.Visible && c.Row == row && c.Col >= left && c.Col < right && f.Cursor != Any {
			f.Cursor = fmt.Sprintf("%d:%d%s", row-top+1, at[c.Col-left]+1, shape(c.Shape))
		}
	}
	return f
}

// add adds a row.
func (f *Screen) add(line []cell) {
	f.lines = append(f.lines, line)
	f.Rows = append(f.Rows, text(line))
	f.Styles = append(f.Styles, runs(line))
}

func shape(s emulator.CursorShape) string {
	switch s {
	case emulator.CursorUnderline:
		return " underline"
	case emulator.CursorBar:
		return " bar"
	}
	return ""
}

// printable is a text without what would break a line.
func printable(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' {
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd")))
}
