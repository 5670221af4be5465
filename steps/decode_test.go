package steps

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scenario/internal/doc"
)

// decode reads the list of steps that yaml is.
func decode(t *testing.T, yaml string) ([]*Step, doc.Problems) {
	t.Helper()
	f, problems := doc.Parse("t.yaml", []byte("steps:\n"+yaml))
	if len(f.Docs) != 1 {
		t.Fatalf("%v", problems)
	}
	d := &doc.Decoder{Words: Words}
	list := DecodeList(d, f.Docs[0].Get("steps"), "steps")
	return list, append(problems, d.Problems...).Sorted()
}

// Every kind in its short and its long form, and the line that messages show.
func TestForms(t *testing.T) {
	for _, tt := range []struct{ yaml, summary, subject string }{
		{"launch: k9s --readonly", "k9s --readonly", "k9s"},
		{"launch: [./wizard, a b]", "./wizard a b", "./wizard"},
		{"launch: {command: sh -c 'x', size: 70x9, cwd: sub, env: {A: 1, B: null}}", "sh -c 'x'", "sh"},
		{"shell: sh", "sh", "sh"},
		{`shell: {command: bash, prompt: "> "}`, "bash", "bash"},
		{"type: y", "y", `"y"`},
		{`type: {text: "a\nb", every: 60ms}`, `a\nb`, `"a\nb"`},
		{`enter: ""`, "", `""`},
		{"enter: 007", "007", `"007"`},
		{"run: make test", "make test", `"make test"`},
		{"run: {command: vim, until: '~'}", "vim", `"vim"`},
		{"exec: {command: ls, exit: any, into: v}", "ls", `"ls"`},
		{"key: ctrl+b d", "ctrl+b d", "ctrl+b d"},
		{`key: [":", q, down*3]`, ": q down*3", ": q down*3"},
		{"key: {keys: down*3, every: 200ms}", "down*3", "down*3"},
		{"paste: text", "text", `"text"`},
		{"paste: {file: poem.txt}", "file poem.txt", "file poem.txt"},
		{"resize: 100x30", "100x30", "100x30"},
		{"signal: sigint", "INT", "INT"},
		{"wait: Pods", "Pods", "Pods"},
		{"expect: {exit: 0}", "{exit: 0}", "{exit: 0}"},
		{"expect: [a, {gone: b}]", `["a", {gone: b}]`, `["a", {gone: b}]`},
		{"screenshot: [a.png, b.txt]", "a.png, b.txt", "a.png, b.txt"},
		{"screenshot: {to: a.png, crop: {rows: [1, 2]}}", "a.png", "a.png"},
		{"hold: 1m", "1m", "1m"},
		{"sleep: 150ms", "150ms", "150ms"},
		{"wait: " + strings.Repeat("x", 99), strings.Repeat("x", 99), strings.Repeat("x", 57) + "..."},
	} {
		t.Run(tt.yaml, func(t *testing.T) {
			list, problems := decode(t, "  - "+tt.yaml+"\n")
			if len(problems) > 0 {
				t.Fatalf("%v", problems)
			}
			a := list[0].Action
			none := func(s string) string { return s }
			if got := a.Summary(); got != tt.summary {
				t.Errorf("summary %q, want %q", got, tt.summary)
			}
			if got := Subject(a, none); got != tt.subject {
				t.Errorf("subject %q, want %q", got, tt.subject)
			}
		})
	}
}

// Secrets are taken out before a text is cut.
func TestSubjectMasks(t *testing.T) {
	list, _ := decode(t, "  - type: "+strings.Repeat("x", 55)+"secret\n")
	mask := func(s string) string { return strings.ReplaceAll(s, "secret", "********") }
	if got := Subject(list[0].Action, mask); strings.Contains(got, "s") {
		t.Errorf("%s", got)
	}
}

func TestStepKeys(t *testing.T) {
	list, problems := decode(t, `
  - name: leave
    key: q
    timeout: 2s
    session: bob
  - steps:
      - hide:
          - hold: 1s
`)
	if len(problems) > 0 {
		t.Fatalf("%v", problems)
	}
	s := list[0]
	if s.Name != "leave" || s.Timeout != 2*time.Second || s.Session != "bob" || s.Kind.Name != "key" {
		t.Errorf("%+v", s)
	}
	inner := list[1].Action.(Parent).Children()[0].Action.(Parent).Children()
	if len(inner) != 1 || inner[0].Kind.Name != "hold" {
		t.Errorf("%+v", inner)
	}
}

// The mistakes that only this package can say; testdata/bad has the others.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ yaml, want, hint string }{
		{"wiat: x", "t.yaml:2:5: unknown step: wiat", `did you mean "wait"?`},
		{"pause: 2s", "t.yaml:2:5: unknown step: pause", "hold: 2s"},
		{"{key: q, env: {A: 1}}", "t.yaml:2:14: unknown key of a step: env", "it stands inside: launch"},
		{"{key: q, timout: 1s}", "t.yaml:2:14: unknown key of a step: timout", `did you mean "timeout"?`},
		{"{key: q, type: x}", `t.yaml:2:14: a step has one action: "key" and "type" are two`, "make it two steps"},
		{"timeout: 3s", "t.yaml:2:5: the step has no action", "- wait: TEXT"},
		{"{key: q, timeout: 0s}", "t.yaml:2:23: timeout must be longer than 0", ""},
		{"{key: q, session: a b}", `t.yaml:2:23: session is no name: "a b"`, "letters"},
		{"hide", `t.yaml:2:5: "hide" needs a value`, "hide: [steps]"},
		{"show", "t.yaml:2:5: unknown step: show", "hide: [steps]"},
		{"wait", `t.yaml:2:5: "wait" needs a value`, "- wait: VALUE"},
		{"some words", "t.yaml:2:5: a step is a mapping, not a text", "- run: COMMAND"},
		{"Sleep 2s", "t.yaml:2:5: a step is a mapping, not a text", "- sleep: 2s"},
		{"Enter", `t.yaml:2:5: "Enter" needs a value`, "key: enter"},
		{"[a]", "t.yaml:2:5: a step is a mapping, not a list", "- wait: TEXT"},
		{"hide: true", "t.yaml:2:11: hide is a list of steps", "hide: [steps]"},
		{"steps: []", "t.yaml:2:12: steps is empty", ""},
		{"key: down gg", `t.yaml:2:15: unknown key "gg"`, "g g"},
		{"key: Ctrl-C", `t.yaml:2:10: unknown key "Ctrl-C"`, "ctrl+c"},
		{"signal: TREM", "t.yaml:2:13: unknown signal: TREM", "TERM"},
		{"resize: 100 x 30", `t.yaml:2:13: "100 x 30" is no size (columns x rows)`, "100x30"},
		{"resize: {cols: 100, rows: 30}", "t.yaml:2:13: a size is one text, columns x rows", "100x30"},
		{"shell: python3", "t.yaml:2:12: unknown shell: python3 (bash, fish, sh, zsh)", "launch"},
		{"launch: a | b", `t.yaml:2:15: launch has no shell, so "|" means nothing here`, "run: COMMAND"},
		{"launch: 'a b", "", ""},
		{"launch: []", "t.yaml:2:13: the command is empty", ""},
		{"run: {command: x, exit: 1, until: y}", "t.yaml:2:29: run waits for an end with exit, or goes on with until, not both", ""},
		{"run: {command: x, exit: 256}", "t.yaml:2:29: no program ends with status 256", "0 to 255"},
		{"paste: {text: a, file: b}", "t.yaml:2:28: paste takes a text or a file, not both", ""},
		{"exec: {command: x, into: a.b}", `t.yaml:2:30: into is no name: "a.b"`, "letters"},
		{"launch: {command: x, env: {A B: 1}}", `t.yaml:2:32: "A B" is no name of an environment variable`, ""},
		{"screenshot: {crop: screen}", "t.yaml:2:17: screenshot needs a file", "to: FILE.png"},
	} {
		t.Run(tt.yaml, func(t *testing.T) {
			_, problems := decode(t, "  - "+tt.yaml+"\n")
			if tt.want == "" {
				if len(problems) == 0 {
					t.Error("no problem")
				}
				return
			}
			if got := problems.Error(); got != tt.want {
				t.Fatalf("got  %s\nwant %s", got, tt.want)
			}
			if hint := problems[0].Hint; !strings.Contains(hint, tt.hint) {
				t.Errorf("hint %q", hint)
			}
		})
	}
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string // nil: refused
	}{
		{"k9s --readonly", []string{"k9s", "--readonly"}},
		{`a  "b c"	d\ e`, []string{"a", "b c", "d e"}},
		{`sh -c 'echo "$x" | wc'`, []string{"sh", "-c", `echo "$x" | wc`}},
		{`a '' ""`, []string{"a", "", ""}},
		{`a"b"'c'\d`, []string{"abcd"}},
		{`"a\b\"\\"`, []string{`a\b"\`}},
		{`C#a b~c a#`, []string{"C#a", "b~c", "a#"}},
		{"", nil}, {"   ", nil},
		{"a > b", nil}, {"a &", nil}, {"a; b", nil}, {"$x", nil}, {`"$x"`, nil}, {"`x`", nil}, {"~/x", nil}, {"*.go", nil}, {"(a)", nil}, {"a # b", nil},
		{"'a", nil}, {`"a`, nil}, {`a\`, nil},
	} {
		words, err := splitCommand(doc.NewText(tt.in))
		var got []string
		for _, w := range words {
			s, _ := w.Static()
			got = append(got, s)
		}
		if (tt.want == nil) != (err != nil || len(got) == 0) || tt.want != nil && !cmp.Equal(got, tt.want) {
			t.Errorf("%q: got %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
}

// A reference is part of the word it stands in, whatever it will hold.
func TestSplitReferences(t *testing.T) {
	ref := doc.Part{Ref: doc.Ref{Space: "secrets", Name: "X"}}
	words, err := splitCommand(doc.Text{Parts: []doc.Part{{Text: "a --key="}, ref, {Text: " b"}, ref}})
	if err != nil || len(words) != 3 || words[1].String() != "--key=${{ secrets.X }}" || words[2].String() != "b${{ secrets.X }}" {
		t.Errorf("%v, %v", words, err)
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"a 'b c' \"d\" e\\ f", "'", `"\`, "a|b", "\x00\xff é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words, err := splitCommand(doc.NewText(s))
		if err != nil {
			if e := err.(*splitError); e.at > len(s) {
				t.Errorf("%q: the mistake is at %d", s, e.at)
			}
			return
		}
		for _, w := range words {
			if len(w.Parts) == 0 {
				t.Errorf("%q: a word without parts", s)
			}
		}
	})
}

func TestParseSize(t *testing.T) {
	for in, want := range map[string]Size{
		"80x24": {80, 24}, "1x1": {1, 1}, "1000x1000": {1000, 1000},
		"0x1": {}, "1x0": {}, "1001x1": {}, "80": {}, "80x": {}, "x24": {}, "80X24": {}, "080x24": {}, "+80x24": {}, "80x24x1": {}, "8e1x24": {}, "": {}, "-1x5": {},
	} {
		if got, err := ParseSize(in); got != want || (err == nil) != (want != Size{}) {
			t.Errorf("%q: %v, %v", in, got, err)
		}
	}
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0ms", 40 * time.Millisecond: "40ms", 150 * time.Millisecond: "0.1s", 900 * time.Millisecond: "0.9s",
		time.Second: "1s", 1250 * time.Millisecond: "1.2s", 10 * time.Second: "10s", 59_960 * time.Millisecond: "1m",
		90 * time.Second: "1m30s", 10 * time.Minute: "10m", -time.Second: "0ms",
	} {
		if got := Span(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

func TestLookAndPace(t *testing.T) {
	f, _ := doc.Parse("t.yaml", []byte(`
look: {theme: nord, font_size: 18, line_height: 1.2, padding: 4, background: "#102030", cursor: false}
pace: {typing: 60ms, jitter: 30%, speed: 0.5}
short: nord
real: real
bad: {font_size: 3, line_height: 9, scale: 5, background: red, window: macs, shadow: 1}
worse: {timeline: fast, jitter: 30, speed: 0, typing: 5}
`))
	n := f.Docs[0]
	d := &doc.Decoder{}
	var look, short Look
	var pace, real Pace
	look.DecodeNode(d, n.Get("look"))
	short.DecodeNode(d, n.Get("short"))
	pace.DecodeNode(d, n.Get("pace"))
	real.DecodeNode(d, n.Get("real"))
	if len(d.Problems) > 0 {
		t.Fatalf("%v", d.Problems)
	}
	want := DefaultLook()
	want.Theme, want.FontSize, want.LineHeight, want.Padding, want.Background, want.Cursor = "nord", 18, 1.2, 4, "#102030", false
	want.Margin = backedMargin // a background brings it
	if diff := cmp.Diff(want, look.Over(DefaultLook())); diff != "" {
		t.Error(diff)
	}
	if short.Over(DefaultLook()).Theme != "nord" || !cmp.Equal((*Look)(nil).Over(want), want) {
		t.Error("the short form, or none")
	}
	wantPace := DefaultPace()
	wantPace.TypingMs, wantPace.Jitter, wantPace.Speed = 60, 30, 0.5
	if diff := cmp.Diff(wantPace, pace.Over(DefaultPace())); diff != "" {
		t.Error(diff)
	}
	if real.Over(DefaultPace()).Timeline != "real" {
		t.Error("the short form")
	}
	new(Look).DecodeNode(d, n.Get("bad"))
	new(Pace).DecodeNode(d, n.Get("worse"))
	if len(d.Problems) != 10 {
		t.Errorf("%d problems: %v", len(d.Problems), d.Problems)
	}
}

// The table is sorted, and every kind that is there says what it is.
func TestKinds(t *testing.T) {
	for i, k := range Kinds() {
		if i > 0 && Kinds()[i-1].Name >= k.Name {
			t.Errorf("%s is out of order", k.Name)
		}
		if k.Later != (k.New == nil) || !k.Later && (k.Doc == "" || k.Short == "") {
			t.Errorf("%+v", k)
		}
	}
}
