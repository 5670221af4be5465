//go:build e2e

package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"scenario/agent"
	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
)

// The session of tuispec's own README, unchanged: seven requests, seven answers.
// Of two matches --ambiguity-mode decides.
func TestTheRecordedSessionOfTuispec(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(os.Getenv("SCENARIO_DATA"), "tuispec-session.jsonl"))
	if err != nil {
		t.Fatalf("SCENARIO_DATA: %v", err)
	}
	for _, mode := range []string{"first", "fail"} {
		t.Run(mode, func(t *testing.T) {
			// server.shutdown comes in one go with the rest; a loaded machine
			// needs longer for that than a client is to wait.
			d := open(t, func(o *Options) { o.Ambiguity, o.Timeout, o.Grace = mode, time.Minute, time.Minute })
			go d.in.Write(src)
			for id := 1; id <= 7; id++ {
				m := d.next()
				if m["id"] != float64(id) {
					t.Fatalf("%d: %v", id, m)
				}
				if e, failed := m["error"].(map[string]any); failed != (mode == "fail" && id == 4) {
					t.Errorf("%d: %v", id, m)
				} else if failed {
					data, _ := e["data"].(map[string]any)
					details, _ := data["details"].(string)
					if e["code"] != float64(codeFailed) || data["kind"] != "Ambiguous" || strings.Count(details, "row") != 2 {
						t.Errorf("%v", e)
					}
				}
			}
			<-d.ended
			d.ended <- nil
		})
	}
}

// A client that nobody here wrote.
func TestTheClientOfJrpc2(t *testing.T) {
	root := t.TempDir()
	a, err := agent.NewServer(agent.Options{
		Root: root, Engines: emulator.Engines{"core": core.New}, Fonts: font.NewSet(), Caller: []string{"PATH=" + os.Getenv("PATH")},
	})
	if err != nil {
		t.Fatal(err)
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), inR, outW, Options{
			Agent: a, WorkDir: root, Version: "test", Cols: 80, Rows: 24, Timeout: time.Minute, Ambiguity: "fail",
		})
		outW.Close()
		ended <- err
	}()
	changed := make(chan bool, 1000)
	c := jrpc2.NewClient(channel.Line(outR, inW), &jrpc2.ClientOptions{
		OnNotify: func(r *jrpc2.Request) { changed <- r.Method() == "view.changed" },
	})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	call := func(method string, params, result any) {
		t.Helper()
		if result == nil {
			result = new(any)
		}
		if err := c.CallResult(ctx, method, params, result); err != nil {
			t.Fatalf("%s: %v", method, err)
		}
	}
	var okay struct{ OK bool }
	var view struct{ Text string }
	call("initialize", map[string]any{"name": "jrpc2"}, nil)
	call("launch", map[string]any{"command": "sh"}, &okay)
	call("viewSubscribe", map[string]any{"debounceMs": 0}, &okay)
	for i := range 20 { // without an answer
		c.Notify(ctx, "sendText", map[string]any{"text": fmt.Sprint(i % 10)})
	}
	call("sendKey", map[string]any{"key": "Ctrl+U"}, &okay)
	call("sendLine", map[string]any{"text": "echo $((40+2))", "expectAfter": map[string]any{"type": "re2", "pattern": "^42$"}}, &okay)
	call("currentView", nil, &view)
	if !okay.OK || view.Text == "" || !<-changed {
		t.Errorf("%+v %q", okay, view.Text)
	}
	if err := c.CallResult(ctx, "nonsense", nil, nil); jrpc2.ErrorCode(err) != codeMethod {
		t.Error(err)
	}
	if err := c.CallResult(ctx, "initialize", nil, nil); jrpc2.ErrorCode(err) != codeHasSession {
		t.Error(err)
	}
	rs, err := c.Batch(ctx, []jrpc2.Spec{{Method: "server.ping"}, {Method: "currentView"}})
	if err != nil || len(rs) != 2 {
		t.Error(rs, err)
	}
	call("server.shutdown", nil, nil)
	c.Close()
	if err := <-ended; !errors.Is(err, ErrShutdown) {
		t.Error(err)
	}
	inR.Close()
	a.Close(ctx)
}
