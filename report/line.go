package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"scenario/event"
)

// The columns of a scenario's line: the word, then the name (and in a suite
// the path), where it stopped, the time.
const (
	wordColumns = 7
	timeColumns = 7
	stepColumns = 8
	minName     = 12
)

// nameColumns is the width of the names of a suite: 26 in a line of 72.
func (c *Console) nameColumns() int { return max(26+(c.columns()-72)/2, minName) }

// headline is the line of a run.
func (c *Console) headline(o Outcome, st *event.State) string {
	name, where, took := clean(title(st.Run)), place(o, st), fmt.Sprintf("%*s", timeColumns, seconds(st.Duration))
	if o == Block && len(st.Steps) == 0 && st.Duration < 50*time.Millisecond {
		took = ""
	}
	if !c.o.Suite {
		right := where + took
		if c.o.Width > 0 {
			name = fit(name, max(minName, c.columns()-wordColumns-2-width(right)))
		}
		return c.word(o) + spread(name, right, c.columns()-wordColumns)
	}
	if c.o.Width > 0 {
		name = fit(name, c.nameColumns())
	}
	file := clean(st.Run.File)
	switch o {
	case Fail:
		if s := halted(st); s != nil {
			file = position(st.Run.File, s.Line, s.Col)
			if f := s.Failure; f != nil && f.File == s.File && f.Line > 0 && f.Line != s.Line { // the fault of a step before
				file = position(st.Run.File, f.Line, f.Col)
			}
		}
		where = ""
	case Block:
		file = position(st.Run.File, blockedLine(st), 0)
	}
	left := pad(name, c.nameColumns()) + "   " + file
	return c.word(o) + spread(left, where+took, c.columns()-wordColumns)
}

func blockedLine(st *event.State) int {
	for _, ch := range st.Checks {
		if !ch.OK && ch.Line > 0 {
			return ch.Line
		}
	}
	if s := st.FailedStep(); s != nil {
		return s.Line
	}
	return 0
}

// place says how far a run came.
func place(o Outcome, st *event.State) string {
	switch o {
	case Expected:
		return clean(st.Run.XFail)
	case Pass, Flaky, Surprise:
		return count(st.TotalSteps, "step")
	}
	s := halted(st)
	switch {
	case s != nil:
		return fmt.Sprintf("step %d of %d", s.StepIndex, max(s.MaxSteps, s.StepIndex))
	case len(st.Steps) == 0:
		return "not started"
	}
	return count(len(st.Steps), "step")
}

// halted is the step that a run did not get over: the one that failed, or the one
// that it was in when it was interrupted, crashed or lost; nil without one.
func halted(st *event.State) *event.Step {
	if s := st.FailedStep(); s != nil {
		return s
	}
	for i := range st.Steps {
		switch st.Steps[i].Status {
		case event.Unfinished, event.Running:
			return &st.Steps[i]
		}
	}
	return nil
}

// written lists the files of a run that passed: each recording, the first
// screenshot, each snapshot. wanted chooses of them; nil: all.
func (c *Console) written(st *event.State, wanted func(event.ArtifactWrittenPayload) bool) string {
	var records, shots, stored []event.ArtifactWrittenPayload
	for _, a := range st.Artifacts {
		switch {
		case a.Error != "" || a.Kept || wanted != nil && !wanted(a):
		case a.Role == "record":
			records = append(records, a)
		case a.Role == "screenshot":
			shots = append(shots, a)
		case a.Role == event.RoleSnapshot && !a.Same:
			stored = append(stored, a)
		}
	}
	names := 20
	for _, a := range slices.Concat(records, stored) {
		names = max(names, width(clean(a.Path)))
	}
	if len(shots) > 0 {
		names = max(names, width(clean(shots[0].Path)))
	}
	var b strings.Builder
	row := func(a event.ArtifactWrittenPayload, more string) {
		text := strings.Repeat(" ", wordColumns) + pad(clean(a.Path), names) + fmt.Sprintf("%9s", Size(a.Bytes)) + more
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	shape := ""
	note := func(text string) {
		b.WriteString(strings.Repeat(" ", wordColumns) + "note: " + strings.Join(cleanLines(text), " ") + "\n")
	}
	for _, a := range records {
		more := ""
		if a.PlayMs > 0 {
			more = fmt.Sprintf("%8s", seconds(time.Duration(a.PlayMs)*time.Millisecond))
		}
		if s := shapeOf(a); s != "" && s != shape {
			shape = s
			more = pad(more, 8) + "   " + s
		}
		if a.Same {
			more += "   unchanged"
		}
		row(a, more)
		if a.Note != "" {
			note(a.Note)
		}
	}
	switch n := len(shots) - 1; {
	case n == 1:
		row(shots[0], "   and 1 more screenshot")
	case n > 1:
		row(shots[0], fmt.Sprintf("   and %d more screenshots", n))
	case n == 0:
		row(shots[0], "")
	}
	for _, a := range stored {
		row(a, "   snapshot")
	}
	if wanted != nil {
		return b.String()
	}
	var said []string
	for _, a := range shots {
		if a.Note != "" && !slices.Contains(said, a.Note) {
			said = append(said, a.Note)
			note(a.Note)
		}
	}
	if m := missing(st.Artifacts); m != "" {
		note(m)
	}
	for _, s := range st.Steps {
		if s.Note != "" {
			note(s.Note)
		}
	}
	return b.String()
}

// onlySnapshots chooses what a call has put beside its scenarios.
func onlySnapshots(a event.ArtifactWrittenPayload) bool { return a.Role == event.RoleSnapshot }

// missing says which characters no font has, whatever file they are in.
func missing(files []event.ArtifactWrittenPayload) string {
	var list []string
	for _, a := range files {
		list = append(list, a.Missing...)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) == 0 {
		return ""
	}
	const most = 8
	more := ""
	if n := len(list) - most; n > 0 {
		list, more = list[:most], fmt.Sprintf(" and %d more", n)
	}
	return "no font has " + clean(strings.Join(list, ", ")) + more + "; drawn as boxes (look.fallback takes a font file)"
}

// shapeOf is "120x36, 1408x860": cells, then pixels.
func shapeOf(a event.ArtifactWrittenPayload) string {
	var parts []string
	if a.Cols > 0 {
		parts = append(parts, fmt.Sprintf("%dx%d", a.Cols, a.Rows))
	}
	if a.Width > 0 {
		parts = append(parts, fmt.Sprintf("%dx%d", a.Width, a.Height))
	}
	return strings.Join(parts, ", ")
}

// word is the outcome in its colour, as wide as its column.
func (c *Console) word(o Outcome) string {
	return c.paint(outcomeColor(o), o.String()) + strings.Repeat(" ", wordColumns-len(o.String()))
}

// outcomeColor is the SGR parameter of an outcome.
func outcomeColor(o Outcome) string {
	return [...]string{Pass: "32", Flaky: "33", Expected: "32", Fail: "31", Surprise: "31", Block: "35", Skip: "36"}[o]
}

// paint colours a text with an SGR parameter, if colours are wanted.
func (c *Console) paint(sgr, s string) string {
	if !c.o.Color {
		return s
	}
	return "\x1b[" + sgr + "m" + s + "\x1b[0m"
}

func (c *Console) red(s string) string { return c.paint("31", s) }

// cutSource is the part of a source line that the terminal has room for, with
// the place of the failure in it, and how many characters were left out before
// it.
func (c *Console) cutSource(f *event.Failure) (string, int) {
	chars := []rune(f.Source)
	if c.o.Width == 0 {
		return f.Source, 0
	}
	room, shift := max(c.o.Width-excerptGutter-3, minColumns), 0
	if f.Col+min(f.Width, room/2) > room-3 {
		shift = min(f.Col-room/3, len(chars))
		chars = chars[shift:]
		copy(chars, []rune("..."))
	}
	if len(chars) > room {
		chars = append(chars[:room-3], []rune("...")...)
	}
	return string(chars), shift
}
