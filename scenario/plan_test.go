package scenario_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/steps"
)

// load loads one document.
func load(t *testing.T, yaml string, o scenario.Options) (*scenario.Scenario, doc.Problems) {
	t.Helper()
	all, ps := scenario.Load("t.yaml", []byte(yaml), o)
	if len(all) != 1 {
		t.Fatalf("%d scenarios: %v", len(all), ps)
	}
	return all[0], ps
}

func loadPlan(t *testing.T, yaml string, o scenario.Options) *scenario.Plan {
	t.Helper()
	s, ps := load(t, yaml, o)
	if ps.Fatal() {
		t.Fatalf("%v", ps)
	}
	return scenario.NewPlan(s)
}

// A plan is flat: groups give their steps a session, a timeout and their name.
func TestPlan(t *testing.T) {
	p := loadPlan(t, `
timeouts: {step: 5s, run: 2m}
before:
  - exec: make
steps:
  - launch: top
    session: one
  - launch: top
    session: two
  - name: outer
    session: one
    timeout: 3s
    steps:
      - wait: a
      - name: inner
        steps:
          - wait: b
            timeout: 1s
          - hide:
              - key: q
                session: two
  - sleep: 20s
    session: two
  - sleep: 20s
    timeout: 1s
    session: two
after:
  - signal: TERM
    session: one
`, options())
	var got []string
	for _, s := range p.Steps {
		hidden := ""
		if s.Hidden {
			hidden = " hidden"
		}
		got = append(got, strings.TrimSpace(fmt.Sprintf("%d %s%s %s %v+%v %s %s",
			s.Index, s.Phase, hidden, s.Session, s.Timeout-s.Spends, s.Spends, s.Text(), strings.Join(s.Groups, "/"))))
	}
	want := []string{
		"1 before hidden  2m0s+0s exec: make",
		"2 steps one 5s+0s launch: top",
		"3 steps two 5s+0s launch: top",
		"4 steps one 3s+0s wait: a outer",
		"5 steps one 1s+0s wait: b outer/inner",
		"6 steps hidden two 3s+0s key: q outer/inner",
		"7 steps two 5s+20s sleep: 20s",
		"8 steps two 1s+0s sleep: 20s",
		"9 after hidden one 5s+0s signal: TERM",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if p.ImplicitShell || p.ScenarioTimeout() != 10*time.Minute {
		t.Errorf("%+v", p)
	}
}

func TestDefaults(t *testing.T) {
	p := loadPlan(t, "steps:\n  - run: ls\n", options())
	if !p.ImplicitShell || p.Steps[0].Session != "main" || p.Size != (steps.Size{Cols: 80, Rows: 24}) ||
		p.Name != "t" || p.ID != "t.yaml" || p.Steps[0].Timeout != time.Minute {
		t.Errorf("%+v", p)
	}
	if len(p.Programs) != 1 || p.Programs[0].Program != "bash" {
		t.Errorf("needs %+v", p.Programs)
	}
}

// The command line wins over the file.
func TestCommandLineWins(t *testing.T) {
	o := options()
	o.Vars = map[string]string{"who": "flag"}
	o.Size = steps.Size{Cols: 100, Rows: 30}
	o.Theme = "nord"
	o.Record = []string{"/other/x.gif"}
	p := loadPlan(t, `
size: 70x10
look: one-light
vars: {who: file, greeting: "hello ${{ vars.who }}"}
record: {to: a.gif, look: {theme: dracula}}
steps:
  - launch: cat
  - type: ${{ vars.greeting }}
`, o)
	if p.Size != o.Size || p.ResolvedLook().Theme != "nord" || p.Steps[1].Text() != "type: hello flag" {
		t.Errorf("%v %v %v", p.Size, p.ResolvedLook(), p.Steps[1].Text())
	}
	r := p.Recordings()
	if len(r) != 2 || r[0].Look.Theme != "nord" || r[1].To[0] != "../other/x.gif" || p.Abs(r[1].To[0]) != "/other/x.gif" {
		t.Errorf("%+v", r)
	}
}

// What programs a scenario needs is known before it starts: bare names only.
func TestPrograms(t *testing.T) {
	p := loadPlan(t, `
requires: [git]
services:
  one: server --port ${{ services.one.port }}
  two: exec ./server
  three: if true; then exec server; fi
  four: KEY=1 server
steps:
  - launch: k9s --readonly
  - launch: ./wizard
    session: w
  - shell: sh
    session: s
`, options())
	var got []string
	for _, n := range p.Programs {
		got = append(got, n.Program)
	}
	if want := "git server k9s sh"; strings.Join(got, " ") != want {
		t.Errorf("needs %v, want %s", got, want)
	}
}

// Sessions: main is the one that has no name.
func TestSessions(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want string }{
		{"one without a name", "- launch: a\n- wait: x", ""},
		{"one with a name", "- launch: a\n  session: app\n- wait: x", ""},
		{"main beside another", "- launch: a\n- launch: b\n  session: app\n- wait: x\n- wait: y\n  session: app", ""},
		{"all have names", "- launch: a\n  session: one\n- launch: b\n  session: two\n- wait: x",
			"t.yaml:6:3: the scenario has several sessions: say which"},
		{"a name that is none", "- launch: a\n  session: app\n- wait: x\n  session: ap",
			"t.yaml:5:12: session ap is not open yet"},
		{"before it is opened", "- wait: x\n- launch: a", "t.yaml:2:3: session main is not open yet"},
		{"opened twice", "- launch: a\n- launch: b", "t.yaml:3:3: session main is open already"},
		{"run in a program", "- launch: a\n- run: ls", "t.yaml:3:3: run needs a shell, and session main was started with launch"},
		{"a name without any program", "- run: ls\n  session: app", "t.yaml:3:12: session app is not open yet"},
		{"exec has none", "- exec: ls\n  session: app", "t.yaml:3:12: exec runs outside every session"},
		{"output without a run", "- shell: sh\n- expect: {text: a, in: output}", "t.yaml:3:11: no run step comes before"},
		{"output after a run", "- shell: sh\n- run: ls\n- expect: {text: a, in: output}", ""},
		{"its own echo", "- launch: cat\n- enter: hello\n- wait: hello",
			"t.yaml:4:9: the step before types this text: its echo ends the wait"},
		{"an echo at a prompt does not count", "- shell: sh\n- enter: hello\n- wait: hello", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, ps := load(t, "steps:\n"+tt.yaml+"\n", options())
			if got := ps.Error(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A variable that an exec step sets is known only while running, whatever the
// file gives it at first.
func TestReferences(t *testing.T) {
	o := options()
	o.Env = func(name string) (string, bool) { return "caller's", name == "HOME" }
	p := loadPlan(t, `
secrets: [TOKEN]
vars: {v: first, w: "in ${{ scenario.dir }}"}
services: {api: "x ${{ services.api.port }}"}
steps:
  - exec: {command: ls, into: v}
  - launch: cat
  - type: ${{ vars.v }} ${{ vars.w }} ${{ env.HOME }} ${{ secrets.TOKEN }} ${{ services.api.port }} ${{ scenario.tmp }} $HOME ${HOME} $$
`, o)
	want := "${{ vars.v }} in /dir caller's ${{ secrets.TOKEN }} ${{ services.api.port }} ${{ scenario.tmp }} $HOME ${HOME} $$"
	if got := p.Steps[2].Step.Action.Summary(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !p.Services[0].Port {
		t.Error("no port is allotted")
	}
}

func TestIDs(t *testing.T) {
	all, ps := scenario.Load("sub/t.yaml", []byte("name: one\nsteps: [{run: ls}]\n---\nsteps:\n  - run: ls\n---\nname: three\nsteps:\n  - run: ls\n"), options())
	if ps.Fatal() {
		t.Fatalf("%v", ps)
	}
	var got []string
	for _, s := range all {
		got = append(got, s.ID+" "+s.Name)
	}
	if want := "sub/t.yaml#one one, sub/t.yaml#2 t#2, sub/t.yaml#three three"; strings.Join(got, ", ") != want {
		t.Errorf("%v", got)
	}
}
