//go:build e2e && linux

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// walk is a way through a menu of vttest: the numbers that lead to it, then its
// tests, each with the numbers that begin it (settings of the menu, then the
// test) and how many screens it shows.
type walk struct {
	menu  string
	tests []menuTest
}

type menuTest struct {
	choose  string
	screens int
	last    string // what the last of them shows, when "Push <RETURN>" is there too early
}

// main is the menu that vttest begins with.
const main = "0"

// walks leave out what asks for keys on a keyboard, and 132 columns.
func walks() []walk {
	const saved = "cursor save/restore ok"
	return []walk{
		{main, []menuTest{{"1", 6, ""}, {"2", 15, ""}, {"4", 6, ""}, {"8", 14, ""}}},
		{"3", []menuTest{{"8", 1, ""}, {"9", 1, ""}, {"10", 1, ""}, {"11", 2, ""}}},
		{"6", []menuTest{{"3", 1, ""}, {"4", 1, ""}, {"5", 1, ""}, {"6", 1, ""}, {"7", 1, ""}}},
		{"9", []menuTest{{"1", 12, ""}, {"2", 2, ""}, {"3", 1, ""}, {"5", 1, ""}, {"6", 2, ""}, {"7", 1, ""}, {"8", 6, ""}, {"9", 2, ""}}},
		{"10", []menuTest{{"3", 2, ""}}},
		{"11 1", []menuTest{{"5", 1, ""}, {"6", 2, ""}}},
		{"11 1 4", []menuTest{{"5", 1, ""}, {"6", 1, ""}, {"7", 1, ""}, {"8", 1, ""}, {"9", 1, ""}, {"10", 1, ""}}},
		{"11 1 2", []menuTest{{"2", 2, ""}, {"3", 1, ""}, {"4", 3, ""}}},
		{"11 2 2", []menuTest{{"1", 1, ""}, {"2", 1, ""}}},
		{"11 3 2", []menuTest{{"7", 1, ""}, {"8", 1, ""}, {"9", 1, ""}, {"10", 1, ""}, {"3 5 9", 1, ""}, {"4 10", 1, ""}, {"7", 1, ""}, {"8", 1, ""}, {"2 9", 1, ""}}},
		{"11 3 3", []menuTest{{"6", 1, ""}, {"7", 1, ""}, {"8", 1, ""}, {"9", 2, ""}, {"10", 4, ""}, {"11", 4, ""}, {"12", 2, ""}, {"13", 1, ""},
			{"2 3 4 9", 2, ""}, {"10", 4, ""}, {"11", 4, ""}, {"12", 2, ""}, {"1 13", 1, ""}}},
		{"11 3 6", []menuTest{{"7", 2, ""}, {"8", 4, ""}, {"9", 1, ""}, {"10", 2, ""}, {"11", 2, ""}, {"12", 4, ""}, {"1 2 3 4 8", 4, ""}, {"9", 1, ""}}},
		{"11 4 2", []menuTest{{"7", 1, ""}, {"8", 1, ""}, {"9", 1, ""}, {"10", 1, ""}, {"11", 1, ""}, {"12", 1, ""}, {"13", 1, ""}, {"14", 1, ""}, {"15", 1, ""}, {"2 3 4 5 13", 1, ""}}},
		{"11 4 6", []menuTest{{"2", 8, ""}}},
		{"11 5", []menuTest{{"1", 1, ""}, {"2", 1, ""}, {"3", 1, ""}, {"4", 1, ""}, {"5", 1, ""}, {"6", 1, ""}, {"7", 1, ""}, {"8", 1, ""}, {"9", 1, ""}}},
		{"11 6", []menuTest{{"2", 1, ""}, {"3", 1, ""}, {"4", 2, ""}, {"5", 2, ""}, {"8", 6, ""}, {"9", 3, ""}}},
		{"11 6 6", []menuTest{{"1", 5, ""}, {"2", 14, ""}, {"3", 16, ""}}},
		{"11 7", []menuTest{{"2", 1, ""}, {"3", 1, ""}, {"4", 1, ""}, {"5", 1, ""}, {"6", 1, ""}}},
		{"11 7 1", []menuTest{{"2", 1, ""}}},
		{"11 8 7", []menuTest{{"3", 3, saved}, {"4", 3, saved}, {"5", 3, saved}}},
	}
}

// scenario writes the walk as a scenario with a picture of every screen.
func (w walk) scenario() string {
	var b strings.Builder
	step := func(format string, args ...any) { fmt.Fprintf(&b, "  - "+format+"\n", args...) }
	name := "vttest-" + strings.ReplaceAll(w.menu, " ", ".")
	fmt.Fprintf(&b, "name: %s\nsize: 80x24\nsteps:\n", name)
	step("launch: vttest 24x80.80")
	step("wait: Enter choice number")
	choose := func(numbers string) {
		for _, n := range strings.Fields(numbers) {
			step("enter: %q", n)
		}
	}
	if w.menu != main {
		choose(w.menu)
	}
	screens := 0
	for i, test := range w.tests {
		if i > 0 || w.menu != main {
			step("wait: Enter choice number")
		}
		choose(test.choose)
		for i := range test.screens {
			screens++
			if i++; i == test.screens && test.last != "" {
				step("wait: %s", test.last)
			}
			step("wait: Push <RETURN>")
			step("screenshot: [out/%s-%02d.png, out/%[1]s-%02[2]d.txt]", name, screens)
			step("key: enter")
		}
	}
	step("wait: Enter choice number")
	return b.String()
}

// vttest goes through its menus, and every screen is the one that xterm shows.
func TestVttestAsInXterm(t *testing.T) {
	need(t, "vttest", "xterm", "Xvfb")
	bin := command(t)
	files := map[string]string{}
	var names []string
	for i, w := range walks() {
		name := fmt.Sprintf("%02d.yaml", i)
		files[name] = w.scenario()
		names = append(names, name)
	}
	dir := workspace(t, files)
	run(t, bin, dir, append([]string{"run"}, names...)...)
	var all []shot
	for i := range names {
		all = append(all, shots(t, filepath.Join(dir, "scenario-results", fmt.Sprintf("%02d", i), "attempt-1"))...)
	}
	const (
		double = "lines of double width or height are not there"
		bytes  = "bytes that are no UTF-8 are replaced in the recording that xterm is given"
	)
	asInXterm(t, all, map[string]string{
		"vttest-0-24": double, "vttest-0-25": double, "vttest-0-26": double, "vttest-0-27": double,
		"vttest-9-16": double, "vttest-3-03": bytes,
	})
}
