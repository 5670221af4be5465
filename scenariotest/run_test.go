package scenariotest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"scenario/scenariotest"
)

// A suite of scenarios is one line of a test.
func TestScenarios(t *testing.T) {
	scenariotest.Run(t, "testdata/hello.yaml")
}

func TestSuiteWithVars(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "vars.yaml")
	write(t, file, "vars: {who: nobody}\nsize: 40x6\nsteps:\n  - launch: echo hello ${{ vars.who }}\n  - expect: hello Ada\n  - screenshot: ada.txt\n")
	t.Run("scenarios", func(t *testing.T) {
		scenariotest.Suite{Vars: map[string]string{"who": "Ada"}, Record: true}.Run(t, dir)
	})
	if b, err := os.ReadFile(filepath.Join(dir, "ada.txt")); err != nil || !strings.HasPrefix(string(b), "hello Ada\n") {
		t.Errorf("%q %v", b, err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestInside is what TestOutcomes runs in a process of its own: tests that fail.
func TestInside(t *testing.T) {
	switch os.Getenv("SCENARIOTEST_INSIDE") {
	case "run":
		scenariotest.Run(t, strings.Fields(os.Getenv("SCENARIOTEST_FILES"))...)
	case "wait":
		term := scenariotest.Launch(t, "sh", "-c", "echo hello world; read x")
		term.Wait("hello world")
		term.Do("wait: hello word\ntimeout: 300ms")
	case "missing":
		scenariotest.Launch(t, "no-such-program-here")
	case "step":
		scenariotest.Launch(t, "sh", "-c", "read x").Do("wiat: hello")
	}
}

// inside runs TestInside as go test would and returns its output.
func inside(t *testing.T, what string, args []string, env ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"-test.run=^TestInside$", "-test.v"}, args...)...)
	cmd.Env = append(os.Environ(), append(env, "SCENARIOTEST_INSIDE="+what, "TMPDIR="+t.TempDir())...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestOutcomes(t *testing.T) {
	for _, tt := range []struct {
		name, what, files string
		args              []string
		fails             bool
		want              []string // regular expressions
	}{
		{"passed and skipped", "run", "testdata/hello.yaml", nil, false, []string{
			`--- PASS: TestInside/testdata/hello.yaml#A_shell_greets`, `--- SKIP: TestInside/testdata/hello.yaml#not_today`, "for the test of skipping",
		}},
		{"short", "run", "testdata/hello.yaml", []string{"-test.short"}, false, []string{`--- SKIP: TestInside/testdata/hello.yaml#long`}},
		{"chosen by name, with what it needs", "run", "testdata/hello.yaml", []string{"-test.run=^TestInside$/hello.yaml/later"}, false, nil},
		{"failed", "run", "testdata/fails.yaml testdata/hello.yaml", nil, true, []string{
			`--- FAIL: TestInside/testdata/fails.yaml`, `fails.yaml:8:11: wait "hello word": not on the screen within 0.5s`, `nearest: "hello wor`, "what the failed test has left: (.*)",
			`--- PASS: TestInside/testdata/hello.yaml#later`,
		}},
		{"a missing program fails", "run", "testdata/blocked.yaml", nil, true, []string{`requires no-such-program-here: not on PATH`}},
		{"a mistake in a file", "run", "testdata/wrong.yaml testdata/hello.yaml", nil, true, []string{`wrong.yaml:2:5: unknown step: wiat`, `did you mean "wait"`}},
		{"nothing there", "run", "testdata/nothing*.yaml", nil, true, []string{`testdata/nothing\*\.yaml: no such file`}},
		{"a session that fails", "wait", "", nil, true, []string{
			`run_test.go:\d+: wait "hello word": not on the screen within 0.3s`, `nearest: "hello wor`, `│ hello world `, "what the failed test has left: (.*)",
		}},
		{"a program that is not there", "missing", "", nil, true, []string{`run_test.go:\d+: no-such-program-here: `}},
		{"a step that is none", "step", "", nil, true, []string{`run_test.go:\d+: wiat: hello: unknown step: wiat: did you mean "wait"\?`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out, err := inside(t, tt.what, tt.args, "SCENARIOTEST_FILES="+tt.files)
			if (err != nil) != tt.fails {
				t.Errorf("%v", err)
			}
			for _, want := range tt.want {
				m := regexp.MustCompile(want).FindStringSubmatch(out)
				if m == nil {
					t.Errorf("no %s in:\n%s", want, out)
				}
			}
		})
	}
}

// What a failed test has left is there afterwards; what a passed one has, is not.
func TestLeftOvers(t *testing.T) {
	for what, file := range map[string]string{"run": "testdata.fails/attempt-1/screen.png", "wait": "screen.png"} {
		out, err := inside(t, what, nil, "SCENARIOTEST_FILES=testdata/fails.yaml")
		m := regexp.MustCompile("what the failed test has left: (.*)").FindStringSubmatch(out)
		if err == nil || m == nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if found, _ := filepath.Glob(filepath.Join(m[1], "*")); len(found) == 0 {
			t.Errorf("nothing in %s", m[1])
		}
		if _, err := os.Stat(filepath.Join(m[1], file)); err != nil {
			all, _ := filepath.Glob(filepath.Join(m[1], "*", "*", "*"))
			t.Errorf("%v; there are %v", err, all)
		}
	}
	dir := t.TempDir()
	if out, err := inside(t, "run", []string{"-test.artifacts", "-test.outputdir=" + dir}, "SCENARIOTEST_FILES=testdata/hello.yaml"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	found := 0
	filepath.WalkDir(dir, func(path string, _ os.DirEntry, _ error) error {
		if filepath.Base(path) == "events.jsonl" {
			found++
		}
		return nil
	})
	if found != 3 {
		t.Errorf("%d logs among the artifacts, not 3", found)
	}
}
