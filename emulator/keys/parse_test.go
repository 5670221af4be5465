package keys

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		chord string
		want  Key
	}{
		{"a", Key{Char: "a"}},
		{"A", Key{Char: "A"}},
		{"shift+a", Key{Char: "A"}},
		{"é", Key{Char: "é"}},
		{"e\u0301", Key{Char: "e\u0301"}},
		{"👩‍👩‍👧", Key{Char: "👩‍👩‍👧"}},
		{"+", Key{Char: "+"}},
		{"*", Key{Char: "*"}},
		{"-", Key{Char: "-"}},
		{"ctrl++", Key{Char: "+", Mod: Ctrl}},
		{"ctrl+*", Key{Char: "*", Mod: Ctrl}},
		{"ctrl+]", Key{Char: "]", Mod: Ctrl}},
		{`ctrl+\`, Key{Char: `\`, Mod: Ctrl}},
		{"ctrl+shift+a", Key{Char: "a", Mod: Ctrl | Shift}},
		{"Shift+CTRL+F5", Key{Name: "f5", Mod: Ctrl | Shift}},
		{"f12", Key{Name: "f12"}},
		{"F24", Key{Name: "f24"}},
		{"esc", Key{Name: "escape"}},
		{"Del", Key{Name: "delete"}},
		{"pgup", Key{Name: "pageup"}},
		{"PgDn", Key{Name: "pagedown"}},
		{"alt+super+enter", Key{Name: "enter", Mod: Alt | Super}},
		{"ctrl+space", Key{Name: "space", Mod: Ctrl}},
	} {
		got, err := Parse(tt.chord)
		if err != nil || got != tt.want {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", tt.chord, got, err, tt.want)
		}
		again, err := Parse(got.String())
		if err != nil || again != got {
			t.Errorf("%q: String %q reads as %+v, %v", tt.chord, got.String(), again, err)
		}
	}
}

func TestParseHints(t *testing.T) {
	for _, tt := range []struct{ chord, hint string }{
		{"Ctrl-C", "ctrl+c"},
		{"C-c", "ctrl+c"},
		{"^C", "ctrl+c"},
		{"^[", "ctrl+["},
		{"control+c", "ctrl+c"},
		{"C-M-x", "ctrl+alt+x"},
		{"Ctrl-Shift-T", "ctrl+shift+t"},
		{"M-x", "alt+x"},
		{"option+x", "alt+x"},
		{"cmd+k", "super+k"},
		{"S-Tab", "shift+tab"},
		{"BTab", "shift+tab"},
		{"return", "enter"},
		{"Return", "enter"},
		{"ctrl+return", "ctrl+enter"},
		{"<CR>", "enter"},
		{"<Esc>", "escape"},
		{"<C-w>", "ctrl+w"},
		{"<F5>", "f5"},
		{"ArrowDown", "down"},
		{"arrow_left", "left"},
		{"page_down", "pagedown"},
		{"Page-Up", "pageup"},
		{"PageDn", "pagedown"},
		{"NPage", "pagedown"},
		{"bs", "backspace"},
		{"ins", "insert"},
		{"dwon", "down"},
		{"entr", "enter"},
		{"ctrl+rihgt", "ctrl+right"},
		{"gg", "g g, or type: gg"},
		{"dd", "d d, or type: dd"},
		{"hello world", "type: hello world"},
		{"quit!", "type: quit!"},
		{"\t", "tab"},
		{" ", "space"},
		{"\x03", "ctrl+c"},
		{"f25", "f1 to f24"},
		{"", "the blank is the key space"},
		{"ctrl+", "ctrl+a; the key + after a modifier is ctrl++"},
	} {
		_, err := Parse(tt.chord)
		var ke *Error
		if !errors.As(err, &ke) {
			t.Errorf("Parse(%q): %v, want an *Error", tt.chord, err)
			continue
		}
		if ke.Hint != tt.hint {
			t.Errorf("Parse(%q): hint %q, want %q (%v)", tt.chord, ke.Hint, tt.hint, ke)
		}
	}
}

func TestParseChords(t *testing.T) {
	down, enter := Key{Name: "down"}, Key{Name: "enter"}
	for _, tt := range []struct {
		s    string
		want []Chord
	}{
		{"enter", []Chord{{enter, 1, 0, 5}}},
		{"down*3 enter", []Chord{{down, 3, 0, 6}, {enter, 1, 7, 5}}},
		{"  down \t enter\n", []Chord{{down, 1, 2, 4}, {enter, 1, 9, 5}}},
		{"ctrl+b d", []Chord{{Key{Char: "b", Mod: Ctrl}, 1, 0, 6}, {Key{Char: "d"}, 1, 7, 1}}},
		{"*", []Chord{{Key{Char: "*"}, 1, 0, 1}}},
		{"**2", []Chord{{Key{Char: "*"}, 2, 0, 3}}},
		{"+*2", []Chord{{Key{Char: "+"}, 2, 0, 3}}},
		{"5*2", []Chord{{Key{Char: "5"}, 2, 0, 3}}},
		{"ctrl+**2", []Chord{{Key{Char: "*", Mod: Ctrl}, 2, 0, 8}}},
		{"ctrl++*2", []Chord{{Key{Char: "+", Mod: Ctrl}, 2, 0, 8}}},
		{"é é", []Chord{{Key{Char: "é"}, 1, 0, 2}, {Key{Char: "é"}, 1, 3, 2}}},
	} {
		got, err := ParseChords(tt.s)
		if err != nil {
			t.Errorf("%q: %v", tt.s, err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q: %s", tt.s, d)
		}
	}
}

func TestParseChordsErrors(t *testing.T) {
	for _, tt := range []struct {
		s           string
		offset, len int
		reason      string
	}{
		{"", 0, 0, "no key given"},
		{"   ", 0, 3, "no key given"},
		{"enter gg", 6, 2, `unknown key "gg"`},
		{"down*0", 0, 6, `"down*0": the count must be from 1 to 10000`},
		{"a down*99999999999999999999", 2, 25, `"down*99999999999999999999": the count must be from 1 to 10000`},
		{"down*x", 0, 6, `unknown key "down*x"`},
		{"*3", 0, 2, `unknown key "*3"`},
		{"ctrl+*3", 0, 7, `unknown key "ctrl+*3"`},
		{"ctrl+ctrl+a", 0, 11, `"ctrl+ctrl+a": the same modifier twice`},
		{"hyper+a", 0, 7, `unknown modifier "hyper" in "hyper+a"`},
		{"\xff", 0, 1, `unknown key "` + "\uFFFD" + `"`},
	} {
		_, err := ParseChords(tt.s)
		var ke *Error
		if !errors.As(err, &ke) || ke.Error() != tt.reason || ke.Offset != tt.offset || ke.Len != tt.len {
			t.Errorf("%q: %#v, want %q at %d+%d", tt.s, err, tt.reason, tt.offset, tt.len)
		}
	}
}

func FuzzParseChords(f *testing.F) {
	for _, s := range []string{"down*3 enter", "ctrl+b d", "ctrl++ * + **2", "Ctrl-C <CR> ^[", "gg", "\xff*0 \u00a0", "é*10001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		chords, err := ParseChords(s)
		if err != nil {
			var ke *Error
			if !errors.As(err, &ke) || ke.Offset < 0 || ke.Offset+ke.Len > len(s) {
				t.Fatalf("%q: %#v", s, err)
			}
			return
		}
		for _, c := range chords {
			if c.Count < 1 || c.Count > MaxCount || (c.Key.Name == "") == (c.Key.Char == "") {
				t.Fatalf("%q: %+v", s, c)
			}
			if word := s[c.Offset : c.Offset+c.Len]; strings.ContainsAny(word, " \t\n") {
				t.Fatalf("%q: chord %q", s, word)
			}
			if k, err := Parse(c.Key.String()); err != nil || k != c.Key {
				t.Fatalf("%q: %+v writes as %q, which reads as %+v, %v", s, c.Key, c.Key.String(), k, err)
			}
		}
	})
}
