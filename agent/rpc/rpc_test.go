package rpc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"scenario/agent"
	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// door is a server with a client at its ends.
type door struct {
	t     *testing.T
	root  string
	in    *io.PipeWriter
	out   *bufio.Scanner
	ended chan error
	id    int
	notes []map[string]any // notifications that came meanwhile
}

func open(t *testing.T, change func(*Options)) *door {
	t.Helper()
	return openIn(t, t.TempDir(), change)
}

func openIn(t *testing.T, root string, change func(*Options)) *door {
	t.Helper()
	a, err := agent.NewServer(agent.Options{
		Root: root, Engines: emulator.Engines{"core": core.New}, Fonts: font.NewSet(), Caller: []string{"PATH=" + os.Getenv("PATH")},
	})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Agent: a, WorkDir: root, Version: "test", Cols: 134, Rows: 40, Timeout: time.Minute, Ambiguity: "fail"}
	if change != nil {
		change(&o)
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	d := &door{t: t, root: root, in: inW, out: bufio.NewScanner(outR), ended: make(chan error, 1)}
	d.out.Buffer(nil, 1<<22)
	go func() {
		err := Serve(context.Background(), inR, outW, o)
		outW.Close()
		inR.Close()
		d.ended <- errors.Join(err, a.Close(context.Background()))
	}()
	t.Cleanup(func() {
		inW.Close()
		go io.Copy(io.Discard, outR)
		<-d.ended
	})
	return d
}

func (d *door) send(line string) {
	d.t.Helper()
	if _, err := io.WriteString(d.in, line+"\n"); err != nil {
		d.t.Fatal(err)
	}
}

// next is the next message; notifications are kept aside.
func (d *door) next() map[string]any {
	d.t.Helper()
	for d.out.Scan() {
		var m map[string]any
		if err := json.Unmarshal(d.out.Bytes(), &m); err != nil {
			d.t.Fatal(err)
		}
		if _, ok := m["method"]; !ok {
			return m
		}
		d.notes = append(d.notes, m)
	}
	d.t.Fatal("the server has gone")
	return nil
}

func (d *door) call(method, params string) map[string]any {
	d.t.Helper()
	d.id++
	d.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, d.id, method, params))
	return d.next()
}

func (d *door) must(method, params string) map[string]any {
	d.t.Helper()
	m := d.call(method, params)
	res, ok := m["result"].(map[string]any)
	if !ok {
		d.t.Fatalf("%s %s: %v", method, params, m)
	}
	return res
}

func (d *door) fails(code int, method, params string) map[string]any {
	d.t.Helper()
	m := d.call(method, params)
	e, ok := m["error"].(map[string]any)
	if !ok || int(e["code"].(float64)) != code {
		d.t.Fatalf("%s %s: %v, want the error %d", method, params, m, code)
	}
	data, _ := e["data"].(map[string]any)
	return data
}

func TestTheSessionOfTheReadme(t *testing.T) {
	d := open(t, func(o *Options) { o.Ambiguity = "first" })
	r := d.must("initialize", `{"name":"rpc-demo","terminalCols":134,"terminalRows":40}`)
	if r["artifactRoot"] != filepath.Join(d.root, "sessions", "rpc-demo") {
		t.Fatal(r)
	}
	d.must("launch", `{"command":"sh","args":["-c","printf 'READY\\n'; exec sh"],"cwd":".","env":{"DEMO_FLAG":"1","CLAUDECODE":null},"readySelector":{"type":"exact","text":"READY"}}`)
	d.must("sendLine", `{"text":"printf 'hello from rpc\\n'"}`)
	d.must("waitForText", `{"selector":{"type":"exact","text":"hello from rpc"}}`)
	dump := d.must("dumpView", `{"name":"after-hello","format":"both"}`)
	for _, key := range []string{"snapshotPath", "metaPath", "pngPath"} {
		if _, err := os.Stat(dump[key].(string)); err != nil {
			t.Error(err)
		}
	}
	if v := d.must("currentView", `{"entireRow":1}`); v["text"] != "READY" {
		t.Error(v)
	}
	d.must("server.shutdown", `{}`)
	if err := <-d.ended; !errors.Is(err, ErrShutdown) {
		t.Error(err)
	}
	d.ended <- nil
}

func TestErrors(t *testing.T) {
	d := open(t, nil)
	d.send(`{not json`)
	if m := d.next(); m["error"].(map[string]any)["code"] != float64(codeParse) || m["id"] != nil {
		t.Error(m)
	}
	d.send(`{"jsonrpc":"1.0","id":1,"method":"x"}`)
	if m := d.next(); m["error"].(map[string]any)["code"] != float64(codeRequest) {
		t.Error(m)
	}
	d.fails(codeMethod, "nonsense", `{}`)
	d.fails(codeNoSession, "sendText", `{"text":"x"}`)
	if data := d.fails(codeParams, "initialize", `{"terminalCols":"wide"}`); data["field"] != "terminalCols" {
		t.Error(data)
	}
	d.fails(codeParams, "initialize", `{"name":"../x"}`)
	d.must("initialize", `null`)
	d.fails(codeHasSession, "initialize", `{}`)
	d.fails(codeFailed, "sendText", `{"text":"x"}`)
	if data := d.fails(codeFailed, "launch", `{"command":"no-such-program"}`); data["kind"] != "SpawnFailed" {
		t.Error(data)
	}
	d.must("launch", `{"command":"sh"}`)
	if data := d.fails(codeParams, "waitForText", `{"selector":{"type":"exact"}}`); data["field"] != "selector.text" {
		t.Error(data)
	}
	d.must("sendLine", `{"text":"echo one one"}`)
	if data := d.fails(codeFailed, "waitForText", `{"selector":{"type":"exact","text":"one"}}`); data["kind"] != "Ambiguous" {
		t.Error(data)
	}
	data := d.fails(codeFailed, "waitForText", `{"selector":{"type":"exact","text":"never"},"timeoutMs":50}`)
	if data["kind"] != "Timeout" || data["screen"] == "" {
		t.Error(data)
	}
	d.fails(codeParams, "sendKey", `{"key":"Hyper+Q"}`)
}

func TestAPingIsAnsweredDuringAWait(t *testing.T) {
	d := open(t, nil)
	d.must("initialize", `{}`)
	d.must("launch", `{"command":"sh"}`)
	d.send(`{"jsonrpc":"2.0","id":"wait","method":"waitForText","params":{"selector":{"type":"exact","text":"never"},"timeoutMs":20000}}`)
	d.send(`{"jsonrpc":"2.0","id":"ping","method":"server.ping"}`)
	if m := d.next(); m["id"] != "ping" {
		t.Fatal(m)
	}
	d.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"wait"}}`)
	if m := d.next(); m["id"] != "wait" || m["error"] == nil {
		t.Fatal(m)
	}
}

func TestABaselineCanFail(t *testing.T) {
	root := t.TempDir()
	run := func(update, text string) map[string]any {
		d := openIn(t, root, nil)
		d.must("initialize", `{"name":"s","updateSnapshots":`+update+`}`)
		d.must("launch", `{"command":"sh","args":["-c","echo `+text+`; sleep 60"]}`)
		d.must("waitForText", `{"selector":{"type":"exact","text":"`+text+`"}}`)
		m := d.call("expectSnapshot", `{"name":"a"}`)
		d.in.Close()
		<-d.ended
		d.ended <- nil
		return m
	}
	if m := run("false", "one"); m["error"] == nil {
		t.Fatal("a missing baseline passed")
	}
	if m := run("true", "one"); m["error"] != nil {
		t.Fatal(m)
	}
	if m := run("false", "one"); m["error"] != nil {
		t.Fatal(m)
	}
	if m := run("false", "two"); m["error"] == nil {
		t.Fatal("another screen passed")
	}
}

func TestTwoSessionsAndPush(t *testing.T) {
	d := open(t, nil)
	d.must("initialize", `{"sessionId":"a","name":"a"}`)
	d.must("initialize", `{"sessionId":"b","name":"b"}`)
	for _, id := range []string{"a", "b"} {
		d.must("launch", `{"sessionId":"`+id+`","command":"sh"}`)
	}
	d.must("viewSubscribe", `{"sessionId":"a","debounceMs":0,"includeText":true}`)
	d.must("sendLine", `{"sessionId":"a","text":"echo in a"}`)
	d.must("waitForText", `{"sessionId":"a","selector":{"type":"re2","pattern":"^in a$"}}`)
	v := d.must("currentView", `{"sessionId":"b"}`)
	if strings.Contains(v["text"].(string), "in a") {
		t.Fatal(v)
	}
	d.must("viewUnsubscribe", `{"sessionId":"a"}`)
	if len(d.notes) == 0 || d.notes[0]["method"] != "view.changed" {
		t.Fatal(d.notes)
	}
	d.must("session.close", `{"sessionId":"a"}`)
	d.fails(codeNoSession, "sendText", `{"sessionId":"a","text":"x"}`)
}

func TestAReplayCompares(t *testing.T) {
	root := t.TempDir()
	d := openIn(t, root, nil)
	d.must("recording.start", `{"path":"rec.jsonl"}`)
	d.must("initialize", `{}`)
	d.must("launch", `{"command":"sh","args":["-c","cat value; sleep 60"],"readySelector":{"type":"exact","text":"value"}}`)
	d.must("waitForStable", `{"debounceMs":100}`)
	d.must("currentView", `{"entireRow":1}`)
	d.must("session.close", `{}`)
	d.must("recording.stop", `{}`)
	if r := d.must("replay", `{"path":"rec.jsonl"}`); r["ok"] != true || r["replayedRequests"] != float64(5) {
		t.Fatal(r)
	}
	b, err := os.ReadFile(filepath.Join(root, "rec.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	b = bytes.ReplaceAll(b, []byte("cat value"), []byte("echo another value"))
	if err := os.WriteFile(filepath.Join(root, "rec.jsonl"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	if r := d.must("replay", `{"path":"rec.jsonl"}`); r["ok"] != false {
		t.Fatal(r)
	}
}

func TestBatch(t *testing.T) {
	d := open(t, nil)
	r := d.must("batch", `{"steps":[{"method":"initialize"},{"method":"launch","params":{"command":"sh"}},{"method":"nonsense"},{"method":"server.ping"}]}`)
	if r["ok"] != false || r["errorStep"] != float64(3) || r["completed"] != float64(2) {
		t.Fatal(r)
	}
	d.send(`[{"jsonrpc":"2.0","id":1,"method":"currentView"},{"jsonrpc":"2.0","id":2,"method":"nonsense"}]`)
	if !d.out.Scan() || !strings.HasPrefix(d.out.Text(), "[") {
		t.Fatal(d.out.Text())
	}
}

func TestAFloodIsNotRead(t *testing.T) {
	d := open(t, nil)
	d.must("initialize", `{}`)
	go func() {
		for i := range 2000 {
			if _, err := fmt.Fprintf(d.in, `{"jsonrpc":"2.0","id":%d,"method":"nonsense"}`+"\n", i); err != nil {
				return
			}
		}
	}()
	for i := range 2000 {
		if m := d.next(); m["id"] != float64(i) {
			t.Fatalf("%d: %v", i, m)
		}
	}
}

// A client that reads nothing is not read from either, so nothing piles up.
func TestASlowReaderHoldsTheServerUp(t *testing.T) {
	d := open(t, nil)
	sent := make(chan int, 1)
	go func() {
		for i := range 5000 {
			if _, err := fmt.Fprintf(d.in, `{"jsonrpc":"2.0","id":%d,"method":"nonsense"}`+"\n", i); err != nil {
				sent <- i
				return
			}
		}
		sent <- 5000
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	select {
	case n := <-sent:
		t.Fatalf("%d requests were taken without an answer being read", n)
	case <-ctx.Done():
	}
	for range 5000 {
		d.next()
	}
	if n := <-sent; n != 5000 {
		t.Fatal(n)
	}
}
