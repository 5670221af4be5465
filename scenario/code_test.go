package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"scenario/scenario"
)

// Every code has an example: a problem with it in the bad file of its name. No
// problem has a code that is not in the table.
func TestCodes(t *testing.T) {
	files := badFiles(t)
	found := map[string]bool{}
	names := []string{}
	for _, c := range scenario.Codes() {
		if names = append(names, c.Name); c.Doc == "" {
			t.Errorf("%s is not explained", c.Name)
		}
	}
	for name, src := range files {
		_, problems := scenario.Load(name, src, options())
		for _, p := range problems {
			if !slices.Contains(names, p.Code) {
				t.Errorf("%v has the unknown code %q", p, p.Code)
			}
			if p.Code == strings.TrimSuffix(name, ".yaml") {
				found[p.Code] = true
			}
		}
	}
	for _, name := range names {
		if !found[name] {
			t.Errorf("testdata/bad/%s.yaml has no example of the code", name)
		}
	}
	if len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Error("a code is there twice")
	}
}
