package vt

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"scenario/emulator"
)

// A list of parameters gives the same in any pieces.
func FuzzParameters(f *testing.F) {
	for _, s := range []string{"", ";", "1;2:3", "99999999999", strings.Repeat("1;", 40), strings.Repeat(":", 33) + "5"} {
		f.Add([]byte(s), 1)
	}
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		var whole, split Sequence
		end := whole.Parameters(data, 0)
		for rest := data[:end]; len(rest) > 0; {
			k := min(max(n, 1), len(rest))
			split.Parameters(rest[:k], 0)
			rest = rest[k:]
		}
		if whole != split {
			t.Fatalf("%q: %+v, in pieces of %d %+v", data, whole, n, split)
		}
		for i := range MaxParams + 1 {
			if v := whole.Num(i, 0); v < 0 || v > maxParam {
				t.Fatalf("%q: parameter %d is %d", data, i, v)
			}
		}
	})
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a\xe4\xb8", "\xff\x80é", strings.Repeat("é", 600), "0;rgb:1/2/3"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if s := Title(data); !utf8.ValidString(s) || len(s) > maxTitle {
			t.Errorf("title %q", s)
		}
		if c := CutCluster(Repair(data)); !utf8.Valid(c) || len(c) > MaxCluster {
			t.Errorf("cluster %q", c)
		}
		if m, ok := Mark(string(data)); ok && (!utf8.ValidString(m.Params) || len(m.Params) > maxMarkParams) {
			t.Errorf("mark %q", m.Params)
		}
		if l, _ := Link(string(data)); !utf8.ValidString(l.URL + l.ID) {
			t.Errorf("link %+v", l)
		}
		if c, ok := ParseColor(string(data)); ok {
			r, g, b, _ := c.Components()
			if d, _ := ParseColor(ColorSpec(emulator.RGBColor{R: r, G: g, B: b})); c != d {
				t.Errorf("%q is %#x, told as %#x", data, c, d)
			}
		}
	})
}

func TestParseColor(t *testing.T) {
	for s, want := range map[string]emulator.Color{
		"rgb:f/8/0": emulator.RGB(0xff, 0x88, 0), "RGB:ffff/8080/0001": emulator.RGB(0xff, 0x80, 0), "#f80": emulator.RGB(0xf0, 0x80, 0),
		"#FF8000": emulator.RGB(0xff, 0x80, 0), "#ffff80800000": emulator.RGB(0xff, 0x80, 0), "rgbi:1/0.5/0": emulator.RGB(0xff, 0x80, 0),
	} {
		if c, ok := ParseColor(s); !ok || c != want {
			t.Errorf("%s: %#x, want %#x", s, c, want)
		}
	}
	for _, s := range []string{"", "#", "#12", "rgb:1/2", "rgb:1/2/3/4", "rgb:12345/0/0", "rgb:/0/0", "rgbi:2/0/0", "rgbi:NaN/0/0", "cmyk:1/1/1"} {
		if c, ok := ParseColor(s); ok {
			t.Errorf("%s is %#x", s, c)
		}
	}
}

func TestStacksAreBounded(t *testing.T) {
	var k KittyStack
	push := Sequence{Marker: '>', Final: 'u', N: 1}
	for i := range 2 * maxKitty {
		push.V[0] = int32(i)
		k.Apply(&push)
	}
	if len(k) != maxKitty || k.Flags() != 2*maxKitty-1 {
		t.Errorf("%d entries, flags %d", len(k), k.Flags())
	}
	k.Apply(&Sequence{Marker: '<', Final: 'u', N: 1, V: [MaxParams]int32{100}})
	if k.Flags() != 0 {
		t.Errorf("emptied: %v", k)
	}
	titles := Titles{Title: "t", Icon: "i"}
	for range 2 * maxTitles {
		titles.Push()
	}
	titles.Title, titles.Icon = "", ""
	for range 3 * maxTitles {
		titles.Pop(2)
	}
	if titles.Title != "t" || titles.Icon != "" {
		t.Errorf("%+v", titles)
	}
}

func TestRepliesAreWhole(t *testing.T) {
	var r Replies
	for range emulator.MaxReplies {
		r.Add("abc")
	}
	b := r.Take()
	if len(b) != emulator.MaxReplies/3*3 || !slices.Equal(b[len(b)-3:], []byte("abc")) || r.Take() != nil {
		t.Errorf("%d bytes", len(b))
	}
}
