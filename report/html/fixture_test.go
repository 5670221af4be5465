package html

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"testing"
	"time"

	"scenario/capture/cast"
	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/event"
)

// made is a run that was made up, with its files.
type made struct {
	t     testing.TB
	log   *event.Log
	lines bytes.Buffer
	st    *event.State
	at    time.Time
	cast  *cast.Writer
	raw   bytes.Buffer
	files map[string][]byte
	steps int
}

const hostile = "</script><script>alert(1)</script><!-- \"'&\u2028\x1b[31m"

func begin(t testing.TB, id string) *made {
	m := &made{t: t, st: &event.State{}, at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), files: map[string][]byte{}}
	m.log = event.NewLog(&m.lines, "run of "+id, func() time.Time { return m.at }, nil, m.st.Apply)
	var err error
	if m.cast, err = cast.NewWriter(&m.raw, cast.Header{Version: 3, Cols: 40, Rows: 10}); err != nil {
		t.Fatal(err)
	}
	m.log.Emit(event.RunStarted, event.RunStartedPayload{
		ID: id, File: id, Line: 1, Scenario: id, Attempt: 1, Cols: 40, Rows: 10, Folder: "scenario-results/x/",
		Look: event.Look{Theme: "one-dark", FontSize: 16, LineHeight: 1, Scale: 1, Cursor: true}, Terminal: event.Terminal{Term: "xterm-256color", Engine: "core", Width: "grapheme"},
	})
	m.log.Emit(event.SessionStarted, event.SessionStartedPayload{Session: "main", Program: "sh", Cols: 40, Rows: 10})
	return m
}

// step is a step that writes output and takes 100 ms; failed says how it failed.
func (m *made) step(kind, args, output string, failed *event.Failure) {
	m.steps++
	m.log.Emit(event.StepStarted, event.StepStartedPayload{StepIndex: m.steps, Step: kind, Text: kind + ": " + args, Session: "main", File: m.st.Run.File, Line: m.steps, Col: 5})
	m.log.Emit(event.ToolCallStarted, event.ToolCallStartedPayload{ToolName: kind, ArgsSummary: args})
	at := time.Duration(m.steps) * 100 * time.Millisecond
	if kind == "type" {
		m.write(cast.Event{Time: at, Code: cast.Input, Data: args})
		m.log.Emit(event.Timeline, event.TimelinePayload{Session: "main", StepIndex: m.steps, Do: event.DoType, Text: args, CastSeq: m.cast.Events()})
	}
	if output != "" {
		m.write(cast.Event{Time: at, Code: cast.Output, Data: output})
	}
	m.at = m.at.Add(100 * time.Millisecond)
	m.log.Emit(event.StepCompleted, event.StepCompletedPayload{StepIndex: m.steps, OK: failed == nil, DurationMs: 100, Session: "main", CastSeq: m.cast.Events(), Failure: failed})
}

func (m *made) write(e cast.Event) {
	if err := m.cast.Write(e); err != nil {
		m.t.Fatal(err)
	}
}

func (m *made) file(role, path string, data []byte) {
	m.files[path] = data
	m.log.Emit(event.ArtifactWritten, event.ArtifactWrittenPayload{Path: path, Role: role, Bytes: int64(len(data))})
}

// end ends the run; the outcome is PASS when there is no reason.
func (m *made) end(why string) Case {
	final, outcome := event.Completed, "PASS"
	if why != "" {
		final, outcome = event.Failed, "FAIL"
	}
	m.log.Emit(event.SessionExited, event.SessionExitedPayload{Session: "main", CastSeq: m.cast.Events(), Ended: true})
	m.log.Emit(event.RunFinished, event.RunFinishedPayload{FinalStatus: final, Error: why, TotalSteps: m.steps, DurationMs: int64(m.steps) * 100})
	m.files["session.cast"], m.files[event.LogName] = m.raw.Bytes(), m.lines.Bytes()
	run := m.st.Run
	return Case{
		ID: run.ID, Name: run.Scenario, File: run.File, Line: 1, Outcome: outcome, OK: why == "", Why: why, Duration: m.st.Duration,
		Attempts: []Attempt{{State: m.st, Log: why, Open: func(f event.ArtifactWrittenPayload) (io.ReadCloser, error) {
			data, ok := m.files[f.Path]
			if !ok {
				return nil, fs.ErrNotExist
			}
			return io.NopCloser(bytes.NewReader(data)), nil
		}}},
	}
}

// failing is a run that fails, with all that a hostile scenario can put into it.
func failing(t testing.TB, id string) Case {
	m := begin(t, id)
	m.step("launch", "sh", "\x1b]0;"+"the title"+"\a\x1b[1;32mhello\x1b[m world\r\n$ ", nil)
	m.step("type", "echo 漢字 🙂", "echo 漢字 🙂\r\n漢字 🙂\r\n$ ", nil)
	m.step("type", hostile, "</script><script>alert(1)</script>\r\n$ ", nil)
	m.step("expect", "hallo", "", &event.Failure{
		File: id, Line: 4, Col: 11, Width: 5, Source: "  - expect: hallo " + hostile, Message: "expect \"hallo\": not on the screen " + hostile,
		Details: []string{"nearest: \"hello\" in row 1 " + hostile}, Hint: "the hint", Timeout: true,
		Screen: &event.ScreenDump{Cols: 40, Rows: 10, Lines: []string{"hello world"}, Row: 1, Col: 1, Width: 5, CursorRow: 1, CursorCol: 1},
	})
	m.file(event.RoleResults, "screen.txt", []byte("hello world\n"+hostile))
	// The event says which files belong together, whatever they are called.
	m.log.Emit(event.Assertion, event.AssertionPayload{StepIndex: m.steps, Expected: "image: menu " + hostile, Session: "main", Snapshots: []event.SnapshotCompared{
		{Name: "menu " + hostile, Kind: "image", Status: event.SnapshotDiffers, Why: "3 cells differ", Expected: "shots/1.png", Actual: "shots/2.png", Diff: "shots/3.png"},
		{Name: "matched", Kind: "screen", Status: event.SnapshotMatched},
		{Name: "list", Kind: "screen", Status: event.SnapshotDiffers, Why: "1 cell differs", Expected: "shots/4.screen", Actual: "shots/5.screen", Diff: "shots/6.diff"},
		{Name: "lost", Kind: "screen", Status: event.SnapshotMissing, Actual: "shots/7.screen"},
	}})
	m.file(event.RoleResults, "shots/1.png", square(t, color.RGBA{R: 200, A: 255}))
	m.file(event.RoleResults, "shots/2.png", square(t, color.RGBA{B: 200, A: 255}))
	m.file(event.RoleResults, "shots/3.png", square(t, color.RGBA{G: 200, A: 255}))
	m.file(event.RoleResults, "shots/4.screen", []byte("one\ntwo\nthree\n"))
	m.file(event.RoleResults, "shots/5.screen", []byte("one\n2\nthree\n"))
	m.file(event.RoleResults, "shots/6.diff", []byte("-two\n+2\n"))
	m.file(event.RoleResults, "shots/none-expected.screen", []byte("of another time\n"))
	m.file(event.RoleResults, `x"><script>alert(1)</script>.txt`, []byte("a file\n"))
	c := m.end("expect \"hallo\": not on the screen " + hostile)
	c.Tags = []string{"slow", hostile}
	return c
}

func passing(t testing.TB, id string) Case {
	m := begin(t, id)
	m.step("launch", "sh", "$ ", nil)
	m.step("type", "ls", "ls\r\n\x1b[34mbin\x1b[m  etc of "+id+"\r\n$ ", nil)
	m.step("expect", "etc", "", nil)
	return m.end("")
}

func square(t testing.TB, c color.Color) []byte {
	img := image.NewRGBA(image.Rect(0, 0, 300, 120))
	for y := range 120 {
		for x := range 300 {
			img.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func options() Options {
	return Options{Engines: emulator.Engines{"core": core.New}, Fonts: font.NewSet()}
}

// suite is a report of n scenarios, every tenth of which fails.
func suite(t testing.TB, n int) *Report {
	r := &Report{Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Elapsed: 12 * time.Second, Results: "scenario-results/"}
	bad := 0
	for i := range n {
		id := fmt.Sprintf("tests/%04d.yaml", i)
		if i%10 == 3 {
			r.Cases = append(r.Cases, failing(t, id))
			bad++
			continue
		}
		r.Cases = append(r.Cases, passing(t, id))
	}
	r.Totals = fmt.Sprintf("%d passed, %d failed", n-bad, bad)
	r.OK = bad == 0
	return r
}
