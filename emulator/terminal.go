// Package emulator is the terminal's API: bytes of a program in, a screen of
// packed cells and the replies to the program's queries out. Engines
// (emulator/core, emulator/xvt) implement Terminal; nothing above this
// package knows which one runs.
//
// It is pure: no goroutine, clock, file or process. A Terminal belongs to one
// goroutine at a time; the Screens copied out of it can be read by any.
package emulator

import "fmt"

// MaxSize is the largest number of columns and of rows.
const MaxSize = 1000

// Options are what a terminal is made with.
type Options struct {
	Cols, Rows int    // 1 to MaxSize; clamped
	Scrollback int    // rows kept; 0 is DefaultScrollback
	Term       string // the name of its terminfo entry, which XTGETTCAP tells; "" is DefaultTerm
	// Fg, Bg and Cursor are the theme's colours, the answer to OSC 10, 11 and
	// 12 queries; Palette is the answer to OSC 4.
	Fg, Bg, Cursor RGBColor
	Palette        [16]RGBColor
	// CellWidth and CellHeight are the size of a cell in pixels, the answer
	// to XTWINOPS 14 and 16; 0 means 10 x 20.
	CellWidth, CellHeight int
	// Width says how many columns a character covers.
	Width WidthRule
	// AllReports lets the program read back what it has written: titles
	// (XTWINOPS 20, 21) and the clipboard (OSC 52).
	AllReports bool
}

// WidthRule is a rule for the columns of characters.
type WidthRule uint8

// The rules. The first joins grapheme clusters (mode 2027); the second gives
// each code point a cell of its own, as programs do that count with wcwidth.
const (
	WidthGrapheme WidthRule = iota
	WidthWcwidth
)

// DefaultScrollback is the number of rows kept when Options names none;
// NoScrollback keeps none.
const (
	DefaultScrollback = 1000
	NoScrollback      = -1
)

// DefaultTerm is the terminfo entry when Options names none.
const DefaultTerm = "xterm-256color"

// RGBColor is a colour of the theme.
type RGBColor struct{ R, G, B uint8 }

// A Factory makes terminals of one engine.
type Factory func(Options) Terminal

// Terminal is one terminal engine.
type Terminal interface {
	// Write feeds bytes of the program. It never blocks, whatever the bytes
	// are, and takes any split, also within a character. The error is a
	// *Fault: the engine broke; the screen is then the last one before it.
	Write(p []byte) error

	// Resize sets the size, clamped to 1 to MaxSize. It ends an open
	// synchronized update.
	Resize(cols, rows int)

	// Snapshot copies the visible screen into dst, reusing its memory. Rows
	// whose Gen is the same as before in dst are unchanged. While a
	// synchronized update is open it gives the screen as it was when the update
	// was opened: a half-drawn frame is never seen.
	Snapshot(dst *Screen)

	// Synchronized reports whether a synchronized update (DECSET 2026) is
	// open.
	Synchronized() bool

	// EndSynchronized closes an open synchronized update from outside.
	EndSynchronized()

	// Replies returns and forgets the bytes that the terminal wants to send to
	// the program: answers to its queries, in order. At most MaxReplies bytes
	// are kept.
	Replies() []byte

	// Marks returns and forgets the shell integration marks (OSC 133) seen.
	Marks() []Mark

	// Scrollback returns the rows that have left the top of the primary
	// screen, oldest first. The lines stay valid for good.
	Scrollback() []Line
}

// MaxReplies is the number of reply bytes that wait for Replies; later
// replies are dropped, as a terminal does whose program does not read.
const MaxReplies = 1 << 16

// Line is one row of the scrollback.
type Line struct {
	Cells   []Cell // trailing blanks may be cut, unless it is wrapped
	Wrapped bool   // its text goes on in the next row
}

// Mark is a shell integration mark: OSC 133 ; Kind ; Params (FinalTerm). Line
// counts rows from the first one of the session: Screen.Scrolled plus the row.
type Mark struct {
	Kind      byte // 'A' prompt, 'B' command line, 'C' output, 'D' end, 'P' continuation prompt
	Params    string
	Line, Col int
	Alt       bool // set in the alternate screen
}

// Fault is a panic of an engine, turned into an error.
type Fault struct {
	Reason string
	Tail   []byte // the last bytes before it, at most 200
}

func (f *Fault) Error() string {
	return fmt.Sprintf("terminal engine failed: %s (after %q)", f.Reason, f.Tail)
}
