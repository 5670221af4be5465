package mcp

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"scenario/agent"
	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func testAgent(t *testing.T, o agent.Options) *agent.Server {
	t.Helper()
	if o.Root == "" {
		o.Root = t.TempDir()
	}
	if o.Fonts = font.NewSet(); o.Engines == nil {
		o.Engines = emulator.Engines{"core": core.New}
	}
	if o.Caller == nil {
		o.Caller = []string{"PATH=" + os.Getenv("PATH")}
	}
	s, err := agent.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

type client struct {
	*sdk.ClientSession
	t   *testing.T
	ctx context.Context
}

// connect returns a client of a new connection.
func connect(t *testing.T, o Options, co *sdk.ClientOptions) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	s, end := New(o)
	ours, theirs := sdk.NewInMemoryTransports()
	ss, err := s.Connect(ctx, ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	cs, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, co).Connect(ctx, theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cs.Close()
		ss.Wait()
		end()
	})
	return &client{cs, t, ctx}
}

// call calls a tool that must not fail.
func (c *client) call(name string, args map[string]any, into any) *sdk.CallToolResult {
	c.t.Helper()
	r := c.try(name, args)
	if r.IsError {
		c.t.Fatalf("%s %v: %s", name, args, text(r))
	}
	if into != nil {
		if err := structured(r, into); err != nil {
			c.t.Fatal(err)
		}
	}
	return r
}

func structured(r *sdk.CallToolResult, into any) error {
	b, err := json.Marshal(r.StructuredContent)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, into)
}

func (c *client) try(name string, args map[string]any) *sdk.CallToolResult {
	c.t.Helper()
	r, err := c.CallTool(c.ctx, &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

func text(r *sdk.CallToolResult) string {
	var b strings.Builder
	for _, x := range r.Content {
		if t, ok := x.(*sdk.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

func TestASessionIsTriedAndExported(t *testing.T) {
	c := connect(t, Options{Agent: testAgent(t, agent.Options{})}, nil)
	var start startOut
	c.call("shell_start", map[string]any{"command": "sh"}, &start)
	id := start.ShellSessionID
	var sent sendOut
	c.call("shell_send", map[string]any{"session_id": id, "input": `printf 'wel''come\n'\r`}, &sent)
	if !sent.Success || !strings.Contains(sent.BufferAfter, "welcome") || strings.Contains(sent.BufferBefore, "welcome") {
		t.Fatalf("%+v", sent)
	}
	c.call("shell_wait", map[string]any{"shell_session_id": id, "for": "welcome"}, nil)
	c.call("shell_keys", map[string]any{"session_id": id, "text": "echo se''cond", "keys": "enter"}, nil)
	r := c.call("shell_screenshot", map[string]any{"session_id": id, "name": "shot"}, nil)
	if _, ok := r.Content[len(r.Content)-1].(*sdk.ImageContent); !ok {
		t.Fatalf("%T", r.Content[len(r.Content)-1])
	}
	var out exportOut
	c.call("shell_export", map[string]any{"session_id": id, "verify": true}, &out)
	t.Logf("%s", out.YAML)
	if out.Verified != "passed" {
		t.Fatalf("%s\n%s", out.YAML, out.Verified)
	}
	c.call("shell_stop", map[string]any{"session_id": id}, nil)
	if r := c.try("shell_send", map[string]any{"session_id": id, "input": "x"}); !r.IsError {
		t.Fatal(text(r))
	}
}

func TestScenarioTools(t *testing.T) {
	var steps []string
	c := connect(t, Options{Agent: testAgent(t, agent.Options{})}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			steps = append(steps, r.Params.Message)
		},
	})
	bad := "steps:\n  - wiat: x\n"
	var checked checkOut
	c.call("scenario_check", map[string]any{"yaml": bad}, &checked)
	if checked.OK || len(checked.Problems) == 0 || checked.Problems[0].Line != 2 {
		t.Fatalf("%+v", checked)
	}
	if r := c.try("scenario_run", map[string]any{"yaml": bad}); !r.IsError || !strings.Contains(text(r), `did you mean "wait"`) {
		t.Fatal(text(r))
	}
	good := "steps:\n  - shell: sh\n  - run: echo fine\n  - expect: fine\n  - screenshot: a.png\n"
	var ran runOut
	c.call("scenario_run", map[string]any{"yaml": good}, &ran)
	if ran.Verdict != "passed" {
		t.Fatalf("%+v", ran)
	}
	var failed runOut
	r := c.call("scenario_run", map[string]any{"yaml": "steps:\n  - shell: sh\n  - expect: never\n    timeout: 100ms\n"}, &failed)
	if failed.Verdict != "timeout" && failed.Verdict != "failed" || !strings.Contains(text(r), "cursor row 1") {
		t.Fatalf("%+v\n%s", failed, text(r))
	}
}

func TestNamesStayBelowTheRoot(t *testing.T) {
	c := connect(t, Options{Agent: testAgent(t, agent.Options{})}, nil)
	var start startOut
	c.call("shell_start", map[string]any{"command": "sh"}, &start)
	for _, name := range []string{"../x", "/tmp/x", "a/../../x", ".hidden", "a\x00b", strings.Repeat("x", 2000), "a\\b"} {
		if r := c.try("shell_screenshot", map[string]any{"session_id": start.SessionID, "name": name}); !r.IsError {
			t.Errorf("%q was written: %s", name, text(r))
		}
	}
	if r := c.try("scenario_run", map[string]any{"yaml": "record: ../x.gif\nsteps:\n  - shell: sh\n"}); !r.IsError || !strings.Contains(text(r), "leads out") {
		t.Error(text(r))
	}
}

func TestUnescape(t *testing.T) {
	for in, want := range map[string]string{
		`a\rb`: "a\rb", `\x1b[A`: "\x1b[A", `\u4e2d`: "中", `\q\`: `\q\`, `\x1`: `\x1`, `\xe9`: "é", `\\r`: "\\\r",
	} {
		if got := unescape(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// What a call has changed is said; of several equal texts one can be named.
func TestResultsSayWhatHasChanged(t *testing.T) {
	c := connect(t, Options{Agent: testAgent(t, agent.Options{})}, nil)
	var start startOut
	c.call("shell_start", map[string]any{"command": "sh", "args": []string{"-c", "printf 'one\\ntwo\\nOK OK\\033[?1000h\\033[?1006h\\n'; stty -echo; read x; printf '\\033[2Hnew'; read x"}}, &start)
	id := start.SessionID
	c.call("shell_wait", map[string]any{"session_id": id, "for": "OK"}, nil)
	var s screen
	r := c.call("shell_keys", map[string]any{"session_id": id, "keys": "enter"}, &s)
	if s.Changed != "2" || !strings.Contains(text(r), "changed rows: 2") {
		t.Errorf("%+v", s)
	}
	c.call("shell_wait", map[string]any{"session_id": id, "for": "new"}, &s)
	if s.Changed != "none" {
		t.Errorf("%+v", s)
	}
	if r := c.try("shell_mouse", map[string]any{"session_id": id, "text": "OK"}); !r.IsError || !strings.Contains(text(r), "nth") {
		t.Error(text(r))
	}
	c.call("shell_mouse", map[string]any{"session_id": id, "text": "OK", "nth": 2}, nil)
	if r := c.try("shell_mouse", map[string]any{"session_id": id, "text": "OK", "in": map[string]any{"row": 1}}); !r.IsError {
		t.Error(text(r))
	}
}

func TestChangedRows(t *testing.T) {
	for _, c := range [][3]string{
		{"a b c", "a b c", "none"}, {"a b c", "x b c", "1"}, {"a b c", "a x y", "2-3"}, {"a b c d", "x b y z", "1, 3-4"}, {"a", "a b c", "2-3"}, {"a b", "a", "none"},
	} {
		if got := changedRows(strings.Fields(c[0]), strings.Fields(c[1])); got != c[2] {
			t.Errorf("%s -> %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
