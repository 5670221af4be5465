package doc

import (
	"strings"
	"testing"
	"time"

	"scenario/internal/cpu"
)

// Inputs made to be slow must end soon, and with a place
// inside the file.
func TestHostile(t *testing.T) {
	const size = maxSize / 8
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	for name, src := range map[string]string{
		"comments":           fill("#\n"),
		"items":              fill("- a\n"),
		"nested items":       fill("- "),
		"nested lists":       fill("["),
		"closed lists":       strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
		"nested mappings":    fill("{a: "),
		"keys":               fill("? "),
		"commented items":    fill("- # a\n"),
		"commented keys":     fill("a: # x\n"),
		"one key":            fill("a: b\n"),
		"tags":               fill("!a "),
		"anchors":            fill("&a "),
		"anchors in a line":  "a: [" + strings.Repeat("&a 1, ", size/8) + "]",
		"texts in a line":    "a: [" + strings.Repeat("b, ", size/3-10) + "]",
		"JSON in a line":     `{"a": [` + strings.Repeat(`"\/é",`, size/10) + `1]}`,
		"quotes":             fill(`"`),
		"open quotes":        fill("- \"a\n"),
		"open brackets":      fill("- {a\n"),
		"documents":          fill("---\n"),
		"bad documents":      fill("---\n*\n"),
		"bad values":         fill("- *\n"),
		"bad indentation":    "a:\n" + strings.Repeat("  - b\n - c\n", size/12),
		"tabs":               "a:\n" + strings.Repeat("\t- b\n", size/8),
		"tabs and values":    "a:\n" + strings.Repeat("\t- *\n - b\n", size/16),
		"controls":           fill("\x00"),
		"control lines":      fill("\x01\n"),
		"deep, then bad":     strings.Repeat("- ", 5000) + "*",
		"deeper and deeper":  deeper(1400),
		"unknown anchors":    "a:\n" + strings.Repeat("  - *b\n", size/8),
		"other anchors":      "a:\n" + manyAliases(20000),
		"bomb":               bomb(),
		"chain":              chain(2000),
		"long key":           strings.Repeat("k", size-10) + ": *",
		"long plain":         "a: " + strings.Repeat("b\n ", size/3-10),
		"colons":             "a: " + strings.Repeat("b: ", size/3-10),
		"percent":            fill("%a\n"),
		"markers everywhere": fill("\ue000 "),
		"missing colons":     fill("abc\n"),
	} {
		t.Run(name, func(t *testing.T) {
			before := cpu.Used()
			f, ps := Parse("f.yaml", []byte(src))
			if d := cpu.Used() - before; d > 5*time.Second {
				t.Errorf("took %v of CPU", d)
			}
			if len(ps) > maxProblems+1 {
				t.Errorf("%d problems", len(ps))
			}
			inside(t, f, ps)
			var b strings.Builder
			if err := ps.Format(&b, true); err != nil || b.Len() > 1<<20 {
				t.Errorf("%d bytes printed, error %v", b.Len(), err)
			}
		})
	}
}

func deeper(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func manyAliases(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("  - *b" + strings.Repeat("x", i%50) + string(rune('a'+i%26)) + "\n")
	}
	return b.String()
}

func bomb() string {
	s := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		p := string(rune('0' + i))
		q := string(rune('1' + i))
		s += "a" + q + ": &a" + q + " [*a" + p + strings.Repeat(", *a"+p, 8) + "]\n"
	}
	return s
}

func chain(n int) string {
	var b strings.Builder
	b.WriteString("a:\n- &a x\n")
	for range n {
		b.WriteString("- &a [*a]\n")
	}
	return b.String()
}

// inside checks that every problem has a place in the file, a message and a
// hint.
func inside(t *testing.T, f *File, ps Problems) {
	t.Helper()
	for _, p := range ps {
		if p.Line < 1 || p.Line > max(1, len(f.lines)) || p.Col < 1 || p.Width < 1 || p.Message == "" || p.Source != "" && p.Col > len([]rune(p.Source))+1 {
			t.Errorf("a problem without a place: %+v", p)
		}
	}
}
