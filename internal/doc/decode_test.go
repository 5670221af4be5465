package doc

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// pair is a Decodable: LEFTxRIGHT, or a mapping.
type pair struct {
	Left  string `yaml:"left"`
	Right string `yaml:"right"`
}

func (p *pair) DecodeNode(d *Decoder, n *Node) {
	if n.Kind == Map {
		type long pair
		d.Into(n, (*long)(p), "pair")
		return
	}
	s, ok := d.Text(n, "")
	if !ok {
		return
	}
	if p.Left, p.Right, ok = strings.Cut(s, "x"); !ok {
		d.ErrorIn(n, 0, 1, "write AxB", "no pair: %s", s)
	}
}

type common struct {
	Name string `yaml:"name"`
	Fit  string `yaml:"fit" later:"yes"`
}

type sample struct {
	At      Pos   `yaml:"@"`
	Self    *Node `yaml:"@node"`
	common  `yaml:",inline"`
	Tags    []string           `yaml:"tags"`
	Vars    map[string]string  `yaml:"vars"`
	Env     map[string]*string `yaml:"env"`
	Timeout time.Duration      `yaml:"timeout"`
	Count   int                `yaml:"count"`
	Small   int8               `yaml:"small"`
	Speed   float64            `yaml:"speed"`
	Soft    *bool              `yaml:"soft"`
	Pair    pair               `yaml:"pair"`
	Pairs   []pair             `yaml:"pairs"`
	Typed   Text               `yaml:"typed"`
	Raw     *Node              `yaml:"raw"`
	Inner   *struct {
		Theme string `yaml:"theme"`
		Size  int    `yaml:"font_size"`
	} `yaml:"look"`
	Hidden string `yaml:"-"`
}

func decode(src string, set func(*Decoder)) (sample, Problems) {
	f, ps := Parse("f.yaml", []byte(src))
	d := &Decoder{Problems: ps, Words: func() map[string]string {
		return map[string]string{"top.theme": "it is look: {theme: ...}", "look.colour": "it is theme"}
	}}
	if set != nil {
		set(d)
	}
	var s sample
	for _, doc := range f.Docs {
		d.Into(doc, &s, "top")
	}
	return s, d.Problems.Sorted()
}

func TestInto(t *testing.T) {
	got, ps := decode(`
name: 1.10
tags: one
vars: {a: yes, b: ""}
env:
  A: 007
  B: null
timeout: 1m30s
count: -3
small: 127
speed: 0.5
soft: true
pair: 1x2
pairs: [3x4, {left: a, right: b}]
typed: |
  two
  lines
raw: [1]
look:
  theme: nord
  font_size: 16
`, nil)
	if len(ps) > 0 {
		t.Fatal(ps)
	}
	zero7, yes := "007", true
	want := sample{
		At: Pos{"f.yaml", 2, 1}, common: common{Name: "1.10"}, Tags: []string{"one"},
		Vars: map[string]string{"a": "yes", "b": ""}, Env: map[string]*string{"A": &zero7, "B": nil},
		Timeout: 90 * time.Second, Count: -3, Small: 127, Speed: 0.5, Soft: &yes,
		Pair: pair{"1", "2"}, Pairs: []pair{{"3", "4"}, {"a", "b"}},
		Typed: Text{Pos: Pos{"f.yaml", 15, 8}, Parts: []Part{{Text: "two\nlines"}}},
	}
	opt := cmp.Options{cmpopts.IgnoreFields(sample{}, "Self", "Raw", "Inner"), cmp.AllowUnexported(sample{}, Text{})}
	if diff := cmp.Diff(want, got, opt); diff != "" {
		t.Error(diff)
	}
	if got.Self == nil || got.Raw == nil || got.Raw.Kind != List || got.Inner == nil || got.Inner.Theme != "nord" || got.Inner.Size != 16 {
		t.Errorf("got %+v", got)
	}
}

func TestIntoProblems(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string
	}{
		// keys
		{"nmae: x", []string{`1:1+4 unknown key: nmae | did you mean "name"?`}},
		{"theme: x", []string{`1:1+5 unknown key: theme | it is look: {theme: ...}`}},
		{"look: {colour: x}", []string{`1:8+6 unknown key: colour | it is theme`}},
		{"look: {zzz: x}", []string{`1:8+3 unknown key: zzz | one of theme, font_size`}},
		{"look: {theme: a, b}", []string{`1:18+1 unknown key: b | a comma ends a value inside { }: quote the text`}},
		{"fit: 2s", []string{`1:1+3 "fit" is not supported yet | it is reserved for a later version`}},
		{"Hidden: 2s", []string{`1:1+6 unknown key: Hidden | one of name, tags, vars, env, timeout, count, small, speed, soft, pair, pairs, typed, raw, look`}},
		// nothing is no text
		{"name:", []string{`1:6+1 name is empty | write a value; "" is the empty text`}},
		{"name: # show all pods", []string{`1:6+1 name is empty | # starts a YAML comment: quote the text`}},
		{"name: #", []string{`1:6+1 name is empty | # starts a YAML comment: quote the text`}},
		{"name: #ff0000", []string{`1:6+1 name is empty | # starts a YAML comment: quote the text`}},
		{"name: ~", []string{`1:7+1 name is empty | write "~": unquoted it is nothing in YAML`}},
		{"name: NULL", []string{`1:7+4 name is empty | write "NULL": unquoted it is nothing in YAML`}},
		{"name: |", []string{`1:7+1 name is empty | quote it, or write the text below: | begins a block`}},
		{"name: >", []string{`1:7+1 name is empty | quote it, or write the text below: > begins a block`}},
		{"name: &a", []string{`1:7+2 name is empty | & starts a YAML anchor: quote the text`}},
		{"typed:", []string{`1:7+1 typed is empty | write a value; "" is the empty text`}},
		{"tags:", []string{`1:6+1 tags is empty | write a value, or [] for none`}},
		{"tags: [a, ]\nlook:", []string{`2:6+1 look is empty | write {theme: ..., font_size: ...}`}},
		{"tags:\n- \n- a", []string{`2:2+1 tags is empty | write a value; "" is the empty text`}},
		{"env: {A: }", []string{`1:10+1 A is empty | write a value; "" is the empty text`}},
		// what YAML drops
		{"name: issue #12", []string{`1:7+5 the text ends before #12: # begins a YAML comment | write 'issue #12', or write "# " if it is a comment`}},
		{"typed: a #", []string{`1:8+1 the text ends before #: # begins a YAML comment | write 'a #', or write "# " if it is a comment`}},
		{"tags: [a, b] #12", nil},
		{"name: issue # 12", nil},
		{"name: 'issue' #12", nil},
		{"name: a#b", nil},
		{"timeout: 3s #12", nil},
		{`name: "\bfoo\b"`, []string{`1:7+9 the text holds a backspace (U+0008) | in double quotes \b is this character: use single quotes`}},
		{`typed: "\x03"`, []string{`1:8+6 the text holds a control character (U+0003) | a key is pressed with key:, as key: ctrl+c`}},
		{`name: "a\tb\nc"`, nil},
		// shapes
		{"name: {a: b}", []string{`1:7+6 name must be a text, not a mapping | write name: TEXT`}},
		{"timeout: [1]", []string{`1:10+3 timeout must be a duration, not a list | write timeout: 2s`}},
		{"vars: x", []string{`1:7+1 vars must be a mapping, not a text | write {NAME: VALUE}`}},
		{"look: nord", []string{`1:7+4 look must be a mapping, not a text | write {theme: ..., font_size: ...}`}},
		// scalars
		{"timeout: 2", []string{`1:10+1 a duration needs a unit | write 2s or 2ms`}},
		{"timeout: 1.5", []string{`1:10+3 a duration needs a unit | write 1.5s or 1.5ms`}},
		{"timeout: 1m 30s", []string{`1:10+6 timeout is no duration: "1m 30s" | write 1m30s`}},
		{"timeout: soon", []string{`1:10+4 timeout is no duration: "soon" | write 300ms, 2s or 1m30s`}},
		{"timeout: -2s", []string{`1:10+3 a duration can't be negative | write 300ms, 2s or 1m30s`}},
		{"timeout: 99999999999999h", []string{`1:10+15 99999999999999h is too long a duration | write 300ms, 2s or 1m30s`}},
		{"timeout: ''", []string{`1:10+2 timeout is no duration: "" | write 300ms, 2s or 1m30s`}},
		{"count: 010", []string{`1:8+3 count must be a whole number, not "010" | write 10`}},
		{"count: 1_000", []string{`1:8+5 count must be a whole number, not "1_000" | write 1000`}},
		{"count: 0x10", []string{`1:8+4 count must be a whole number, not "0x10" | write 16`}},
		{"count: yes", []string{`1:8+3 count must be a whole number, not "yes" | write it as 3`}},
		{"count: 99999999999999999999", []string{`1:8+20 count is too large | write a smaller number`}},
		{"small: 128", []string{`1:8+3 small is too large | write a smaller number`}},
		{"speed: 1e3", []string{`1:8+3 speed must be a number, not "1e3" | write it as 1.5`}},
		{"soft: yes", []string{`1:7+3 soft must be true or false, not "yes" | write true`}},
		{"soft: True", []string{`1:7+4 soft must be true or false, not "True" | write true`}},
		{"pair: abc", []string{`1:7+1 no pair: abc | write AxB`}},
		{"pairs: ['abc']", []string{`1:10+1 no pair: abc | write AxB`}},
		{"pairs: [\"\\x61bc\"]", []string{`1:9+8 no pair: abc | write AxB`}},
		// what is broken is silent, what stands twice is said once
		{"name: *\nlook: *\npair: *\ntags: [a, *]", []string{
			"1:7+1 an unquoted text can't begin with * | write '*'", "2:7+1 an unquoted text can't begin with * | write '*'",
			"3:7+1 an unquoted text can't begin with * | write '*'", "4:11+1 an unquoted text can't begin with * | write '*'"}},
		{"tags: [&a {}, *a]", []string{`1:11+2 tags must be a text, not a mapping | write tags: TEXT`}},
	} {
		_, ps := decode(tt.src, nil)
		if diff := cmp.Diff(tt.want, lines(ps)); diff != "" {
			t.Errorf("%q:\n%s", tt.src, diff)
		}
	}
}

func TestCheckTyped(t *testing.T) {
	const joined = "the lines of an unquoted text are joined with blanks | write a block: | and the lines below it, or quote the text on one line"
	for _, tt := range []struct{ src, want string }{
		{"a: cd ", "1:4+2 blanks at the end of an unquoted text are lost | write 'cd ', or leave the blanks out"},
		{"a: cd \t", "1:4+2 blanks at the end of an unquoted text are lost | write 'cd \t', or leave the blanks out"},
		{"a:  x", "1:5+1 blanks at the beginning of an unquoted text are lost | write ' x', or leave the blanks out"},
		{"a: {a:   x }", "1:10+1 blanks at the beginning of an unquoted text are lost | write '  x', or leave the blanks out"},
		{"a: two\n  lines", "1:4+3 " + joined},
		{"a:\n  two\n  lines", "2:3+3 " + joined},
		{"a: cd # note", ""},
		{"a:\n    x", ""},
		{"a: { b: x }", ""},
		{"a: [ x , y ]", ""},
		{"a: 'cd '", ""},
		{"a:   'cd'", ""},
		{"a: x\r\n", ""},
		{"a: two words", ""},
		{"- x", ""},
		{"a: |\n  x\n  y ", ""},
	} {
		f, _ := Parse("f.yaml", []byte("k: v\n"+strings.TrimPrefix(tt.src, "- ")))
		if len(f.Docs) == 0 {
			continue
		}
		d := &Decoder{}
		n := f.Docs[0].Pairs[len(f.Docs[0].Pairs)-1].Value
		for len(n.Items)+len(n.Pairs) > 0 {
			if n.Kind == List {
				n = n.Items[0]
			} else {
				n = n.Pairs[0].Value
			}
		}
		ok := n.CheckTyped(d)
		got := strings.Join(lines(d.Problems), "\n")
		if got != "" {
			got = string(got[0]-1) + got[1:] // behind k: v
		}
		if got != tt.want || ok != (tt.want == "") {
			t.Errorf("%q: %v\n got %s\nwant %s", tt.src, ok, got, tt.want)
		}
	}
}

func TestExpand(t *testing.T) {
	expand := func(d *Decoder) {
		d.Expand = func(d *Decoder, n *Node) *Node {
			m := *n
			switch {
			case strings.Contains(n.Text, "${{ bad }}"):
				d.Errorf(n, "", "unknown variable")
				return nil
			case strings.Contains(n.Text, "${{ late }}"):
				m.Parts = []Part{{Text: "a"}, {Ref: Ref{Space: "services", Name: "s.port"}}, {Text: "b\n"}}
			case strings.Contains(n.Text, "${{ v }}"):
				m.Text = strings.ReplaceAll(n.Text, "${{ v }}", "${{ v }}5") // filled in once only
			default:
				return n
			}
			return &m
		}
	}
	s, ps := decode("name: x${{ v }}\npair: ${{ v }}x2\ntags: [${{v}}, \"${{ v }}\"]", expand)
	if s.Name != "x${{ v }}5" || s.Pair.Left != "${{ v }}5" {
		t.Errorf("got %+v", s)
	}
	if want := []string{"3:8+6 inside [ ] a value with , [ ] { } or ${{ }} needs quotes | write '${{v}}'"}; !cmp.Equal(want, lines(ps)) {
		t.Errorf("got %q", lines(ps))
	}
	s, ps = decode("typed: |\n  ${{ late }}\nname: ${{ late }}\ncount: ${{ bad }}\nspeed: ${{ v }} #12", expand)
	want := []string{
		"3:7+11 name needs a value known before the run, which ${{ services.s.port }} is not | it may stand in a text that is typed or looked for",
		"4:8+10 unknown variable",
		`5:8+8 speed must be a number, not "${{ v }}5" | write it as 1.5`,
	}
	if diff := cmp.Diff(want, lines(ps)); diff != "" {
		t.Error(diff)
	}
	if got := s.Typed.String(); got != "a${{ services.s.port }}b" || len(s.Typed.Parts) != 3 {
		t.Errorf("got %q", got)
	}
	// what was written is looked at, not what was filled in
	_, ps = decode("name: ${{ v }} #12", expand)
	if len(ps) != 1 || !strings.HasPrefix(ps[0].Message, "the text ends before #12") {
		t.Errorf("got %q", lines(ps))
	}
}

func TestErrorf(t *testing.T) {
	f, _ := Parse("f.yaml", []byte("a: {b: x}\nc: *"))
	d := &Decoder{}
	d.Errorf(f.Docs[0].Get("a"), "", "is %d", 1).Warning = true
	d.Errorf(nil, "", "no place")
	d.Errorf(f.Docs[0].Get("c"), "", "of what is broken")
	if len(d.Problems) != 2 || d.Problems[0].Width != 6 || d.Problems[0].Source != "a: {b: x}" || d.Problems[0].Error() != "f.yaml:1:4: is 1" {
		t.Errorf("got %v", d.Problems)
	}
	if !d.Problems.Fatal() || d.Problems[:1].Fatal() {
		t.Error("a warning alone does not stop a run")
	}
	for range 1000 {
		d.Errorf(nil, "", "again")
	}
	if len(d.Problems) != maxProblems+1 {
		t.Errorf("%d problems are kept", len(d.Problems))
	}
}

func TestFields(t *testing.T) {
	var got []string
	for _, f := range Fields(reflect.TypeFor[sample]())[:4] {
		got = append(got, f.Name+" "+f.Type.String())
	}
	if want := []string{"name string", "fit string", "tags []string", "vars map[string]string"}; !cmp.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
