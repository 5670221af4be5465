package report

import (
	"os"
	"strings"
	"testing"
)

// docs/reports.md has every kind.
func TestReportsAreInTheDocs(t *testing.T) {
	doc, err := os.ReadFile("../docs/reports.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range Kinds() {
		if !strings.Contains(string(doc), "\n| `"+k.Name+"` |") {
			t.Errorf("docs/reports.md has no row for %s", k.Name)
		}
	}
}
