package mcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"scenario/agent"
	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/event"
)

// longRun waits for what never comes, while a program that ignores signals runs.
const longRun = `steps:
  - launch: sh -c 'trap "" HUP TERM INT; echo $$ > pid; echo up; sleep 1000'
  - wait: up
  - wait: never
    timeout: 10m
`

// begun starts longRun and returns when its last step has begun; ended is told how
// the call ended.
func begun(t *testing.T, c *client, ctx context.Context, steps <-chan string) (ended <-chan error) {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		p := &sdk.CallToolParams{Name: "scenario_run", Arguments: map[string]any{"yaml": longRun}}
		p.SetProgressToken("token")
		_, err := c.CallTool(ctx, p)
		done <- err
	}()
	for {
		select {
		case text := <-steps:
			if text == "wait: never" {
				return done
			}
		case err := <-done:
			t.Fatalf("the run has ended: %v", err)
		case <-c.ctx.Done():
			t.Fatal("the run has not begun")
		}
	}
}

// told are the messages of progress that a client gets.
func told() (<-chan string, *sdk.ClientOptions) {
	steps := make(chan string, 100)
	return steps, &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
		steps <- r.Params.Message
	}}
}

// interruptedRun checks the log of the only run, and that its program has ended.
func interruptedRun(t *testing.T, root string) {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join(root, agent.DefaultFolder, "runs", "*", "*", "attempt-1", "events.jsonl"))
	if err != nil || len(logs) != 1 {
		t.Fatal(logs, err)
	}
	b, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := event.Verify(strings.NewReader(string(b))); err != nil {
		t.Error(err)
	}
	if !strings.Contains(string(b), `"error":"interrupted"`) {
		t.Errorf("%s", b)
	}
	var pid int
	text, err := os.ReadFile(filepath.Join(root, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(string(text), &pid); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("process %d: %v", pid, err)
	}
}

// notifications/cancelled interrupts the run: its program ends, its log is whole,
// and the connection goes on.
func TestACancelledRunIsInterrupted(t *testing.T) {
	root := t.TempDir()
	a := testAgent(t, agent.Options{Root: root})
	steps, co := told()
	c := connect(t, Options{Agent: a}, co)
	ctx, cancel := context.WithCancel(c.ctx)
	ended := begun(t, c, ctx, steps)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	c.call("shell_list", nil, nil)
	if err := a.Close(c.ctx); err != nil { // waits for what the client has had begun
		t.Error(err)
	}
	interruptedRun(t, root)
}

// A client that goes while a run goes on interrupts it.
func TestAClientThatGoesInterruptsItsRun(t *testing.T) {
	root := t.TempDir()
	a := testAgent(t, agent.Options{Root: root})
	base := overHTTP(t, a)
	steps, co := told()
	one, two := dialWith(t, base, co), dial(t, base)
	ended := begun(t, one, one.ctx, steps)
	if status, body := request(t, "DELETE", base+"/mcp", map[string]string{"Authorization": "Bearer right", "Mcp-Session-Id": one.ID()}); status != 204 {
		t.Error(status, body)
	}
	<-ended
	two.call("shell_list", nil, nil)
	if err := a.Close(two.ctx); err != nil {
		t.Error(err)
	}
	interruptedRun(t, root)
}

// What a run can come to, in one word each.
func TestVerdictsOfARun(t *testing.T) {
	for want, c := range map[string]struct{ yaml, says string }{
		"passed":  {"steps:\n  - shell: sh\n  - run: echo fine\n", "1 passed"},
		"failed":  {"steps:\n  - launch: sh -c 'exit 3'\n  - expect: {exit: 0}\n", "exit"},
		"timeout": {"steps:\n  - shell: sh\n  - wait: never\n    timeout: 100ms\n", "not on the screen within"},
		"blocked": {"steps:\n  - launch: no-such-program-here\n", "not on PATH"},
		"crashed": {"terminal: {engine: xvt}\nsteps:\n  - shell: sh\n", "the engine is broken"},
	} {
		t.Run(want, func(t *testing.T) {
			c2 := connect(t, Options{Agent: testAgent(t, agent.Options{Engines: emulator.Engines{"core": core.New, "xvt": broken}})}, nil)
			var out runOut
			r := c2.call("scenario_run", map[string]any{"yaml": c.yaml}, &out)
			if out.Verdict != want || len(out.Scenarios) != 1 || out.Scenarios[0].Verdict != want || !strings.Contains(text(r)+out.Error, c.says) {
				t.Errorf("%+v\n%s", out, text(r))
			}
			if want != "passed" && want != "blocked" && len(out.Scenarios[0].Artifacts) == 0 {
				t.Error("no files to look at")
			}
		})
	}
}

// broken is an engine with a fault at its first output.
func broken(o emulator.Options) emulator.Terminal { return brokenTerminal{core.New(o)} }

type brokenTerminal struct{ emulator.Terminal }

func (brokenTerminal) Write([]byte) error { return &emulator.Fault{Reason: "the engine is broken"} }

// Two clients over HTTP run scenarios and drive shells at once.
func TestTwoClientsAtOnce(t *testing.T) {
	base := overHTTP(t, testAgent(t, agent.Options{}))
	var wg sync.WaitGroup
	for _, name := range []string{"one", "two"} {
		c := dial(t, base)
		wg.Go(func() {
			for i := range 5 {
				var out runOut
				yaml := fmt.Sprintf("steps:\n  - shell: sh\n  - run: echo %s-%d\n  - expect: %s-%d\n  - screenshot: %s.png\n", name, i, name, i, name)
				if b, err := c.CallTool(c.ctx, &sdk.CallToolParams{Name: "scenario_run", Arguments: map[string]any{"yaml": yaml}}); err != nil || b.IsError {
					t.Error(name, i, err, b)
				} else if err := structured(b, &out); err != nil || out.Verdict != "passed" {
					t.Error(name, i, err, text(b))
				}
			}
		})
		wg.Go(func() {
			var start startOut
			r, err := c.CallTool(c.ctx, &sdk.CallToolParams{Name: "shell_start", Arguments: map[string]any{"command": "sh"}})
			if err == nil {
				err = structured(r, &start)
			}
			for i := range 5 {
				if err == nil {
					r, err = c.CallTool(c.ctx, &sdk.CallToolParams{Name: "shell_send", Arguments: map[string]any{"session_id": start.SessionID, "input": fmt.Sprintf(`echo in-%s-%d\r`, name, i)}})
				}
				if err != nil || r.IsError || !strings.Contains(text(r), fmt.Sprintf("in-%s-%d", name, i)) {
					t.Error(name, err, text(r))
				}
			}
		})
	}
	wg.Wait()
}

// 2,000 quick calls are all answered, and leave nothing.
func TestTwoThousandQuickCalls(t *testing.T) {
	c := connect(t, Options{Agent: testAgent(t, agent.Options{})}, nil)
	var start startOut
	c.call("shell_start", map[string]any{"command": "sh"}, &start)
	calls := []*sdk.CallToolParams{
		{Name: "shell_list"},
		{Name: "shell_read", Arguments: map[string]any{"session_id": start.SessionID}},
		{Name: "scenario_check", Arguments: map[string]any{"yaml": "steps:\n  - shell: sh\n"}},
		{Name: "shell_keys", Arguments: map[string]any{"session_id": "of-nobody", "keys": "enter"}},
	}
	before := runtime.NumGoroutine()
	var wg sync.WaitGroup
	for w := range 20 {
		wg.Go(func() {
			for i := range 100 {
				p := *calls[(w+i)%len(calls)] // the client writes into it
				if r, err := c.CallTool(c.ctx, &p); err != nil || r.IsError != (p.Name == "shell_keys") {
					t.Error(p.Name, err)
				}
			}
		})
	}
	wg.Wait()
	c.call("shell_list", nil, nil)
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before+10; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, before %d", runtime.NumGoroutine(), before)
		}
	}
}
