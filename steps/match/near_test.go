package match

import (
	"strings"
	"testing"
	"time"

	"scenario/emulator"
)

// The pictures of the format's documentation.
func TestNearest(t *testing.T) {
	fzf := []string{"  delta", "\x1b[34m  gamma\x1b[0m", "  beta", "> alpha", "  4/4 (0) ------", "> "}
	k9s := []string{" NAME                STATUS", " default             Active", " kube-system         Active", " kube-public         Active"}
	for _, test := range []struct {
		name, yaml string
		rows       []string
		want       string // text|how
		row, col   int
		width      int
	}{
		{"one character", `4/4 (2)`, fzf, "4/4 (0)|one character differs", 4, 2, 7},
		{"in a list", `[4/4 (2), {text: gamma, style: {bg: 236}}]`, fzf, "4/4 (0)|one character differs", 4, 2, 7},
		{"one letter more", `kube-systm`, k9s, "kube-system|one letter more", 2, 1, 11},
		{"one letter less", `kube-systeem`, k9s, "kube-system|one letter less", 2, 1, 11},
		{"one digit more", `port 880`, []string{"on port 8180"}, "port 8180|one digit more", 0, 3, 9},
		{"exchanged", `kube-ssytem`, k9s, "kube-system|two characters are exchanged", 2, 1, 11},
		{"several", `kube-xystim`, k9s, "kube-system|2 characters differ", 2, 1, 11},
		{"case", `kube-SYSTEM`, k9s, "kube-system|other upper and lower case", 2, 1, 11},
		{"blanks", `NAME STATUS`, k9s, "NAME                STATUS|other blanks or line ends", 0, 1, 26},
		{"line end", `hello world`, []string{"hello", "world"}, "hello\nworld|other blanks or line ends", 0, 0, 5},
		{"blank more", `4/4(0)`, fzf, "4/4 (0)|other blanks or line ends", 4, 2, 7},
		{"wide", `世界人`, []string{"x 世界入 y"}, "世界入|one character differs", 0, 2, 6},
		{"nothing near", `zebra`, k9s, "", 0, 0, 0},
		{"short", `zz`, k9s, "", 0, 0, 0},
		{"style", `{text: gamma, style: {fg: 236}}`, fzf, "gamma|fg is 4, wanted 236", 1, 2, 5},
		{"style by name", `{text: gamma, style: {fg: red, bold: true, underline: false}}`, fzf, "gamma|fg is blue, wanted red; not bold", 1, 2, 5},
		{"style from the middle", `{text: dream, style: {fg: blue}}`, []string{"\x1b[34mdre\x1b[7mam"}, "", 0, 0, 0},
		{"style of a part", `{text: dream, style: {reverse: false}}`, []string{"\x1b[34mdre\x1b[7mam"}, "dream|from row 1, column 4 on: reverse", 0, 0, 5},
		{"least wrong style", `{text: a, style: [bold, underline]}`, []string{"a \x1b[1ma"}, "a|not underline", 0, 2, 1},
		{"style of the nth", `{text: a, style: bold, nth: 1}`, []string{"a \x1b[1ma"}, "a|not bold", 0, 0, 1},
		{"nth", `{text: kube, nth: 3}`, k9s, "kube|there twice", 3, 1, 4},
		{"count", `{text: kube, count: 3}`, k9s, "kube|there twice", 3, 1, 4},
		{"styled too seldom", `{text: gamma, style: {fg: 4}, count: 2}`, fzf, "gamma|there once", 1, 2, 5},
		{"outside", `{text: default, in: {row: 1}}`, k9s, "default|found elsewhere on the screen, not in row 1", 1, 1, 7},
		{"two lines", `"  beta\n> alfa"`, fzf, `> alpha|of line "> alfa": 2 characters differ`, 3, 0, 7},
		{"two lines apart", `"delta\nalpha"`, fzf, "delta|the other lines are not below it so", 0, 2, 5},
		{"regex case", `{regex: ^name}`, []string{"NAME"}, "NAME|other upper and lower case", 0, 0, 4},
		{"anchors", `{regex: ^alpha$}`, fzf, "alpha|^ or $ does not hold there", 3, 2, 5},
		{"regex prefix", `{regex: 'kube-pub\w+ +Gone'}`, k9s, `kube-public|only the beginning of the regex matches: kube-pub\w+ +`, 3, 1, 11},
		{"regex literal prefix", `{regex: kube-sysadmin}`, k9s, `kube-sys|only the beginning of the regex matches: kube-sys`, 2, 1, 8},
		{"regex nothing", `{regex: 'zebra\d'}`, k9s, "", 0, 0, 0},
		{"any", `{any: [zzz, kube-systm]}`, k9s, "kube-system|one letter more", 2, 1, 11},
		{"not", `{not: kube}`, k9s, "kube|it is still there", 2, 1, 4},
		{"prompt above", `{prompt: "> a"}`, append(fzf, "x"), "> a|the cursor is not right behind it", 3, 0, 3},
		{"prompt near", `{prompt: "aphla"}`, fzf, "", 0, 0, 0},
		{"holds", `alpha`, fzf, "", 0, 0, 0},
	} {
		s := subjectFor(screen(40, len(test.rows), test.rows...))
		b := bind(t, test.yaml)
		n := b.Nearest(s)
		got := ""
		if n != nil {
			got = n.Text + "|" + n.How
		}
		if got != test.want {
			t.Errorf("%s: %s: %q, want %q", test.name, test.yaml, got, test.want)
			continue
		}
		if n != nil && (n.Row != test.row || n.Col != test.col || n.Width != test.width) {
			t.Errorf("%s: row %d, col %d, width %d", test.name, n.Row, n.Col, n.Width)
		}
	}
}

func TestNearestTyped(t *testing.T) {
	s := subjectFor(screen(40, 2, "$ echo hello, world", "bash: not found"))
	s.Entered = []Span{{0, 2, 0, 40}}
	n := bind(t, `hello, world`).Nearest(s)
	if n == nil || n.How != "found in the command line you typed, which does not count" || n.Row != 0 || n.Col != 7 {
		t.Errorf("%+v", n)
	}
	// what the program printed is the better answer
	s = subjectFor(screen(40, 2, "$ echo hello, world | tr a-z A-Z", "HELLO, WORLD"))
	s.Entered = []Span{{0, 2, 0, 40}}
	if n := bind(t, `hello, world`).Nearest(s); n == nil || n.How != "other upper and lower case" || n.Row != 1 {
		t.Errorf("%+v", n)
	}
}

func TestNearestScrolledOff(t *testing.T) {
	s := subjectFor(screen(20, 2, "row 48", "row 49"))
	s.Scrollback = []emulator.Line{{Cells: cells(s.Screen.Table, "ZeroDivisionError: x")}, {Cells: cells(s.Screen.Table, "row 47")}}
	n := bind(t, `ZeroDivisionError`).Nearest(s)
	if n == nil || n.How != "scrolled off the screen" || n.Row != -2 || n.Width != 17 {
		t.Errorf("%+v", n)
	}
}

// A full screen of near misses and a long text must stay cheap.
func TestNearestIsBounded(t *testing.T) {
	rows := make([]string, 100)
	for i := range rows {
		rows[i] = strings.Repeat("ab", 100)
	}
	s := subjectFor(screen(200, 100, rows...))
	for _, yaml := range []string{
		strings.Repeat("abb", 40), strings.Repeat("ab", 200) + "c", `{regex: '(a|b)*(a|b)*(a|b)*c'}`,
		`{regex: '` + strings.Repeat("ab", 90) + `c'}`,
	} {
		start := time.Now()
		bind(t, yaml).Nearest(s)
		t.Logf("%.20s: %v", yaml, time.Since(start))
	}
}

func TestSellers(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"ab", "ba", 2}, {"世界", "世", 1}} {
		if got := sellers([]rune(test.a), []rune(test.b), false); got[len(got)-1] != test.want {
			t.Errorf("%q %q: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func benchmarkSubject() *emulator.Screen {
	rows := make([]string, 40)
	for i := range rows {
		rows[i] = strings.Repeat("kube-public  Active 2d  ", 4) + "\x1b[34mlast\x1b[0m"
	}
	rows[30] += " kube-system"
	return screen(120, 40, rows...)
}

func BenchmarkEval(b *testing.B) {
	for _, bench := range []struct{ name, yaml string }{
		{"text", `kube-system`}, {"miss", `kube-systm`}, {"regex", `{regex: 'kube-s\w+'}`},
		{"style", `{text: last, style: {fg: blue}, count: 40}`}, {"list", `[kube-system, {gone: Error}, last]`},
		{"styled", `{style: {fg: 196}}`},
	} {
		scr, c := benchmarkSubject(), bind(b, bench.yaml)
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Eval(subjectFor(scr))
			}
		})
	}
}

func BenchmarkNearest(b *testing.B) {
	scr := benchmarkSubject()
	for _, bench := range []struct{ name, yaml string }{{"text", `kube-systm`}, {"regex", `{regex: 'kube-s\w+ +Gone'}`}} {
		c := bind(b, bench.yaml)
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				c.Nearest(subjectFor(scr))
			}
		})
	}
}
