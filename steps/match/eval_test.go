package match

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"scenario/emulator"
)

// shop is a screen with a prompt, an entered command, its output, a wrapped
// row, wide characters and styles.
func shop() *Subject {
	s := subjectFor(screen(20, 8,
		"$ echo hello, world",
		"hello, world",
		"",
		"\x1b[1;34mname\x1b[0m   \x1b[48;5;236mgamma ray\x1b[0m",
		`0123456789abcdefghij\`,
		"klm  世界 e\u0301nd",
		"a  b",
		"$ ",
	))
	s.Entered = []Span{{0, 2, 0, 20}}
	s.Screen.Cursor = emulator.Cursor{Row: 7, Col: 2, Visible: true}
	s.Screen.Title = "my shop"
	s.Screen.Bells, s.BellsAtInput = 2, 2
	s.Scrollback = []emulator.Line{{Cells: cells(s.Screen.Table, "an old line")}, {Cells: cells(s.Screen.Table, "gone by")}}
	s.Screen.Scrolled = 2
	s.Output = &Range{3, 0, 4, 0}
	s.Quiet = 200 * time.Millisecond
	s.ReadFile = func(path string) ([]byte, error) {
		switch path {
		case "poem":
			return []byte("roses are red\nviolets are blue\n"), nil
		case "empty":
			return nil, nil
		case "locked":
			return nil, errors.New("permission denied")
		}
		return nil, fs.ErrNotExist
	}
	return s
}

func TestEval(t *testing.T) {
	const ok = ""
	for _, test := range []struct{ yaml, why string }{
		// text on the joined rows
		{`hello, world`, ok},
		{`world`, ok},
		{`World`, "not on the screen"},
		{`hijklm`, ok},
		{`hij klm`, "not on the screen"},
		{`"j\nk"`, "not on the screen"},
		{"\"world\\n\\n\"", ok},
		{"\"world\\n\\nname\"", ok},
		{"\"world  \\n\\nname\"", ok},
		{"\"world\\nname\"", "not on the screen"},
		{`"hello, world   "`, ok}, // blanks at the end of a row are cut on both sides
		{`"name   gamma  "`, "not on the screen"},
		{`"gamma ray "`, ok},
		{`"$ "`, ok},
		{`世界`, ok},
		{`"世界 e\u0301nd"`, ok},
		{`界 e`, "not on the screen"}, // e is half of a cell
		{`a  b`, ok},
		{`a b`, "not on the screen"},
		{`an old line`, "not on the screen"},
		// the entered command line
		{`echo hello`, "not on the screen"},
		{`{text: echo hello, in: screen}`, ok},
		{`{text: echo hello, in: {row: 1}}`, ok},
		{`{text: 'hello, world', count: 1}`, ok},
		{`{text: 'hello, world', in: screen, count: 2}`, ok},
		// nth and count
		{`{text: 'l', nth: 2}`, ok},
		{`{text: 'l', nth: 5}`, "there 4 times, wanted number 5"},
		{`{text: 'world', nth: 2}`, "there once, wanted number 2"},
		{`{text: 'l', count: {min: 2, max: 4}}`, ok},
		{`{text: 'l', count: {max: 3}}`, "there 4 times, wanted at most 3"},
		{`{text: 'l', count: {min: 5}}`, "there 4 times, wanted at least 5"},
		{`{text: 'l', count: 3}`, "there 4 times, wanted 3"},
		{`{text: 'l', count: {min: 5, max: 6}}`, "there 4 times, wanted 5 to 6"},
		{`{text: 'zz', count: 0}`, ok},
		{`{text: 'zz', count: {min: 1}}`, "not on the screen"},
		{`{text: 'world', count: 0}`, "there once, wanted 0"},
		// regex
		{`{regex: ^hello}`, ok},
		{`{regex: ^world}`, "not on the screen"},
		{`{regex: 'world$'}`, ok},
		{`{regex: '^$'}`, ok},
		{`{regex: 'ghij.lm'}`, ok},
		{`{regex: '\d{10}[a-m]+'}`, ok},
		{`{regex: '世.*nd$'}`, ok},
		{`{regex: 'l', count: 4}`, ok},
		{`{regex: 'l', nth: 4}`, ok},
		{`{regex: '^\$$', in: {row: -1}}`, ok},
		// regions
		{`{text: world, in: {row: 2}}`, ok},
		{`{text: world, in: {row: -7}}`, ok},
		{`{text: world, in: {row: 3}}`, "not in row 3"},
		{`{text: world, in: {rows: [2, 3]}}`, ok},
		{`{text: world, in: {rows: [-7, -1]}}`, ok},
		{`{text: world, in: {rows: [3, -1]}}`, "not in rows 3 to -1"},
		{`{text: world, in: {row: 2, cols: [8, 12]}}`, ok},
		{`{text: world, in: {row: 2, cols: [9, 12]}}`, "not in row 2, columns 9-12"},
		{`{text: world, in: {row: 2, cols: [8, 11]}}`, "not in row 2, columns 8-11"},
		{`{text: hello, in: {col: 1}}`, "not in column 1"},
		{`{regex: '^h$', in: {row: 2, col: 1}}`, ok},
		{`{text: hijklm, in: {rows: [5, 6]}}`, ok},
		{`{text: hijklm, in: {rows: [5, 6], cols: [1, 19]}}`, "not in rows 5-6, columns 1-19"},
		{`{text: world, in: {row: 40}}`, "not in row 40: the screen is 20x8"},
		{`{text: world, in: {row: -40}}`, "not in row -40: the screen is 20x8"},
		{`{text: an old line, in: scrollback}`, ok},
		{`{text: hello, in: scrollback}`, ok},
		{`{regex: 'line\ngone by\n\$ echo', in: scrollback}`, ok},
		{`{text: 'hello, world', in: output}`, ok},
		{`{text: echo, in: output}`, "not in the output of the last run"},
		{`{regex: '\A^hello, world$\z', in: output}`, ok},
		// style
		{`{text: name, style: bold}`, ok},
		{`{text: name, style: {fg: blue, bold: true}}`, ok},
		{`{text: name, style: {fg: 4}}`, ok},
		{`{text: name, style: {fg: "#0000ff"}}`, "on the screen, but not so styled"},
		{`{text: name, style: {bold: false}}`, "on the screen, but not so styled"},
		{`{text: gamma ray, style: {bg: 236, fg: default}}`, ok},
		{`{text: name   gamma, style: {bg: 236}}`, "on the screen, but not so styled"},
		{`{text: a, style: {bg: 236}, count: 3}`, ok},
		{`{text: a, style: {bg: 236}, nth: 1}`, "on the screen, but not so styled"},
		{`{text: a, style: {bg: 236}, nth: 2}`, ok},
		{`{text: a, style: bold, count: 2}`, "there once, wanted 2"},
		{`{text: a, style: italic, count: 2}`, "on the screen, but not so styled"},
		{`{regex: 'x*', style: italic}`, "on the screen, but not so styled"},
		{`{style: bold}`, ok},
		{`{style: {bg: 236}, count: 1}`, ok},
		{`{style: {bg: 236}, count: 2}`, "there once, wanted 2"},
		{`{style: italic}`, "no text looks so on the screen"},
		{`{style: bold, in: {row: 1}}`, "no text looks so in row 1"},
		{`{style: italic, count: 0}`, ok},
		// gone
		{`{gone: zz}`, ok},
		{`{gone: world}`, "still on the screen"},
		{`{gone: world, in: {row: 3}}`, ok},
		{`{gone: echo}`, ok},
		{`{gone: {regex: 'w.r'}}`, "still on the screen"},
		{`{gone: {equals: hello}}`, ok},
		{`{gone: {equals: 'hello, world'}}`, "still on the screen"},
		// the rest
		{`{prompt: $}`, ok},
		{`{prompt: '$  '}`, ok},
		{`{prompt: '>'}`, "not left of the cursor (row 8, column 3)"},
		{`{prompt: 'b'}`, "not left of the cursor (row 8, column 3)"},
		{`{stable: 200ms}`, ok},
		{`{stable: 500ms}`, "the screen changed 200ms before"},
		{`{exit: any}`, "has not ended"},
		{`{cursor: {row: 8, col: 3}}`, ok},
		{`{cursor: {row: -1}}`, ok},
		{`{cursor: {col: -18, visible: true, shape: block}}`, ok},
		{`{cursor: {row: 1}}`, "the cursor is in row 8, column 3"},
		{`{cursor: {visible: false, shape: bar}}`, "the cursor is visible and of shape block"},
		{`{title: shop}`, ok},
		{`{title: {equals: shop}}`, `the title is "my shop"`},
		{`{title: {regex: ^my}}`, ok},
		{`{bell: false}`, ok},
		{`{bell: true}`, "it has not rung since the last input"},
		// files
		{`{file: poem}`, ok},
		{`{file: poem, text: violets, regex: 'red$'}`, ok},
		{`{file: poem, text: lilies}`, "the text is not in it"},
		{`{file: poem, regex: 'are$'}`, "the regex matches nothing in it"},
		{`{file: poem, equals: "roses are red\nviolets are blue\n"}`, ok},
		{`{file: poem, equals: "roses are red\nviolets are blue"}`, "it has one more newline at its end"},
		{`{file: poem, equals: "roses are red\nviolets are pink\n"}`, `line 2 is "violets are blue", wanted "violets are pink"`},
		{`{file: poem, equals: "roses are red\n"}`, `line 2 is "violets are blue", wanted ""`},
		{`{file: empty, equals: ""}`, ok},
		{`{file: empty, equals: "a"}`, "it is empty"},
		{`{file: none}`, "it does not exist"},
		{`{file: none, exists: false}`, ok},
		{`{file: poem, exists: false}`, "it exists"},
		{`{file: locked}`, "it can't be read: permission denied"},
		// any, not, lists
		{`[hello, name]`, ok},
		{`[hello, zz, yy]`, "not on the screen"},
		{`{any: [zz, hello]}`, ok},
		{`{any: [zz, yy]}`, "none of them holds"},
		{`{any: zz}`, "not on the screen"},
		{`{not: zz}`, ok},
		{`{not: hello}`, "it does hold"},
		{`{not: [hello, zz]}`, ok},
		{`{not: {not: hello}}`, ok},
	} {
		r := bind(t, test.yaml).Eval(shop())
		if r.Why != test.why || r.OK != (test.why == ok) || (r.Of == nil) != r.OK {
			t.Errorf("%s: %+v, want %q", test.yaml, r, test.why)
		}
	}
}

func TestEvalNamesTheFailingPart(t *testing.T) {
	c := mustDecode(t, `[hello, {text: zz, in: {row: 1}}, yy]`)
	b, err := c.Bind(static)
	if err != nil {
		t.Fatal(err)
	}
	r := b.Eval(shop())
	if r.Of.String() != "{text: zz, in: {row: 1}}" || r.Of.Pos.Col != 12 || r.Why != "not in row 1" {
		t.Errorf("%s at %v: %s", r.Of, r.Of.Pos, r.Why)
	}
}

func TestEvalAgain(t *testing.T) {
	for _, test := range []struct {
		yaml  string
		again time.Duration
	}{
		{`hello`, 0},
		{`{stable: 500ms}`, 300 * time.Millisecond},
		{`[hello, {stable: 500ms}]`, 300 * time.Millisecond},
		{`[zz, {stable: 500ms}]`, 0}, // a change decides first
		{`{any: [zz, {stable: 500ms}, {stable: 300ms}]}`, 100 * time.Millisecond},
		{`{not: {stable: 500ms}}`, 300 * time.Millisecond},
		{`{file: poem}`, fileAgain},
		{`{file: none}`, fileAgain},
		{`{not: {file: none}}`, fileAgain},
		{`[{file: poem}, hello]`, fileAgain},
	} {
		if r := bind(t, test.yaml).Eval(shop()); r.Again != test.again {
			t.Errorf("%s: again in %v, want %v", test.yaml, r.Again, test.again)
		}
	}
}

func TestEvalStableInRegion(t *testing.T) {
	s := shop()
	s.QuietIn = func(r Region) time.Duration {
		if r == (Region{Rows: Bounds{1, 2}}) {
			return time.Second
		}
		return 0
	}
	for yaml, ok := range map[string]bool{
		`{stable: 500ms}`: false, `{stable: 500ms, in: {rows: [1, 2]}}`: true, `{stable: 500ms, in: {row: 1}}`: false,
	} {
		if r := bind(t, yaml).Eval(s); r.OK != ok {
			t.Errorf("%s: %v", yaml, r)
		}
	}
}

func TestEvalExit(t *testing.T) {
	for _, test := range []struct {
		yaml string
		exit Exit
		why  string
	}{
		{`{exit: 0}`, Exit{}, ""},
		{`{exit: 0}`, Exit{Status: 1}, "ended with status 1"},
		{`{exit: 3}`, Exit{Status: 3}, ""},
		{`{exit: any}`, Exit{Status: 3}, ""},
		{`{exit: any}`, Exit{Status: -1, Signal: "KILL"}, ""},
		{`{exit: KILL}`, Exit{Status: -1, Signal: "KILL"}, ""},
		{`{exit: KILL}`, Exit{Status: 137}, "ended with status 137"},
		{`{exit: 0}`, Exit{Signal: "TERM"}, "was ended by signal TERM"},
	} {
		s := shop()
		s.Exit = &test.exit
		if r := bind(t, test.yaml).Eval(s); r.Why != test.why || r.OK != (test.why == "") {
			t.Errorf("%s: %+v", test.yaml, r)
		}
	}
}

func TestEvalWithoutRun(t *testing.T) {
	s := shop()
	s.Output = nil
	if r := bind(t, `{text: a, in: output}`).Eval(s); r.OK || r.Why != "not to be seen: no run step came before" {
		t.Errorf("%+v", r)
	}
}

// The case O06: once the screen has scrolled, waits must look at the visible
// rows, not at the top of the scrollback.
func TestO06VisibleRowsAfterScrolling(t *testing.T) {
	s := subjectFor(screen(40, 6, "7", "8", "9", "10", "$ "))
	for _, l := range []string{"$ seq 10", "1", "2", "3", "4", "5", "6"} {
		s.Scrollback = append(s.Scrollback, emulator.Line{Cells: cells(s.Screen.Table, l)})
	}
	s.Screen.Scrolled = len(s.Scrollback)
	for yaml, ok := range map[string]bool{
		`{regex: '^9$'}`: true, `{regex: '^1$'}`: false, `{regex: '^1$', in: scrollback}`: true,
		`{gone: {equals: "6"}}`: true, `{regex: '^6\n7$', in: scrollback}`: true, `{text: "9", in: {row: 3}}`: true,
	} {
		if r := bind(t, yaml).Eval(s); r.OK != ok {
			t.Errorf("%s: %+v", yaml, r)
		}
	}
	if n := bind(t, `{regex: '^1$'}`).Nearest(s); n == nil || n.Row != -6 || n.How != "scrolled off the screen" {
		t.Errorf("nearest: %+v", n)
	}
}

func TestOutputRange(t *testing.T) {
	s := subjectFor(screen(20, 3, "three", "four$ next", ""))
	s.Scrollback = []emulator.Line{{Cells: cells(s.Screen.Table, "one")}, {Cells: cells(s.Screen.Table, "> two")}}
	s.Screen.Scrolled = 7
	for _, test := range []struct {
		r    Range
		want string
	}{
		{Range{6, 2, 8, 4}, "two\nthree\nfour"},
		{Range{0, 3, 7, 5}, "one\n> two\nthree"}, // its beginning is no longer kept
		{Range{0, 0, 2, 3}, ""},                  // nothing of it is
		{Range{7, 0, 7, 0}, ""},
		{Range{8, 0, 40, 9}, "four$ next\n"},
	} {
		s.Output, s.pages = &test.r, nil
		p, why := s.page(Region{Name: "output"})
		if why != "" || p.text != test.want {
			t.Errorf("%v: %q %s, want %q", test.r, p.text, why, test.want)
		}
	}
}

func TestEnteredIsLeftOut(t *testing.T) {
	for _, test := range []struct {
		name    string
		rows    []string
		entered []Span
		want    string
		cuts    int
	}{
		{"at the end", []string{"$ ls", "out"}, []Span{{0, 2, 0, 10}}, "$\nout", 0},
		{"a whole row", []string{"ls", "out"}, []Span{{0, 0, 0, 10}}, "out", 0},
		{"wrapped", []string{`$ 34567890\`, "ls", "out"}, []Span{{0, 2, 1, 2}}, "$\nout", 0},
		{"before a right prompt", []string{"$ ls    12"}, []Span{{0, 2, 0, 5}}, "$   12", 1},
		{"two of them", []string{"$ a", "x", "$ b", "y"}, []Span{{2, 2, 2, 3}, {0, 2, 0, 3}}, "$\nx\n$\ny", 0},
		{"rows below stay", []string{"$ a", "", "y"}, []Span{{0, 0, 0, 10}}, "\ny", 0},
		{"off the screen", []string{"y"}, []Span{{-3, 0, -1, 10}, {7, 0, 9, 1}}, "y", 0},
	} {
		s := subjectFor(screen(10, len(test.rows), test.rows...))
		s.Entered = test.entered
		p, _ := s.page(Region{})
		if p.text != test.want || len(p.cuts) != test.cuts {
			t.Errorf("%s: %q with %d cuts, want %q", test.name, p.text, len(p.cuts), test.want)
		}
	}
	s := subjectFor(screen(10, 1, "$ ls    12"))
	s.Entered = []Span{{0, 2, 0, 8}}
	if r := bind(t, `$12`).Eval(s); r.OK {
		t.Error("a text spans what was left out")
	}
}

func TestPromptWraps(t *testing.T) {
	s := subjectFor(screen(10, 3, `Your name \`, "(short): "))
	s.Screen.Cursor = emulator.Cursor{Row: 1, Col: 9}
	for yaml, ok := range map[string]bool{`{prompt: 'name (short):'}`: true, `{prompt: ':'}`: true, `{prompt: name}`: false} {
		if r := bind(t, yaml).Eval(s); r.OK != ok {
			t.Errorf("%s: %+v", yaml, r)
		}
	}
}

func TestWideCharacterAtTheWrap(t *testing.T) {
	s := subjectFor(screen(5, 3, `世界 \`, "人x"))
	if r := bind(t, `世界人x`).Eval(s); !r.OK {
		t.Error("the blank that a wide character left counts")
	}
}

func TestPageGoesBackToCells(t *testing.T) {
	s := shop()
	for _, test := range []struct {
		yaml            string
		row, col, width int
	}{
		{`{gone: world}`, 1, 7, 5},
		{`{gone: 世界}`, 5, 5, 4},
		{`{gone: 界}`, 5, 7, 2},
		{`{gone: "e\u0301nd"}`, 5, 10, 3},
		{`{gone: {regex: e}, in: {row: 6}}`, 5, 10, 1},
		{`{gone: "j\u006blm"}`, 4, 19, 1},
		{`{gone: world, in: {row: 2, cols: [4, -1]}}`, 1, 7, 5},
		{`{gone: old, in: scrollback}`, -2, 3, 3},
		{`{gone: {regex: "^$"}}`, 2, 0, 0},
	} {
		n := bind(t, test.yaml).Nearest(s)
		if n == nil || n.Row != test.row || n.Col != test.col || n.Width != test.width {
			t.Errorf("%s: %+v", test.yaml, n)
		}
	}
}
