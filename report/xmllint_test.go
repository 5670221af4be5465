//go:build e2e

package report

import (
	"bytes"
	"os/exec"
	"testing"
)

func TestJUnitWithXmllint(t *testing.T) {
	var out bytes.Buffer
	if err := JUnit(&out, callOf(junitRuns()...)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("xmllint", "--noout", "-")
	cmd.Stdin = &out
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("xmllint: %v\n%s", err, msg)
	}
}
