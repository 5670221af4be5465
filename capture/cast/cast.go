// Package cast reads and writes asciicast recordings (v1, v2 and v3 in, v2 and
// v3 out): https://docs.asciinema.org/manual/asciicast/v3/.
package cast

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// MaxSize bounds the columns and the rows of a recording: a header must not be
// able to ask its reader for gigabytes of cells.
const MaxSize = 1000

// Header is the first line of a cast. What would tell of the machine
// (command, environment, time) is never written.
type Header struct {
	Version    int // 1, 2 or 3
	Cols, Rows int
	Title      string
	IdleLimit  time.Duration // 0: none
	Term       string        // the TERM of the program
	Theme      *Theme
}

// Theme is the colour theme of a cast.
type Theme struct {
	Fg, Bg  string   // #rrggbb
	Palette []string // 8 or 16 of them
}

// Code is the kind of an event.
type Code byte

// The kinds of events of asciicast v3.
const (
	Output Code = 'o'
	Input  Code = 'i'
	Resize Code = 'r'
	Marker Code = 'm'
	Exit   Code = 'x'
)

// Event is one line of a cast after its header.
type Event struct {
	Time time.Duration // since the start
	Code Code
	Data string // output, input, marker label, "COLSxROWS", exit status
}

// FormatSize returns the data of a Resize event.
func FormatSize(cols, rows int) string {
	return strconv.Itoa(cols) + "x" + strconv.Itoa(rows)
}

// ParseSize parses the data of a Resize event, each side 1 to MaxSize.
func ParseSize(data string) (cols, rows int, err error) {
	c, r, _ := strings.Cut(data, "x")
	cols, errC := strconv.Atoi(c)
	rows, errR := strconv.Atoi(r)
	if errC != nil || errR != nil {
		return 0, 0, fmt.Errorf("size %.20q is not COLSxROWS", data)
	}
	return cols, rows, checkSize(cols, rows)
}

func checkSize(cols, rows int) error {
	if cols < 1 || rows < 1 || cols > MaxSize || rows > MaxSize {
		return fmt.Errorf("size %dx%d is not within 1x1 and %[3]dx%[3]d", cols, rows, MaxSize)
	}
	return nil
}
