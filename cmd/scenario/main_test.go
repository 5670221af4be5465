package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/internal/doc"
	"scenario/report"
	"scenario/scenario"
)

func TestVerdict(t *testing.T) {
	tests := []struct {
		name   string
		totals report.Totals
		signal int
		want   int
		strict bool // --fail-on-flaky
		missed int  // by shards
	}{
		{"all passed", report.Totals{Passed: 2}, 0, 0, false, 0},
		{"flaky", report.Totals{Passed: 2, Flaky: 1}, 0, 0, false, 0},
		{"flaky is a failure", report.Totals{Passed: 2, Flaky: 1}, 0, 1, true, 0},
		{"not run by a shard", report.Totals{Passed: 1, Skipped: 1}, 0, 3, false, 1},
		{"skipped", report.Totals{Passed: 1, Skipped: 1}, 0, 0, false, 0},
		{"one failed", report.Totals{Passed: 2, Failed: 1}, 0, 1, false, 0},
		{"one blocked", report.Totals{Passed: 2, Blocked: 1}, 0, 3, false, 0},
		{"failed and blocked", report.Totals{Failed: 1, Blocked: 1}, 0, 1, false, 0},
		{"interrupted", report.Totals{Failed: 1, Skipped: 1}, 130, 130, false, 0},
		{"interrupted with nothing failed", report.Totals{Passed: 1}, 143, 143, false, 0},
	}
	for _, tt := range tests {
		if got := verdict(tt.totals, reporting{ended: tt.signal, failOnFlaky: tt.strict, missed: tt.missed}); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

// devNull is an app whose output goes nowhere.
func devNull(t *testing.T, env ...string) *app {
	t.Helper()
	f, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return &app{stdin: f, stdout: &stream{f: f}, stderr: &stream{f: f}, env: env, color: "auto"}
}

func TestStatus(t *testing.T) {
	a := devNull(t)
	tests := []struct {
		name string
		err  error
		want int
	}{
		{"none", nil, 0},
		{"its own", status(3), 3},
		{"of the call", errors.New("bad"), 2},
		{"of the call, with a hint", hinted{errors.New("bad"), "good"}, 2},
		{"of the work", failure{errors.New("full")}, 1},
		{"of the work, with a hint", hinted{failure{errors.New("full")}, "empty"}, 1},
	}
	for _, tt := range tests {
		if got := a.status(tt.err); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
	for code, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 1, 130: 130} {
		if got := a.worse(code, failure{errors.New("full")}); got != want {
			t.Errorf("worse(%d) = %d, want %d", code, got, want)
		}
	}
}

// A file is no terminal, so that auto means without colours.
func TestWantsColor(t *testing.T) {
	tests := []struct {
		flag string
		env  []string
		want bool
	}{
		{"auto", nil, false},
		{"always", []string{"NO_COLOR=1"}, true},
		{"never", []string{"CLICOLOR_FORCE=1"}, false},
		{"auto", []string{"CLICOLOR_FORCE=1"}, true},
		{"auto", []string{"CLICOLOR_FORCE=0"}, false},
		{"auto", []string{"CLICOLOR_FORCE=1", "NO_COLOR=1"}, false},
		{"auto", []string{"CLICOLOR_FORCE=1", "NO_COLOR="}, true},
	}
	for _, tt := range tests {
		a := devNull(t, tt.env...)
		a.color = tt.flag
		if got := a.wantsColor(a.stdout); got != tt.want {
			t.Errorf("--color %s with %v: %v", tt.flag, tt.env, got)
		}
	}
}

func TestUTF8(t *testing.T) {
	tests := []struct {
		env  []string
		want bool
	}{
		{nil, false},
		{[]string{"LANG=C.UTF-8"}, true},
		{[]string{"LANG=de_DE.utf8"}, true},
		{[]string{"LANG=C.UTF-8", "LC_ALL=C"}, false},
		{[]string{"LANG=C", "LC_CTYPE=en_US.UTF-8"}, true},
		{[]string{"LC_ALL=", "LANG=C.UTF-8"}, true},
		{[]string{"LANG=C.UTF-8", "LANG=C"}, false}, // the last one counts
	}
	for _, tt := range tests {
		if got := devNull(t, tt.env...).utf8(); got != tt.want {
			t.Errorf("%v: %v", tt.env, got)
		}
	}
}

func TestColumns(t *testing.T) {
	got := columns([][]string{{"1", "", "main", "x"}, {"10", "", "", "y  z"}})
	want := []string{"1   main  x", "10        y  z"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestInside(t *testing.T) {
	for path, want := range map[string]string{
		"a.gif":            "out/a.gif",
		"pics/a.png":       "out/pics/a.png",
		"../docs/a.gif":    "out/docs/a.gif",
		"../../../a.gif":   "out/a.gif",
		"/etc/a.gif":       "out/etc/a.gif",
		"pics/../../a.gif": "out/a.gif",
	} {
		if got := filepath.ToSlash(inside("out", path)); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// Every engine can be named in a file, and no other.
func TestEngines(t *testing.T) {
	load := func(name string) doc.Problems {
		_, problems := scenario.Load("x.yaml", []byte("terminal: {engine: "+name+"}\nsteps: [{launch: x}]"), scenario.Options{})
		return problems
	}
	for name := range engines() {
		if p := load(name); len(p) > 0 {
			t.Errorf("%s: %v", name, p)
		}
	}
	if p := load("other"); !p.Fatal() || !strings.Contains(p[0].Message, strings.Join(slices.Sorted(maps.Keys(engines())), " or ")) {
		t.Error(p)
	}
	if _, err := engines().Named(""); err != nil {
		t.Error(err)
	}
}

// The examples are valid, whatever programs are there.
func TestExamples(t *testing.T) {
	a := devNull(t, "PATH=/usr/bin:/bin")
	if code := a.main([]string{"check", filepath.Join("..", "..", "examples")}); code != statusOK {
		a.stdout = &stream{f: os.Stdout}
		a.main([]string{"check", filepath.Join("..", "..", "examples")})
		t.Errorf("status %d", code)
	}
}
