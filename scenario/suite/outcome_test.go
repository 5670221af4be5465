//go:build linux

package suite

import (
	"strings"
	"testing"
)

// How a run can end. The contract of the stream is checked by run.
func TestOutcomes(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want string }{
		{"passes", `
steps:
  - launch: sh -c 'echo ready; read x'
  - expect: ready
`, "completed"},
		{"a text that does not come", `
steps:
  - launch: sh -c 'echo 4/4 "(0)"; read x'
  - expect: 4/4 (2)
    timeout: 200ms
`, `timeout: expect "4/4 (2)": not on the screen within 0.2s`},
		{"the program ends while something is awaited", `
steps:
  - launch: ./wizard
  - wait: {prompt: "Password:"}
  - enter: abc
  - wait: "Password again:"
`, `failed: wait "Password again:": ./wizard ended with status 1`},
		{"the wrong status", `
steps:
  - launch: sh -c 'exit 3'
  - expect: {exit: 0}
`, "failed: expect {exit: 0}: sh ended with status 3"},
		{"a signal is told from a status", `
steps:
  - launch: sh -c 'kill -9 $$'
  - expect: {exit: 137}
`, "failed: expect {exit: 137}: sh was ended by signal KILL"},
		{"a bad end that nobody looked at", `
steps:
  - launch: sh -c 'read x; exit 3'
  - enter: ""
  - screenshot: end.txt # waits for the end
`, "failed: sh ended with status 3"},
		{"130 after ctrl+c is no bad end", `
steps:
  - launch: sh -c 'trap "exit 130" INT; echo ready; while :; do read x; done'
  - wait: ready
  - key: ctrl+c
`, "completed"},
		{"a signal of the scenario is no bad end", `
steps:
  - launch: sh -c 'echo ready; exec sleep 60'
  - wait: ready
  - signal: TERM
  - wait: {exit: any}
`, "completed"},
		{"a missing program and a missing secret, both told", `
requires: [no-such-program-here]
secrets: [TOKEN]
steps:
  - launch: sh
`, "blocked: requires no-such-program-here: not on PATH"},
		{"a program by its path is looked at when it is started", `
steps:
  - launch: ./no/such/bin
`, `failed: launch ./no/such/bin: program "./no/such/bin" does not exist`},
		{"before fails", `
before:
  - exec: exit 7
steps:
  - launch: sh
`, `blocked: exec "exit 7": ended with status 7, not 0`},
		{"before runs out of time", `
before:
  - exec: sleep 60
    timeout: 100ms
steps:
  - launch: sh
`, `blocked: exec "sleep 60": not finished within 0.1s`},
		{"after fails a run that has passed", `
steps:
  - launch: sh -c 'echo ready; read x'
  - wait: ready
after:
  - exec: exit 7
  - exec: touch after
`, `failed: exec "exit 7": ended with status 7, not 0`},
		{"after does not hide what failed before", `
steps:
  - launch: sh -c 'echo ready; read x'
  - wait: never
    timeout: 100ms
after:
  - exec: exit 7
  - exec: touch after
`, `timeout: wait "never": not on the screen within 0.1s`},
		{"the scenario's time", `
timeouts: {scenario: 2s}
steps:
  - launch: cat
  - sleep: 60s
after:
  - exec: touch after
`, "timeout: sleep 1m: the scenario's 2s are over"},
		{"no working directory", `
cwd: no/such/folder
steps:
  - launch: sh
`, "failed: cwd: no folder no/such/folder"},
		{"an exec script in no folder", `
steps:
  - exec: {command: ls, cwd: no/such/folder}
`, `failed: exec "ls": no folder no/such/folder`},
		{"input that is not read", `
steps:
  - launch: sh -c 'stty raw -echo; echo ready; exec sleep 60'
  - wait: ready
  - paste: {file: big}
    timeout: 3s
`, "timeout: paste file big: sh does not read its input (waited for 3s)"},
		{"input after the end", `
steps:
  - launch: "true"
  - wait: {exit: 0}
  - type: x
`, `failed: type "x": true ended with status 0`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newCall(t, map[string]string{
				"t.yaml": tt.yaml,
				"big":    strings.Repeat("x", 1<<17),
				"wizard": "#!/bin/sh\nprintf 'Password: '; stty -echo; read x; exit 1\n",
			})
			c.chmod("wizard", 0o755)
			c.run().wants(tt.want)
			if strings.Contains(tt.yaml, "touch after") {
				c.read("after")
			}
		})
	}
}

// A failure says where, what, what was nearest and what was done last.
func TestFailureTells(t *testing.T) {
	c := newCall(t, map[string]string{
		"t.yaml": `
secrets: TOKEN
steps:
  - launch: ./wizard
  - wait: {prompt: "Password:"}
  - enter: ${{ secrets.TOKEN }}
  - wait: [{gone: x}, "Password again:"]
`,
		"wizard": "#!/bin/sh\nprintf 'Password: '; stty -echo; read x; exit 1\n",
	})
	c.chmod("wizard", 0o755)
	c.o.Caller = append(c.o.Caller, "TOKEN=tok_9f8e7d6c5b")
	c.run()
	f := c.states[0].FailedStep().Failure
	if f.Line != 7 || f.Col != 23 || f.Width != 17 || f.Message != `wait "Password again:": ./wizard ended with status 1` {
		t.Errorf("%+v", f)
	}
	last := f.Details[len(f.Details)-1]
	if !strings.Contains(last, " after the start, ") || !strings.HasSuffix(last, ` after enter "********"`) {
		t.Errorf("%q", last)
	}
	if f.Screen == nil || f.Screen.Lines[0] != "Password:" {
		t.Errorf("screen %+v", f.Screen)
	}
	if got, want := strings.Join(c.tree("results"), " "),
		"results/t/attempt-1/events.jsonl results/t/attempt-1/screen.png results/t/attempt-1/screen.txt results/t/attempt-1/session.cast"; got != want {
		t.Errorf("files %s", got)
	}
}

// A run step that is waited for in vain tells what its command did.
func TestRunInVain(t *testing.T) {
	for _, tt := range []struct{ name, step, hint string }{
		{"it stays", "run: sleep 60", "for a program that stays, write run: {command: ..., until: CONDITION}"},
		{"it has ended", "run: {command: echo END, until: (END)}", "the command itself has ended, with status 0"},
		{"it stays in the alternate screen", `run: printf '\033[?1049h'; sleep 60`,
			"it is a full-screen program: write run: {command: ..., until: CONDITION}"},
		{"it has not left the alternate screen", `run: printf '\033[?1049h'`, "it has ended without leaving the alternate screen"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newCall(t, map[string]string{"t.yaml": "steps:\n  - shell: sh\n  - " + tt.step + "\n    timeout: 6s\n"})
			c.run()
			if f := c.states[0].FailedStep().Failure; f.Hint != tt.hint {
				t.Errorf("%s | %s", f.Message, f.Hint)
			}
		})
	}
}
