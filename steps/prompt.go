package steps

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"scenario/emulator"
	"scenario/session"
	"scenario/steps/match"
)

// enteredLine is a command line that was entered at a prompt: its place, in
// lines of the session, and its text, by which it is known again.
type enteredLine struct {
	at   match.Range
	text []string // of its rows, each from its first column
}

// maxEntered is how many command lines are remembered; older ones have long
// left the screen.
const maxEntered = 256

// ownMarks returns the shell's marks of v from number n on.
func ownMarks(v *session.View, n int) []emulator.Mark {
	first := v.MarksSeen - len(v.Marks)
	var own []emulator.Mark
	for _, m := range v.Marks[min(len(v.Marks), max(0, n-first)):] {
		if strings.Contains(m.Params, markID) {
			own = append(own, m)
		}
	}
	return own
}

// promptInfo is what a shell said between an entered line and its next prompt.
type promptInfo struct {
	More    bool // a continuation prompt: the command is not complete
	Started bool // a command was started (bash tells, sh does not)
	Status  int  // of the last command
	End     match.Range
}

// promptAfter looks for a prompt among the marks from number n on.
func promptAfter(v *session.View, n int) (p promptInfo, ok bool) {
	for _, m := range ownMarks(v, n) {
		switch m.Kind {
		case 'C':
			p.Started = true
		case 'D':
			s, _, _ := strings.Cut(m.Params, ";")
			p.Status, _ = strconv.Atoi(s)
			p.End = match.Range{EndLine: m.Line, EndCol: m.Col}
		case 'P':
			p.More, ok = true, true
		case 'B':
			p.More, ok = false, true
		}
	}
	return p, ok
}

// nextPrompt waits for a prompt after the line entered last.
func (t *Term) nextPrompt(ctx context.Context) (promptInfo, error) {
	var p promptInfo
	_, err := t.Until(ctx, func(v *session.View) (ok bool, again time.Duration) {
		p, ok = promptAfter(v, t.Shell.entered)
		return ok, 0
	})
	return p, err
}

// noteEntered remembers the command line that the next Enter ends, if the shell
// is at a prompt.
func (t *Term) noteEntered() {
	v := t.View()
	marks := ownMarks(v, t.Shell.entered)
	t.Shell.entered = v.MarksSeen
	if len(marks) == 0 || v.Screen.Modes.AltScreen {
		return
	}
	last := marks[len(marks)-1]
	if last.Kind != 'B' && last.Kind != 'P' {
		return
	}
	s := v.Screen
	at := match.Range{Line: last.Line, Col: last.Col, EndLine: s.Scrolled + s.Cursor.Row, EndCol: s.Cursor.Col}
	if at.Line < s.Scrolled {
		at.Line, at.Col = s.Scrolled, 0
	}
	t.entered = append(t.entered, enteredLine{at: at, text: rowTexts(s, at)})
	if len(t.entered) > maxEntered {
		t.entered = t.entered[1:]
	}
	t.output = &match.Range{Line: at.EndLine + 1, EndLine: math.MaxInt}
}

// rowTexts returns the text of each row of a range that is on the screen.
func rowTexts(s *emulator.Screen, r match.Range) []string {
	var rows []string
	for line := r.Line; line <= r.EndLine; line++ {
		row := line - s.Scrolled
		if row < 0 || row >= s.Rows {
			return nil
		}
		cells := s.Row(row)
		from, to := 0, len(cells)
		if line == r.Line {
			from = min(r.Col, to)
		}
		if line == r.EndLine {
			to = max(from, min(r.EndCol, to))
		}
		rows = append(rows, s.Table.CellText(cells[from:to]))
	}
	return rows
}

// enteredSpans returns where the entered command lines stand on the screen now.
// A line whose cells have been written over no longer counts as one.
func (t *Term) enteredSpans(s *emulator.Screen) []match.Span {
	if s.Modes.AltScreen {
		return nil
	}
	var spans []match.Span
	for _, l := range t.entered {
		if l.at.Line < s.Scrolled {
			continue
		}
		if now := rowTexts(s, l.at); now == nil || !equalRows(now, l.text) {
			continue
		}
		spans = append(spans, match.Span{
			Row: l.at.Line - s.Scrolled, Col: l.at.Col,
			EndRow: l.at.EndLine - s.Scrolled, EndCol: l.at.EndCol,
		})
	}
	return spans
}

func equalRows(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
