package scenario_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/scenario"
)

// world is options in which there are files.
func world(files map[string]string) scenario.Options {
	return scenario.Options{
		Dir: "/w/tests", Env: func(string) (string, bool) { return "", false },
		ReadFile: func(path string) ([]byte, error) {
			if s, ok := files[path]; ok {
				return []byte(s), nil
			}
			return nil, fs.ErrNotExist
		},
	}
}

func loaded(t *testing.T, src string, o scenario.Options) (all []*scenario.Scenario, problems []string) {
	t.Helper()
	all, ps := scenario.Load("tests/t.yaml", []byte(src), o)
	for _, p := range ps {
		problems = append(problems, p.Error())
	}
	return all, problems
}

// The steps of another file come with its variables, those of with over them,
// also values that are known only while running; paths lead from file to file.
func TestUse(t *testing.T) {
	o := world(map[string]string{
		"/w/lib/login.yaml": "vars: {user: ann, pass: '', twice: '${{ vars.user }}${{ vars.user }}'}\nsecrets: PIN\nrequires: ssh\n" +
			"steps:\n  - enter: ${{ vars.user }}\n  - enter: ${{ vars.pass }} ${{ secrets.PIN }}\n  - use: deep.yaml\n  - type: ${{ vars.twice }}",
		"/w/lib/deep.yaml": "steps: [{key: enter}]",
	})
	all, problems := loaded(t, "vars: {user: bob}\nsecrets: TOKEN\nsteps:\n  - shell: sh\n  - use: {file: ../lib/login.yaml, with: {user: '${{ vars.user }}', pass: '${{ secrets.TOKEN }}'}}\n"+
		"    name: login\n    repeat: 2\n  - enter: ${{ vars.user }}", o)
	if problems != nil {
		t.Fatal(problems)
	}
	var got []string
	for _, ps := range scenario.NewPlan(all[0]).Steps {
		got = append(got, fmt.Sprintf("%s:%d %s %s", ps.Pos().File, ps.Pos().Line, ps.Text(), strings.Join(ps.Groups, ",")))
	}
	once := []string{
		"lib/login.yaml:5 enter: bob login",
		"lib/login.yaml:6 enter: ${{ secrets.TOKEN }} ${{ secrets.PIN }} login",
		"lib/deep.yaml:1 key: enter login",
		"lib/login.yaml:8 type: bobbob login",
	}
	want := append([]string{"tests/t.yaml:4 shell: sh "}, append(append(once, once...), "tests/t.yaml:8 enter: bob ")...)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if s := all[0]; len(s.Secrets) != 2 || len(s.Requires) != 1 || strings.Join(s.Sources, " ") != "/w/lib/login.yaml /w/lib/deep.yaml" {
		t.Errorf("secrets %v, requires %v, sources %v", s.Secrets, s.Requires, s.Sources)
	}
}

func TestUseMistakes(t *testing.T) {
	deep := map[string]string{}
	for i := range 20 {
		deep[fmt.Sprintf("/w/tests/d%d.yaml", i)] = fmt.Sprintf("steps: [{use: d%d.yaml}]", i+1)
	}
	wide := map[string]string{"/w/tests/w10.yaml": "steps: [{key: a}]"}
	for i := range 10 {
		wide[fmt.Sprintf("/w/tests/w%d.yaml", i)] = "steps: [" + strings.Repeat(fmt.Sprintf("{use: w%d.yaml},", i+1), 5) + "{key: b}]"
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		src   string
		want  []string
	}{
		{"missing", nil, "steps: [{use: a.yaml}]", []string{"tests/t.yaml:1:15: no file a.yaml"}},
		{
			"a circle", map[string]string{"/w/tests/a.yaml": "steps: [{use: b.yaml}]", "/w/tests/b.yaml": "steps: [{use: a.yaml}]"}, "steps: [{use: a.yaml}]",
			[]string{"tests/b.yaml:1:15: files can't use each other: tests/a.yaml -> tests/b.yaml -> tests/a.yaml"},
		},
		{"itself", nil, "steps: [{use: ./t.yaml}]", []string{"tests/t.yaml:1:15: files can't use each other: tests/t.yaml -> tests/t.yaml"}},
		{"too deep", deep, "steps: [{use: d0.yaml}]", []string{"tests/d15.yaml:1:15: files use files more than 16 deep"}},
		{"too many", wide, "steps: [{launch: vim}, {use: w0.yaml}]", []string{"tests/w9.yaml:1:79: files are used more than 1000 times"}},
		{
			"its own mistakes", map[string]string{"/w/tests/a.yaml": "steps:\n  - wiat: x\n  - type: ${{ vars.who }}"}, "vars: {who: me}\nsteps: [{launch: vim}, {use: a.yaml}]",
			[]string{"tests/a.yaml:2:5: unknown step: wiat", "tests/a.yaml:3:11: unknown variable: vars.who"},
		},
		{"no steps", map[string]string{"/w/tests/a.yaml": "vars: {a: b}"}, "steps: [{use: a.yaml}]", []string{"tests/t.yaml:1:15: a.yaml has no steps"}},
		{
			"several documents", map[string]string{"/w/tests/a.yaml": "steps: [{key: a}]\n---\nsteps: [{key: b}]"}, "steps: [{use: a.yaml}]",
			[]string{"tests/t.yaml:1:15: a.yaml has 2 scenarios, not one"},
		},
		{
			"an unknown variable", map[string]string{"/w/tests/a.yaml": "vars: {user: x}\nsteps: [{exec: ls}]"}, "steps: [{use: {file: a.yaml, with: {usr: b}}}]",
			[]string{"tests/t.yaml:1:37: tests/a.yaml has no variable usr"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, problems := loaded(t, tt.src, world(tt.files)); cmp.Diff(tt.want, problems) != "" {
				t.Error(cmp.Diff(tt.want, problems))
			}
		})
	}
}

// The nearest configuration counts; mappings are merged key by key, everything
// else is replaced whole; its paths are relative to its own folder.
func TestConfig(t *testing.T) {
	files := map[string]string{
		"/w/scenario.config.yaml": "size: 100x30\nenv: {A: 1, B: 2}\nvars: {who: config, greet: 'hi ${{ vars.who }}'}\n" +
			"look: {theme: brand.json, padding: 7}\npace: real\ntimeouts: {step: 3s, run: 4s}\ntags: [a, b]\ncwd: work\n" +
			"services: {api: ./serve, db: {command: db, cwd: data}}",
		"/scenario.config.yaml": "size: 10x10",
	}
	all, problems := loaded(t, "env: {B: 3}\nvars: {who: file}\nlook: {font_size: 20}\npace: {typing: 1ms}\ntimeouts: {run: 9s}\ntags: c\nsteps:\n  - run: echo ${{ vars.who }}", world(files))
	if len(problems) > 0 && !strings.Contains(problems[0], "no theme file ../brand.json") {
		t.Fatal(problems)
	}
	s := all[0]
	l, p := s.ResolvedLook(), s.ResolvedPace()
	var env []string
	for _, v := range s.Env {
		env = append(env, v.Name+"="+v.Value.String())
	}
	services := ""
	for _, svc := range s.Services {
		services += svc.Command.String() + " in " + svc.Cwd.String() + "; "
	}
	got := []any{
		s.Size.String(), strings.Join(env, " "), s.Vars["who"], string(l.Theme), l.Padding, l.FontSize, p.Timeline, p.TypingMs,
		s.Timeouts.Step.String(), s.Timeouts.Run.String(), strings.Join(s.Tags, " "), s.Cwd.String(), services, strings.Join(s.Sources, " "),
	}
	want := []any{
		"100x30", "A=1 B=3", "file", "../brand.json", 7, 20, "real", int64(1), "3s", "9s", "c", "../work",
		"./serve in ..; db in ../data; ", "/w/scenario.config.yaml",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestConfigMistakes(t *testing.T) {
	_, problems := loaded(t, "steps: [{run: ls}]", world(map[string]string{
		"/w/scenario.config.yaml": "sise: 3\nsteps: [{run: ls}]\nbefore: [{run: ls}]\nvars: {a: '${{ vars.b }}'}",
	}))
	want := []string{
		"scenario.config.yaml:1:1: unknown key: sise",
		"scenario.config.yaml:2:1: a configuration has no steps",
		"scenario.config.yaml:3:1: a configuration has no steps",
		"scenario.config.yaml:4:12: unknown variable: vars.b",
	}
	if d := cmp.Diff(want, problems); d != "" {
		t.Error(d)
	}
}

// Command line over step over group over file over configuration over default.
func TestPrecedence(t *testing.T) {
	o := world(map[string]string{"/w/tests/scenario.config.yaml": "size: 100x30\nvars: {v: config, w: config}\ntimeouts: {step: 3s}"})
	o.Vars = map[string]string{"v": "flag"}
	src := "vars: {v: file, x: '${{ vars.w }}'}\nsteps:\n  - launch: echo ${{ vars.v }} ${{ vars.x }}\n  - wait: a\n  - timeout: 5s\n    steps:\n      - wait: b\n      - wait: c\n        timeout: 7s"
	all, problems := loaded(t, src, o)
	if problems != nil {
		t.Fatal(problems)
	}
	got := []string{all[0].Size.String()}
	for _, ps := range scenario.NewPlan(all[0]).Steps {
		got = append(got, ps.Text()+" "+ps.Timeout.String())
	}
	want := []string{"100x30", "launch: echo flag config 3s", "wait: a 3s", "wait: b 5s", "wait: c 7s"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
