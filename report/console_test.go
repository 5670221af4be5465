package report

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scenario/event"
	"scenario/internal/golden"
)

func check(t *testing.T, name, got string) {
	t.Helper()
	golden.Check(t, filepath.Join("testdata", name), []byte(got))
}

// stream makes the events of one run.
type stream struct {
	log *event.Log
	st  *event.State
	all []event.Envelope
}

func run(p event.RunStartedPayload) *stream {
	s := &stream{st: &event.State{}}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s.log = event.NewLog(nil, "run "+p.ID, func() time.Time { return at }, nil, func(e event.Envelope) {
		s.all = append(s.all, e)
		s.st.Apply(e)
	})
	if p.Attempt == 0 {
		p.Attempt = 1
	}
	if p.ID == "" {
		p.ID = p.File
	}
	s.log.Emit(event.RunStarted, p)
	return s
}

// steps runs n steps that pass.
func (s *stream) steps(n, of int) *stream {
	for range n {
		i := len(s.st.Steps) + 1
		s.start(i, of, event.StepStartedPayload{Step: "key", Text: "key: enter"})
		s.log.Emit(event.StepCompleted, event.StepCompletedPayload{StepIndex: i, OK: true, DurationMs: 100})
	}
	return s
}

func (s *stream) start(i, of int, p event.StepStartedPayload) {
	p.StepIndex, p.MaxSteps = i, of
	if p.File == "" {
		p.File = s.st.Run.File
	}
	s.log.Emit(event.StepStarted, p)
}

// fail runs a step that fails.
func (s *stream) fail(of int, p event.StepStartedPayload, f *event.Failure) *stream {
	i := len(s.st.Steps) + 1
	s.start(i, of, p)
	s.log.Emit(event.StepCompleted, event.StepCompletedPayload{StepIndex: i, DurationMs: 10000, Failure: f})
	return s
}

func (s *stream) wrote(role string, names ...string) *stream {
	for _, n := range names {
		s.log.Emit(event.ArtifactWritten, event.ArtifactWrittenPayload{Path: n, Role: role})
	}
	return s
}

func (s *stream) results(folder string) *stream {
	s.st.Folder = folder
	return s.wrote("results", "screen.txt", "screen.png", "session.cast", "events.jsonl")
}

func (s *stream) end(final, reason string, ms int64) *event.State {
	s.log.Emit(event.RunFinished, event.RunFinishedPayload{FinalStatus: final, Error: reason, TotalSteps: len(s.st.Steps), DurationMs: ms})
	return s.st
}

func k9s() event.RunStartedPayload {
	return event.RunStartedPayload{File: "k9s.yaml", Line: 2, Scenario: "A tour of k9s"}
}

func success() *event.State {
	s := run(k9s()).steps(21, 21)
	for _, a := range []event.ArtifactWrittenPayload{
		{Path: "k9s-light.gif", Role: "record", Bytes: 412_300, PlayMs: 29400, Cols: 120, Rows: 36, Width: 1408, Height: 860},
		{Path: "k9s-dark.gif", Role: "record", Bytes: 414_900, PlayMs: 29400, Cols: 120, Rows: 36, Width: 1408, Height: 860},
		{Path: "k9s.cast", Role: "record", Bytes: 37_800},
		{Path: "pods-light.png", Role: "screenshot", Bytes: 44_100},
	} {
		s.log.Emit(event.ArtifactWritten, a)
	}
	s.wrote("screenshot", "a", "b", "c", "d", "e")
	return s.end(event.Completed, "", 2800)
}

func nearMiss() *event.State {
	line := "  4/4 (0) " + strings.Repeat("─", 50)
	return run(event.RunStartedPayload{File: "fzf.yaml", Scenario: "fzf marks two rows"}).steps(3, 8).
		fail(8, event.StepStartedPayload{Step: "expect", Text: `expect: 4/4 (2)`, Line: 8, Col: 5}, &event.Failure{
			File: "fzf.yaml", Line: 8, Col: 14, Width: 7,
			Source:  "  - expect: [4/4 (2), {text: gamma, style: {bg: 236}}]",
			Message: `expect "4/4 (2)": not on the screen within 10s`,
			Details: []string{`nearest: "4/4 (0)" in row 11, columns 3-9: one character differs`},
			Hint:    "the screen has not changed since key shift+tab, 9.9s before",
			Timeout: true,
			Screen: &event.ScreenDump{
				Cols: 60, Rows: 12, CursorRow: 12, CursorCol: 3, Row: 11, Col: 3, Width: 7,
				Lines: []string{"", "", "", "", "", "", "  delta", "  gamma", "  beta", "> alpha", line, ">"},
			},
		}).results("scenario-results/fzf/").end(event.TimedOut, "", 10400)
}

func wideScreen() *event.State {
	lines := make([]string, 36)
	for i := range lines {
		lines[i] = " │" + strings.Repeat(" ", 116) + "│"
	}
	row := func(i int, s string) { lines[i] = s + strings.Repeat(" ", 118-len([]rune(s))) + "│" }
	lines[5] = "┌" + strings.Repeat("─", 46) + " Namespaces(all)[5] " + strings.Repeat("─", 51) + "┐"
	row(6, "│ NAME                STATUS       AGE")
	row(7, "│ default             Active       2d")
	row(8, "│ kube-system         Active       2d")
	row(9, "│ kube-public         Active       2d")
	s := run(k9s()).steps(5, 21).fail(21, event.StepStartedPayload{Text: "expect: kube-systm", Line: 26, Col: 5}, &event.Failure{
		File: "k9s.yaml", Line: 26, Col: 13, Width: 10, Source: "  - expect: kube-systm",
		Message: `expect "kube-systm": not on the screen within 10s`,
		Details: []string{`nearest: "kube-system" in row 9, columns 3-13: one letter more`},
		Timeout: true,
		Screen:  &event.ScreenDump{Cols: 120, Rows: 36, Lines: lines, CursorRow: 5, CursorCol: 1, Row: 9, Col: 3, Width: 11},
	}).results("scenario-results/k9s/")
	for _, n := range []string{"k9s-light.gif", "b", "c", "d", "e", "f", "g", "h", "i"} {
		s.log.Emit(event.ArtifactWritten, event.ArtifactWrittenPayload{Path: n, Role: "record", Kept: true})
	}
	return s.end(event.TimedOut, "", 13100)
}

func ended() *event.State {
	s := run(event.RunStartedPayload{File: "wizard.yaml", Scenario: "The setup wizard"}).steps(8, 14)
	s.log.Emit(event.SessionStarted, event.SessionStartedPayload{Session: "main", Program: "wizard", Cols: 80, Rows: 24})
	s.log.Emit(event.SessionExited, event.SessionExitedPayload{Session: "main", Status: 1})
	return s.fail(14, event.StepStartedPayload{Text: "wait: Password again:", Line: 15, Col: 5}, &event.Failure{
		File: "wizard.yaml", Line: 15, Col: 11, Message: `wait "Password again:": ./wizard ended with status 1`,
		Details: []string{`1.2s after the start, 0.1s after enter "********"`},
	}).end(event.Failed, "", 1200)
}

func blocked() *event.State {
	s := run(k9s())
	s.log.Emit(event.PreflightCompleted, event.PreflightCompletedPayload{Checks: []event.Check{
		{Name: "requires sh", OK: true},
		{Name: "requires k9s", Detail: "not on PATH", File: "k9s.yaml", Line: 5, Col: 11},
		{Name: "secret TOKEN", Detail: "is not set", File: "k9s.yaml", Line: 8, Col: 10, Hint: "TOKEN=... scenario run k9s.yaml"},
	}})
	return s.end(event.Blocked, "", 20)
}

func serviceBlocked() *event.State {
	s := run(k9s())
	s.st.Folder = "scenario-results/k9s/"
	s.log.Emit(event.PreflightCompleted, event.PreflightCompletedPayload{Checks: []event.Check{{
		Name: "service cluster", File: "k9s.yaml", Line: 16, Col: 3,
		Detail: "not ready within 30s\nGET https://127.0.0.1:41873/readyz: connection refused (212 tries)\nits last lines:\n" +
			"  loading fixtures/pods.json\n  panic: open fixtures/pods.json: no such file or directory\n",
	}}})
	return s.wrote("results", "cluster.log").end(event.Blocked, "", 30000)
}

func crashed() *event.State {
	s := run(k9s()).steps(5, 21)
	s.start(6, 21, event.StepStartedPayload{Text: "wait: Pods", Line: 8, Col: 5})
	s.log.Emit(event.RunCrashed, event.RunCrashedPayload{Error: "index out of range [3]\nwith length 3", StepIndex: 6})
	return s.st
}

func interrupted() *event.State {
	s := run(k9s()).steps(5, 21)
	s.start(6, 21, event.StepStartedPayload{Text: "wait: Pods", Line: 8, Col: 5})
	s.log.Emit(event.ToolCallCompleted, event.ToolCallCompletedPayload{Status: "interrupted", Error: event.Interrupted, ToolName: "wait"})
	return s.wrote("results", "scenario-results/k9s/events.jsonl", "scenario-results/k9s/session.cast").end(event.Failed, event.Interrupted, 4000)
}

// hostile is a run whose every text tries to get at the terminal.
func hostile() *event.State {
	const evil = "a\x1b]0;title\a\x1b[2Jb\u202ec\u009bd\xffe\tf\ng"
	s := run(event.RunStartedPayload{File: evil + ".yaml", ID: evil, Scenario: evil}).fail(1, event.StepStartedPayload{Text: evil, Line: 3, Col: 1}, &event.Failure{
		File: evil, Line: 1, Col: 2, Width: 3, Source: evil, Message: evil, Details: []string{evil}, Hint: evil,
		Screen: &event.ScreenDump{Cols: 5, Rows: 2, Lines: []string{evil, "日本\x1b語"}, CursorRow: 1 << 30, CursorCol: -4, Row: 2, Col: 2, Width: 90},
	})
	s.log.Emit(event.SessionStarted, event.SessionStartedPayload{Session: evil, Program: evil})
	s.log.Emit(event.SessionExited, event.SessionExitedPayload{Session: evil, Signal: "KILL"})
	return s.wrote("results", evil, evil+"2").end(event.Failed, evil, 1)
}

func callOf(states ...*event.State) *Call { return &Call{Cases: Cases(states)} }

// done tells a console of all cases.
func done(c *Console, call *Call) {
	for i := range call.Cases {
		c.Done(&call.Cases[i])
	}
}

func TestConsoleDrawings(t *testing.T) {
	for _, tc := range []struct {
		name    string
		st      *event.State
		o       ConsoleOptions
		elapsed time.Duration
	}{
		{"success", success(), ConsoleOptions{Width: 72}, 3100},
		{"near-miss", nearMiss(), ConsoleOptions{Width: 72}, 10500},
		{"near-miss-utf8", nearMiss(), ConsoleOptions{Width: 72, UTF8: true}, 10500},
		{"near-miss-colour", nearMiss(), ConsoleOptions{Width: 72, Color: true}, 10500},
		{"near-miss-narrow", nearMiss(), ConsoleOptions{Width: 40, UTF8: true}, 10500},
		{"wide-screen", wideScreen(), ConsoleOptions{Width: 72}, 13300},
		{"wide-screen-log", wideScreen(), ConsoleOptions{UTF8: true}, 13300},
		{"ended", ended(), ConsoleOptions{Width: 72}, 1300},
		{"blocked", blocked(), ConsoleOptions{Width: 72}, 0},
		{"service", serviceBlocked(), ConsoleOptions{Width: 72}, 30000},
		{"crash", crashed(), ConsoleOptions{Width: 72}, 100},
		{"interrupted", interrupted(), ConsoleOptions{Width: 72}, 4100},
		{"hostile", hostile(), ConsoleOptions{Width: 72}, 100},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out bytes.Buffer
			tc.o.Out = &out
			c := NewConsole(tc.o)
			call := callOf(tc.st)
			done(c, call)
			call.Elapsed = tc.elapsed * time.Millisecond
			c.Finish(call)
			check(t, tc.name+".txt", out.String())
			if !tc.o.Color && strings.ContainsFunc(strings.ReplaceAll(out.String(), "\n", ""), unsafe) {
				t.Errorf("a control character is printed: %q", out.String())
			}
		})
	}
}

func suite() []*event.State {
	at := func(file, name, id string, line, n int, ms int64, attempt int) *event.State {
		return run(event.RunStartedPayload{File: file, Scenario: name, ID: id, Line: line, Attempt: attempt}).steps(n, n).end(event.Completed, "", ms)
	}
	fzf := nearMiss()
	fzf.Run.File, fzf.Run.ID = "tests/fzf.yaml", "tests/fzf.yaml"
	fish := run(event.RunStartedPayload{File: "tests/prompt.yaml", Scenario: "the prompt [80x24, fish]", ID: "tests/prompt.yaml[size=80x24,shell=fish]"})
	fish.log.Emit(event.PreflightCompleted, event.PreflightCompletedPayload{Checks: []event.Check{{Name: "requires fish", Detail: "not on PATH", File: "tests/prompt.yaml", Line: 3, Col: 11}}})
	return []*event.State{
		at("tests/hello.yaml", "hello", "tests/hello.yaml", 1, 2, 100, 1),
		at("tests/prompt.yaml", "the prompt [80x24, bash]", "tests/prompt.yaml[size=80x24,shell=bash]", 1, 5, 300, 1),
		at("tests/fetch.yaml", "fetch survives a flaky backend", "tests/fetch.yaml", 1, 5, 1900, 2),
		fzf,
		fish.end(event.Blocked, "", 10),
	}
}

func suiteCall() *Call {
	call := callOf(suite()...)
	call.Cases = append(call.Cases, Case{ID: "tests/mac.yaml", Name: "needs a mac", File: "tests/mac.yaml", Line: 1, Skipped: "os is linux"})
	call.Elapsed, call.Results, call.Again = 10600*time.Millisecond, "scenario-results/", "scenario run --last-failed"
	return call
}

func TestConsoleSuite(t *testing.T) {
	for _, tc := range []struct {
		name string
		o    ConsoleOptions
	}{
		{"suite", ConsoleOptions{Width: 72}},
		{"suite-log", ConsoleOptions{}},
		{"suite-quiet", ConsoleOptions{Width: 120, Quiet: true, Color: true}},
	} {
		var out bytes.Buffer
		tc.o.Out, tc.o.Suite = &out, true
		c := NewConsole(tc.o)
		call := suiteCall()
		done(c, call)
		c.Finish(call)
		check(t, tc.name+".txt", out.String())
	}
}

func TestConsoleProgress(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var out, progress bytes.Buffer
	c := NewConsole(ConsoleOptions{Out: &out, Err: &progress, TTY: true, Width: 60, Verbose: true})
	seq := 0
	emit := func(kind event.Kind, p any, ms int) {
		seq++
		c.Event(event.Envelope{At: at.Add(time.Duration(ms) * time.Millisecond), Kind: kind, Payload: p, RunID: "r", Seq: seq})
	}
	emit(event.RunStarted, k9s(), 0)
	emit(event.StepStarted, event.StepStartedPayload{StepIndex: 6, MaxSteps: 21, Text: "wait: Pods"}, 300)
	c.Tick(at.Add(1300 * time.Millisecond))
	c.Tick(at.Add(1301 * time.Millisecond)) // nothing new to show
	emit(event.StepCompleted, event.StepCompletedPayload{StepIndex: 6, OK: true, DurationMs: 1100, Note: "a note"}, 1400)
	emit(event.StepStarted, event.StepStartedPayload{StepIndex: 7, MaxSteps: 21, Text: "enter: " + strings.Repeat("long ", 20)}, 1500)
	emit(event.RunFinished, event.RunFinishedPayload{FinalStatus: event.Completed}, 1600)
	done(c, callOf(success()))
	got := strings.ReplaceAll(progress.String(), "\r", "<CR>")
	check(t, "progress.txt", strings.ReplaceAll(got, "\x1b[K", "<EL>\n"))
	for _, l := range strings.FieldsFunc(progress.String(), func(r rune) bool { return r == '\r' || r == '\n' }) {
		if width(l) > 60 {
			t.Errorf("%d columns: %q", width(l), l)
		}
	}

	progress.Reset()
	c = NewConsole(ConsoleOptions{Err: &progress})
	c.Event(event.Envelope{At: at, Kind: event.RunStarted, Payload: k9s(), RunID: "r", Seq: 1})
	c.Tick(at)
	if progress.Len() > 0 {
		t.Errorf("progress without a terminal: %q", progress.String())
	}
}
