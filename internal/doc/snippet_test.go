package doc

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormat(t *testing.T) {
	ps := Problems{
		{Pos: Pos{"k9s.yaml", 9, 10}, Width: 1, Source: "  - type: # show all pods", Message: "type is empty", Hint: "# starts a YAML comment: quote the text"},
		{Pos: Pos{"k9s.yaml", 6, 5}, Width: 4, Source: "  - wiat: Pods", Message: "unknown step: wiat", Hint: `did you mean "wait"?`},
		{Pos: Pos{"k9s.yaml", 6, 5}, Width: 4, Source: "  - wiat: Pods", Message: "unknown step: wiat", Hint: `did you mean "wait"?`},
		{Pos: Pos{"a.yaml", 1, 1}, Width: 1, Message: "the file is empty"},
		{Pos: Pos{"k9s.yaml", 8, 11}, Width: 1, Source: "  - hold: 2", Message: "a duration needs a unit", Hint: "write 2s or 2ms"},
	}
	const want = `k9s.yaml:6:5: unknown step: wiat
    6 |   - wiat: Pods
      |     ^^^^
  hint: did you mean "wait"?

k9s.yaml:8:11: a duration needs a unit
    8 |   - hold: 2
      |           ^
  hint: write 2s or 2ms

k9s.yaml:9:10: type is empty
    9 |   - type: # show all pods
      |          ^
  hint: # starts a YAML comment: quote the text

a.yaml:1:1: the file is empty
`
	var b strings.Builder
	if err := ps.Format(&b, false); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	b.Reset()
	warn := Problems{{Pos: Pos{"a", 1, 1}, Width: 2, Source: "ab", Message: "m", Warning: true}}
	if err := warn.Format(&b, true); err != nil {
		t.Fatal(err)
	}
	if want := "\x1b[1ma:1:1:\x1b[m \x1b[33mwarning: \x1b[mm\n    1 | ab\n      | \x1b[33m^^\x1b[m\n"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("0123456789", 30)
	for _, tt := range []struct {
		name       string
		src        string
		col, width int
		want       string
	}{
		{"wide characters", "日本: 語x", 5, 1, "日本: 語x\n      |       ^^\n"},
		{"combining characters", "e\u0301: x", 5, 1, "e\u0301: x\n      |    ^\n"},
		{"a tab", "\ta: x", 5, 1, "    a: x\n      |        ^\n"},
		{"a control character", "a: \x1b[31mx", 9, 1, "a: \ufffd[31mx\n      |         ^\n"},
		{"behind the end", "a:", 3, 1, "a:\n      |   ^\n"},
		{"behind cut blanks", "a:    ", 5, 2, "a:\n      |     ^\n"},
		{"wider than the line", "a: b", 4, 99, "a: b\n      |    ^\n"},
		{"the beginning of a long line", long, 3, 2, long[:100] + "...\n      |   ^^\n"},
		{"the middle of a long line", long, 201, 5, "..." + long[150:247] + "...\n      | " + strings.Repeat(" ", 53) + "^^^^^\n"},
		{"the end of a long line", long, 300, 1, "..." + long[249:] + "\n      | " + strings.Repeat(" ", 53) + "^\n"},
	} {
		p := &Problem{Pos: Pos{"f", 7, tt.col}, Width: tt.width, Source: tt.src}
		if diff := cmp.Diff("    7 | "+tt.want, p.Snippet()); diff != "" {
			t.Errorf("%s:\n%s", tt.name, diff)
		}
	}
}
