package html

import (
	"encoding/json"
	"fmt"
	"strings"

	"scenario/capture/font"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
	"scenario/event"
)

// screens collects screens as text with colours. Styles and lines are kept once,
// and a screen that is there is not kept again.
type screens struct {
	fonts *font.Set
	opts  raster.Options
	cells map[[2]int]*raster.Cells // by columns and rows

	out    *screensData
	styles map[string]int
	lines  map[string]int
	known  map[string]int
}

func newScreens(fonts *font.Set, opts raster.Options, out *screensData) *screens {
	return &screens{
		fonts: fonts, opts: opts, out: out, cells: map[[2]int]*raster.Cells{},
		styles: map[string]int{}, lines: map[string]int{}, known: map[string]int{},
	}
}

// plainLook is the look of a run without all that is no colour of a cell.
func plainLook(l event.Look) event.Look {
	return event.Look{Theme: l.Theme, Bold: l.Bold, FontSize: 16, LineHeight: 1, Scale: 1, Cursor: true}
}

// add returns the index of a screen.
func (s *screens) add(scr *emulator.Screen) (int, error) {
	size := [2]int{scr.Cols, scr.Rows}
	cells := s.cells[size]
	if cells == nil {
		r, err := raster.New(s.fonts, s.opts, scr.Cols, scr.Rows)
		if err != nil {
			return -1, err
		}
		cells = r.Cells()
		s.cells[size] = cells
	}
	ink, paper := cells.Ink(scr), cells.Paper(scr)
	d := screenData{
		Cols: scr.Cols, Rows: scr.Rows, Ink: rgb(ink), Paper: rgb(paper), Title: scr.Title, Lines: []int{},
		Cursor: [2]int{scr.Cursor.Row + 1, scr.Cursor.Col + 1},
	}
	var row []raster.Cell
	for i := range scr.Rows {
		row = cells.Row(row[:0], scr, i)
		d.Lines = append(d.Lines, s.line(row, ink, paper))
	}
	empty := s.line(nil, ink, paper)
	for n := len(d.Lines); n > 0 && d.Lines[n-1] == empty; n-- {
		d.Lines = d.Lines[:n-1]
	}
	return index(s.known, &s.out.Screens, d), nil
}

func (s *screens) line(row []raster.Cell, ink, paper theme.RGB) int {
	runs := []runText{}
	var text strings.Builder
	style := -1
	flush := func() {
		if text.Len() > 0 {
			runs = append(runs, runText{style, text.String()})
			text.Reset()
		}
	}
	for len(row) > 0 && blank(&row[len(row)-1], paper) {
		row = row[:len(row)-1]
	}
	for i := range row {
		c := &row[i]
		if k := s.style(c, ink, paper); k != style {
			flush()
			style = k
		}
		switch {
		case c.Text == "":
			text.WriteString(strings.Repeat(" ", c.Cols))
		case simple(c):
			text.WriteString(c.Text)
		default: // the browser's font may have another width for it
			flush()
			runs = append(runs, runText{style, c.Text, c.Cols})
		}
	}
	flush()
	return index(s.lines, &s.out.Lines, runs)
}

// blank reports whether a cell shows nothing.
func blank(c *raster.Cell, paper theme.RGB) bool {
	return c.Text == "" && c.Paper == paper && c.Attr == 0 && c.Cursor == 0
}

// simple reports whether every monospaced font has the character, one column
// wide: ASCII, Latin, Greek, Cyrillic, lines and blocks.
func simple(c *raster.Cell) bool {
	r := []rune(c.Text)
	return len(r) == 1 && c.Cols == 1 && (r[0] < 0x530 || r[0] >= 0x2500 && r[0] < 0x25a0) && (r[0] < 0x300 || r[0] >= 0x370)
}

// attrs are the attributes of a style, as bits.
const (
	attrBold = 1 << iota
	attrItalic
	attrStrike
	attrOverline
	attrUnderlineShift = 4 // 3 bits: the kind of underline
	attrCursorShift    = 7 // 1: a line under the character, 2: one before it
)

func (s *screens) style(c *raster.Cell, ink, paper theme.RGB) int {
	d := styleData{"", "", 0, "", c.Link}
	attr := int(c.Attr.Underline()) << attrUnderlineShift
	if c.Ink != ink {
		d[0] = rgb(c.Ink)
	}
	if c.Paper != paper {
		d[1] = rgb(c.Paper)
	}
	for _, b := range []struct {
		attr emulator.Attr
		bit  int
	}{{emulator.Bold, attrBold}, {emulator.Italic, attrItalic}, {emulator.Strike, attrStrike}, {emulator.Overline, attrOverline}} {
		if c.Attr.Has(b.attr) {
			attr |= b.bit
		}
	}
	if attr>>attrUnderlineShift != 0 && c.Line != c.Ink {
		d[3] = rgb(c.Line)
	}
	switch c.Cursor {
	case emulator.CursorUnderline:
		attr |= 1 << attrCursorShift
	case emulator.CursorBar:
		attr |= 2 << attrCursorShift
	}
	d[2] = attr
	return index(s.styles, &s.out.Styles, d)
}

// index returns the place of a value in a list, to which it is added when it is
// new.
func index[T any](known map[string]int, list *[]T, v T) int {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("html: %v", err)) // texts and numbers
	}
	i, ok := known[string(b)]
	if !ok {
		i = len(*list)
		known[string(b)] = i
		*list = append(*list, v)
	}
	return i
}

func rgb(c theme.RGB) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
