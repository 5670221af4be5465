package emulator

import "strings"

// Screen is a copy of what a terminal shows at one moment. Rows and columns
// count from 0 here; what people read and write counts from 1.
type Screen struct {
	Cols, Rows int
	Cells      []Cell   // Rows x Cols, row by row
	Gen        []uint64 // per row: another number whenever a cell of the row changed
	Wrapped    []bool   // per row: its text goes on in the next row (soft wrap)
	Cursor     Cursor
	Title      string // OSC 0 and 2
	Icon       string // OSC 0 and 1
	Clipboard  string // what OSC 52 has put there last
	Modes      Modes
	Palette    Palette
	Bells      int // BEL characters since the start
	Scrolled   int // rows that have left the top of the primary screen since the start
	Table      *Table
}

// Cursor is where the next character goes, and how the cursor looks.
type Cursor struct {
	Row, Col int
	Visible  bool // DECTCEM
	Shape    CursorShape
	Blink    bool
}

// CursorShape is the shape that DECSCUSR selects.
type CursorShape uint8

// The shapes of the cursor.
const (
	CursorBlock CursorShape = iota
	CursorUnderline
	CursorBar
)

// Modes are the modes that change what keys, pastes and mouse events send, or
// that a condition can ask for.
type Modes struct {
	AltScreen      bool // 47, 1047, 1049
	AppCursor      bool // DECCKM, 1
	AppKeypad      bool // DECKPAM, DECNKM
	BracketedPaste bool // 2004
	Focus          bool // 1004
	Mouse          MouseMode
	MouseEncoding  MouseEncoding
	Backarrow      bool // DECBKM, 67: backspace sends BS
	NewLine        bool // LNM, 20: Enter sends CR LF
	Synchronized   bool // 2026: an update is being drawn
	ModifyOther    int  // xterm modifyOtherKeys: 0, 1, 2
	KittyFlags     int  // kitty keyboard protocol, progressive enhancement flags
}

// MouseMode says which mouse events are reported.
type MouseMode uint8

// The mouse reporting modes.
const (
	MouseOff    MouseMode = iota
	MouseX10              // 9
	MouseNormal           // 1000
	MouseButton           // 1002
	MouseAny              // 1003
)

// MouseEncoding says how mouse events are reported.
type MouseEncoding uint8

// The mouse report encodings.
const (
	MouseEncodingX10   MouseEncoding = iota
	MouseEncodingUTF8                // 1005
	MouseEncodingSGR                 // 1006
	MouseEncodingURXVT               // 1015
	MouseEncodingPixel               // 1016
)

// Palette is what the program changed of the theme's colours (OSC 4, 10, 11,
// 12); the zero value is "nothing". Only RGB colours and DefaultColor
// ("as the theme has it") occur.
type Palette struct {
	Fg, Bg, Cursor Color
	Indexed        map[uint8]Color // never changed once it is in a Screen
	Reverse        bool            // the default colours are exchanged (DECSCNM)
}

// Row returns the cells of row r.
func (s *Screen) Row(r int) []Cell { return s.Cells[r*s.Cols : (r+1)*s.Cols] }

// RowText returns the text of row r without trailing blanks.
func (s *Screen) RowText(r int) string { return s.Table.CellText(s.Row(r)) }

// Text returns the text of all rows, parted by newlines, without trailing
// blanks and without empty rows at the end.
func (s *Screen) Text() string {
	var b strings.Builder
	for r := range s.Rows {
		b.WriteString(s.RowText(r))
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// CellText returns the characters of a row of cells, wide characters once,
// without trailing blanks.
func (t *Table) CellText(cells []Cell) string {
	end := len(cells)
	for end > 0 && cells[end-1].Glyph == 0 {
		end--
	}
	var b strings.Builder
	b.Grow(end)
	for _, c := range cells[:end] {
		switch {
		case c.Attr.Has(WideTail):
		case c.Glyph < 0x80 && c.Glyph != 0:
			b.WriteByte(byte(c.Glyph))
		default:
			b.WriteString(t.Text(c.Glyph))
		}
	}
	return b.String()
}

// SameCells reports whether two screens of one terminal look the same: the
// same size, cells, palette and cursor. A hidden cursor is the same anywhere.
func (s *Screen) SameCells(o *Screen) bool {
	if s.Cols != o.Cols || s.Rows != o.Rows || s.Cursor.Visible != o.Cursor.Visible {
		return false
	}
	if s.Cursor.Visible && s.Cursor != o.Cursor {
		return false
	}
	if !s.Palette.equal(o.Palette) {
		return false
	}
	for i := range s.Cells {
		if s.Cells[i] != o.Cells[i] {
			return false
		}
	}
	return true
}

func (p Palette) equal(o Palette) bool {
	if p.Fg != o.Fg || p.Bg != o.Bg || p.Cursor != o.Cursor || p.Reverse != o.Reverse || len(p.Indexed) != len(o.Indexed) {
		return false
	}
	for i, c := range p.Indexed {
		if d, ok := o.Indexed[i]; !ok || c != d {
			return false
		}
	}
	return true
}

// Clone returns a copy that shares no memory with s but the Table.
func (s *Screen) Clone() *Screen {
	c := *s
	c.Cells = append([]Cell(nil), s.Cells...)
	c.Gen = append([]uint64(nil), s.Gen...)
	c.Wrapped = append([]bool(nil), s.Wrapped...)
	return &c
}
