package rpc

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/agents.md names every method, and no other.
func TestTheDocsNameEveryMethod(t *testing.T) {
	b, err := os.ReadFile("../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile("(?s)`(batch click [^`]+)`").FindSubmatch(b)
	if list == nil {
		t.Fatal("no list of methods")
	}
	want := []string{"server.shutdown"} // which ends the reading
	for _, m := range methods() {
		want = append(want, m.name)
	}
	slices.Sort(want)
	if got := strings.Fields(string(list[1])); !slices.Equal(got, want) {
		t.Errorf("there are\n%q, the docs have\n%q", want, got)
	}
}
