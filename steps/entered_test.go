package steps

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/emulator/xvt"
	"scenario/session"
	"scenario/steps/match"
)

// prompt is what a shell prints before it reads a command; the last command has
// ended with status.
func prompt(status int) string {
	return fmt.Sprintf("\x1b]133;D;%d;aid=scenario\a\x1b]133;A;aid=scenario\a$ \x1b]133;B;aid=scenario\a", status)
}

// shellScreen is a terminal that a shell writes to, and what the steps know.
type shellScreen struct {
	t     *testing.T
	term  emulator.Terminal
	marks []emulator.Mark
	*Term
}

func newShellScreen(t *testing.T, engine emulator.Factory) *shellScreen {
	return &shellScreen{t: t, term: engine(emulator.Options{Cols: 20, Rows: 5}), Term: &Term{Shell: &ShellState{}}}
}

func (s *shellScreen) write(text string) *shellScreen {
	s.t.Helper()
	if err := s.term.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n"))); err != nil {
		s.t.Fatal(err)
	}
	s.marks = append(s.marks, s.term.Marks()...)
	return s
}

func (s *shellScreen) view() *session.View {
	v := &session.View{Screen: &emulator.Screen{}, Scrollback: s.term.Scrollback(), Marks: s.marks, MarksSeen: len(s.marks)}
	s.term.Snapshot(v.Screen)
	return v
}

// enter enters a command line and prints its output and the next prompt.
func (s *shellScreen) enter(line, output string) *shellScreen {
	s.t.Helper()
	s.write(line)
	s.Shell.note(s.view())
	s.write("\n" + output + prompt(0))
	p, ok := promptAfter(s.view(), s.Shell.marks)
	if !ok {
		s.t.Fatal("no prompt")
	}
	s.Shell.output.end(linesOf(s.view()), s.Shell.lines, p.End)
	return s
}

// entered are the texts of the command lines that stand on the screen.
func (s *shellScreen) entered() string {
	v := s.view()
	var all []string
	for _, sp := range s.Shell.spans(v.Screen) {
		var b strings.Builder
		for row := sp.Row; row <= sp.EndRow; row++ {
			from, to := 0, v.Screen.Cols
			if row == sp.Row {
				from = sp.Col
			}
			if row == sp.EndRow {
				to = sp.EndCol
			}
			b.WriteString(v.Screen.Table.CellText(v.Screen.Row(row)[from:to]))
		}
		all = append(all, b.String())
	}
	return strings.Join(all, "|")
}

// printed is what the last run step printed.
func (s *shellScreen) printed() string {
	var all []string
	l, o := linesOf(s.view()), s.Shell.output.at
	for n := o.Line; n <= o.EndLine; n++ {
		to := emulator.MaxSize
		if n == o.EndLine {
			to = o.EndCol
		}
		if text, ok := l.text(n, 0, to); ok && (to > 0 || text != "") {
			all = append(all, text)
		}
	}
	return strings.Join(all, "|")
}

// Command lines are known again wherever they are, and no longer when they have
// been written over.
func TestEnteredLines(t *testing.T) {
	for _, engine := range []struct {
		name    string
		factory emulator.Factory
	}{{"xvt", xvt.New}, {"core", core.New}} {
		for _, tt := range []struct {
			name                   string
			do                     func(*shellScreen)
			entered, printed, cell string
		}{
			{"one", func(s *shellScreen) { s.enter("echo hi", "hi\n") }, "echo hi", "hi", ""},
			{"two", func(s *shellScreen) { s.enter("a", "1\n").enter("b", "2\n") }, "a|b", "1|$ b|2", ""},
			{"wrapped", func(s *shellScreen) { s.enter("echo 0123456789abcdefgh", "x\n") }, "echo 0123456789abcdefgh", "x", ""},
			{"to the last column", func(s *shellScreen) { s.enter("echo 0123456789abc", "x\n") }, "echo 0123456789abc", "x", ""},
			{"partly scrolled off", func(s *shellScreen) { s.enter("echo 0123456789abcdefgh", "1\n2\n3\n") }, "defgh", "1|2|3", ""},
			{"scrolled off", func(s *shellScreen) { s.enter("seq", "1\n2\n3\n4\n5\n6\n7\n") }, "", "1|2|3|4|5|6|7", ""},
			{"cleared", func(s *shellScreen) { s.enter("a", "1\n").enter("clear", "\x1b[H\x1b[2J") }, "", "", ""},
			{"cleared and printed", func(s *shellScreen) { s.enter("a", "\x1b[H\x1b[2Jx\ny\n") }, "", "x|y", ""},
			{"cleared and scrolled", func(s *shellScreen) { s.enter("a", "\x1b[H\x1b[2J1\n2\n3\n4\n5\n6\n") }, "", "1|2|3|4|5|6", ""},
			{"written over", func(s *shellScreen) { s.enter("abc", "1\n").write("\x1b[1;3HX\x1b[3;3H") }, "", "1", ""},
			{"empty", func(s *shellScreen) { s.enter("", "") }, "", "", ""},
			{"output without a newline", func(s *shellScreen) { s.enter("a", "xy") }, "a", "xy", ""},
			{"in a full-screen program", func(s *shellScreen) { s.enter("a", "1\n").write("\x1b[?1049habc") }, "", "", "skip"},
			{"wider", func(s *shellScreen) { s.enter("echo 0123456789abcdefgh", "x\n").resize(40, 5) }, "echo 0123456789abcdefgh", "x", ""},
			{"higher", func(s *shellScreen) { s.enter("echo hi", "hi\n").resize(20, 9) }, "echo hi", "hi", ""},
			{"lower", func(s *shellScreen) { s.enter("a", "1\n").enter("b", "2\n").resize(20, 3) }, "b", "skip", ""},
			{"narrower", func(s *shellScreen) { s.enter("echo hi", "hi\n").resize(12, 5) }, "echo hi", "hi", ""},
			{"entered after a new size", func(s *shellScreen) { s.resize(30, 5).enter("echo hi", "hi\n") }, "echo hi", "hi", ""},
			{"typed before a new size", func(s *shellScreen) { s.write("ec").resize(30, 5).enter("ho hi", "hi\n") }, "echo hi", "hi", ""},
		} {
			t.Run(engine.name+"/"+tt.name, func(t *testing.T) {
				s := newShellScreen(t, engine.factory).write(prompt(0))
				s.Shell.output.start()
				tt.do(s)
				entered := s.entered()
				if tt.entered == "" {
					entered = strings.Trim(entered, "|")
				}
				if entered != tt.entered {
					t.Errorf("entered %q, want %q\n%s", entered, tt.entered, s.view().Screen.Text())
				}
				if tt.printed != "skip" && tt.cell == "" {
					if got := s.printed(); got != tt.printed {
						t.Errorf("printed %q, want %q\n%s", got, tt.printed, s.view().Screen.Text())
					}
				}
			})
		}
	}
}

func (s *shellScreen) resize(cols, rows int) *shellScreen {
	s.term.Resize(cols, rows)
	s.Shell.resized(s.view())
	return s
}

// A shell that reads a long here-document is not remembered line by line.
func TestEnteredLinesAreBounded(t *testing.T) {
	s := newShellScreen(t, xvt.New).write(prompt(0))
	s.Shell.output.start()
	for range 3 * maxEntered {
		s.enter("x", "")
	}
	if n := len(s.Shell.lines); n != maxEntered {
		t.Errorf("%d lines", n)
	}
}

func TestPromptAfter(t *testing.T) {
	s := newShellScreen(t, xvt.New)
	s.write("\x1b]133;D;7\a\x1b]133;B\a") // of a program
	if _, ok := promptAfter(s.view(), 0); ok {
		t.Error("a program's own marks are taken for the shell's")
	}
	s.write(prompt(3))
	seen := s.view().MarksSeen
	if p, ok := promptAfter(s.view(), 0); !ok || p.Status != 3 || p.More || p.Started {
		t.Errorf("%+v, %v", p, ok)
	}
	if _, ok := promptAfter(s.view(), seen); ok {
		t.Error("the prompt before is taken for the next")
	}
	s.write("\x1b]133;C;aid=scenario\a> \x1b]133;P;k=s;aid=scenario\a")
	if p, ok := promptAfter(s.view(), seen); !ok || !p.More || !p.Started {
		t.Errorf("%+v, %v", p, ok)
	}
}

// gone and not must hold for 150 ms without a break, counted from the first
// output after the last input, or from 500 ms after it when none comes.
func TestHolder(t *testing.T) {
	const need = 150 * time.Millisecond
	at := func(ms int) time.Time {
		if ms < 0 {
			return time.Time{}
		}
		return time.Unix(1000, 0).Add(time.Duration(ms) * time.Millisecond)
	}
	type look struct {
		now, input, answered int // ms; -1: none
		ok, exit             bool
		again                int
		done                 bool
		rest                 int
	}
	for _, tt := range []struct {
		name  string
		need  time.Duration
		looks []look
	}{
		{"at once", 0, []look{{now: 5, input: 0, answered: 1, ok: true, done: true}}},
		{"from the answer on", need, []look{
			{now: 20, input: 0, answered: 10, ok: true, rest: 150},
			{now: 100, input: 0, answered: 10, ok: true, rest: 70},
			{now: 170, input: 0, answered: 10, ok: true, done: true},
		}},
		{"a break begins it again", need, []look{
			{now: 20, input: 0, answered: 10, ok: true, rest: 150},
			{now: 100, input: 0, answered: 10},
			{now: 120, input: 0, answered: 10, ok: true, rest: 150},
			{now: 269, input: 0, answered: 10, ok: true, rest: 1},
			{now: 270, input: 0, answered: 10, ok: true, done: true},
		}},
		{"no answer", need, []look{
			{now: 20, input: 0, answered: -1, ok: true, rest: 630},
			{now: 649, input: 0, answered: -1, ok: true, rest: 1},
			{now: 650, input: 0, answered: -1, ok: true, done: true},
		}},
		{"a late answer", need, []look{
			{now: 20, input: 0, answered: -1, ok: true, rest: 630},
			{now: 400, input: 0, answered: 400, ok: true, rest: 150},
			{now: 550, input: 0, answered: 400, ok: true, done: true},
		}},
		{"no input at all", need, []look{{now: 20, input: -1, answered: -1, ok: true, rest: 630}}},
		{"the end of the program", need, []look{{now: 20, input: 0, answered: 10, ok: true, exit: true, done: true}}},
		{"a file is looked at meanwhile", need, []look{{now: 20, input: 0, answered: 10, ok: true, again: 50, rest: 50}}},
		{"stable asks again", 0, []look{{now: 20, input: 0, answered: 10, again: 33, rest: 33}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := holder{need: tt.need}
			for i, l := range tt.looks {
				v := &session.View{Now: at(l.now), Started: at(0), LastInput: at(l.input), Answered: at(l.answered)}
				if l.exit {
					v.Exit = &session.Exit{}
				}
				done, again := h.look(v, match.Result{OK: l.ok, Again: time.Duration(l.again) * time.Millisecond})
				if done != l.done || again != time.Duration(l.rest)*time.Millisecond {
					t.Errorf("look %d: %v, %v", i, done, again)
				}
			}
		})
	}
}

// A region rests while the rest of the screen changes.
func TestQuietRegions(t *testing.T) {
	term := xvt.New(emulator.Options{Cols: 10, Rows: 3})
	begin := time.Unix(1000, 0)
	q := quietRegions{}
	top := match.Region{Row: 1}
	var got []time.Duration
	for i, out := range []string{"title\r\n|", "\r/", "\r-", "\x1b[1;1HT\r\n"} {
		if err := term.Write([]byte(out)); err != nil {
			t.Fatal(err)
		}
		now := begin.Add(time.Duration(i) * time.Second)
		v := &session.View{Screen: &emulator.Screen{}, Now: now, Changed: now}
		term.Snapshot(v.Screen)
		got = append(got, q.of(v, top))
	}
	if want := []time.Duration{0, time.Second, 2 * time.Second, 0}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
