//go:build linux

package suite

import (
	"fmt"
	"strings"
	"testing"

	"scenario/event"
	"scenario/report"
)

// The world of a program: its environment, folders, sessions and services.
func TestWorld(t *testing.T) {
	for _, tt := range []struct{ name, yaml string }{
		{"a clean environment", `
inherit: [LET_THROUGH]
env: {MINE: "1.10", GONE: null, TZ: null}
size: 100x40
steps:
  - launch: env
  - expect: [LET_THROUGH=caller, MINE=1.10, TERM=xterm-256color, COLORTERM=truecolor, LANG=C.UTF-8]
  - expect: [{gone: SECRET_OF_THE_CALLER}, {gone: LINES=}, {gone: COLUMNS=}, {gone: CI=}, {gone: TZ=}, {gone: GONE=}]
  - expect: {exit: 0}
`},
		{"a step's own environment, folder and size", `
env: {A: file}
steps:
  - launch: {command: "sh -c 'echo $A $B; pwd; stty size'", env: {A: step, B: two}, cwd: sub, size: 70x9}
  - expect: [step two, /sub, 9 70]
  - expect: {exit: 0}
`},
		{"a temporary folder for all of it", `
cwd: ${{ scenario.tmp }}
before:
  - exec: echo made > file
steps:
  - launch: cat file
  - expect: made
  - expect: {exit: 0}
  - expect: {file: file, equals: "made\n"}
  - exec: test -f ${{ scenario.dir }}/t.yaml
  - exec: 'test "$HOME" = "$CALLER_HOME"'
`},
		{"variables", `
vars: {a: one, b: "${{ vars.a }} two", c: default}
steps:
  - launch: cat
  - enter: ${{ vars.b }} and ${{ vars.c }}
  - expect: one two and default
  - exec: {command: echo given, into: c}
  - enter: now ${{ vars.c }}
  - expect: now given
`},
		{"two sessions", `
record: {to: out.cast, session: bob}
steps:
  - launch: sh -c 'while read x; do echo "server $x"; done'
    session: server
  - session: bob
    steps:
      - launch: cat
      - enter: hello from bob
  - session: server
    steps:
      - enter: hello from server
      - expect: server hello from server
      - expect: {gone: bob}
  - expect: [hello from bob, {gone: server}]
    session: bob
`},
		{"main beside a named session", `
steps:
  - launch: cat
  - launch: cat
    session: other
  - enter: in main
  - enter: in other
    session: other
  - expect: [in main, {gone: in other}]
`},
		{"services with a port and a group", `
services:
  api:
    command: 'echo "listening on ${{ services.api.port }} as me"; exec cat'
    ready: {log: 'listening on \d+ as (?P<who>\w+)'}
  second:
    command: test "${{ services.api.who }}" = me
    ready: {exit: 0}
steps:
  - launch: cat
  - enter: port ${{ services.api.port }} of ${{ services.api.who }}
  - expect: {regex: 'port \d+ of me'}
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := one(t, tt.yaml)
			c.write("sub/x", "")
			c.o.Caller = append(c.o.Caller, "LET_THROUGH=caller", "SECRET_OF_THE_CALLER=1", "CI=1", "LINES=3", "HOME=/home/caller", "CALLER_HOME=/home/caller")
			c.run().wants("completed")
			if n := len(c.tree("results/t/attempt-1")); strings.Contains(tt.yaml, "two sessions") && n != 3 {
				t.Errorf("%v", c.tree("results"))
			}
		})
	}
}

func TestServiceNotReady(t *testing.T) {
	const said = "loading\npanic: no fixtures\n"
	for _, limit := range []string{"200ms", "2s", "20s"} { // until sh has had the time to say it
		c := one(t, `
services:
  first: exec cat
  cluster:
    command: "echo loading; echo 'panic: no fixtures' >&2; exec sleep 60"
    ready: {log: never}
    timeout: `+limit+`
steps:
  - launch: cat
`)
		c.run()
		st := c.states[0]
		if st.Final != event.Blocked || !strings.HasPrefix(st.Error, "service cluster: not ready within "+limit) {
			t.Errorf("%s: %s", st.Final, st.Error)
		}
		log := c.read("results/t/attempt-1/services/cluster.log")
		if log != said && limit != "20s" {
			continue
		}
		ch := st.Checks[len(st.Checks)-1]
		lines := strings.Split(ch.Detail, "\n")
		want := []string{"its last lines:", "  loading", "  panic: no fixtures", "results/t/attempt-1/services/cluster.log"}
		if ch.Line != 4 || ch.Col != 3 || fmt.Sprint(lines[max(0, len(lines)-4):]) != fmt.Sprint(want) {
			t.Errorf("%d:%d: %q", ch.Line, ch.Col, lines)
		}
		if log != said {
			t.Errorf("log: %q", log)
		}
		return
	}
}

// Scenarios that run beside each other know nothing of each other.
func TestWorkersAreIsolated(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		files[fmt.Sprintf("%d.yaml", i)] = fmt.Sprintf(`
steps:
  - launch: sh -c 'echo %d > $HOME/who; echo %d > $TMPDIR/who; read x; cat $HOME/who $TMPDIR/who; ls $HOME $TMPDIR'
  - enter: ""
  - expect: {regex: '^%d\n%d$'}
  - expect: {text: who, count: 2}
`, i, i, i, i)
	}
	c := newCall(t, files)
	c.o.Workers = 6
	var done []string
	c.o.OnDone = func(k *report.Case) { done = append(done, k.ID) }
	c.run()
	for _, st := range c.states {
		if st.Final != event.Completed {
			t.Errorf("%s: %s %s", st.Run.ID, st.Final, st.Error)
		}
	}
	if got := strings.Join(done, " "); got != "0.yaml 1.yaml 2.yaml 3.yaml 4.yaml 5.yaml" {
		t.Errorf("told in the order %s", got)
	}
}

func TestMaxFailures(t *testing.T) {
	c := newCall(t, map[string]string{
		"a.yaml": "steps:\n  - launch: 'true'\n  - expect: {exit: 1}\n",
		"b.yaml": "steps:\n  - launch: 'true'\n  - expect: {exit: 0}\n",
	})
	c.o.MaxFailures = 1
	if c.run(); c.states[0].Final != event.Failed || c.states[1] != nil {
		t.Errorf("%v", c.states)
	}
}

// What no two scenarios of a call may share is a mistake before anything runs.
func TestSharedNames(t *testing.T) {
	picture := "steps:\n  - launch: cat\n  - screenshot: %s\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"one output of two files", map[string]string{
			"a.yaml": fmt.Sprintf(picture, "out/x.png"), "b/b.yaml": fmt.Sprintf(picture, "../out/x.png"),
		}, "b/b.yaml:3:17: ../out/x.png is written by another scenario too"},
		{"one output of two documents", map[string]string{
			"a.yaml": fmt.Sprintf(picture, "x.png") + "---\n" + fmt.Sprintf(picture, "./x.png"),
		}, "a.yaml:7:17: ./x.png is written by another scenario too"},
		{"two equal ids", map[string]string{
			"a.yaml": "name: x\nsteps:\n  - launch: cat\n---\nname: x\nsteps:\n  - launch: cat\n",
		}, "a.yaml:5:1: two scenarios have the id a.yaml#x (the other is a.yaml:1)"},
		{"no scenario of a folder", map[string]string{"a.yaml": "other: yaml\n"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			plans, ps := newCall(t, tt.files).tryPlan()
			if got := ps.Error(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if tt.want == "" && len(plans) > 0 {
				t.Error("there are plans")
			}
		})
	}
}

// Timeouts grow with the scale, the time that a step spends on purpose does not.
func TestTimeoutScale(t *testing.T) {
	c := one(t, `
timeouts: {step: 1s}
steps:
  - launch: cat
    timeout: 10m
  - sleep: 400ms
  - wait: never
`)
	c.o.TimeoutScale = 0.1
	c.run().wants(`timeout: wait "never": not on the screen within 0.1s`)
	if p := c.states[0].FailedStep().Waiting; p.TimeoutMs != 100 || p.WaitingFor != "never" {
		t.Errorf("%+v", p)
	}
}

func TestRecordOfTheCommandLine(t *testing.T) {
	c := one(t, "steps:\n  - launch: cat\n  - enter: hi\n")
	c.load.Record = []string{c.path("extra/x.cast")}
	c.run().wants("completed")
	c.read("extra/x.cast")
	if to := c.states[0].Run.Record[0].To[0]; to != "extra/x.cast" {
		t.Errorf("the log has %s", to)
	}
}

// A system without room for temporary files is no mistake of the runner.
func TestNoTemporaryFolder(t *testing.T) {
	c := one(t, "steps:\n  - launch: cat\n")
	t.Setenv("TMPDIR", c.dir+"/none")
	c.run()
	if st := c.states[0]; st.Final != "blocked" || !strings.HasPrefix(st.Error, "temporary folder: ") {
		t.Errorf("%s: %s", st.Final, st.Error)
	}
}
