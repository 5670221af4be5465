package view

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenario/event"
)

const recording = `{"timestampMicros":1000000,"direction":"request","line":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"launch\",\"params\":{\"command\":\"sh\"}}"}
{"timestampMicros":1200000,"direction":"response","line":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ok\":true}}"}
{"timestampMicros":1250000,"direction":"frame","line":"$ \n\nend"}
{"timestampMicros":1300000,"direction":"notification","line":"{\"jsonrpc\":\"2.0\",\"method\":\"view.changed\",\"params\":{}}"}
{"timestampMicros":1400000,"direction":"request","line":"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"waitForText\",\"params\":{\"selector\":{\"type\":\"exact\",\"text\":\"READY\"}}}"}
{"timestampMicros":1450000,"direction":"frame-delta","line":"[[0,\"$ ls\"],[1,\"a b\"]]"}
{"timestampMicros":6400000,"direction":"response","line":"{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32004,\"message\":\"Method failed\",\"data\":{\"details\":\"waitFor timed out\"}}}"}
`

// verified reads a stream, holds what it gives to the contract and returns its
// state.
func verified(t *testing.T, in string) *event.State {
	t.Helper()
	var out bytes.Buffer
	var st event.State
	err := Read(strings.NewReader(in), func(e event.Envelope) error {
		st.Apply(e)
		line, err := e.MarshalJSON()
		out.Write(append(line, '\n'))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := event.Verify(&out); err != nil {
		t.Error(err)
	}
	return &st
}

func TestReadRecordingOfTuispec(t *testing.T) {
	st := verified(t, recording)
	if st.Final != event.Failed || st.Error != `waitForText: Method failed: {"details":"waitFor timed out"}` || len(st.Steps) != 2 {
		t.Errorf("%s %q, %d steps", st.Final, st.Error, len(st.Steps))
	}
	if s := st.Steps[0]; s.Status != event.Passed || s.Duration.Milliseconds() != 200 || s.Tool.ArgsSummary != `{"command":"sh"}` {
		t.Errorf("%+v", s)
	}
	if s := st.Steps[1]; s.Status != event.StepFailed || s.Duration.Seconds() != 5 {
		t.Errorf("%+v", s)
	}
	if got := strings.Join(st.Screen.Rows, "|"); got != "$ ls|a b|end" || st.Screen.Cols != 4 {
		t.Errorf("screen %q", got)
	}
}

func TestReadSessionOfTuispec(t *testing.T) {
	st := verified(t, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"name":"demo"}}
{"jsonrpc":"2.0","id":2,"method":"server.shutdown","params":{}}
`)
	if st.Final != event.Completed || len(st.Steps) != 2 || st.Steps[1].Tool.ToolName != "server.shutdown" {
		t.Errorf("%+v", st)
	}
}

func TestReadErrors(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"nothing":        {"", ""},
		"blank lines":    {"\n \n", ""},
		"no JSON":        {"hello\n", "line 1: "},
		"no message":     {`{"timestampMicros":1,"direction":"request","line":"x"}`, "line 1: request: "},
		"no rows":        {`{"timestampMicros":1,"direction":"frame-delta","line":"[[-1,\"x\"]]"}`, "line 1: frame-delta: no row"},
		"a row too many": {`{"timestampMicros":1,"direction":"frame-delta","line":"[[123456789,\"x\"]]"}`, "no row and text"},
		"cut off":        {`{"timestampMicros":1,"dir`, io.ErrUnexpectedEOF.Error()},
	} {
		err := Read(strings.NewReader(tt.in), func(event.Envelope) error { return nil })
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	stop := errors.New("stop")
	if err := Read(strings.NewReader(recording), func(event.Envelope) error { return stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
}

// A stream that is still written is shown as far as it has come.
func TestReadDoesNotWaitForMore(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	go func() {
		io.WriteString(w, `{"at":"2026-01-01T00:00:00.000Z","kind":"run_started","payload":{},"runId":"r","seq":1}`+"\n")
	}()
	seen := errors.New("seen")
	if err := Read(r, func(event.Envelope) error { return seen }); !errors.Is(err, seen) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(recording)
	files, err := filepath.Glob("../../testdata/events/*.jsonl")
	if err != nil || len(files) == 0 {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, in string) {
		var runs Runs
		live := NewLive(LiveOptions{Out: io.Discard, Cols: 40, Rows: 10, Preview: true})
		err := Read(strings.NewReader(in), func(e event.Envelope) error {
			runs.Apply(e)
			live.Event(e)
			live.Tick(e.At)
			return nil
		})
		if err == nil && isTuispec([]byte(in)) && runs.Open() {
			t.Error("a recording has no end")
		}
		runs.Call()
	})
}
