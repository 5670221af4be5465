package match

import (
	"strings"
	"testing"
	"time"

	"scenario/internal/doc"
)

func TestDecode(t *testing.T) {
	for _, test := range []struct {
		yaml, want string // want is String, "" for the same
	}{
		{`4/4 (2)`, `"4/4 (2)"`},
		{`"3"`, `"3"`},
		{`'3s'`, `"3s"`},
		{`"/New Game/"`, `"/New Game/"`},
		{`'stable'`, `"stable"`},
		{`100%`, `"100%"`},
		{`it's`, `"it's"`},
		{`true`, `"true"`},
		{`/usr/bin`, `"/usr/bin"`},
		{`4s4`, `"4s4"`},
		{"|\n  two\n  lines\n", `"two\nlines"`},
		{`{text: x}`, `"x"`},
		{`{text: 1.10}`, `"1.10"`},
		{`{regex: ^alpha$}`, ``},
		{`{regex: 'Deployments\(.+\)\[\d+\]'}`, ``},
		{`[4/4 (2), {text: gamma, style: {bg: 236}}]`, `["4/4 (2)", {text: gamma, style: {bg: 236}}]`},
		{`{text: x, in: {row: -1}}`, ``},
		{`{text: x, in: {rows: [1, 6], cols: [2, -1]}}`, ``},
		{`{text: x, in: {col: 3}}`, ``},
		{`{text: x, in: scrollback, nth: 2, count: {min: 2}}`, ``},
		{`{text: x, style: [bold, reverse], count: {min: 1, max: 3}}`, ``},
		{`{text: x, style: {fg: red, bold: false}}`, ``},
		{`{text: x, style: {fg: "#ee6ff8"}}`, `{text: x, style: {fg: '#ee6ff8'}}`},
		{`{text: x, style: {fg: 0, bg: default}}`, ``},
		{`{text: x, count: 0}`, ``},
		{`{gone: coredns}`, ``},
		{`{gone: {regex: a.c}, in: output}`, ``},
		{`{gone: {equals: a}}`, ``},
		{`{gone: 3}`, ``},
		{`{prompt: '>>>'}`, ``},
		{`{stable: 300ms}`, ``},
		{`{stable: 1s, in: {rows: [1, 2]}}`, ``},
		{`{exit: 0}`, ``},
		{`{exit: any}`, ``},
		{`{exit: KILL}`, ``},
		{`{cursor: {row: 1, col: -1, visible: true, shape: bar}}`, ``},
		{`{title: vim}`, ``},
		{`{title: {equals: ''}}`, `{title: {equals: ""}}`},
		{`{style: reverse}`, ``},
		{`{style: {fg: 196}, in: {row: 3}, count: 2}`, ``},
		{`{bell: true}`, ``},
		{`{snapshot: main}`, ``},
		{`{snapshot: main, in: {rows: [1, 3]}, mask: times, max_diff: 3}`, ``},
		{`{snapshot: a, mask: [ids, cursor, {text: "a, b"}, {regex: \d+, in: {row: 1}}, {in: {rows: [2, -1]}}]}`, `{snapshot: a, mask: [ids, cursor, {text: 'a, b'}, {regex: \d+, in: {row: 1}}, {in: {rows: [2, -1]}}]}`},
		{`{image: main, max_diff: 0.5%, threshold: 0.2}`, ``},
		{`{image: main, in: {col: 1}, max_diff: 20}`, ``},
		{`{file: poem.txt}`, ``},
		{`{file: poem.txt, text: a, regex: b+}`, ``},
		{"\n  file: poem.txt\n  equals: |\n    a\n    b\n", `{file: poem.txt, equals: "a\nb\n"}`},
		{`{file: x, exists: false}`, ``},
		{`{any: [a, {exit: 1}]}`, `{any: ["a", {exit: 1}]}`},
		{`{any: a}`, `{any: ["a"]}`},
		{`{not: {text: a}}`, `{not: "a"}`},
		{`{not: [a, b]}`, `{not: ["a", "b"]}`},
		{`{"text": "x", "in": {"row": 2}}`, `{text: x, in: {row: 2}}`},
	} {
		c, problems := decode(t, test.yaml)
		if len(problems) > 0 {
			t.Errorf("%s: %v", test.yaml, problems)
			continue
		}
		want := test.want
		if want == "" {
			want = test.yaml
		}
		if got := c.String(); got != want {
			t.Errorf("%s: String is %s, want %s", test.yaml, got, want)
		}
		again, problems := decode(t, c.String())
		if len(problems) > 0 || again.String() != c.String() {
			t.Errorf("%s: its String %s does not decode to the same: %v", test.yaml, c, problems)
		}
	}
}

func TestDecodeMistakes(t *testing.T) {
	for _, test := range []struct {
		yaml    string
		message string // of the first problem, with its column in "c: ..."
		hint    string // a part of it
	}{
		// rule 4
		{`3`, "4: 3 may be a text, a status or a time", `write "3" for the text, {exit: 3} for the status, or sleep: 3s`},
		{`1.10`, "4: 1.10 may be a text, a status or a time", ""},
		{`-3`, "4: -3 may be a text, a status or a time", ""},
		{`0x1b`, "4: 0x1b may be a text, a status or a time", ""},
		{`3s`, "4: 3s may be a text or a time", `"3s" for the text, {stable: 3s} for a screen that rests, or sleep: 3s`},
		{`1m30s`, "4: 1m30s may be a text or a time", ""},
		{`/New Game/`, "4: /New Game/ may be a regex or a text", `{regex: New Game}, "New Game" for the text inside, or "/New Game/"`},
		{`stable`, "4: stable is the name of a condition", `{stable: 300ms}, or "stable" for the text`},
		{`exit`, "4: exit is the name of a condition", `{exit: 0}`},
		{`mode`, "4: mode is the name of a condition", `"mode" for the text`},
		{`[a, 3]`, "8: 3 may be a text, a status or a time", ""},
		{`{not: stable}`, "10: stable is the name of a condition", ""},
		// shape
		{``, "3: c is empty", ""},
		{`~`, "4: c is empty", `unquoted it is nothing in YAML`},
		{`""`, "4: the empty text is on every screen", ""},
		{`"a\tb"`, "4: a screen shows no tabs, only blanks", ""},
		{`[]`, "4: the list of conditions is empty", ""},
		{`{}`, "4: a condition is missing", "text"},
		{`{in: screen}`, "4: a condition is missing", ""},
		{`{txt: x}`, "5: unknown condition: txt", `did you mean "text"?`},
		{`{text: a, b}`, "14: unknown key: b", "a comma ends a value inside { }"},
		{`{text: x, exit: 0}`, "14: one subject a mapping: use a list", `[{text: ...}, {exit: ...}]`},
		{`{text: x, regex: y}`, "14: one subject a mapping: use a list", ""},
		{`{not: x, gone: y}`, "13: one subject a mapping: use a list", ""},
		{`{file: x, exit: 0}`, "14: one subject a mapping: use a list", ""},
		{`{text: kube-system, timeout: 5s}`, "24: timeout stands beside the step", `"timeout: 5s" in the step`},
		{`{timeout: 5s}`, "5: timeout stands beside the step", ""},
		// reserved words
		{`{snapshot: x, max_diff: 3%}`, "28: max_diff must be a whole number, not \"3%\"", ""},
		{`{image: x/y}`, `12: x/y is no name`, "letters"},
		// the words of other tools
		{`{contains: a}`, "5: unknown condition: contains", `did you mean "text"?`},
		{`{exit_code: 0}`, "5: unknown condition: exit_code", `did you mean "exit"?`},
		{`{text: a, within: {row: 1}}`, "14: unknown key: within", `did you mean "in"?`},
		{`{text: a, line: 3}`, "14: unknown key: line", `did you mean "in"?`},
		{`{stable: true}`, "13: stable is no duration", ""},
		{`{stable: 2}`, "13: a duration needs a unit", "write 2s"},
		// options of the wrong row
		{`{gone: x, nth: 2}`, "14: unknown key: nth", ""},
		{`{exit: 0, in: screen}`, "14: unknown key: in", ""},
		{`{prompt: x, in: screen}`, "16: unknown key: in", ""},
		{`{style: bold, nth: 1}`, "18: unknown key: nth", ""},
		{`{text: x, exists: true}`, "14: unknown key: exists", ""},
		{`{file: x, style: bold}`, "14: one subject a mapping: use a list", ""},
		// values
		{`{regex: '(?<!a)b'}`, "12: not a regex: invalid or unsupported Perl syntax: (?<!", "RE2 has no lookahead or lookbehind"},
		{`{regex: 'a(?=b)'}`, "12: not a regex: invalid or unsupported Perl syntax: (?=", "match the neighbour"},
		{`{regex: '(a)\1'}`, `12: not a regex: invalid escape sequence: \1`, "back-references"},
		{`{regex: '*.txt'}`, "12: not a regex: missing argument to repetition operator: *", "no glob"},
		{`{regex: 'Pods(all'}`, "12: not a regex: missing closing ): Pods(all", `\(`},
		{`{regex: 'a++'}`, "12: not a regex: invalid nested repetition operator: ++", "possessive"},
		{`{regex: ""}`, "12: the regex is empty", ""},
		{`{regex: }`, "12: regex is empty", ""},
		{`{text: x, nth: two}`, "19: nth must be a whole number", ""},
		{`{text: x, nth: [1]}`, "19: nth must be a whole number", ""},
		{`{text: [x]}`, "11: text must be a text, not a list", ""},
		{`{text: }`, "11: text is empty", ""},
		{`{text: x, in: {row: x}}`, "24: row must be a whole number", ""},
		{`{text: x, in: {rows: [1, x]}}`, "29: rows must be a whole number", ""},
		{`{text: x, in: [1, 2]}`, "18: in must be a text, not a list", ""},
		{`{cursor: {row: x}}`, "19: row must be a whole number", ""},
		{`{cursor: 3}`, "13: cursor must be a mapping, not a text", ""},
		{`{stable: 0ms}`, "13: the duration must be longer than 0", ""},
		{`{stable: x}`, "13: stable is no duration", ""},
		{`{text: x, nth: 0}`, "19: nth counts from 1", ""},
		{`{text: x, nth: -1}`, "19: nth counts from 1", ""},
		{`{text: x, count: -1}`, "21: a count is not negative", ""},
		{`{text: x, count: {}}`, "21: min or max is needed", ""},
		{`{text: x, count: {min: 3, max: 1}}`, "21: min is larger than max", ""},
		{`{text: x, count: many}`, "21: count must be a whole number", ""},
		{`{text: x, in: top}`, "18: unknown region: top", "screen, output"},
		{`{text: x, in: 3}`, "18: unknown region: 3", "{row: 3}"},
		{`{text: x, in: {}}`, "18: the region is empty", ""},
		{`{text: x, in: {row: 0}}`, "24: rows count from 1", ""},
		{`{text: x, in: {col: 0}}`, "24: columns count from 1", ""},
		{`{text: x, in: {rows: [0, 1]}}`, "26: rows count from 1", ""},
		{`{text: x, in: {rows: [4, 1]}}`, "25: the first, 4, comes after the last, 1", ""},
		{`{text: x, in: {rows: [1, 2, 3]}}`, "25: two numbers are needed", ""},
		{`{text: x, in: {rows: 3}}`, "25: two numbers are needed", ""},
		{`{text: x, in: {row: 1, rows: [1, 2]}}`, "33: row and rows say the same", ""},
		{`{text: x, in: {row: 2000}}`, "24: a screen has at most 1000 rows", ""},
		{`{text: x, in: {line: 1}}`, "19: unknown key: line", `did you mean "row"?`},
		{`{text: x, style: {fg: orange}}`, "26: unknown colour: orange", "#rrggbb"},
		{`{text: x, style: {fg: 256}}`, "26: unknown colour: 256", ""},
		{`{text: x, style: {fg: 007}}`, "26: unknown colour: 007", ""},
		{`{text: x, style: {fg: "#fff"}}`, "26: unknown colour: #fff", "#ffffff"},
		{`{text: x, style: {fg: Red}}`, "26: unknown colour: Red", `did you mean "red"?`},
		{`{text: x, style: {fg: grey}}`, "26: unknown colour: grey", "bright_black"},
		{`{text: x, style: red}`, "21: unknown style: red", "{fg: red}"},
		{`{text: x, style: blod}`, "21: unknown style: blod", `did you mean "bold"?`},
		{`{text: x, style: {}}`, "21: the style is empty", ""},
		{`{text: x, style: {bold: yes}}`, "28: bold must be true or false", ""},
		{`{text: x, style: {inverse: true}}`, "22: unknown key: inverse", "reverse"},
		{`{exit: 256}`, "11: no exit status: 256", "0 to 255"},
		{`{exit: ok}`, "11: no exit status: ok", "a status, any, or a signal"},
		{`{cursor: {}}`, "13: the cursor's place or look is missing", ""},
		{`{cursor: {row: 0}}`, "19: rows count from 1", ""},
		{`{cursor: {shape: beam}}`, "21: unknown shape: beam", "bar"},
		{`{cursor: {x: 1}}`, "14: unknown key: x", "col"},
		{`{stable: 0s}`, "13: the duration must be longer than 0", ""},
		{`{stable: 1s, in: output}`, "21: stable looks at the screen, not at output", ""},
		{`{file: ""}`, "11: the path is empty", ""},
		{`{file: x, text: ""}`, "20: the empty text is in every file", `equals: ""`},
		{`{file: x, exists: false, text: a}`, "35: a file that is not there has no text", ""},
		{`{gone: ""}`, "11: the empty text is on every screen", ""},
		{`{gone: {}}`, "11: one of regex and equals is needed", ""},
		{`{gone: {text: x}}`, "12: unknown key: text", ""},
		{`{prompt: " "}`, "13: a prompt of blanks only is everywhere", ""},
		{`{prompt: "a\nb"}`, "13: a prompt is looked for in the cursor's row only", "last row"},
		{`{any: []}`, "10: the list of conditions is empty", ""},
		{`{not: }`, "10: not is empty", ""},
		{`{not: {not: {txt: a}}}`, "17: unknown condition: txt", ""},
	} {
		_, problems := decode(t, test.yaml)
		if len(problems) == 0 {
			t.Errorf("%s: no problem, want %s", test.yaml, test.message)
			continue
		}
		p := problems[0]
		got := strings.TrimPrefix(p.Error(), "t.yaml:1:")
		if !strings.HasPrefix(got, test.message) || !strings.Contains(p.Hint, test.hint) {
			t.Errorf("%s:\n got %s (%s)\nwant %s (%s)", test.yaml, got, p.Hint, test.message, test.hint)
		}
		if len(problems) > 1 && !strings.Contains(test.yaml, "timeout") {
			t.Errorf("%s: more than one problem: %v", test.yaml, problems)
		}
	}
}

func TestDecodeReportsAll(t *testing.T) {
	_, problems := decode(t, `[{text: x, nth: 0, in: top, style: {fg: orange}}, {exit: 300}, 3]`)
	if len(problems) != 5 {
		t.Errorf("want 5 problems: %v", problems)
	}
}

func TestAsked(t *testing.T) {
	for _, test := range []struct {
		yaml         string
		hold         time.Duration
		exit, output bool
		texts        string
	}{
		{`a`, 0, false, false, "a"},
		{`{gone: a}`, settled, false, false, ""},
		{`{not: {exit: 0}}`, settled, true, false, ""},
		{`[a, {any: [b, {exit: any}]}]`, 0, true, false, "a b"},
		{`[a, {gone: b}]`, settled, false, false, "a"},
		{`{text: a, in: output}`, 0, false, true, ""},
		{`{not: {text: a, in: output}}`, settled, false, true, ""},
		{`{text: a, style: bold}`, 0, false, false, ""},
		{`{text: a, count: 0}`, settled, false, false, ""},
		{`{text: a, count: {max: 3}}`, settled, false, false, ""},
		{`{text: a, count: 2}`, 0, false, false, ""},
		{`{style: bold, count: {max: 3}}`, settled, false, false, ""},
		{`{bell: false}`, settled, false, false, ""},
		{`{bell: true}`, 0, false, false, ""},
		{`{file: a, exists: false}`, settled, false, false, ""},
		{`{regex: a+}`, 0, false, false, "(?m)a+"},
		{`{not: {not: a}}`, settled, false, false, "a"},
	} {
		c := mustDecode(t, test.yaml)
		var texts []string
		for _, a := range c.Texts() {
			s := a.Text
			if a.RE != nil {
				s = a.RE.String()
			}
			texts = append(texts, s)
		}
		if got := strings.Join(texts, " "); c.Hold() != test.hold || c.WantsExit() != test.exit || c.UsesOutput() != test.output || got != test.texts {
			t.Errorf("%s: hold %v, exit %v, output %v, texts %q", test.yaml, c.Hold(), c.WantsExit(), c.UsesOutput(), got)
		}
	}
	awaited := mustDecode(t, `[hello, {regex: w.r}]`).Texts()
	if !awaited[0].In("echo hello") || awaited[0].In("echo hell") || !awaited[1].In("echo world") {
		t.Error("Awaited.In is wrong")
	}
}

func TestBindResolves(t *testing.T) {
	text := doc.Text{Parts: []doc.Part{{Text: "port "}, {Ref: doc.Ref{Space: "services", Name: "s.port"}}}}
	c := Condition{Is: &Shown{Text: text}}
	b, err := c.Bind(func(t doc.Text) (string, error) {
		return t.Resolve(func(doc.Ref) (string, error) { return "8080", nil })
	})
	if err != nil {
		t.Fatal(err)
	}
	if r := b.Eval(subjectFor(screen(20, 2, "on port 8080"))); !r.OK {
		t.Error(r.Why)
	}
	if got := c.String(); got != `"port ${{ services.s.port }}"` {
		t.Errorf("String shows %s", got)
	}
	empty := Condition{Is: &Shown{Text: doc.Text{Parts: []doc.Part{{Ref: doc.Ref{Space: "vars", Name: "x"}}}}}}
	if _, err := empty.Bind(func(doc.Text) (string, error) { return "", nil }); err == nil || !strings.Contains(err.Error(), "is empty: ${{ vars.x }}") {
		t.Errorf("an empty text: %v", err)
	}
	if _, err := (&Condition{}).Bind(static); err == nil {
		t.Error("an undecoded condition binds")
	}
}

func TestUndecodedAnswers(t *testing.T) {
	var c Condition
	if c.String() != "" || c.Hold() != 0 || c.WantsExit() || c.UsesOutput() || c.Texts() != nil {
		t.Error("an undecoded condition has answers")
	}
}

func TestKindsCoverSubjects(t *testing.T) {
	if len(Kinds()) != 16 {
		t.Errorf("%d kinds", len(Kinds()))
	}
	if got := strings.Join(Subjects(), " "); got != "any bell clipboard cursor exit file gone image mode not prompt regex snapshot stable style text title" {
		t.Error(got)
	}
	last := ""
	for _, s := range Subjects() {
		if s <= last {
			t.Errorf("%s is not sorted", s)
		}
		last = s
	}
}

func FuzzDecodeCondition(f *testing.F) {
	for _, seed := range []string{
		`a`, `[4/4 (2), {text: gamma, style: {bg: 236}}]`, `{regex: '^a(b|c)$', in: {rows: [1, -1]}}`,
		`{not: {any: [a, {gone: {regex: b}}]}}`, `{file: a, equals: "x"}`, `{cursor: {row: 1}}`,
		`{style: {fg: "#ee6ff8"}, count: {min: 1}}`, `{text: a, in: output}`, `{prompt: ">"}`, `/a/`, `3s`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, yaml string) {
		c, problems := decode(t, yaml)
		if c == nil {
			return
		}
		_ = c.String()
		c.Hold()
		c.Texts()
		if len(problems) > 0 {
			return
		}
		b, err := c.Bind(static)
		if err != nil {
			return
		}
		s := subjectFor(screen(20, 4, "$ echo hello", "\x1b[31mhello 世界\x1b[0m", `0123456789abcdefghij\`, "next"))
		s.Entered = []Span{{0, 2, 0, 12}}
		s.Output = &Range{1, 0, 3, 0}
		r := b.Eval(s)
		near := b.Nearest(s)
		if r.OK != (r.Why == "") || r.OK != (r.Of == nil) {
			t.Errorf("%q: %+v", yaml, r)
		}
		if near != nil && (near.How == "" || near.Row >= 4 || near.Col+near.Width > 20) {
			t.Errorf("%q: %+v", yaml, near)
		}
	})
}
