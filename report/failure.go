package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"scenario/event"
)

// maxDetails bounds the lines that one failure prints beside its screen.
const maxDetails = 60

// excerptGutter is the column of a line's number in a failure.
const excerptGutter = 8

// excerpt is a line of a file with its number and wide columns from col
// underlined in red (all from 1, in characters): two lines, or one when col is 0.
func excerpt(source string, line, col, wide int, red func(string) string) string {
	chars := []rune(strings.TrimRight(source, "\r\n"))
	out := fmt.Sprintf("%*d | %s\n", excerptGutter, line, clean(string(chars)))
	if col < 1 {
		return out
	}
	start := min(col-1, len(chars))
	end := start + min(max(wide, 1), len(chars)-start)
	before := width(clean(string(chars[:start])))
	carets := strings.Repeat("^", max(1, width(clean(string(chars[start:end])))))
	return out + fmt.Sprintf("%s | %s%s\n", strings.Repeat(" ", excerptGutter), strings.Repeat(" ", before), red(carets))
}

// position is file:line:col with as much as is known.
func position(file string, line, col int) string {
	if file == "" || line < 1 {
		return clean(file)
	}
	if col < 1 {
		return fmt.Sprintf("%s:%d", clean(file), line)
	}
	return fmt.Sprintf("%s:%d:%d", clean(file), line, col)
}

// details writes all that is said of a run that did not pass.
type details struct {
	strings.Builder
	c     *Console
	st    *event.State
	said  int  // messages
	boxed bool // a screen was drawn last
}

func (c *Console) details(st *event.State) string {
	d := &details{c: c, st: st}
	for _, ch := range st.Checks {
		if !ch.OK {
			d.check(ch)
		}
	}
	for i := range st.Steps {
		d.step(&st.Steps[i])
	}
	for _, a := range st.Artifacts {
		if a.Error != "" {
			d.message("", a.Path+": "+a.Error)
		}
	}
	d.ending()
	d.badEnds()
	d.notes()
	d.results()
	return d.String()
}

// message prints the first line of text behind a position, and further lines
// under it.
func (d *details) message(pos, text string) {
	if d.said++; d.said > 1 && d.boxed {
		d.WriteByte('\n')
	}
	d.boxed = false
	if pos != "" {
		pos += ": "
	}
	lines := cleanLines(text)
	fmt.Fprintf(d, "  %s%s\n", pos, lines[0])
	d.lines(lines[1:])
}

// lines prints lines of detail, not too many.
func (d *details) lines(list []string) {
	for i, l := range list {
		if i == maxDetails {
			fmt.Fprintf(d, "  ... %d more lines\n", len(list)-i)
			return
		}
		fmt.Fprintf(d, "  %s\n", l)
	}
}

func (d *details) hint(text string) {
	if text != "" {
		fmt.Fprintf(d, "  hint: %s\n", strings.Join(cleanLines(text), " "))
	}
}

// check prints what blocked the run: "requires k9s: not on PATH", "secret
// TOKEN is not set".
func (d *details) check(ch event.Check) {
	sep := ": "
	if ch.Detail == "" {
		sep = ""
	} else if strings.HasPrefix(ch.Detail, "is ") {
		sep = " "
	}
	d.message(position(ch.File, ch.Line, ch.Col), clean(ch.Name)+sep+ch.Detail)
	d.hint(ch.Hint)
}

func (d *details) step(s *event.Step) {
	if s.Status != event.StepFailed && s.Status != event.StepTimed {
		return
	}
	f := s.Failure
	if f == nil {
		text := stepText(s)
		if s.Error != "" {
			text += ": " + s.Error
		} else if s.Text == "" {
			text = fmt.Sprintf("step %d failed", s.StepIndex)
		}
		d.message(position(s.File, s.Line, s.Col), text)
		return
	}
	pos := position(f.File, f.Line, f.Col)
	if f.File == "" {
		pos = position(s.File, s.Line, s.Col)
	}
	d.failure(pos, f)
}

// failure prints all that is said of a failed step.
func (d *details) failure(pos string, f *event.Failure) {
	lines := cleanLines(f.Message)
	d.message(pos, lines[0])
	if f.Source != "" && f.Line > 0 {
		source, shift := d.c.cutSource(f)
		d.WriteString(excerpt(source, f.Line, f.Col-shift, f.Width, d.c.red))
	}
	more := lines[1:]
	for _, detail := range f.Details {
		more = append(more, cleanLines(detail)...)
	}
	d.lines(more)
	d.hint(f.Hint)
	if f.Screen != nil {
		d.WriteByte('\n')
		for _, l := range drawScreen(f.Screen, d.c.o.Width, d.c.o.UTF8, d.c.red) {
			d.WriteString(l + "\n")
		}
		d.boxed = true
	}
}

// ending prints why a run ended that no step explains.
func (d *details) ending() {
	st := d.st
	pos := position(st.Run.File, 0, 0)
	if s := halted(st); s != nil && (st.Final == event.Crashed || st.Error == event.Interrupted) {
		pos = position(s.File, s.Line, s.Col)
	}
	switch {
	case st.Final == event.Crashed:
		text := "the runner crashed"
		if st.Signal != "" {
			text += " by signal " + st.Signal
		}
		if st.Error != "" {
			text += ": " + st.Error
		}
		d.message(pos, text)
		d.hint("this is a mistake in scenario, not in the file; please report it")
	case !st.Finished():
		d.message(pos, "the run has no end: it was killed, or still runs")
	case d.said > 0:
	case st.Final == event.Completed && st.Run.XFail != "":
		d.message(position(st.Run.File, st.Run.Line, 0), "it passed, and was expected to fail: "+st.Run.XFail)
		d.lines([]string{"hint: when it is mended, take xfail: out of the file"})
	case st.Error == event.Interrupted:
		d.message(pos, event.Interrupted)
	case st.Error != "":
		d.message(pos, st.Error)
	case st.Verdict.Summary != "":
		d.message(pos, st.Verdict.Summary)
	default:
		d.message(pos, "the run ended as "+st.Final)
	}
}

// badEnds prints how programs ended that ended badly by themselves, unless a
// message has said so.
func (d *details) badEnds() {
	for _, s := range d.st.Sessions {
		if text := badEnd(s); text != "" && !strings.Contains(d.String(), endedHow(s.Exit)+"\n") {
			d.message("", text)
		}
	}
}

// badEnd says how a program ended badly, "" if it did not.
func badEnd(s event.Session) string {
	if s.Exit == nil || s.Exit.Ended || s.Exit.Status == 0 && s.Exit.Signal == "" {
		return ""
	}
	return s.Program + " " + endedHow(s.Exit)
}

func endedHow(x *event.SessionExitedPayload) string {
	if x.Signal != "" {
		return "was ended by signal " + x.Signal
	}
	return fmt.Sprintf("ended with status %d", x.Status)
}

func (d *details) notes() {
	for _, s := range d.st.Steps {
		if s.Note != "" {
			fmt.Fprintf(d, "  note: %s\n", strings.Join(cleanLines(s.Note), " "))
		}
	}
}

// results names the files of the results folder, and the declared ones that
// were left alone.
func (d *details) results() {
	var names, kept, stored []string
	for _, a := range d.st.Artifacts {
		switch {
		case a.Error != "":
		case a.Role == event.RoleSnapshot && !a.Kept:
			stored = append(stored, a.Path)
		case a.Kept:
			kept = append(kept, a.Path)
		case a.Role == "results" && !slices.Contains(names, a.Path):
			names = append(names, a.Path)
		}
	}
	if d.boxed && len(names)+len(kept)+len(stored) > 0 {
		d.WriteByte('\n')
	}
	d.folder(names)
	for _, path := range stored {
		fmt.Fprintf(d, "  %s was written\n", clean(path))
	}
	switch n := len(kept); {
	case n == 1:
		fmt.Fprintf(d, "  %s was left as it was\n", clean(kept[0]))
	case n == 2:
		fmt.Fprintf(d, "  %s and %s were left as they were\n", clean(kept[0]), clean(kept[1]))
	case n > 2:
		fmt.Fprintf(d, "  %s and %d more files were left as they are\n", clean(kept[0]), n-1)
	}
}

// folder prints "scenario-results/k9s/   screen.txt  screen.png". Without a
// known folder it is the one that all paths have in common.
func (d *details) folder(names []string) {
	dir := d.st.Folder
	if dir == "" && len(names) > 0 {
		dir = path.Dir(names[0]) + "/"
		for _, n := range names {
			if !strings.HasPrefix(n, dir) {
				dir = ""
				break
			}
		}
		for i := range names {
			names[i] = strings.TrimPrefix(names[i], dir)
		}
	}
	switch {
	case len(names) == 0:
	case len(names) == 1 || dir == "":
		for _, n := range names {
			fmt.Fprintf(d, "  %s\n", clean(dir+n))
		}
	default:
		fmt.Fprintf(d, "  %s   %s\n", clean(dir), clean(strings.Join(names, "  ")))
	}
}

// FailureText is what the console says of a failed step that stands in no file:
// what was awaited, the details, a hint and the screen.
func FailureText(f *event.Failure) string {
	d := &details{c: NewConsole(ConsoleOptions{UTF8: true})}
	alone := *f
	alone.Source = ""
	d.failure("", &alone)
	return strings.TrimSpace(d.String())
}
