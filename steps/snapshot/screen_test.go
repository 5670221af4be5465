package snapshot

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/internal/golden"
	"scenario/steps/match"
)

// shown is the screen that output leaves.
func shown(t *testing.T, cols, rows int, output string) *emulator.Screen {
	t.Helper()
	term := core.New(emulator.Options{Cols: cols, Rows: rows})
	if err := term.Write([]byte(output)); err != nil {
		t.Fatal(err)
	}
	var s emulator.Screen
	term.Snapshot(&s)
	return &s
}

// holes finds what regexes match in each row, as masks do.
func holes(s *emulator.Screen, name string, re *regexp.Regexp) (all []match.Hole) {
	for row := range s.Rows {
		for _, at := range re.FindAllStringIndex(s.RowText(row), -1) {
			all = append(all, match.Hole{Row: row, Col: at[0], Width: at[1] - at[0], Name: name})
		}
	}
	return all
}

const busy = "\x1b]2;a, b: c\a\x1b[1mbold\x1b[m \x1b[3;4:3;58:5:3mcurly\x1b[m plain\r\n" +
	"\x1b[31;47mred\x1b[m \x1b[7mreverse \x1b[m \x1b[38;2;1;2;3;48;5;236mrgb\x1b[m\r\n" +
	"世界 e\u0301 👨‍👩‍👧 \x1b[1m世\x1b[m|\r\n" +
	"\x1b]8;;https://example.com/a,b c\x1b\\link\x1b]8;;\x1b\\ \x1b[9mstrike\x1b[m \x1b[42m   \x1b[m\r\n" +
	"--- styles\r\n\x1b[5 q"

func TestScreenIsWritten(t *testing.T) {
	got := Take(shown(t, 30, 7, busy), Options{}).Bytes()
	golden.Check(t, filepath.Join("testdata", "busy.screen"), got)
	again, err := Parse(got)
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Bytes()) != string(got) {
		t.Errorf("it reads as\n%s", again.Bytes())
	}
	v := Compare(again, Take(shown(t, 30, 7, busy), Options{}))
	if !v.Same || string(v.Now.Bytes()) != string(got) {
		t.Errorf("%+v", v)
	}
}

func TestPartOfTheScreen(t *testing.T) {
	in := match.Region{Rows: match.Bounds{2, 3}, Cols: match.Bounds{1, 6}}
	got := Take(shown(t, 30, 7, busy), Options{In: in})
	want := []string{"red re", "世界 e\u0301"}
	if strings.Join(got.Rows, "|") != strings.Join(want, "|") || got.In != "{rows: [2, 3], cols: [1, 6]}" || got.Title != "" || got.Cursor != "hidden" {
		t.Errorf("%+v", got)
	}
}

// A blank that was written in the colour of the text around it looks like one
// that was not.
func TestInvisibleStylesDontCount(t *testing.T) {
	a := Take(shown(t, 20, 2, "\x1b[1;31ma b\x1b[m"), Options{})
	b := Take(shown(t, 20, 2, "\x1b[1;31ma\x1b[m \x1b[1;31mb\x1b[m"), Options{})
	if string(a.Bytes()) != string(b.Bytes()) {
		t.Errorf("%s\n%s", a.Bytes(), b.Bytes())
	}
}

// A number that grows by a digit moves nothing, whether the program pads it or
// lets the rest of the row follow.
func TestMaskedWidthsDontCount(t *testing.T) {
	for _, pair := range [][2]string{
		{"took 9ms   done", "took 120ms done"},
		{"took 9ms done", "took 120ms done"},
		{"|   9ms|", "|1200ms|"},
		{"(9ms)", "(12ms)"},
		{"9ms", "12ms"},
		{"a \x1b[1m9ms\x1b[m b", "a 12ms \x1b[7m \x1b[mb"},
		{"9ms 8ms 7ms|", "10ms 8ms 17ms|"},
		{"世 9ms 界", "世 10ms 界"},
	} {
		var forms []string
		for _, output := range pair {
			s := shown(t, 40, 2, output+"\x1b[2;1H")
			var all []match.Hole
			for _, h := range holes(s, "durations", match.Normaliser("durations")) {
				h.Col -= strings.Count(s.RowText(0)[:h.Col], "世") // bytes to columns
				all = append(all, h)
			}
			taken := Take(s, Options{Holes: all})
			forms = append(forms, string(taken.Bytes()))
			stored, err := Parse(taken.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if v := Compare(stored, taken); !v.Same || string(v.Now.Bytes()) != forms[len(forms)-1] {
				t.Errorf("%q does not match itself: %+v\n%s", output, v, v.Now.Bytes())
			}
		}
		if forms[0] != forms[1] {
			t.Errorf("%q:\n%s\n%s", pair, forms[0], forms[1])
		}
	}
}

func TestMaskedRectangleKeepsItsPlace(t *testing.T) {
	s := shown(t, 10, 2, "ab\x1b[1mcdef\x1b[mgh")
	got := Take(s, Options{Holes: []match.Hole{{Row: 0, Col: 2, Width: 3}, {Row: 1, Col: 8, Width: 9}}})
	if got.Rows[0] != "ab░░░fgh" || got.Rows[1] != "        ░░" || got.Styles[0] != "6 bold" {
		t.Errorf("%q %q", got.Rows, got.Styles)
	}
}

// Wildcards written by hand hold as long as the row matches them, also over an
// update.
func TestWildcardsThatStillMatchAreKept(t *testing.T) {
	stored, err := Parse([]byte(`scenario snapshot 1
size: 40x3
cursor: «*»
title: run «*» of 7
--- screen
started at «times», took«durations»
user «*> wrote «*»
same
--- styles
--- end
`))
	if err != nil {
		t.Fatal(err)
	}
	taken := Take(shown(t, 40, 3, "\x1b]2;run 3 of 7\astarted at 10:12:59, took 12ms\r\nuser «*> wrote \x1b[1ma.txt\x1b[m\r\nother"), Options{})
	v := Compare(stored, taken)
	if v.Same || v.Cells != 4 || v.Other != nil {
		t.Errorf("%+v", v)
	}
	want := []string{"started at «times» , took «durations»", "user «*> wrote «*»", "other"}
	if strings.Join(v.Now.Rows, "|") != strings.Join(want, "|") || v.Now.Title != "run «*» of 7" || v.Now.Cursor != Any {
		t.Errorf("%q", v.Now.Rows)
	}
	stored.Rows[0] = "started at «durations», took «durations»"
	if v := Compare(stored, taken); v.Now.Rows[0] != "started at 10:12:59, took 12ms" {
		t.Errorf("a wildcard that does not match is kept: %q", v.Now.Rows[0])
	}
}

func TestCompareCounts(t *testing.T) {
	base := Take(shown(t, 20, 3, "one two\r\nthree"), Options{})
	for _, test := range []struct {
		output string
		cells  int
		other  string
	}{
		{"one two\r\nthree", 0, ""},
		{"one twO\r\nthree", 1, ""},
		{"one \x1b[1mtwo\x1b[m\r\nthree", 3, ""},
		{"one two\r\nthr\x1b[2;6H", 2, ""},
		{"one two\r\nthree\x1b[?25l", 0, "cursor"},
		{"\x1b]2;t\aone two\r\nthree", 0, "title"},
		{"one two\r\nthree\x1b[42m\x1b[K", 15, ""},
	} {
		v := Compare(base, Take(shown(t, 20, 3, test.output), Options{}))
		if v.Cells != test.cells || strings.Join(v.Other, " ") != test.other {
			t.Errorf("%q: %+v", test.output, v)
		}
	}
	if v := Compare(base, Take(shown(t, 30, 3, "one two\r\nthree"), Options{})); strings.Join(v.Other, " ") != "size" || v.Cells != 0 {
		t.Errorf("%+v", v)
	}
}

func TestDiff(t *testing.T) {
	a := Take(shown(t, 20, 8, "\x1b]2;old\a1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n\x1b[1mseven\x1b[m"), Options{})
	b := Take(shown(t, 20, 8, "1\r\n2\r\nnew\r\n3\r\n4\r\n5\r\n6\r\n\x1b[4mseven\x1b[m"), Options{})
	golden.Check(t, filepath.Join("testdata", "diff.txt"), []byte(strings.Join(Diff(a, b), "\n")+"\n"))
}

func TestParseMistakes(t *testing.T) {
	const head = "scenario snapshot 1\nsize: 2x1\ncursor: 1:1\n"
	for src, want := range map[string]string{
		"":                                  `line 1: the first line is not "scenario snapshot 1"`,
		"\xff":                              "not UTF-8",
		head:                                "--- screen",
		head + "size: 3x1\n":                "line 4: size is there twice",
		head + "colour: red":                "line 4: neither size, in, cursor, title nor",
		head + "title: \n":                  "line 4: neither", // blanks at the end don't count
		"scenario snapshot 1\n--- screen\n": "line 2: size and cursor are needed above it",
		head + "--- screen\na\n":            `line 4: "--- styles" is missing below it`,
		head + "--- screen\na\tb\n--- styles\n--- end":                       "line 5: there is a control character in the row",
		head + "--- screen\na\n--- styles\n1: bold\n--- end":                 "line 7: \"bold\" is not columns and their style",
		head + "--- screen\na\n--- styles\n1: 5-2 bold\n--- end":             "line 7: \"5-2 bold\"",
		head + "--- screen\na\n--- styles\n1: 1-2 bold, 2 red\n--- end":      "line 7: \"2 red\"",
		head + "--- screen\na\n--- styles\n2: 1 bold\n--- end":               "line 7: there is no row 2",
		head + "--- screen\na\n--- styles\n1: 1 bold\n1: 2 red\n--- end":     "line 8: the styles of row 1 are there twice",
		head + "--- screen\na\n--- styles\nbold\n--- end":                    "line 7: not a row and its styles",
		head + "--- screen\na\n--- styles\n":                                 `"--- end" is missing`,
		head + "--- screen\na\n--- styles\n--- end\nx":                       "line 8: nothing comes behind",
		head + "--- screen\n" + strings.Repeat("a\n", 1001) + "--- styles\n": "line 1005: there are more than 1000 rows",
	} {
		if _, err := Parse([]byte(src)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
}

// git may have turned the ends of the lines into CRLF.
func TestParseTakesCRLF(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("testdata", "busy.screen"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Parse([]byte(strings.ReplaceAll(string(src), "\n", "\r\n")))
	if err != nil || string(f.Bytes()) != string(src) {
		t.Errorf("%v\n%s", err, f.Bytes())
	}
}

func FuzzParse(f *testing.F) {
	src, err := os.ReadFile(filepath.Join("testdata", "busy.screen"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(src)
	f.Add([]byte("scenario snapshot 1\nsize: 9x2\ncursor: «*»\n--- screen\n«times» a «*»\n--- styles\n--- styles\n1: 1-2 bold, 4 on red\n--- end"))
	screen := func() *Screen {
		term := core.New(emulator.Options{Cols: 30, Rows: 7})
		if err := term.Write([]byte(busy + "\x1b[H12:30:15 x a")); err != nil {
			f.Fatal(err)
		}
		var s emulator.Screen
		term.Snapshot(&s)
		return Take(&s, Options{})
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		a, err := Parse(src)
		if err != nil {
			return
		}
		b, err := Parse(a.Bytes())
		if err != nil || string(a.Bytes()) != string(b.Bytes()) {
			t.Fatalf("%v\n%s\n%s", err, a.Bytes(), b.Bytes())
		}
		taken := screen()
		v := Compare(a, taken)
		Diff(a, v.Now)
		stored, err := Parse(v.Now.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		// what an update has stored matches
		if again := Compare(stored, taken); !again.Same || string(again.Now.Bytes()) != string(v.Now.Bytes()) {
			t.Fatalf("%+v\n%s\n%s", again, v.Now.Bytes(), again.Now.Bytes())
		}
	})
}
