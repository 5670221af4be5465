package steps

import (
	"slices"
	"strings"

	"scenario/emulator"
	"scenario/session"
	"scenario/steps/match"
)

// maxEntered is how many command lines are remembered; older ones have long
// left the screen.
const maxEntered = 256

// entered is a command line that was entered at a prompt: its place, in lines
// of the session, and what it says, by which it is known again.
type entered struct {
	at    match.Range
	rows  []string // the text of each of its rows
	whole string   // all that stands in them, with the prompt
	top   int      // the first line of the screen when it was entered
}

// note remembers the command line that the next Enter ends, if the shell is at a
// prompt.
func (s *ShellState) note(v *session.View) {
	start, ok := s.promptEnd(v)
	s.marks, s.moved = v.MarksSeen, nil
	if !ok || v.Screen.Modes.AltScreen {
		return
	}
	e := readEntered(linesOf(v), start)
	s.lines = append(s.lines, e)
	s.lines = s.lines[max(0, len(s.lines)-maxEntered):]
	s.output.entered(e)
}

// promptEnd returns where the command line at the present prompt begins.
func (s *ShellState) promptEnd(v *session.View) (place, bool) {
	marks := ownMarks(v, s.marks)
	if len(marks) == 0 {
		return place{}, false
	}
	m := marks[len(marks)-1]
	at := place{m.Line, m.Col}
	if s.moved != nil && len(ownMarks(v, s.moved.marks)) == 0 {
		at = s.moved.at
	}
	return at, m.Kind == 'B' || m.Kind == 'P'
}

// readEntered reads the command line that begins at start and goes on to the
// end of the cursor's text.
func readEntered(l lines, start place) *entered {
	s := l.screen
	cursor := s.Scrolled + s.Cursor.Row
	if start.line < s.Scrolled || start.line > cursor {
		start = place{l.first(cursor), 0} // its beginning has left the screen
	}
	e := &entered{top: s.Scrolled}
	e.at = match.Range{Line: start.line, Col: start.col, EndLine: l.last(cursor)}
	e.read(l)
	return e
}

// read takes over what stands at the place of the command line.
func (e *entered) read(l lines) {
	e.at.EndCol = l.length(e.at.EndLine)
	if e.at.Line == e.at.EndLine {
		e.at.EndCol = max(e.at.EndCol, e.at.Col)
	}
	e.rows = e.rows[:0]
	for n := e.at.Line; n <= e.at.EndLine; n++ {
		text, _ := e.row(l, n)
		e.rows = append(e.rows, text)
	}
	e.whole = l.joined(e.at.Line, e.at.EndLine)
}

// row returns the text that stands where a row of the command line was.
func (e *entered) row(l lines, n int) (string, bool) {
	from, to := 0, emulator.MaxSize
	if n == e.at.Line {
		from = e.at.Col
	}
	if n == e.at.EndLine {
		to = e.at.EndCol
	}
	return l.text(n, from, to)
}

// intact reports whether what is kept of the command line still says the same:
// it has not been written over.
func (e *entered) intact(l lines) bool {
	for i, was := range e.rows {
		if now, ok := e.row(l, e.at.Line+i); ok && now != was {
			return false
		}
	}
	return true
}

// spans returns where the entered command lines stand on the screen now.
func (s *ShellState) spans(screen *emulator.Screen) []match.Span {
	if screen.Modes.AltScreen {
		return nil
	}
	var spans []match.Span
	l := lines{screen: screen}
	for _, e := range s.lines {
		if e.at.EndLine < screen.Scrolled || !e.intact(l) {
			continue
		}
		sp := match.Span{
			Row: e.at.Line - screen.Scrolled, Col: e.at.Col,
			EndRow: e.at.EndLine - screen.Scrolled, EndCol: e.at.EndCol,
		}
		if sp.Row < 0 {
			sp.Row, sp.Col = 0, 0
		}
		spans = append(spans, sp)
	}
	return spans
}

// resized finds the command lines again after the size has changed: an engine
// may have cut them, or have broken them in other places.
func (s *ShellState) resized(v *session.View) {
	l := linesOf(v)
	if at, ok := s.promptEnd(v); ok {
		s.moved = &movedPrompt{at: place{l.first(v.Screen.Scrolled + v.Screen.Cursor.Row), at.col}, marks: v.MarksSeen}
	}
	below := v.Screen.Scrolled + v.Screen.Rows
	var kept []*entered
	for _, e := range slices.Backward(s.lines) {
		if e.cut(l) || e.find(l, below) {
			below = e.at.Line
			kept = append(kept, e)
		}
	}
	slices.Reverse(kept)
	s.lines = kept
	s.output.resized(l, s.lines, s.moved)
}

// cut reports whether the command line stands where it was, perhaps cut at the
// new right edge, and takes over what is left of it.
func (e *entered) cut(l lines) bool {
	for i, was := range e.rows {
		now, ok := e.row(l, e.at.Line+i)
		if !ok || !strings.HasPrefix(was, now) || now == "" && was != "" {
			return false
		}
	}
	if left, _ := l.text(e.at.Line, 0, e.at.Col); !strings.HasPrefix(e.whole, left) {
		return false
	}
	e.read(l)
	return true
}

// find looks for the command line above a line, from there upwards.
func (e *entered) find(l lines, below int) bool {
	for end := below - 1; end >= l.screen.Scrolled; {
		begin := l.first(end)
		if l.joined(begin, end) == e.whole {
			e.at = match.Range{Line: begin, Col: e.at.Col, EndLine: end}
			e.read(l)
			return true
		}
		end = begin - 1
	}
	return false
}
