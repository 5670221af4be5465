package doc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show prints a tree with the positions and widths of all its values.
func show(n *Node) string {
	at := fmt.Sprintf("@%d:%d+%d", n.Line, n.Col, n.Width())
	switch {
	case n.broken:
		return "BROKEN" + at
	case n.Kind == Map:
		var parts []string
		for _, p := range n.Pairs {
			parts = append(parts, fmt.Sprintf("%s@%d:%d %s", p.Key.Text, p.Key.Line, p.Key.Col, show(p.Value)))
		}
		return "{" + strings.Join(parts, ", ") + "}" + at
	case n.Kind == List:
		var parts []string
		for _, item := range n.Items {
			parts = append(parts, show(item))
		}
		return "[" + strings.Join(parts, ", ") + "]" + at
	case n.Kind == Null:
		return "null" + at
	}
	return fmt.Sprintf("%q", n.Text) + at
}

func showDocs(f *File) string {
	var b strings.Builder
	for _, d := range f.Docs {
		b.WriteString(show(d) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"texts stand as written", "a: 007\nb: y\nc: 1.10\nd: 0x1b\ne: 2024-01-02\nf: true\ng: .5",
			`{a@1:1 "007"@1:4+3, b@2:1 "y"@2:4+1, c@3:1 "1.10"@3:4+4, d@4:1 "0x1b"@4:4+4, e@5:1 "2024-01-02"@5:4+10, f@6:1 "true"@6:4+4, g@7:1 ".5"@7:4+2}@1:1+1`},
		{"keys of the terminal", "- ctrl+\\\n- ctrl+]\n- ctrl+@\n- /\n- =\n- <\n- .\n- -item\n- 100%\n- it's", ""},
		{"quotes", "a: 'it''s'\nb: \"x\\ty\"\nc: \"\"",
			`{a@1:1 "it's"@1:4+7, b@2:1 "x\ty"@2:4+6, c@3:1 ""@3:4+2}@1:1+1`},
		{"blocks", "a: |\n  x\n  y\nb: >-\n  x\n  y\n",
			`{a@1:1 "x\ny\n"@1:4+1, b@4:1 "x y"@4:4+1}@1:1+1`},
		{"nulls", "a:\nb: ~\nc: null\nd: # x\ne: |\nf: &x",
			`{a@1:1 null@1:3+1, b@2:1 null@2:4+1, c@3:1 null@3:4+4, d@4:1 null@4:3+1, e@5:1 null@5:4+1, f@6:1 null@6:4+2}@1:1+1`},
		{"byte order mark and CRLF", "\xef\xbb\xbfa:\r\n  - b: ls\r\n  - c: |\r\n      x\r\n",
			`{a@1:1 [{b@2:5 "ls"@2:8+2}@2:5+1, {c@3:5 "x\n"@3:8+1}@3:5+1]@2:3+1}@1:1+1`},
		{"wide characters count one", "héé: {日本: x, b: y}",
			`{héé@1:1 {日本@1:7 "x"@1:11+1, b@1:14 "y"@1:17+1}@1:6+13}@1:1+3`},
		{"several documents", "# a comment\n---\na: b\n--- # two\nc: d\n...\n---\ne: |\n  ---x\n",
			"{a@3:1 \"b\"@3:4+1}@3:1+1\n{c@5:1 \"d\"@5:4+1}@5:1+1\n{e@8:1 \"---x\\n\"@8:4+1}@8:1+1"},
		{"anchors", "x-a: &w\n  wait: Pods\nb: &t hi\nc: [*w, *t, &u 1]\nd: &l\n- x",
			`{x-a@1:1 {wait@2:3 "Pods"@2:9+4}@2:3+4, b@3:1 "hi"@3:7+2, c@4:1 [{wait@2:3 "Pods"@2:9+4}@2:3+4, "hi"@3:7+2, "1"@4:16+1]@4:4+14, d@5:1 ["x"@6:3+1]@6:1+1}@1:1+3`},
		{"JSON", `{"a":"x\/y","b":[1,true],"c":"\ud83d\ude00!","d":"z"}`,
			`{a@1:2 "x/y"@1:6+6, b@1:13 ["1"@1:18+1, "true"@1:20+4]@1:17+8, c@1:26 "😀!"@1:30+15, d@1:46 "z"@1:50+3}@1:1+53`},
		{"JSON with tabs", "{\n\t\"a\": [\n\t\t\"b\"\n\t]\n}\n", `{a@2:2 ["b"@3:3+3]@2:7+1}@1:1+1`},
		{"escapes of JSON in YAML", "a: \"\\/b\"\nc: x\\/y\nd: '\\/'",
			`{a@1:1 "/b"@1:4+5, c@2:1 "x\\/y"@2:4+4, d@3:1 "\\/"@3:4+4}@1:1+1`},
		{"a multi-line text", "a: two\n  lines\nb: c", `{a@1:1 "two lines"@1:4+3, b@3:1 "c"@3:4+1}@1:1+1`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == "" {
				f, ps := Parse("f.yaml", []byte("k:\n"+tt.src))
				if len(ps) > 0 {
					t.Fatal(ps)
				}
				for i, l := range strings.Split(tt.src, "\n") {
					if got := f.Docs[0].Get("k").Items[i].Text; got != l[2:] {
						t.Errorf("got %q, want %q", got, l[2:])
					}
				}
				return
			}
			f, ps := Parse("f.yaml", []byte(tt.src))
			if len(ps) > 0 {
				t.Errorf("problems:\n%v", ps)
			}
			if diff := cmp.Diff(tt.want, showDocs(f)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseEscapesAlone(t *testing.T) {
	// the file's own private use characters are kept
	f, ps := Parse("f.yaml", []byte("{\"a\": \"\ue000\\/\ue001\"}"))
	if got := f.Docs[0].Get("a").Text; len(ps) > 0 || got != "\ue000/\ue001" {
		t.Errorf("got %q, %v", got, ps)
	}
}

// lines are the messages with the hints, one a line.
func lines(ps Problems) []string {
	var out []string
	for _, p := range ps.Sorted() {
		s := fmt.Sprintf("%d:%d+%d %s", p.Line, p.Col, p.Width, p.Message)
		if p.Hint != "" {
			s += " | " + p.Hint
		}
		out = append(out, s)
	}
	return out
}

func TestParseProblems(t *testing.T) {
	begin := func(c string) []string {
		return []string{"1:6+1 an unquoted text can't begin with " + c + " | write '" + c + "'"}
	}
	in := "inside { } a value with , [ ] { } or ${{ }} needs quotes | write "
	for _, tt := range []struct {
		src  string
		want []string
	}{
		// what can't begin a text
		{"key: :", begin(":")}, {"key: - ", begin("-")}, {"key: ?", begin("?")}, {"key: *", begin("*")},
		{"key: &", begin("&")}, {"key: %", begin("%")}, {"key: @", begin("@")}, {"key: `", begin("`")},
		{"key: ,", begin(",")}, {"key: }", begin("}")}, {"key: ]", begin("]")},
		{"wait: > x", []string{"1:7+3 an unquoted text can't begin with > | write '> x'"}},
		{"wait: | x", []string{"1:7+3 an unquoted text can't begin with | | write '| x'"}},
		{"wait: %x  # note", []string{"1:7+2 an unquoted text can't begin with % | write '%x'"}},
		{"a: {b: *, c: @x}", []string{"1:8+1 an unquoted text can't begin with * | write '*'"}},
		{"key: *foo", []string{"1:6+4 an unquoted * begins an alias, and there is no anchor &foo before it | quote the text, or define &foo before it"}},
		{"a: [*b, x]\nc: &b d", []string{"1:5+2 an unquoted * begins an alias, and there is no anchor &b before it | quote the text, or define &b before it"}},
		// colons, quotes, escapes
		{`run: git commit -m "fix: bug"`, []string{`1:6+24 a colon and a blank inside an unquoted text | write 'git commit -m "fix: bug"'`}},
		{"wait: Name:", []string{"1:7+5 a colon at the end of an unquoted text | write 'Name:'"}},
		{"timeout:3s\na: b", []string{"1:1+10 a colon needs a blank behind it | write timeout: 3s"}},
		{`wait: "a" b`, []string{`1:11+1 text after the closing quote | write '"a" b'`}},
		{"wait: 'it's'", []string{"1:11+2 text after the closing quote | inside single quotes write '' for a '"}},
		{`regex: "\d+"`, []string{`1:9+2 unknown escape \d in double quotes | in single quotes a backslash is itself: '\d+'`}},
		{`a: {b: "\d"}`, []string{`1:9+2 unknown escape \d in double quotes | in single quotes a backslash is itself: '\d'`}},
		{`a: "\x1"`, []string{`1:5+2 \x needs 2 hexadecimal digits | in single quotes a backslash is itself: '\x1'`}},
		{`a: "\ud800"`, []string{`1:5+6 \ud800 is no character | write the character itself`}},
		{"- wait: \"abc\n- key: x\n- a", []string{"1:1+1 a scenario is a mapping, not a list | write steps: above the list", `1:9+4 the double quote is never closed | write " at the end`}},
		{"wait: 'abc\nkey: x", []string{"1:7+4 the single quote is never closed | write ' at the end"}},
		// brackets
		{"key: [ctrl+], a]", []string{"1:13+4 text after the closing ] | inside [ ] a value with , [ ] { } or ${{ }} needs quotes"}},
		{"wait: {text: Pods[0]}", []string{"1:14+7 " + in + "'Pods[0]'"}},
		{"wait: {regex: ^[a-z]{2,3}$}", []string{"1:15+12 " + in + "'^[a-z]{2,3}$'"}},
		{"wait: {x: ${{ v }}, y: z}", []string{"1:11+8 " + in + "'${{ v }}'"}},
		{"wait: [${{ v }}]", []string{"1:8+8 inside [ ] a value with , [ ] { } or ${{ }} needs quotes | write '${{ v }}'"}},
		{"wait: [x] done", []string{"1:11+4 text after the closing ] | write '[x] done'"}},
		{"fg: {fg: #ff0000}", []string{"1:10+8 # begins a comment, so the mapping never ends | quote the text that begins with #"}},
		{"a: {b: c\nd: e", []string{"1:4+1 the { is never closed | write } at the end, or quote the text"}},
		{"a: {b: c: d}", []string{"1:9+1 a second colon in one entry | quote the text with the colon"}},
		{"a: [b}", []string{"1:6+1 } closes a [ | inside [ ] a value with , [ ] { } or ${{ }} needs quotes"}},
		{"a: {b: 1,, c: 2}", []string{"1:10+1 a comma without a value before it | quote it if it is text"}},
		{"size: {{ v }}", []string{"1:8+5 a key is a text, not a mapping | {{ }} and [ ] in a text need quotes"}},
		// a small YAML
		{"run: ! grep error log", []string{"1:6+16 an unquoted text can't begin with ! (YAML takes it for a tag and drops it) | write '! grep error log'"}},
		{"run: &a ! grep x", []string{"1:6+8 an unquoted text can't begin with ! (YAML takes it for a tag and drops it) | write '! grep x'"}},
		{"key: !", []string{`1:6+1 ! begins a YAML tag, so nothing is left | quote it: "!"`}},
		{"a: !!str x\nb: !foo\n  c: d", []string{"1:4+5 YAML tags are not supported | quote the text", "2:4+4 YAML tags are not supported | quote the text"}},
		{"<<: {a: b}", []string{"1:1+2 merge keys (<<) are not supported | write the keys out"}},
		{"env: {A: 1, A: 2}", []string{`1:13+1 "A" is there twice, first in line 1 | leave one of them out`}},
		{"a: x\nb: y\n\"a\": z", []string{`3:1+3 "a" is there twice, first in line 1 | leave one of them out`}},
		{"%YAML 1.2\n---\na: b", []string{"1:1+9 YAML directives are not supported | leave the line out"}},
		{"a: &x [*x]", []string{"1:8+2 the alias *x stands inside its own anchor | write the value out"}},
		{bomb(), []string{"6:10+3 the aliases stand for more than 100000 values | write the values out"}},
		{"a: " + strings.Repeat("[", 150) + strings.Repeat("]", 150), []string{"1:104+100 nested deeper than 100 levels | is it a scenario?"}},
		// lines
		{"steps:\n\t- key: x\n\t- key: y\na: b", []string{"2:1+1 a tab in the indentation | indent with blanks"}},
		{"steps:\n  - key: enter\n - key: x", []string{"3:2+8 the indentation fits none of the lines above | align it with line 2, column 3"}},
		{"steps:\n  - wait: Pods\n      timeout: 5s\n  - key: x", []string{"3:7+11 the indentation fits none of the lines above | align it with line 2, column 5"}},
		{"steps:\n  - a: b\n  c: d", []string{"3:3+4 a key among the items of a list | begin it with - , or indent it as the keys above"}},
		{"name: x\n- run: ls", []string{"2:1+9 a list item among the keys of a mapping | put it below a key such as steps:"}},
		{"name: x\nsteps\n  - a: b\nother: y", []string{"2:1+5 a key without a colon | write KEY: VALUE"}},
		// the file
		{"", []string{"1:1+1 the file is empty | a scenario begins with steps:"}},
		{"# only\n", []string{"1:1+1 the file is empty | a scenario begins with steps:"}},
		{"a: b\n---\n", []string{"2:1+1 the document is empty | a scenario begins with steps:"}},
		{"text", []string{"1:1+4 a scenario is a mapping, not a text | a scenario begins with steps:"}},
		{"a: b\nc: \x1b[m", []string{`2:4+1 an escape character (U+001B) in the file | write it as "\e" in double quotes`}},
		{"a: b\u2028c", []string{`1:5+1 a line separator (U+2028) in the file | write it as "\u2028" in double quotes`}},
		{"a: b\rc: d", []string{"1:4+6 a colon and a blank inside an unquoted text | quote the text", `1:5+1 a carriage return (U+000D) in the file | write it as "\r" in double quotes`}},
		{"\xef\xbb\xbfa: é\xffb", []string{"1:5+1 the file is not UTF-8 | save it as UTF-8"}},
		{strings.Repeat(" ", maxSize+1), []string{"1:1+1 the file is larger than 1 MiB | is it a scenario?"}},
		{`{"a": 1} x`, []string{`1:10+1 text after the closing } | write '{"a": 1} x'`}},
		{"a: b\r\nc: *\r\n", []string{"2:4+1 an unquoted text can't begin with * | write '*'"}},
	} {
		f, ps := Parse("f.yaml", []byte(tt.src))
		want := append([]string(nil), tt.want...)
		if diff := cmp.Diff(want, lines(ps)); diff != "" {
			t.Errorf("%.80q:\n%s", tt.src, diff)
		}
		inside(t, f, ps)
	}
}

// One mistake does not hide another, nor what is right.
func TestParseReadsOn(t *testing.T) {
	f, ps := Parse("f.yaml", []byte(`name: tour
steps:
  - wait: "abc
  - key: x
  - key: *
  - type: |
      a: b: c
      *x
  - run: a: b
  - wait: {a
 - key: y
  - key: [x] y
  - hold: 2s
  - run: echo $((1+1)) # fine
    timeout: %
foo:bar
---
other: document
`))
	want := []string{
		`3:11+4 the double quote is never closed | write " at the end`,
		`5:10+1 an unquoted text can't begin with * | write '*'`,
		`9:10+4 a colon and a blank inside an unquoted text | write 'a: b'`,
		`10:11+1 the { is never closed | write } at the end, or quote the text`,
		`11:2+8 the indentation fits none of the lines above | align it with line 10, column 3`,
		`12:14+1 text after the closing ] | write '[x] y'`,
		`15:14+1 an unquoted text can't begin with % | write '%'`,
		`16:1+7 a colon needs a blank behind it | write foo: bar`,
	}
	if diff := cmp.Diff(want, lines(ps)); diff != "" {
		t.Error(diff)
	}
	const docs = `{name@1:1 "tour"@1:7+4, steps@2:1 [{wait@3:5 BROKEN@3:11+4}@3:5+4, {key@4:5 "x"@4:10+1}@4:5+3, ` +
		`{key@5:5 BROKEN@5:10+1}@5:5+3, {type@6:5 "a: b: c\n*x\n"@6:11+1}@6:5+4, {run@9:5 BROKEN@9:10+4}@9:5+3, ` +
		`{wait@10:5 BROKEN@10:11+2}@10:5+4, {key@12:5 BROKEN@12:10+5}@12:5+3, {hold@13:5 "2s"@13:11+2}@13:5+4, ` +
		`{run@14:5 "echo $((1+1))"@14:10+13, timeout@15:5 BROKEN@15:14+1}@14:5+3]@3:3+1}@1:1+4` + "\n" +
		`{other@18:1 "document"@18:8+8}@18:1+5`
	if diff := cmp.Diff(docs, showDocs(f)); diff != "" {
		t.Error(diff)
	}
}

const small = `# yaml-language-server: $schema=../schema/scenario.schema.json
name: A tour of k9s
requires: k9s
size: 120x36
record: [k9s.gif, k9s.cast]
steps:
  - launch: k9s --readonly
  - wait: Pods
    timeout: 30s
  - key: ":"
  - enter: namespaces
  - expect: {text: kube-system, in: {rows: [1, 6]}}
  - screenshot: namespaces.png
  - hold: 2s # nobody waits
  - key: ":"
  - enter: q
  - expect: {exit: 0}
`

func BenchmarkParse(b *testing.B) {
	src := []byte(small)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ps := Parse("f.yaml", src); len(ps) > 0 {
			b.Fatal(ps)
		}
	}
}

func BenchmarkParseBroken(b *testing.B) {
	src := []byte(small + "  - key: *\n")
	b.ReportAllocs()
	for b.Loop() {
		if _, ps := Parse("f.yaml", src); len(ps) != 1 {
			b.Fatal(ps)
		}
	}
}
