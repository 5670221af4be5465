//go:build e2e

package report

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// reader runs a program that reads a report from its standard input.
func reader(t *testing.T, write func(*bytes.Buffer) error, name string, args ...string) (string, error) {
	t.Helper()
	var in bytes.Buffer
	if err := write(&in); err != nil {
		t.Fatal(err)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Stdin = &in
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func calls() map[string]*Call {
	return map[string]*Call{"every outcome": everyOutcome(), "nothing": {}, "junit": callOf(junitRuns()...), "hostile": callOf(hostile())}
}

func TestJUnitWithXmllint(t *testing.T) {
	for name, c := range calls() {
		out, err := reader(t, func(b *bytes.Buffer) error { return JUnit(b, c) },
			"xmllint", "--noout", "--schema", filepath.Join("testdata", "junit.xsd"), "-")
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// The package of the format's authors judges.
func TestCTRFWithItsValidator(t *testing.T) {
	const judge = `
let text = '';
process.stdin.on('data', d => text += d).on('end', () => {
  const r = require('ctrf').validate(JSON.parse(text));
  if (!r.valid) { console.error(JSON.stringify(r, null, 1)); process.exit(1) }
});`
	for name, c := range calls() {
		out, err := reader(t, func(b *bytes.Buffer) error { return CTRF(b, c) }, "node", "-e", judge)
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	out, err := reader(t, func(b *bytes.Buffer) error {
		err := CTRF(b, everyOutcome())
		*b = *bytes.NewBufferString(strings.Replace(b.String(), `"status": "passed"`, `"status": "fine"`, 1))
		return err
	}, "node", "-e", judge)
	if err == nil {
		t.Errorf("a bad status is accepted: %s", out)
	}
}

func TestTAPWithProve(t *testing.T) {
	prove := func(c *Call) (string, error) {
		var b bytes.Buffer
		if err := TAP(&b, c); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "scenario.tap")
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return reader(t, func(*bytes.Buffer) error { return nil }, "prove", "-v", "--exec", "cat", file)
	}
	out, err := prove(everyOutcome())
	if err == nil {
		t.Error("prove finds no failure")
	}
	for _, want := range []string{"Tests: 7 Failed: 3", "Failed tests:  4-6", "less 1 skipped subtest"} {
		if !strings.Contains(strings.ToLower(out), strings.ToLower(want)) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(out, "Parse errors") || t.Failed() {
		t.Log(out)
		t.Fail()
	}
	if out, err := prove(callOf(success())); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
