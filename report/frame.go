package report

import (
	"fmt"
	"strings"
	"time"

	"scenario/event"
)

// FrameOptions say how a run is shown while it runs.
type FrameOptions struct {
	Cols, Rows int // of the terminal
	Color      bool
	UTF8       bool
	Preview    bool      // the program's screen, where there is room and the stream has it
	More       int       // other runs that run meanwhile
	Now        time.Time // for the times of what still runs
	// Picture is drawn at the right of the steps: rows of the same width, which
	// may hold SGR sequences. It is left out where there is no room.
	Picture []string
}

// The least that a frame needs for more than its steps.
const (
	minFrameSteps   = 3
	minPreviewRows  = 4
	minPreviewCols  = 20
	pictureMargin   = 2
	minStepsColumns = 34
)

// Frame shows a run on a whole terminal: its line, its latest steps, the latest
// message and the program's screen. It returns at most Rows lines, none wider
// than Cols.
func Frame(st *event.State, o FrameOptions) []string {
	f := frame{c: Console{o: ConsoleOptions{Color: o.Color, UTF8: o.UTF8}}, o: o, st: st}
	if o.Cols < 1 || o.Rows < 1 {
		return nil
	}
	lines := []string{f.head()}
	message := f.message()
	room := o.Rows - len(lines) - len(message)
	preview := f.preview(room - minFrameSteps)
	lines = append(lines, f.steps(room-len(preview))...)
	lines = append(append(lines, message...), preview...)
	return lines[:min(len(lines), o.Rows)]
}

type frame struct {
	c  Console // for its colours
	o  FrameOptions
	st *event.State
}

// head is the line of the run.
func (f *frame) head() string {
	word, color := "RUN", ""
	took := f.o.Now.Sub(f.st.Started)
	if f.st.Finished() {
		word, color, took = OutcomeOf(f.st).String(), outcomeColor(OutcomeOf(f.st)), f.st.Duration
	}
	right := seconds(took)
	if n := len(f.st.Steps); n > 0 {
		right = fmt.Sprintf("%d/%d   %s", f.st.Steps[n-1].StepIndex, f.st.Steps[n-1].MaxSteps, right)
	}
	if f.o.More > 0 {
		right += fmt.Sprintf("   and %d more", f.o.More)
	}
	left := fit(clean(title(f.st.Run)), max(f.o.Cols-wordColumns-2-width(right), 0))
	line := fit(spread(left, right, f.o.Cols-wordColumns), max(f.o.Cols-wordColumns, 0))
	if f.o.Cols < wordColumns {
		return fit(word, f.o.Cols)
	}
	if color != "" {
		word = f.c.paint(color, word) + strings.Repeat(" ", wordColumns-len(word))
	} else {
		word = pad(word, wordColumns)
	}
	return word + line
}

// steps are the latest steps, in at most n lines, with the picture beside them.
func (f *frame) steps(n int) []string {
	if n <= 0 {
		return nil
	}
	picture := f.o.Picture
	cols := f.o.Cols
	if len(picture) > 0 {
		side := width(picture[0]) + pictureMargin
		if len(picture) > n || cols-side < minStepsColumns {
			picture = nil
		} else {
			cols -= side
		}
	}
	var lines []string
	for i := max(0, len(f.st.Steps)-n); i < len(f.st.Steps); i++ {
		lines = append(lines, f.step(&f.st.Steps[i], cols))
	}
	for i, row := range picture {
		if i == len(lines) {
			lines = append(lines, "")
		}
		lines[i] = pad(lines[i], cols+pictureMargin) + row
	}
	return lines
}

func (f *frame) step(s *event.Step, cols int) string {
	took := s.Duration
	if s.Status == event.Running {
		took = f.o.Now.Sub(s.Started)
	}
	right := fmt.Sprintf("%7s", seconds(took))
	word := stepWord(s.Status)
	left := fmt.Sprintf("%d/%d  %s", s.StepIndex, s.MaxSteps, stepText(s))
	line := spread(fit(left, max(cols-9-2-len(right), 0)), right, cols-9)
	switch word {
	case "ok":
		word = f.c.paint("32", word) + "    "
	case "failed":
		word = f.c.red(word)
	default:
		word = pad(word, 6)
	}
	if cols < 9+2+len(right) {
		return fit("  "+stepWord(s.Status), cols)
	}
	return "  " + word + " " + line
}

// message is the latest message.
func (f *frame) message() []string {
	n := len(f.st.Messages)
	if n == 0 || f.o.Rows < 4 || f.st.Messages[n-1] == "" {
		return nil
	}
	return []string{fit("  "+strings.Join(cleanLines(f.st.Messages[n-1]), " "), f.o.Cols)}
}

// preview is the program's screen in a box of at most n lines: its rows down to
// the last that is not empty, the lowest of them if they are too many.
func (f *frame) preview(n int) []string {
	s := f.st.Screen
	if !f.o.Preview || s.Cols == 0 || n < minPreviewRows+2 || f.o.Cols < minPreviewCols {
		return nil
	}
	rows := s.Rows
	for len(rows) > 0 && strings.TrimSpace(rows[len(rows)-1]) == "" {
		rows = rows[:len(rows)-1]
	}
	if len(rows) > n-2 {
		rows = rows[len(rows)-(n-2):]
	}
	e := asciiEdges
	if f.o.UTF8 {
		e = lineEdges
	}
	inner := min(s.Cols, f.o.Cols-2)
	right := e.side
	if inner < s.Cols {
		right = e.cut
	}
	label := fit(fmt.Sprintf("%s %dx%d ", e.line+e.line, s.Cols, len(s.Rows)), inner)
	box := []string{e.topLeft + label + strings.Repeat(e.line, inner-width(label)) + e.topRight}
	for _, row := range rows {
		box = append(box, e.side+pad(columns(screenText(row, !f.o.UTF8), 1, inner), inner)+right)
	}
	for len(box) < min(n, len(s.Rows)+2)-1 { // the box keeps its height
		box = append(box, e.side+strings.Repeat(" ", inner)+right)
	}
	return append(box, e.bottomLeft+strings.Repeat(e.line, inner)+e.bottomRight)
}
