package encode

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"scenario/capture/font"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
	"scenario/emulator/core"
)

// drawn is what a program has written, as screens of one terminal.
func drawn(t testing.TB, cols, rows int, outputs ...string) []*emulator.Screen {
	t.Helper()
	term := core.New(emulator.Options{Cols: cols, Rows: rows})
	var all []*emulator.Screen
	for _, o := range outputs {
		if err := term.Write([]byte(o)); err != nil {
			t.Fatal(err)
		}
		s := new(emulator.Screen)
		term.Snapshot(s)
		all = append(all, s)
	}
	return all
}

func renderer(t testing.TB, s *emulator.Screen) *raster.Renderer {
	t.Helper()
	th, _ := theme.Lookup("one-dark")
	r, err := raster.New(font.NewSet(), raster.Options{Theme: th, Cursor: true}, s.Cols, s.Rows)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func svgOf(t testing.TB, opt SVGOptions, delay time.Duration, screens ...*emulator.Screen) string {
	t.Helper()
	var b bytes.Buffer
	w := NewSVG(&b, renderer(t, screens[0]), opt)
	for _, s := range screens {
		if err := w.Add(s, delay); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.String())
	return b.String()
}

// wellFormed fails unless doc is XML, and safe in an <img>.
func wellFormed(t testing.TB, doc string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(doc))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, doc)
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "script" || e.Name.Local == "foreignObject" {
			t.Errorf("an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") {
				t.Errorf("an attribute %s", a.Name.Local)
			}
			if a.Name.Local == "href" && e.Name.Local != "a" && !strings.HasPrefix(a.Value, "#") && !strings.HasPrefix(a.Value, "data:") {
				t.Errorf("%s refers to %s", e.Name.Local, a.Value)
			}
		}
	}
}

func has(t *testing.T, doc string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(doc, p) {
			t.Errorf("no %s in %s", p, regexp.MustCompile(`base64,[^)]*`).ReplaceAllString(doc, "..."))
		}
	}
}

func TestSVGText(t *testing.T) {
	doc := svgOf(t, SVGOptions{Title: `a <b> & "c"`}, 0, drawn(t, 30, 4,
		"a  b <&\"> \x1b[31mred\x1b[m\r\n"+
			"\x1b]8;;https://e.com/?a=1&b=2\x1b\\link\x1b]8;;\x1b\\ \x1b]8;;javascript:alert(1)\x1b\\no\x1b]8;;\x1b\\\r\n"+
			"\x1b[1;3;4mbold\x1b[m ──╮ ▒\x1b[?25l")...)
	has(t, doc,
		"<title>a &lt;b&gt; &amp; &quot;c&quot;</title>",
		`<text x="0" y="16" textLength="90">a  b &lt;&amp;&quot;&gt;</text>`, // the blanks in it stay
		`<a href="https://e.com/?a=1&amp;b=2"><text`,
		`class="b i"`,
		`>──╮ ▒</text>`,         // to be selected
		`d="M50 10h21v1h-21zM7`, // the joined arms of three characters
		`fill-opacity="0.501"`,
	)
	if strings.Contains(doc, "javascript:") {
		t.Error("a link to a script")
	}
	if strings.Contains(doc, "@keyframes") {
		t.Error("a still is animated")
	}
}

// Rows that are equal are stored once, and only rows that change are animated.
func TestSVGSharesRows(t *testing.T) {
	screens := drawn(t, 20, 5, "\x1b[?25lhead\r\nsame\r\nsame\r\n", "\x1b[5;1Htail", "\x1b[5;1H\x1b[K", "\x1b[5;1Hhead")
	doc := svgOf(t, SVGOptions{Loop: 2}, 250*time.Millisecond, screens...)
	for text, n := range map[string]int{">head<": 1, ">same<": 1, ">tail<": 1, "@keyframes": 1, `class="a"`: 1} {
		if got := strings.Count(doc, text); got != n {
			t.Errorf("%d times %s, want %d", got, text, n)
		}
	}
	has(t, doc,
		"0%{transform:translateY(0px)}25%{transform:translateY(-21px)}50%{transform:translateY(0px)}75%{transform:translateY(-42px)}to{transform:translateY(-42px)}",
		".a{animation:1000ms step-end 2 forwards}",
	)
}

// The embedded font has the characters in use, each as wide as its cells.
func TestSVGFont(t *testing.T) {
	doc := svgOf(t, SVGOptions{}, 0, drawn(t, 30, 2, "Hi é ⚙ │\r\n\x1b[1mbold")...)
	fonts := regexp.MustCompile(`base64,([^)]*)\)`).FindAllStringSubmatch(doc, -1)
	if len(fonts) != 2 {
		t.Fatalf("%d fonts", len(fonts))
	}
	woff, err := base64.StdEncoding.DecodeString(fonts[0][1])
	if err != nil {
		t.Fatal(err)
	}
	f, err := sfnt.Parse(unpackWOFF(t, woff))
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	for _, r := range "Hié⚙│ " {
		g, err := f.GlyphIndex(&buf, r)
		if err != nil || g == 0 {
			t.Fatalf("%c: glyph %d, %v", r, g, err)
		}
		advance, err := f.GlyphAdvance(&buf, g, fixed.I(16), 0)
		if err != nil || advance != fixed.I(10) {
			t.Errorf("%c is %v wide, %v", r, advance, err)
		}
		segments, err := f.LoadGlyph(&buf, g, fixed.I(16), nil)
		if err != nil || (len(segments) == 0) != (r == ' ' || r == '│') {
			t.Errorf("%c has %d segments, %v", r, len(segments), err)
		}
	}
	if g, _ := f.GlyphIndex(&buf, 'b'); g != 0 {
		t.Error("a character of another style is in the font")
	}
}

func TestSVGIsBounded(t *testing.T) {
	s := drawn(t, 10, 1, "x")[0]
	w := NewSVG(io.Discard, renderer(t, s), SVGOptions{})
	w.bytes = maxSVG
	var err error
	for i := 0; err == nil && i < 10; i++ {
		s.Row(0)[0].Glyph = emulator.Glyph('a' + i)
		err = w.Add(s, time.Second)
	}
	if !errors.Is(err, errSVGTooLarge) {
		t.Errorf("error %v", err)
	}
	if err := NewSVG(io.Discard, renderer(t, s), SVGOptions{}).Close(); !errors.Is(err, errNoFrames) {
		t.Errorf("error %v", err)
	}
}

func TestHTML(t *testing.T) {
	s := drawn(t, 20, 3, "a<b \x1b[31;4mred\x1b[m\r\n\x1b]8;;https://e.com\x1b\\link\x1b]8;;\x1b\\ ▒\x1b[?25l")[0]
	var b bytes.Buffer
	if err := HTML(&b, renderer(t, s), s, "<t>"); err != nil {
		t.Fatal(err)
	}
	has(t, b.String(), "<title>&lt;t&gt;</title>", "<pre>a&lt;b <span style=\"color:#e06c75;text-decoration:underline solid\">red</span>\n",
		`<a href="https://e.com">link</a> <span style="color:#`)
}

// What ANSI writes draws the same screen again.
func TestANSI(t *testing.T) {
	want := drawn(t, 30, 4, "\x1b[1;31mred\x1b[m 日本 \x1b[48;5;20m  \x1b[m\r\n\r\n\x1b]8;id=1;https://e.com\x1b\\\x1b[4:3mx\x1b[m\x1b]8;;\x1b\\")[0]
	var b bytes.Buffer
	if err := ANSI(&b, want); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\r") || strings.Contains(b.String(), "H") {
		t.Errorf("moves the cursor: %q", b.String())
	}
	got := drawn(t, 30, 5, strings.ReplaceAll(b.String(), "\n", "\r\n"))[0]
	var x, y bytes.Buffer
	got.Rows, got.Cells = want.Rows, got.Cells[:len(want.Cells)]
	if err := errors.Join(JSON(&x, want), JSON(&y, got)); err != nil || x.String() != y.String() {
		t.Errorf("%v: %s\n%s", err, x.String(), y.String())
	}
}
